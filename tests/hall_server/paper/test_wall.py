"""What is pinned to the wall: pairings, standings, crosstable and wall chart, as values."""

import msgspec
import pytest

from hall_server.paper.kit import paper_kit
from hall_server.paper.sheet import BLANK, Text
from hall_server.paper.wall import (
    by_name,
    by_table,
    crosstable_sheet,
    playoffs,
    standings_sheet,
    wall_chart_sheet,
)
from shared.core.events import PLAYOFF
from shared.core.state import HallState, Result
from tests.hall_server.paper.fields import field, headings, look, table_of
from tests.hall_server.referee.halls import disputed


def newest(state: HallState, order: str) -> tuple[tuple[str, ...], ...]:
    view = look(state)
    make = by_table if order == "table" else by_name
    return table_of(make(view, view.rounds[-1])).rows


def test_a_round_by_table_stands_in_the_order_of_the_tables() -> None:
    rows = newest(field(24, names=("A", "B")), "table")
    assert [row[0] for row in rows] == [str(n) for n in range(1, 13)]


def test_a_result_is_written_once_it_counts() -> None:
    assert [row[3] for row in newest(field(6, open_matches=1), "table")] == ["2–0", "1–1", ""]


def test_a_disputed_result_is_with_the_referee() -> None:
    state = field(2, open_matches=1)
    [only] = state.matches.values()
    contested = msgspec.structs.replace(only, result=disputed("W W", "L L"))
    state = msgspec.structs.replace(state, matches={only.uid: contested})
    assert [row[3] for row in newest(state, "table")] == ["referee"]


def test_bye_is_printed_last() -> None:
    view = look(field(3))
    [bye] = (view.name(player) for player in view.rounds[-1].byes)
    assert newest(view.state, "table")[-1] == ("–", bye, "has the bye", "")
    assert [row[1] for row in newest(view.state, "name") if row[1] == "bye"] == ["bye"]


def test_the_list_by_name_has_every_player_once_by_surname() -> None:
    rows = newest(field(4, names=("Ann Zett", "Bo Åberg", "Cy Adams", "Dee Novák")), "name")
    assert [row[0] for row in rows] == ["Åberg, Bo", "Adams, Cy", "Novák, Dee", "Zett, Ann"]


def test_two_pairings_of_a_round_are_not_printed_as_one() -> None:
    state = field(4, contested=[("masters", 1)])
    view = look(state)
    for make in (by_table, by_name):
        [text] = make(view, view.rounds[-1]).blocks
        assert isinstance(text, Text)
        assert "The referee decides" in text.words


@pytest.mark.clause("ACF-1.XIII.B")
def test_a_playoff_has_a_sheet_of_its_own_and_stands_in_no_round() -> None:
    state = field(4)
    assert playoffs(look(state)) == ()
    plain = next(iter(state.matches.values()))
    key = plain.key._replace(round_no=2, uid="po")
    title = msgspec.structs.replace(plain, key=key, slot=PLAYOFF, result=Result())
    back = msgspec.structs.replace(title, key=key._replace(uid="back"), standing="withdrawn")
    state = msgspec.structs.replace(state, matches={**state.matches, "po": title, "back": back})
    view = look(state)
    [sheet] = playoffs(view)
    [row] = table_of(sheet).rows
    assert sheet.title == "Playoff for the title"
    assert row[1:] == (view.table(title.table), *view.names(title), "")
    assert len(newest(state, "table")) == 2
    assert "Playoff for the title" in [s.title for s in paper_kit((view,))]


def test_standings_show_places_points_and_honor() -> None:
    table = table_of(standings_sheet(look(field(4, 2, names=("A", "B", "C", "D")))))
    assert headings(table) == ["Place", "Name", "Club", "Match pts", "Honor"]
    assert [(row[0], row[1], row[3]) for row in table.rows] == [
        ("1=", "B", "6"),
        ("1=", "C", "6"),
        ("3", "A", "4"),
        ("4", "D", "0"),
    ]


def test_without_clubs_and_honor_points_there_are_no_columns_for_them() -> None:
    state = field(4, book="apca")
    clubless = {
        ident: msgspec.structs.replace(player, club="") for ident, player in state.players.items()
    }
    state = msgspec.structs.replace(state, players=clubless)
    assert headings(table_of(standings_sheet(look(state)))) == ["Place", "Name", "Match pts"]


def test_the_wall_chart_has_a_box_for_every_round_and_blank_ones_to_come() -> None:
    table = table_of(wall_chart_sheet(look(field(4, 2, total=5))))
    assert headings(table) == ["No", "Name", "1", "2", "3", "4", "5", "Match pts"]
    assert all(row[4:7] == (BLANK,) * 3 for row in table.rows)
    assert table.rows[0][2] == "4\n4"
    assert table.ruled


def test_the_crosstable_numbers_players_by_rating() -> None:
    table = table_of(crosstable_sheet(look(field(6, 2, total=3))))
    assert [row[0] for row in table.rows] == ["1", "2", "3", "4", "5", "6"]
    assert table.rows[0][2] == "6 +4"


@pytest.mark.parametrize(
    ("rounds", "unplayed", "words"),
    [(0, 0, "before round 1"), (2, 0, "after round 2"), (2, 1, "round 2: 2 of 3 results in")],
)
def test_the_title_says_how_far_the_division_has_got(
    rounds: int, unplayed: int, words: str
) -> None:
    title = standings_sheet(look(field(6, rounds, open_matches=unplayed))).title
    assert title == f"Standings, {words}"


def test_a_division_without_players_prints_an_empty_chart() -> None:
    view = look(field(0, 0))
    assert table_of(wall_chart_sheet(view)).rows == ()
    assert table_of(standings_sheet(view)).rows == ()


def test_withdrawn_player_is_out_of_later_rounds() -> None:
    state = field(4, 3, total=3)
    gone = msgspec.structs.replace(state.players["p1"], withdrawn_after=1)
    state = msgspec.structs.replace(state, players={**state.players, "p1": gone})
    row = next(r for r in table_of(wall_chart_sheet(look(state))).rows if r[1] == gone.name)
    assert row[3:5] == ("out", "out")
    assert table_of(standings_sheet(look(state))).rows[-1][:2] == ("out", gone.name)
