"""The dashboard of a very large hall: every table is in sight, and a long queue is short."""

import msgspec
import pytest

from hall_server.referee.app.floor.table_screen import TableScreen
from shared.core.state import HallState
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    keys,
    masters,
    opened,
    pairs,
    under_way,
)
from tests.tui.fake_port import match
from tests.tui.screens import assert_screen, screen_text


def thousand(late: int = 0) -> HallState:
    """A thousand tables: every third is done, one is disputed, ``late`` wait for a player."""
    tables = [under_way(f"m{n}", f"t{n}", pair) for n, pair in enumerate(pairs(2_000), 1)]
    tables[::3] = [msgspec.structs.replace(one, result=confirmed("W D")) for one in tables[::3]]
    tables[1] = msgspec.structs.replace(tables[1], result=disputed("W D", "L W"))
    for n in range(2, 3 * late, 3):
        tables[n] = match(f"m{n + 1}", f"t{n + 1}", tables[n].players, seated=(True, False))
    return masters(*tables)


@pytest.mark.parametrize("size", [(80, 24), (132, 38), (200, 55)])
async def test_thousand_tables_are_in_sight_as_signs(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, thousand(), at=START + 34 * MINUTE)
        assert_screen(desk.app, "thousand-tables")


async def test_table_under_the_cursor_is_told_in_the_heading_and_opened_by_enter() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(132, 38)) as pilot:
        await opened(desk, pilot, thousand(), at=START + 34 * MINUTE)
        await keys(pilot, "tab", "right")
        assert "2 ? disputed Cy Ortega – Dee Novák  ·  FLOOR" in screen_text(desk.app)
        await keys(pilot, "down", "enter")
        assert isinstance(desk.app.screen, TableScreen)
        assert desk.app.screen.ident == "t42"


async def test_filter_leaves_the_tables_to_look_at() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(132, 38)) as pilot:
        await opened(desk, pilot, thousand(late=5), at=START + 34 * MINUTE)
        await keys(pilot, "f", "f", "f")
        assert "to look at: 6 of 1000" in screen_text(desk.app)
        assert " 15 ! late" in screen_text(desk.app)


async def test_of_many_questions_of_a_kind_the_first_are_shown_and_all_on_a_key() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(132, 38)) as pilot:
        await opened(desk, pilot, thousand(late=200), at=START + 34 * MINUTE)
        text = screen_text(desk.app)
        assert "NEEDS YOU  201" in text
        assert "194 more of this kind" in text
        assert "2 Disputed result" in text, "a rare question is not hidden by many of a kind"
        await keys(pilot, *["down"] * 6)
        assert "– Table 21: Late 34:01: Flo Petrović" in screen_text(desk.app)
        await keys(pilot, "enter", *["down"] * 3)
        assert "Table 27 · round 1 · " in screen_text(desk.app)
        await keys(pilot, *["up"] * 3, "enter", "down")
        assert "Table 2 · round 1 · " in screen_text(desk.app)


async def test_question_under_the_cursor_stays_when_the_others_are_folded() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(132, 38)) as pilot:
        await opened(desk, pilot, thousand(late=11), at=START + 34 * MINUTE)
        await keys(pilot, "end", "up")
        before = desk.app.screen.query_one("#queue").here  # type: ignore[attr-defined]
        desk.tell(thousand(late=200))
        await pilot.pause()
        assert before.startswith("late:")
        assert desk.app.screen.query_one("#queue").here == before  # type: ignore[attr-defined]
        assert "194 more of this kind" in screen_text(desk.app)
        assert "Nothing is asked here any more" not in screen_text(desk.app)
