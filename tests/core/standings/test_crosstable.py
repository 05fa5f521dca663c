"""Crosstables: the 2012 Texas one reproduces, and contradictions are named by player and round."""

import pytest

from shared.core.rulebooks import rulebook
from shared.core.standings.crosstable import Crosstable, CrosstableError, Problem, parse_crosstable
from shared.core.standings.order import RoundScore, StandingsRow, standings
from shared.core.standings.scoring import match_points, outcome_for
from shared.data import read_text

MASTERS = rulebook("acf-masters")
MAJORS = rulebook("acf-majors")
PUBLISHED_POINTS = {
    "1": 23,
    "2": 17,
    "3": 16,
    "4": 15,
    "5": 15,
    "6": 14,
    "7": 14,
    "8": 11,
    "9": 8,
    "10": 7,
}


def texas_text(*, misprints: bool = False) -> str:
    text = read_text("crosstable_2012_texas_state_d8.tsv")
    if misprints:
        text = text.replace("Albert Tucker\t5T2", "Albert Tucker\t4T2")
        text = text.replace("7T10\t2T12\t8T15", "7T10\t3T12\t8T15")
    return text


def texas(*, misprints: bool = False) -> Crosstable:
    return parse_crosstable(texas_text(misprints=misprints))


def table(*rows: str) -> Crosstable:
    """Return a crosstable from rows with blanks for tabs; names are single words, _ is a blank
    cell."""
    rounds = len(rows[0].split()) - 3
    header = ["no", "name", *(f"r{number}" for number in range(1, rounds + 1)), "points"]
    lines = ["\t".join(header), *(row.replace(" ", "\t").replace("_", "") for row in rows)]
    return parse_crosstable("\n".join(lines) + "\n")


def ranked(crosstable: Crosstable) -> dict[str, StandingsRow]:
    rows = standings(crosstable.records(), MAJORS, total_rounds=crosstable.rounds)
    return {row.player: row for row in rows}


def test_the_points_of_all_ten_texans_reproduce() -> None:
    assert {p: row.match_points for p, row in ranked(texas()).items()} == PUBLISHED_POINTS
    assert texas().problems(MAJORS) == ()


@pytest.mark.clause("ACF-2.IV.A")
def test_the_published_honor_points_reproduce_but_for_one() -> None:
    rows = ranked(texas())
    assert [rows[player].honor_points for player in ("5", "6", "7")] == [100, 94, 77]
    assert rows["4"].honor_points == 92
    assert (rows["5"].rank, rows["4"].rank) == (4, 5)


def test_the_file_as_published_gives_91_and_its_contradictions_are_named() -> None:
    assert ranked(texas(misprints=True))["4"].honor_points == 91
    assert texas(misprints=True).problems(MAJORS) == (
        Problem(2, 6, "names opponent 4 (Patrick Parker), who names 3"),
        Problem(3, 1, "names opponent 4 (Patrick Parker), who names 9"),
        Problem(4, 6, "names opponent 3 (Albert Tucker), who names 9"),
        Problem(5, 1, "names opponent 3 (Albert Tucker), who names 4"),
    )


def test_round_pairings_and_points_tell_who_met_whom_for_what() -> None:
    assert texas().round_pairings(1) == (
        ("1", "6"),
        ("2", "10"),
        ("3", "5"),
        ("4", "9"),
        ("7", "8"),
    )
    points = texas().round_points(1)
    assert points["4"] == 3
    assert points["9"] == 1
    assert sum(points.values()) == 20


def test_pairings_leave_out_those_who_do_not_name_each_other() -> None:
    assert ("3", "5") not in texas(misprints=True).round_pairings(1)
    assert ("4", "9") in texas(misprints=True).round_pairings(1)


def test_the_whole_tournament_replays_as_games() -> None:
    total = dict.fromkeys(PUBLISHED_POINTS, 0)
    for round_no in range(1, texas().rounds + 1):
        points = texas().round_points(round_no)
        for a, b in texas().round_pairings(round_no):
            outcome = outcome_for(points[a], points[b], f"{round_no}/{a}-{b}", MAJORS)
            gained_a, gained_b = match_points(MAJORS, outcome)
            total[a] += gained_a
            total[b] += gained_b
    assert total == PUBLISHED_POINTS


def test_byes_leaves_absences_forfeits_and_withdrawals_have_cells_of_their_own() -> None:
    crosstable = table(
        "1 Ann 2FT4 BT7 3T9 9",
        "2 Bob 1FT0 W W 0",
        "3 Cid - 4T2 1T4 4",
        "4 Dee BT3 3T5 OT7 7",
    )
    assert crosstable.problems(MAJORS) == ()
    ann, bob, cid, dee = crosstable.records()
    assert ann.rounds == (
        RoundScore("2", 4, "forfeit"),
        RoundScore(None, 3, "bye"),
        RoundScore("3", 2),
    )
    assert (bob.rounds, bob.dropped_out_after) == ((RoundScore("1", 0, "forfeit"),), 1)
    assert cid.rounds[0] == RoundScore(None, 0, "absent")
    assert dee.rounds[2] == RoundScore(None, 2, "opt_out")
    assert [record.dropped_out_after for record in (ann, cid, dee)] == [None] * 3


def test_a_round_still_to_come_is_blank() -> None:
    crosstable = table("1 Ann 2T3 _ 3", "2 Bob 1T1 _ 1")
    assert crosstable.problems(MAJORS) == ()
    assert crosstable.records()[0].rounds == (RoundScore("2", 3), None)
    assert crosstable.round_pairings(2) == ()
    assert crosstable.round_points(2) == {}


@pytest.mark.parametrize(
    ("rows", "problems"),
    [
        (("1 Ann 1T4 4",), [(1, 1, "names himself as opponent")]),
        (("1 Ann 7T4 4",), [(1, 1, "names opponent 7, who has no row")]),
        (("1 Ann 2T4 4", "2 Bob _ 0"), [(1, 1, "names opponent 2 (Bob), whose cell is blank")]),
        (("1 Ann 2T4 4", "2 Bob BT3 3"), [(1, 1, "names opponent 2 (Bob), who names nobody")]),
        (
            ("1 Ann 2T3 3", "2 Bob 1T3 3"),
            [(1, 1, "no match ends 3–3, as this one with 2 (Bob) does")],
        ),
        (
            ("1 Ann 2T5 5", "2 Bob 1T0 0"),
            [(1, 1, "a match under ACF Majors does not bring 5 points")],
        ),
        (
            ("1 Ann 2T4 2T3 3", "2 Bob 1T0 1T4 4"),
            [(1, 2, "the running total falls from 4 to 3")],
        ),
        (
            ("1 Ann 2FT4 4", "2 Bob 1T0 0"),
            [
                (1, 1, "only one of the two cells says that the match with 2 (Bob) was forfeited"),
                (2, 1, "only one of the two cells says that the match with 1 (Ann) was forfeited"),
            ],
        ),
        (
            ("1 Ann 2FT3 3", "2 Bob 1FT1 1"),
            [
                (1, 1, "a match under ACF Majors does not bring 3 points"),
                (2, 1, "a match under ACF Majors does not bring 1 points"),
            ],
        ),
        (("1 Ann BT4 4",), [(1, 1, "a bye does not bring 4 points")]),
        (("1 Ann OT2 - 2",), [(1, 1, "nobody skips this round for 2 points")]),
        (("1 Ann - OT1 1",), [(1, 2, "nobody skips this round for 1 points")]),
        (
            ("1 Ann 2T3 4", "2 Bob 1T1 1"),
            [(1, 1, "ends with a running total of 3, but has 4 points")],
        ),
        (("1 Ann _ 1",), [(1, 1, "ends with a running total of 0, but has 1 points")]),
    ],
)
def test_a_contradiction_is_named_by_player_and_round(
    rows: tuple[str, ...], problems: list[tuple[int, int, str]]
) -> None:
    assert [(p.player, p.round, p.sentence) for p in table(*rows).problems(MAJORS)] == problems


def test_a_forfeited_round_may_be_lost_by_both() -> None:
    assert table("1 Ann 2FT0 0", "2 Bob 1FT0 0").problems(MAJORS) == ()


def test_what_the_rulebook_does_not_allow_is_a_contradiction() -> None:
    per_game = table("1 Ann 2T3 3", "2 Bob 1T1 1")
    assert per_game.problems(MAJORS) == ()
    assert [(p.player, p.round) for p in per_game.problems(MASTERS)] == [(1, 1), (2, 1)]
    assert table("1 Ann BT4 4").problems(MASTERS) == ()
    assert len(table("1 Ann OT2 2").problems(MASTERS)) == 1


def test_a_cell_without_a_real_opponent_brings_no_honor() -> None:
    crosstable = table("1 Ann 7T4 1T8 8")
    assert [score and score.opponent for score in crosstable.records()[0].rounds] == [None, None]
    assert ranked(crosstable)["1"].honor_points == 0


def test_comments_a_byte_order_mark_and_windows_line_ends_are_passed_over() -> None:
    text = "\ufeff# a comment\r\n\r\n" + "no\tname\tr1\tpoints\tprize\r\n1\tÅsa\tBT3\t3\t\r\n"
    assert [entry.name for entry in parse_crosstable(text).entries] == ["Åsa"]


HEADER = "no\tname\tr1\tr2\tpoints\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: begin with a header of no, name, r1, r2 … points, parted by tabs"),
        ("# only\n1\tAnn\t2T4\t4\n", "line 2: begin with a header"),
        ("points\n", "line 1: begin with a header"),
        ("no\tname\tpoints\n", "line 1: begin with a header"),
        ("no\tname\tr1\tr3\tpoints\n", "line 1: begin with a header"),
        (HEADER, "line 1: the table has a header and no player"),
        (HEADER + "1\tAnn\t2T4\t4\n", "line 2: write 5 cells as in the header, not 4"),
        (HEADER + "x\tAnn\tBT3\t\t3\n", "line 2: write a whole number where 'x' stands"),
        (HEADER + "1\tAnn\tBT3\t\t\n", "line 2: write a whole number where '' stands"),
        (HEADER + "1\t\tBT3\t\t3\n", "line 2: write a name"),
        (HEADER + "1\tA\x1b[2Jnn\tBT3\t\t3\n", "line 2: write a name in plain letters"),
        (HEADER + "1\tAnn\t2x4\t\t4\n", "line 2, r1: '2x4' is no cell; write <opponent>T<total>"),
        (HEADER + "1\tAnn\t2T4\t3T\t4\n", "line 2, r2: '3T' is no cell"),
        (HEADER + "1\tAnn\t\tBT3\t3\n", "line 2, r1: write - for a round that the player missed"),
        (HEADER + "1\tAnn\tW\tBT3\t3\n", "line 2, r2: write W in each round after the withdrawal"),
        (HEADER + "1\tAnn\tW\t\t0\n", "line 2, r2: write W in each round after the withdrawal"),
        (HEADER + "1\tAnn\t\t\t0\n1\tBob\t\t\t0\n", "line 3: give this player another number"),
    ],
)
def test_text_that_is_no_crosstable_is_refused_by_line_and_remedy(text: str, words: str) -> None:
    with pytest.raises(CrosstableError) as caught:
        parse_crosstable(text)
    assert str(caught.value).startswith(words)
