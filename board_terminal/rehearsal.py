"""Several tables in one process, each the real app without a screen: for demos and rehearsals.

Run as ``python -m board_terminal.rehearsal FILE``. Every table has its own node and its own disk.
"""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from pathlib import Path

import click
import msgspec

from board_terminal.robot import RobotScript, play
from board_terminal.running import terminal_app
from shared.logs import log_to
from shared.node.open import open_follower
from shared.program import HEADLESS_SIZE, Ledger, PlainCommand, read_script


class Seat(msgspec.Struct, frozen=True):
    """One table: its folder, its invite and its robot's script."""

    home: str
    invite: str
    script: RobotScript


class Rehearsal(msgspec.Struct, frozen=True):
    """The tables of one process; their clocks run ``speed`` times as fast."""

    tables: tuple[Seat, ...]
    speed: float = 1.0


@click.command(cls=PlainCommand)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
def main(file: Path) -> None:
    """Play the tables of FILE until told to stop."""
    rehearsal = read_script(file, Rehearsal)
    log_to(file.parent / f"{file.stem}.logs", "rehearsal")
    with asyncio.Runner() as runner:
        runner.run(_play_all(rehearsal))


class _Table:
    """One table of the rehearsal."""

    def __init__(self, seat: Seat, speed: float) -> None:
        self._script = seat.script
        self._ledger = Ledger(seat.script.ledger)
        node, membership = open_follower(Path(seat.home), invite=Path(seat.invite))
        self.app = terminal_app(node, membership, speed=speed)

    async def play(self) -> None:
        """Play until the app is left."""

        async def robot(_pilot: object) -> None:
            await play(self.app, self._script, self._ledger.note, asyncio.sleep)

        await self.app.run_async(headless=True, size=HEADLESS_SIZE, auto_pilot=robot)
        self._ledger.close()


async def _play_all(rehearsal: Rehearsal) -> None:
    tables = [_Table(seat, rehearsal.speed) for seat in rehearsal.tables]

    def leave() -> None:
        for table in tables:
            table.app.exit()

    with suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, leave)
    await asyncio.gather(*(table.play() for table in tables))


if __name__ == "__main__":
    main()
