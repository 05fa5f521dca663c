"""The board terminal on a test's port, clocks and dice, for tests that look at screens."""

from collections.abc import Iterable

from textual import events
from textual.pilot import Pilot

from board_terminal.app import TerminalApp
from board_terminal.driving.driver import Driver, at_once
from shared.core.state import HallState
from tests.board_terminal.table_kit import DECK, Dice, round_one, state_of
from tests.board_terminal.table_port import TablePort
from tests.tui.fake_port import START

SIZES = ((50, 15), (80, 24), (100, 30))


class TurnedClock:
    """A clock that the test turns."""

    def __init__(self, ms: int) -> None:
        self.ms = ms

    def __call__(self) -> int:
        return self.ms


class TestTerminal(TerminalApp):
    """No ticks of its own: the test ticks."""

    __test__ = False
    TICK_S = None


def terminal(
    state: HallState | None = None,
    *,
    dice: Iterable[int] = (),
    port: TablePort | None = None,
    late: int = 432_000,
    service_pin: str = "",
) -> tuple[TestTerminal, TablePort]:
    port = port or TablePort(state=state or state_of(round_one()))
    app = TestTerminal(
        Driver(port, table="3", deck=DECK, chance=Dice(*dice)),
        wall=TurnedClock(START + late),
        monotonic=TurnedClock(1_000),
        service_pin=service_pin,
    )
    app.driver.aside = at_once
    return app, port


async def begin(pilot: Pilot[None], port: TablePort) -> None:
    """The node tells its first state and the notes are read."""
    await pilot.pause()
    port.tell_state()
    await pilot.pause()
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str, after: int = 0) -> None:
    """Press keys, each ``after`` ms after the one before."""
    app = pilot.app
    assert isinstance(app, TestTerminal)
    for key in keys:
        turn(app, after)
        app.held.let_go()
        app.post_message(events.Key(key, None))
        await pilot.pause()
    await pilot.pause()


async def hold(pilot: Pilot[None], key: str, times: int = 40) -> None:
    """Hold a key down: it comes, comes again after half a second, and then every 33 ms."""
    app = pilot.app
    assert isinstance(app, TestTerminal)
    app.held.let_go()
    for nth in range(times):
        turn(app, 0 if nth == 0 else 500 if nth == 1 else 33)
        app.post_message(events.Key(key, None))
        await pilot.pause()
    await pilot.pause()


async def tick(pilot: Pilot[None], after: int = 1_000) -> None:
    app = pilot.app
    assert isinstance(app, TestTerminal)
    turn(app, after)
    app.tick()
    await pilot.pause()


def turn(app: TestTerminal, ms: int) -> None:
    """Let ``ms`` pass on both clocks."""
    for clock in (app.monotonic, app.wall):
        assert isinstance(clock, TurnedClock)
        clock.ms += ms
