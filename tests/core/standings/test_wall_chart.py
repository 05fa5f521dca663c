"""The crosstable and the wall chart, made from records and read back."""

import pytest

from shared.core.rulebooks import rulebook
from shared.core.standings.crosstable import parse_crosstable
from shared.core.standings.order import PlayerRecord, RoundScore, standings
from shared.core.standings.wall_chart import (
    ChartCell,
    WallChart,
    crosstable_tsv,
    poster,
    wall_chart,
)
from shared.data import read_text

MAJORS = rulebook("acf-majors")
RECORDS = (
    PlayerRecord(
        "a", "Ann", (RoundScore("b", 4), RoundScore("c", 2), RoundScore("d", 4, "forfeit"))
    ),
    PlayerRecord("b", "Bob\tKing", (RoundScore("a", 0), None, RoundScore(None, 3, "bye"))),
    PlayerRecord("c", "Cy", (None, RoundScore("a", 2), RoundScore(None, 2, "opt_out"))),
    PlayerRecord("d", "Dan", (RoundScore(None, 0, "absent"), None), dropped_out_after=1),
)


def chart(rounds: int = 4) -> WallChart:
    rows = standings(RECORDS, MAJORS, total_rounds=10)
    return wall_chart(RECORDS, rows, MAJORS, rounds=rounds)


def test_a_cell_names_opponent_points_and_running_total() -> None:
    ann, *_ = chart().rows
    assert ann.cells == (
        ChartCell("played", 2, 4, 4),
        ChartCell("played", 3, 2, 6),
        ChartCell("forfeit", 4, 4, 10),
        None,
    )
    assert (ann.number, ann.match_points, ann.place) == (1, 10, 1)


def test_a_chart_has_at_least_the_rounds_that_were_played() -> None:
    assert chart(rounds=0).rounds == 3
    assert {len(row.cells) for row in chart(rounds=12).rows} == {12}


def test_a_crosstable_is_written_cell_by_cell() -> None:
    lines = crosstable_tsv(chart()).splitlines()
    assert lines[0].split("\t") == ["no", "name", "r1", "r2", "r3", "r4", "points", "honor_points"]
    assert [line.split("\t")[:7] for line in lines[1:]] == [
        ["1", "Ann", "2T4", "3T6", "4FT10", "", "10"],
        ["2", "Bob King", "1T0", "-", "BT3", "", "3"],
        ["3", "Cy", "-", "1T2", "OT4", "", "4"],
        ["4", "Dan", "-", "W", "W", "W", "0"],
    ]


def test_a_poster_reads_as_people_read_it() -> None:
    heading, ann, bob, cy, dan = poster(chart())
    assert heading == ("No", "Name", "1", "2", "3", "4", "Match pts", "Honor", "Place")
    assert ann == ("1", "Ann", "2 +4", "3 +2", "4f +4", "", "10", "7", "1")
    assert bob[2:6] == ("1 +0", "", "bye +3", "")
    assert cy[2:6] == ("", "1 +2", "skips +2", "")
    assert dan == ("4", "Dan", "–", "out", "out", "out", "0", "0", "out")


def test_shared_places_and_no_honor_points_are_shown_as_they_are() -> None:
    records = [
        PlayerRecord("a", "Ann", (RoundScore("b", 4),)),
        PlayerRecord("b", "Bob", (RoundScore("a", 4),)),
    ]
    book = rulebook("apca")
    made = wall_chart(records, standings(records, book, total_rounds=1), book)
    assert poster(made) == (
        ("No", "Name", "1", "Match pts", "Place"),
        ("1", "Ann", "2 +4", "4", "1="),
        ("2", "Bob", "1 +4", "4", "1="),
    )
    assert crosstable_tsv(made).splitlines()[1] == "1\tAnn\t2T4\t4\t"


@pytest.mark.parametrize("control", ["\x1b", "\x07", "\x00", "\u2028", "\u0085", "\t"])
def test_a_crosstable_has_no_name_that_its_own_reader_refuses(control: str) -> None:
    records = [
        PlayerRecord("a", f"Ann{control}Lee", (RoundScore("b", 4),)),
        PlayerRecord("b", "Bob", (RoundScore("a", 0),)),
    ]
    made = wall_chart(records, standings(records, MAJORS, total_rounds=1), MAJORS)
    first = parse_crosstable(crosstable_tsv(made)).records()[0]
    assert first.name == "Ann Lee"


@pytest.mark.clause("ACF-2.IV.A")
def test_the_2012_texas_crosstable_is_written_and_read_back_unchanged() -> None:
    table = parse_crosstable(read_text("crosstable_2012_texas_state_d8.tsv"))
    rows = standings(table.records(), MAJORS, total_rounds=table.rounds)
    text = crosstable_tsv(wall_chart(table.records(), rows, MAJORS))
    again = parse_crosstable(text)
    assert again.records() == table.records()
    assert not again.problems(MAJORS)
    honor = {line.split("\t")[0]: line.split("\t")[-1] for line in text.splitlines()}
    assert {number: honor[number] for number in "4567"} == {
        "4": "92",
        "5": "100",
        "6": "94",
        "7": "77",
    }


def test_standings_of_others_and_unknown_opponents_are_refused() -> None:
    rows = standings(RECORDS, MAJORS, total_rounds=10)
    with pytest.raises(ValueError, match="not of these records"):
        wall_chart(RECORDS[:2], rows, MAJORS)
    strange = (*RECORDS[:3], PlayerRecord("d", "Dan", (RoundScore("x", 2),)))
    with pytest.raises(ValueError, match="player d, round 1: no record of x"):
        wall_chart(strange, rows, MAJORS)
