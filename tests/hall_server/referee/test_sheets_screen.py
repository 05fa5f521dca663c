"""The moves of a match and both players' score sheets on the referee's screen."""

import pytest
from textual.widgets import TextArea

from hall_server.referee.app.floor.match_screens import SheetsScreen
from hall_server.referee.app.main_screen import MainScreen
from hall_server.referee.said.score_sheets import compared, on_record
from shared.core.draughts.pdn.game import PdnGame
from shared.core.draughts.pdn.writer import write_pdn
from shared.core.draughts.position import START
from shared.core.draughts.record import GameRecord, Made
from shared.core.draughts.rules import ENGLISH
from shared.core.events import MovesLogged
from shared.core.rulebooks import RULEBOOKS
from shared.core.state import Match
from tests.hall_server.referee.halls import Desk, masters, pairs, under_way
from tests.tui.screens import assert_screen, screen_text

SIZES = ((80, 24), (100, 30), (50, 15))
BOOK = RULEBOOKS["acf-majors"]
NAMES = ("A. King", "B. Chen")
PATHS = ((11, 15), (23, 19), (8, 11), (22, 17))


def played() -> Match:
    record = GameRecord(ENGLISH, START, tuple(Made(path, 60_000) for path in PATHS))
    pdn = write_pdn([PdnGame(record=record, result="draw", first=NAMES[0], second=NAMES[1])])
    return under_way("m1", "t1", pairs(2)[0], moves={"x": MovesLogged(1, pdn)})


def said(ours: str, theirs: str) -> str:
    return "\n".join(words for _, words in compared(ENGLISH, BOOK, (ours, theirs), NAMES))


@pytest.mark.clause("ACF-1.X.A.g", "ACF-1.XII")
def test_the_first_difference_is_said_with_move_side_and_both_versions() -> None:
    words = said("1. 11-15 23-19 2. 8-11 22-17", "11-15 23-18")
    assert words == "Move 1, White: A. King has 23-19, B. Chen has 23-18."
    assert "Move 2, Red: A. King has nothing more, B. Chen has 8-11." in said(
        "11-15 23-19", "11-15 23-19 8-11"
    )


@pytest.mark.clause("ACF-1.X.A.h")
def test_sheets_agree_through_ticks_numbers_and_comments() -> None:
    words = said("1. 11-15 v 2. 8-11 {good} v", "11-15, 23-19, v, v")
    assert words == "Both sheets agree: 4 half-moves.\nFrom half-move 4 on both are only ticked."


def test_impossible_and_unreadable_input_is_named() -> None:
    assert "A. King, half-move 3: 8-12: the square was occupied." in said(
        "11-15 23-19 8-12", "11-15 23-19 8-12"
    )
    assert said("11-15 oops", "") == (
        "A. King's sheet: 'oops' is no move: write 11-15, or 15x22 for a capture."
    )
    assert "use 1 to 32" in said("11-33", "")
    assert "Type both sheets" in said("", "")


def test_the_moves_of_the_table_can_be_laid_beside_a_sheet() -> None:
    assert on_record(played(), 1) == "11-15 23-19 8-11 22-17"
    assert on_record(played(), 2) == ""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_two_sheets_are_entered_and_compared_beside_the_games_text(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        desk.tell(masters(played()))
        await pilot.pause()
        await pilot.press("g", "1", "enter")
        await pilot.press("K")
        await pilot.pause()
        screen = desk.app.screen
        assert isinstance(screen, SheetsScreen)
        await pilot.press("f12", "tab", *"11-15")
        await pilot.press("space", *"23-18")
        await pilot.pause()
        assert "has 23-19" in " ".join(screen_text(desk.app).split())
        assert_screen(desk.app, "comparing")
        await pilot.press("f5", "f10")
        await pilot.pause()
        assert "No moves of game 2 are in the log" in " ".join(screen_text(desk.app).split())
        assert [area.text for area in screen.query(TextArea)] == ["", ""]
        await pilot.press("escape", "escape")
        assert isinstance(desk.app.screen, MainScreen)


async def test_the_palette_finds_the_moves_of_a_match_that_is_over() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(masters(played()))
        await pilot.pause()
        commands = {c.title: c.callback for c in desk.app.get_system_commands(desk.app.screen)}
        [title] = [title for title in commands if title.startswith("Moves of round 1: ")]
        commands[title]()
        await pilot.pause()
        assert isinstance(desk.app.screen, SheetsScreen)
