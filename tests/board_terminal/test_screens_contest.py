"""The screens of a best of three: what the ACF screens do not show."""

from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from tests.board_terminal.screen_kit import SIZES, begin, press, terminal, tick
from tests.board_terminal.table_kit import round_one, state_of
from tests.tui.screens import assert_screen, at_sizes

STATE = state_of(round_one(), control="unclocked", rulebook="contest")
Scene = Callable[[Pilot[None]], Awaitable[None]]


async def contest_between(pilot: Pilot[None]) -> None:
    await press(pilot, "z", "slash", "slash", "5", "1", after=1_000)


async def contest_scoring(pilot: Pilot[None]) -> None:
    await contest_between(pilot)
    await press(pilot, "5", "z", "5", "1", after=1_000)


async def contest_counting(pilot: Pilot[None]) -> None:
    await press(pilot, "z", "slash", "slash")
    await tick(pilot, 30 * 60_000)


async def contest_captures(pilot: Pilot[None]) -> None:
    await contest_counting(pilot)
    await press(pilot, "5", "7", "enter", "1")


async def contest_by_captures(pilot: Pilot[None]) -> None:
    await contest_captures(pilot)
    await press(pilot, "0", "enter")


@pytest.mark.parametrize(
    "scene",
    [contest_between, contest_scoring, contest_counting, contest_captures, contest_by_captures],
)
async def test_best_of_three_screens_match_their_snapshots(scene: Scene) -> None:
    app, port = terminal(STATE)
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        await scene(pilot)
        async for _size in at_sizes(pilot, SIZES):
            assert_screen(app, scene.__name__)


@pytest.mark.clause("SE-5")
async def test_passed_turn_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    app, port = terminal(STATE)
    heard: list[int] = []
    monkeypatch.setattr(app, "bell", lambda: heard.append(app.monotonic()))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "slash")
        await tick(pilot, 30_000)
        assert heard == []
        await tick(pilot, 1_000)
        assert heard == [app.monotonic()]
