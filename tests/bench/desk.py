"""A table's or a referee's screen on a log: ``python -m tests.bench.desk ROLE FOLDER SYNC FEED``.

Says "ready" once the screen has been told what the log says, and goes on until its input ends.
"""

import secrets
import subprocess
import sys
from functools import partial
from pathlib import Path

from textual.pilot import Pilot

from shared.machine.clocks import monotonic_ms, precise_ns, wall_ms
from shared.net.address import HallAddress
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.home import Home
from shared.port import HallChanged, Listener, NodePort, Told
from shared.port.wrap import PortWrap
from shared.tui.app import HallApp
from tests.bench import field
from tests.bench.figures import used
from tests.bench.hall import LOOPBACK

REFEREE = field.DeviceKeys.from_seed(b"referee".ljust(32, b"."))


class Announced(PortWrap[NodePort]):
    """Says when the app has been told the state."""

    def start(self, listener: Listener) -> None:
        """Start the node; print a line after the first state."""

        def hear(told: Told) -> None:
            listener(told)
            if isinstance(told, HallChanged) and told.state.tournament is not None:
                _say("ready")

        super().start(hear)


def started(role: str, folder: Path, ports: tuple[int, int]) -> tuple[int, int]:
    """Start a screen; return the ns until it was told the state, and its memory in bytes then."""
    begun = precise_ns()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.desk", role, str(folder), *map(str, ports)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    if process.stdout.readline().strip() != "ready":
        raise RuntimeError(f"the {role} did not start")
    took = precise_ns() - begun
    while process.stdout.readline().strip() == "ready":
        pass
    memory = used(process.pid).memory
    process.kill()
    process.communicate()
    return took, memory


def _app(role: str, port: NodePort) -> HallApp:
    if role == "referee":
        from hall_server.referee.app.app import RefereeApp
        from hall_server.referee.asked.desk import Clocks, RefereeDesk

        clocks = Clocks(wall_ms, monotonic_ms)
        return RefereeApp(RefereeDesk(port, clocks, token=lambda: secrets.token_hex(8)))
    from board_terminal.app import TerminalApp
    from board_terminal.desk.messages import CHANCE_BYTES
    from board_terminal.driving.driver import Driver

    return TerminalApp(
        Driver(port, table="0", deck=(), chance=partial(secrets.token_bytes, CHANCE_BYTES)),
        wall=wall_ms,
        monotonic=monotonic_ms,
    )


def main(role: str, folder: str, sync: str, feed: str) -> None:
    """Run the screen without a terminal."""
    keys = REFEREE if role == "referee" else field.terminal(0)
    home = Home(Path(folder), field.ROOT.sign_public, keys, "0f" * 8, "0e" * 8)
    address = HallAddress(LOOPBACK, int(sync), int(feed), field.HALL.curve_public)
    link = FollowerLink(address, role="referee" if role == "referee" else "terminal")
    node = Engine(home, link, wall=wall_ms, monotonic=monotonic_ms)
    _app(role, Announced(node)).run(headless=True, size=(100, 30), auto_pilot=_drawn)


async def _drawn(pilot: Pilot[None]) -> None:
    """Say when the screen has stood still for a while with what it was told."""
    app = pilot.app
    assert isinstance(app, HallApp)
    while app.hall.tournament is None:
        await pilot.pause(0.1)
    await pilot.pause(2.0)
    _say("drawn")


def _say(word: str) -> None:
    assert sys.__stdout__ is not None
    print(word, file=sys.__stdout__, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:5])
