"""A screen that changes its size in the middle of an entry: all that was entered stays."""

from collections.abc import Awaitable, Callable

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from board_terminal.view.held import SETTLE_MS
from board_terminal.view.keys import wired
from shared.core.events import ReportFiled, ResultSigned
from tests.board_terminal.screen_kit import begin, press, terminal
from tests.board_terminal.table_kit import round_one, state_of
from tests.board_terminal.table_port import TablePort
from tests.board_terminal.test_screens import between, playing, scoring
from tests.board_terminal.test_screens_contest import STATE as CONTEST
from tests.board_terminal.test_screens_contest import contest_counting
from tests.tui.screens import screen_lines, screen_text

LARGE, SMALL, ORDINARY = (132, 38), (50, 15), (80, 24)
Scene = Callable[[Pilot[None], TablePort], Awaitable[None]]


async def score_being_counted(pilot: Pilot[None], port: TablePort) -> None:
    await contest_counting(pilot)
    await press(pilot, "5", "7", "enter", "1")


async def another_score(pilot: Pilot[None], port: TablePort) -> None:
    await between(pilot, port)
    await press(pilot, "7", "2")


async def move_being_typed(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "1", "3", "8", "3", *"11", "minus", "1")


async def report_half_made(pilot: Pilot[None], port: TablePort) -> None:
    await playing(pilot, port)
    await press(pilot, "r", "9", "7")


async def signed_by_one(pilot: Pilot[None], port: TablePort) -> None:
    await scoring(pilot, port)
    await press(pilot, "z")


async def pin_half_typed(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "1", "3", "9", "6", "4", "7")


ENTRIES = {
    score_being_counted: CONTEST,
    another_score: None,
    move_being_typed: state_of(round_one(), control="30:00", rulebook="standard"),
    report_half_made: None,
    signed_by_one: None,
    pin_half_typed: None,
}


async def resize(pilot: Pilot[None], *sizes: tuple[int, int]) -> None:
    for size in sizes:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        await pilot.pause()


@pytest.mark.parametrize("scene", ENTRIES, ids=lambda scene: scene.__name__)
async def test_resized_screen_has_all_that_was_entered_and_looks_as_if_it_had_begun_so(
    scene: Scene,
) -> None:
    seen = []
    for first in (LARGE, ORDINARY):
        app, port = terminal(ENTRIES[scene])
        async with app.run_test(size=first) as pilot:
            await begin(pilot, port)
            await scene(pilot, port)
            desk, view = app.driver.desk, app.view
            await resize(pilot, *((SMALL, ORDINARY) if first == LARGE else ()))
            assert (app.driver.desk, app.view) == (desk, view)
            seen.append(screen_lines(app))
    assert seen[0] == seen[1]


async def test_move_report_and_signature_are_finished_after_a_resize() -> None:
    app, port = terminal(ENTRIES[move_being_typed])
    async with app.run_test(size=LARGE) as pilot:
        await begin(pilot, port)
        await move_being_typed(pilot, port)
        await resize(pilot, SMALL)
        assert "Move: 11-1" in screen_text(app)
        await press(pilot, "5", "z", after=1_000)
        assert app.model.moves == (1, 0)
        assert "Illegal" not in screen_text(app)
    app, port = terminal()
    async with app.run_test(size=LARGE) as pilot:
        await begin(pilot, port)
        await report_half_made(pilot, port)
        await resize(pilot, SMALL)
        await press(pilot, "6", "6")
        [report] = port.bodies(ReportFiled)
        assert isinstance(report, ReportFiled)
        assert report.type == "touched_piece"
        assert report.which
    app, port = terminal()
    async with app.run_test(size=LARGE) as pilot:
        await begin(pilot, port)
        await signed_by_one(pilot, port)
        await resize(pilot, SMALL, ORDINARY)
        await press(pilot, "slash")
        assert len(port.bodies(ResultSigned)) == 2


async def test_resize_keeps_the_choice_that_two_buttons_stand_on() -> None:
    app, port = terminal()
    app.wired = wired("f9", "f10")
    async with app.run_test(size=LARGE) as pilot:
        await begin(pilot, port)
        await scoring(pilot, port)
        await press(pilot, "z")
        await press(pilot, "f9", "f9", after=SETTLE_MS)
        focus = app.view.focus
        assert focus
        for size in (SMALL, ORDINARY):
            await resize(pilot, size)
            [marked] = app.screen.query("ChoiceButton.focused")
            assert marked.choice.does == app.view.focus == focus  # type: ignore[attr-defined]


async def test_resize_keeps_the_page_of_buttons_and_the_part_of_the_board() -> None:
    app, port = terminal(ENTRIES[move_being_typed])
    async with app.run_test(size=SMALL) as pilot:
        await begin(pilot, port)
        await move_being_typed(pilot, port)
        await pilot.mouse_down("#board", offset=(9, 7))
        await pilot.pause()
        part = screen_lines(app)
        assert "Whole" in screen_text(app)
        await resize(pilot, ORDINARY, SMALL)
        assert screen_lines(app) == part
    app, port = terminal()
    async with app.run_test(size=SMALL) as pilot:
        await begin(pilot, port)
        await playing(pilot, port)
        await press(pilot, "r", "asterisk")
        page = screen_lines(app)
        await resize(pilot, ORDINARY, SMALL)
        assert screen_lines(app) == page


async def test_resize_keeps_the_help_where_it_was_read() -> None:
    app, port = terminal()
    async with app.run_test(size=SMALL) as pilot:
        await begin(pilot, port)
        await playing(pilot, port)
        await press(pilot, "f1", "down", "down", "down")
        await resize(pilot, (132, 15), SMALL)
        shown = app.screen.query_one("#help", VerticalScroll)
        assert app.screen.focused is shown
        await press(pilot, *["down"] * 20)
        assert "The program" in screen_text(app)
