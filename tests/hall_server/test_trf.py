"""Tournament reports: columns, results, points, and what is wrong with a line."""

from fractions import Fraction

import pytest

from hall_server.files.round_rows import BadRoundFile, Meeting, trf_rows
from hall_server.files.trf_reading import TrfError, TrfRound, parse_trf
from tests.hall_server.round_files import trf_line

# A line as other programs write it, with every column in use.
FULL = (
    f"001   12 m FM {'Müller, Jörg':<33} 2245 GER     4611349 1979/03/02  2.5   12  "
    "   3 w 1    17 b =  0000 - U  0000 - Z"
)
HALF = Fraction(1, 2)


def test_a_line_is_read_by_its_columns() -> None:
    [player] = parse_trf(FULL).players
    assert (player.line, player.number, player.name) == (1, 12, "Müller, Jörg")
    assert (player.rating, player.points) == (2245, Fraction(5, 2))
    assert player.rounds == (
        TrfRound(3, "played", "W"),
        TrfRound(17, "played", "D"),
        TrfRound(None, "bye", "P"),
        TrfRound(None, "absent", "A"),
    )


def test_columns_counted_in_bytes_are_read_as_well() -> None:
    by_bytes = FULL.replace("Müller, Jörg  ", "Müller, Jörg")
    assert len(by_bytes.encode()) == len(FULL)
    assert parse_trf(by_bytes).players == parse_trf(FULL).players


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("   2 w 1", TrfRound(2, "played", "W")),
        ("   2 w w", TrfRound(2, "played", "W")),
        ("   2 b =", TrfRound(2, "played", "D")),
        ("   2 b 0", TrfRound(2, "played", "L")),
        ("   2 b +", TrfRound(2, "forfeit", "W")),
        ("   2 b -", TrfRound(2, "forfeit", "A")),
        ("0000 - U", TrfRound(None, "bye", "P")),
        ("0000 - F", TrfRound(None, "full_bye", "W")),
        ("0000 - H", TrfRound(None, "absent", "D")),
        ("0000 - Z", TrfRound(None, "absent", "A")),
        ("0000 - -", TrfRound(None, "absent", "A")),
    ],
)
def test_each_result_has_its_kind_and_its_worth(result: str, expected: TrfRound) -> None:
    assert parse_trf(trf_line(1, "Ann", "0", result)).players[0].rounds == (expected,)


def test_a_pairing_without_a_result_is_open() -> None:
    line = trf_line(1, "Ann", "0", "   2 w ?").replace("?", " ")
    assert parse_trf(line).players[0].rounds[0] == TrfRound(2, "open", "X")


@pytest.mark.parametrize(
    "system",
    ["162  W 2.0     D 1.0     L 0.0", "BBW 2.0\nBBD 1.0\nBBU 2.0"],
)
def test_another_point_system_is_obeyed(system: str) -> None:
    rounds = ("   2 w 1", "   3 w =", "0000 - U")
    report = parse_trf(f"{system}\n{trf_line(1, 'Ann', '5.0', *rounds)}")
    assert report.points_before(report.players[0], 4) == 5
    assert report.points_before(report.players[0], 3) == 3


def test_rounds_excuses_and_what_is_left_out_are_read() -> None:
    report = parse_trf(
        "\n".join(
            (
                "### a comment",
                "012 Open",
                "142 9",
                "240 H 003  026 0047",
                "XXZ 4 5",
                "260 001 002  125  180",
                trf_line(1, "Ann", "0"),
            )
        )
    )
    assert report.total_rounds == 9
    assert report.absent == {(3, 26), (3, 47)}
    assert report.absent_next == {4, 5}
    assert report.ignored == ("prohibited pairings (260)",)
    assert parse_trf(f"XXR 7\n{trf_line(1, 'Ann', '0')}").total_rounds == 7


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            trf_line(1, "Ann", "0").replace("   1", "   x", 1),
            "line 2, columns 5–8: write the starting rank, a number from 1, where 'x' stands",
        ),
        (
            trf_line(1, "", "0"),
            "line 2, columns 15–47: write a name in plain letters where '' stands",
        ),
        (
            trf_line(1, "Ann", "0", rating="good"),
            "line 2, columns 49–52: write the rating, or nothing, where 'good' stands",
        ),
        (
            trf_line(1, "Ann", "x"),
            "line 2, columns 81–84: write the points, such as 4.5, where 'x' stands",
        ),
        (
            trf_line(1, "Ann", "0", "   2 w 1", "  2a w 1"),
            "line 2, round 2, columns 102–109: write the opponent's starting rank where '2a' "
            "stands",
        ),
        (
            trf_line(1, "Ann", "0", "   2 w 7"),
            "line 2, round 1, columns 92–99: '7' is no result here; write one of 1 W = D 0 L + -",
        ),
        (
            trf_line(1, "Ann", "0", "0000 - 1"),
            "line 2, round 1, columns 92–99: '1' is no result here; write one of U + F H Z -",
        ),
        ("142 many", "line 2: write the number of rounds where 'many' is"),
        ("BBW lots", "line 2: write points, such as 2.0, where 'lots' is"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_its_columns(line: str, sentence: str) -> None:
    with pytest.raises(TrfError) as error:
        parse_trf(f"012 Open\n{line}")
    assert str(error.value) == sentence


def test_report_without_players_is_refused() -> None:
    with pytest.raises(TrfError, match="line 1: there is no player"):
        parse_trf("012 Open\n")


REPORT = "\n".join(
    (
        trf_line(1, "Ann", "2.0", "   2 w 1", "   3 b +", rating="1900"),
        trf_line(2, "Bob", "1.0", "   1 b 0", "0000 - U"),
        trf_line(3, "Cy", "0.5", "0000 - H", "   1 w -"),
        trf_line(4, "Dee", "0.0", "", ""),
    )
)


def test_a_row_has_what_came_before_the_round() -> None:
    rows = {row.name: row for row in trf_rows(parse_trf(REPORT), 3)}
    assert rows["Ann"].meetings == (Meeting(1, 2, False), Meeting(2, 3, True))
    assert [rows[name].points for name in ("Ann", "Bob", "Cy", "Dee")] == [2, 1, HALF, 0]
    assert [rows[name].byes for name in ("Ann", "Bob", "Cy", "Dee")] == [0, 1, 0, 0]
    assert [name for name, row in rows.items() if row.idle] == ["Dee"]
    assert all(row.out is None for row in rows.values())


def test_already_played_round_keeps_its_paired_players() -> None:
    rows = trf_rows(parse_trf(REPORT), 2)
    assert [(row.name, row.out) for row in rows] == [
        ("Ann", None),
        ("Bob", None),
        ("Cy", None),
        ("Dee", "absent"),
    ]
    assert [row.bye_now for row in rows] == [False, True, False, False]
    assert [row.points for row in rows] == [1, 0, HALF, 0]


def test_players_excused_by_the_report_are_out_of_the_next_round() -> None:
    text = REPORT.replace("   3 b +", "   3 b +  0000 - H") + "\n240 Z 003  002\nXXZ 4"
    assert [row.out for row in trf_rows(parse_trf(text), 3)] == ["absent", "absent", None, "absent"]


def test_a_round_beyond_the_next_is_refused() -> None:
    with pytest.raises(BadRoundFile, match="has 2 rounds, so round 3 is the next"):
        trf_rows(parse_trf(REPORT), 4)
