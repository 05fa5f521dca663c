"""The screens of a match of points, at the three sizes that must work."""

from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from board_terminal.screens.choice_bar import ChoiceButton
from board_terminal.view.held import SETTLE_MS
from shared.port import Link
from tests.board_terminal.screen_kit import SIZES, TestTerminal, begin, press, terminal, tick, turn
from tests.board_terminal.table_kit import round_one, state_of
from tests.tui.fake_port import START
from tests.tui.screens import assert_screen, at_sizes, overflowing

Scene = Callable[[Pilot[None]], Awaitable[None]]
MINUTE = 60_000


async def agreeing(pilot: Pilot[None]) -> None:
    await press(pilot, "z", "slash", "5", "4", "0", "8", "z")


async def wishes(pilot: Pilot[None]) -> None:
    await press(pilot, "z", "slash", "5", "4")


async def roll(pilot: Pilot[None]) -> None:
    await press(pilot, "1", "3", "1", "3")


async def scoreboard(pilot: Pilot[None]) -> None:
    await roll(pilot)
    await press(pilot, "1", "1", "3", "8", "7", after=65_000)
    await tick(pilot)


async def double(pilot: Pilot[None]) -> None:
    await roll(pilot)
    await press(pilot, "1", "1", "3", "8", after=65_000)


async def points_over(pilot: Pilot[None]) -> None:
    await scoreboard(pilot)
    await press(pilot, "5")


async def offered(pilot: Pilot[None]) -> None:
    await points_over(pilot)
    await press(pilot, "8", "4")


async def rolling(pilot: Pilot[None]) -> None:
    await points_over(pilot)
    await press(pilot, "6")


async def crawford(pilot: Pilot[None]) -> None:
    await roll(pilot)
    await press(pilot, "1", "1", "3", "8", "7", "5", "1", "slash", after=MINUTE)


async def a_break(pilot: Pilot[None]) -> None:
    await rolling(pilot)
    await press(pilot, "7")


async def length(pilot: Pilot[None]) -> None:
    await rolling(pilot)
    await press(pilot, "9")


async def undo(pilot: Pilot[None]) -> None:
    await rolling(pilot)
    await press(pilot, "8", "z")


async def flag_noticed(pilot: Pilot[None]) -> None:
    await scoreboard(pilot)
    await tick(pilot, 15 * MINUTE)
    await press(pilot, "9")


async def flag_agreed(pilot: Pilot[None]) -> None:
    await flag_noticed(pilot)
    await press(pilot, "slash")


async def flag_disputed(pilot: Pilot[None]) -> None:
    await flag_agreed(pilot)
    await press(pilot, "7")


async def points_scoring(pilot: Pilot[None]) -> None:
    await crawford(pilot)
    await press(pilot, "5", "7", "z")


async def loser_points(pilot: Pilot[None]) -> None:
    await points_scoring(pilot)
    await press(pilot, "5", "slash", "3", "4")


STORY: tuple[Scene, ...] = (
    agreeing,
    wishes,
    roll,
    scoreboard,
    double,
    points_over,
    offered,
    rolling,
    crawford,
    a_break,
    length,
    undo,
    flag_noticed,
    flag_agreed,
    flag_disputed,
    points_scoring,
    loser_points,
)


@pytest.mark.parametrize("scene", STORY, ids=lambda scene: scene.__name__)
async def test_match_of_points_screens_match_their_snapshots(scene: Scene) -> None:
    state = state_of(round_one(length=7), control="2/12", rulebook="usbgf-open")
    app, port = terminal(state, dice=(0, 1, 5))
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        port.tell_link(Link("live", START))
        await scene(pilot)
        async for _size in at_sizes(pilot, SIZES):
            assert_screen(app, f"points_{scene.__name__.removeprefix('points_')}")
            assert not overflowing(app)
            for button in app.screen.query(ChoiceButton):
                assert button.region in app.screen.region
                assert button.size.height >= 3
                assert button.size.width >= 8


async def test_a_scoreboard_is_driven_by_touch_alone() -> None:
    state = state_of(round_one(length=1), control="2/12", rulebook="usbgf-open")
    app, port = terminal(state)
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        for _ in range(2):
            for half in ("#half-0", "#half-1"):
                await touch(pilot, half)
        await touch(pilot, "#half-0")
        assert app.model.phase == "playing"
        await touch(pilot, "#half-0")
        assert app.model.asks == (False, True)
        await tap(pilot, "over")
        await tap(pilot, "won:1:1")
        for half in ("#half-0", "#half-1"):
            await touch(pilot, half)
        assert app.model.phase == "waiting"


async def touch(pilot: Pilot[None], where: str) -> None:
    """Touch a place, a while after the last touch."""
    assert isinstance(pilot.app, TestTerminal)
    turn(pilot.app, SETTLE_MS)
    await pilot.mouse_down(where)
    await pilot.pause()
    await pilot.pause()


async def tap(pilot: Pilot[None], command: str) -> None:
    app = pilot.app
    assert isinstance(app, TestTerminal)
    buttons = [b for b in app.screen.query(ChoiceButton) if b.choice.does == command]
    await pilot.mouse_down(buttons[0])
    await pilot.pause()
    await pilot.pause()
