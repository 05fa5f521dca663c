"""Several tables in one process, each the real app without a screen, with a robot at it.

Every table has its own node and disk.
"""

import asyncio
import signal
from contextlib import suppress
from pathlib import Path

from board_terminal.app import TerminalApp
from board_terminal.running.robot import play
from board_terminal.running.terminal import terminal_app
from shared.machine.logs import log_to
from shared.node.open import open_follower
from shared.program.robot_scripts import RobotLedger, RobotScript, TablesScript, read_script
from shared.program.running import HEADLESS_SIZE


def play_tables(file: Path) -> None:
    """Play the tables of the script ``file`` until told to stop."""
    script = read_script(file, TablesScript)
    log_to(file.parent / f"{file.stem}.logs", "tables")
    with asyncio.Runner() as runner:
        runner.run(_play_all(script))


async def _play_all(script: TablesScript) -> None:
    tables = []
    for seat in script.tables:
        ledger = RobotLedger(seat.script.ledger)
        node, membership = open_follower(Path(seat.home), invite=Path(seat.invite))
        tables.append((terminal_app(node, membership, speed=script.speed), seat.script, ledger))

    def leave() -> None:
        for app, *_ in tables:
            app.exit()

    with suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, leave)
    await asyncio.gather(*(_play(*table) for table in tables))


async def _play(app: TerminalApp, script: RobotScript, ledger: RobotLedger) -> None:
    """Play until the app is left."""

    async def robot(_pilot: object) -> None:
        await play(app, script, ledger.note, asyncio.sleep)

    await app.run_async(headless=True, size=HEADLESS_SIZE, auto_pilot=robot)
    ledger.close()
