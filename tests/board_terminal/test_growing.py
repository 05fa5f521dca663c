"""From 50×15 to 200×55 a table uses the room: clock digits, boards, buttons and their pages."""

import pytest
from msgspec.structs import replace
from textual.color import Color
from textual.pilot import Pilot

from board_terminal.screens.choice_bar import MORE, ChoiceButton, pages_of
from board_terminal.screens.half import HalfPanel
from shared.core.events import ReportFiled
from shared.tui.board_view import BoardView
from shared.tui.letters import Letters
from shared.tui.theme import PALETTES
from tests.board_terminal.every_page import EVERY_PAGE
from tests.board_terminal.screen_kit import TestTerminal, begin, press, terminal
from tests.board_terminal.table_kit import round_one, state_of
from tests.tui.contrast import ratio, rgb
from tests.tui.screens import screen_lines, screen_text

CALM = ("", "done")
"""Halves that are no filled areas."""


async def shown(pilot: Pilot[None], page: str) -> TestTerminal:
    app = pilot.app
    assert isinstance(app, TestTerminal)
    view = EVERY_PAGE[page]().view
    app._present = lambda: view  # type: ignore[method-assign]
    app.show()
    await pilot.pause()
    await pilot.pause()
    return app


@pytest.mark.parametrize(
    ("size", "rows", "stroke"),
    [((50, 15), 5, 1), ((80, 24), 5, 2), ((132, 38), 10, 2), ((200, 55), 20, 4)],
)
async def test_clock_digits_grow_by_whole_numbers_with_the_room(
    size: tuple[int, int], rows: int, stroke: int
) -> None:
    app, port = terminal()
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        view = EVERY_PAGE["playing"]().view
        alone = [replace(half, name="", word="", lines=()) for half in view.halves or ()]
        app._present = lambda: replace(view, halves=tuple(alone))  # type: ignore[method-assign]
        app.show()
        await pilot.pause()
        left = [line[: size[0] // 2 - 1] for line in screen_lines(app)]
        assert sum("█" * stroke in line for line in left) == rows


@pytest.mark.parametrize(
    ("size", "square"), [((50, 15), 1), ((80, 24), 1), ((132, 38), 3), ((200, 55), 5)]
)
async def test_the_balloted_board_grows_between_the_players(
    size: tuple[int, int], square: int
) -> None:
    app, port = terminal()
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        await shown(pilot, "ready")
        board = app.screen.query_one("#board", BoardView)
        assert board.square_size.rows == square
        assert board.region in app.screen.region
        assert board.region.height >= board.square_size.high


@pytest.mark.parametrize(("size", "rows"), [((80, 24), 5), ((132, 38), 10), ((200, 55), 21)])
async def test_a_waiting_table_shows_its_number_as_large_as_there_is_room(
    size: tuple[int, int], rows: int
) -> None:
    app, port = terminal()
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        await shown(pilot, "waiting")
        assert app.screen.query_one("#big").region.height == rows
        message = app.screen.query_one("#message")
        assert message.region in app.screen.query_one("#middle").region
        # Where there is room for its letters, the sentence is drawn too.
        assert message.region.height >= 5 or "No match has been paired" in screen_text(app)


async def test_on_a_large_screen_both_names_stand_in_large_letters_or_neither_does() -> None:
    app, port = terminal()
    async with app.run_test(size=(200, 55)) as pilot:
        await begin(pilot, port)
        for page, plain in (("seating", False), ("long_names", True)):
            await shown(pilot, page)
            names = [half.name for half in app.view.halves or ()]
            assert [name in screen_text(app) for name in names] == [plain, plain]
            assert ("Sit and press here" in screen_text(app)) is plain


async def test_what_players_do_first_stands_in_large_letters_on_further_lines_too() -> None:
    app, port = terminal()
    async with app.run_test(size=(132, 38)) as pilot:
        await begin(pilot, port)
        await shown(pilot, "seating")
        said = screen_text(app)
        assert "Sit and press here" not in said
        first, second = Letters(7).drawn("Sit and"), Letters(7).drawn("press here")
        assert all(said.count(row.strip()) >= 2 for row in (*first, *second))
        await shown(pilot, "seating_one")
        # One side has sat down: its name stays beside the other's.
        halves = app.screen.query(HalfPanel)
        tops = [[bool(row.strip()) for row, _bold in half._lines()].index(True) for half in halves]
        assert tops[0] == tops[1]
        assert second[1].strip() in screen_text(app)


@pytest.mark.parametrize("page", ["ruled", "waiting", "between", "stopped", "spare"])
async def test_on_a_large_screen_what_is_said_stands_in_large_letters(page: str) -> None:
    app, port = terminal()
    async with app.run_test(size=(200, 55)) as pilot:
        await begin(pilot, port)
        view = (await shown(pilot, page)).view
        message, middle = (app.screen.query_one(where).region for where in ("#message", "#middle"))
        assert message.height >= 5 * len(view.message)
        assert message in middle


@pytest.mark.parametrize(
    ("page", "large"), [("pin_set", "words"), ("draw_who", "words"), ("reports", "key")]
)
async def test_on_a_large_screen_buttons_have_words_in_large_letters_or_at_least_their_keys(
    page: str, large: str
) -> None:
    app, port = terminal()
    async with app.run_test(size=(200, 55)) as pilot:
        await begin(pilot, port)
        view = (await shown(pilot, page)).view
        buttons = [button for button in app.screen.query(ChoiceButton) if button.choice.does]
        assert {button.large for button in buttons} == {large}
        assert {choice.does for choice in view.choices if choice.does} == {
            button.choice.does for button in buttons
        }
        for button in buttons:
            drawn = button.render().plain.split("\n")
            assert len(drawn) == 5
            assert large == "words" or button.choice.label in button.render().plain
            assert max(map(len, drawn)) <= button.size.width
            assert button.choice.detail in screen_text(app)
        # Where labels stand in ordinary letters, the buttons fill the row.
        assert large == "words" or max(b.region.right for b in buttons) == app.size.width


async def test_on_the_smallest_screen_reports_are_two_pages_of_two_rows_by_touch_and_by_key() -> (
    None
):
    app, port = terminal(state_of(round_one(), control="90:00"))
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "3", "1", "0", after=1_000)
        first = [b.choice.label for b in app.screen.query(ChoiceButton)]
        assert first == [
            "Late or absent", "Illegal move", "Touched piece", "Phone", "Call referee", "More",
        ]  # fmt: skip
        await touch(pilot, MORE.does)
        second = [b.choice.label for b in app.screen.query(ChoiceButton)]
        assert second[-2:] == ["Back", "More"]
        assert not set(first) & set(second) - {"More"}
        await pilot.press("asterisk")
        await pilot.pause()
        assert [b.choice.label for b in app.screen.query(ChoiceButton)] == first
        await touch(pilot, MORE.does)
        await touch(pilot, "report:away")
        await touch(pilot, "report:away:0")
        assert [d.body.type for d in port.drafts if isinstance(d.body, ReportFiled)] == ["away"]


async def test_a_key_of_the_page_that_is_not_shown_works_all_the_same() -> None:
    app, port = terminal(state_of(round_one(), control="90:00"))
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "3", "1", "0", "2", after=1_000)
        assert "Who goes away, or is back?" in screen_text(app)


def test_pages_hold_each_button_once_with_a_way_on_and_no_page_is_wasted() -> None:
    for build in EVERY_PAGE.values():
        choices = tuple(c for c in build().view.choices if c.does)
        pages = pages_of(choices)
        on_pages = [c.does for page in pages for c in page if c.does != MORE.does]
        assert sorted(on_pages) == sorted(c.does for c in choices)
        if not choices:
            continue
        assert all(1 <= len(page) <= 6 for page in pages)
        assert len(pages) == 1 or pages[0][-1].does == MORE.does


@pytest.mark.parametrize("theme", PALETTES)
async def test_in_every_theme_buttons_and_halves_stand_out_from_their_ground_by_three_to_one(
    theme: str,
) -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        app.theme = theme
        for page in ("playing", "scoring_one", "reports", "pin_set"):
            await shown(pilot, page)
            for button in app.screen.query(ChoiceButton):
                if button.choice.does:
                    x, y = button.region.offset
                    edge, inside = of_cell(app, x, y + 1, "color"), of_cell(app, x + 1, y + 1)
                    assert ratio(edge, inside) >= 3
                    assert ratio(edge, of_cell(app, x, y - 1)) >= 3
            for half in app.screen.query(HalfPanel):
                if half.seat == 0 and half.region.height:
                    line, y = half.region.right, half.region.y
                    calm = [n for n, h in ((-1, half.half), (1, half.other)) if h.tone in CALM]
                    for beside in calm:
                        ground = of_cell(app, line + beside, y)
                        assert ratio(of_cell(app, line, y, "color"), ground) >= 3


def of_cell(app: TestTerminal, x: int, y: int, which: str = "bgcolor") -> Color:
    """Return the ground of one cell of the screen, or its ``color``."""
    strip = app.screen._compositor.render_strips()[y].crop(x, x + 1)
    return rgb(getattr(next(iter(strip)).style, which))


async def touch(pilot: Pilot[None], command: str) -> None:
    app = pilot.app
    assert isinstance(app, TestTerminal)
    app.monotonic.ms += 1_000  # type: ignore[attr-defined]
    button = next(b for b in app.screen.query(ChoiceButton) if b.choice.does == command)
    await pilot.mouse_down(button)
    await pilot.pause()
    await pilot.pause()
