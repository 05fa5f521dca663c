"""The checker finds each kind of fault, and says so in a sentence with its clause."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from shared.core.rulebooks import RULEBOOKS, apply_overrides
from shared.pairing import Drawn, Entrant, Float, check_round
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import SwissRound
from tests.pairing.kit import entrants, letters


def played_on(count: int, rounds: int) -> list[Entrant]:
    """Return a field after rounds that were drawn, with wins, draws and losses by chance."""
    chance, field = (
        Random(count),
        [Entrant(f"p{n:04}", 0, None, False, frozenset()) for n in range(count)],
    )
    for number in range(1, rounds + 1):
        drawn = pair_round(field, SwissRound(number), seed=str(number))
        now = {entrant.player: entrant for entrant in field}
        for pair in drawn.player_pairs:
            left = chance.choice((0, 1, 2))
            for player, other, won in zip(pair, pair[::-1], (left, 2 - left), strict=True):
                was = now[player]
                now[player] = replace(
                    was, match_points=was.match_points + won, met=was.met | {other}
                )
        if drawn.bye is not None:
            was = now[drawn.bye]
            now[drawn.bye] = replace(was, match_points=was.match_points + 2, had_bye=True)
        field = [*now.values()]
    return field


FIELD = entrants({"A": 8, "B": 8, "C": 6, "D": 6, "E": 4}, met=["AC"], byes="D")
GOOD = Drawn((("A", "B"), ("C", "D")), "E", (), ())


def faults(drawn: Drawn, field: list[Entrant] = FIELD) -> list[tuple[str, str]]:
    return [
        (f.clause, f.sentence)
        for f in check_round(field, drawn, SwissRound(2))
        if f.verdict == "fails"
    ]


def test_a_good_round_has_no_fault_and_a_line_for_each_clause() -> None:
    assert faults(GOOD) == []
    assert {f.clause for f in check_round(FIELD, GOOD, SwissRound(2))} == {
        "ACF-2.V.B",
        "ACF-2.V.C",
        "ACF-2.V.D",
    }


@pytest.mark.parametrize(
    ("drawn", "sentence"),
    [
        (replace(GOOD, bye=None), "E is neither paired nor has the bye."),
        (replace(GOOD, bye="A"), "A stands in the round 2 times."),
        (replace(GOOD, bye="Z"), "Z is paired, but is not in the field."),
    ],
)
def test_every_player_is_in_the_round_once(drawn: Drawn, sentence: str) -> None:
    assert ("ACF-2.V.C", sentence) in faults(drawn)


@pytest.mark.clause("ACF-2.V.B")
def test_second_bye_is_found() -> None:
    drawn = Drawn((("A", "B"), ("C", "E")), "D", (Float("C", "E", 6, 4, 1),), ())
    assert ("ACF-2.V.B", "D has the bye, but already had one.") in faults(drawn)


@pytest.mark.clause("ACF-2.V.D")
def test_repeated_pairing_is_found() -> None:
    floats = (Float("A", "C", 8, 6, 1), Float("B", "D", 8, 6, 1))
    drawn = Drawn((("A", "C"), ("B", "D")), "E", floats, ())
    assert ("ACF-2.V.D", "A and C have met before.") in faults(drawn)


def test_tables_out_of_order_are_found() -> None:
    sentence = "The tables do not run from the most match points down."
    assert faults(replace(GOOD, player_pairs=(("C", "D"), ("A", "B")))) == [("ACF-2.V.C", sentence)]
    lower_first = Drawn((("D", "A"), ("B", "C")), "E", (), ())
    assert ("ACF-2.V.C", sentence) in faults(lower_first)


@pytest.mark.clause("ACF-2.V.C")
def test_needless_floats_are_found() -> None:
    floats = (Float("A", "D", 8, 6, 1), Float("B", "C", 8, 6, 1))
    drawn = Drawn((("A", "D"), ("B", "C")), "E", floats, ())
    sentence = "Another legal round floats fewer players, or less far, from the top, with A–B, C–D."
    assert faults(drawn) == [("ACF-2.V.C", sentence)]


@pytest.mark.clause("ACF-2.V.B", "ACF-2.V.C")
def test_a_bye_above_the_lowest_group_is_found_as_needless() -> None:
    drawn = Drawn((("A", "B"), ("D", "E")), "C", (Float("D", "E", 6, 4, 1),), ())
    assert [clause for clause, _ in faults(drawn)] == ["ACF-2.V.C"]


@pytest.mark.parametrize(
    ("floats", "sentence"),
    [
        ((), "A is floated, but not listed so."),
        ((Float("A", "D", 8, 6, 2), Float("B", "C", 8, 6, 1)), "The float of A is listed wrongly."),
        (
            (Float("A", "D", 8, 6, 1), Float("B", "C", 8, 6, 1), Float("E", "A", 4, 8, 1)),
            "E is listed as floated, but is not.",
        ),
        (
            (Float("A", "D", 8, 6, 1), Float("B", "C", 8, 6, 1), Float("B", "C", 8, 6, 1)),
            "A player is listed as floated twice.",
        ),
    ],
)
def test_a_wrong_list_of_floats_is_found(floats: tuple[Float, ...], sentence: str) -> None:
    drawn = Drawn((("A", "D"), ("B", "C")), "E", floats, ())
    assert ("ACF-2.V.C", sentence) in faults(drawn)


@pytest.mark.parametrize(("count", "round_no"), [(21, 1), (100, 7), (101, 7), (1000, 5)])
def test_a_round_of_a_large_field_is_proved_best(count: int, round_no: int) -> None:
    field = played_on(count, round_no - 1)
    drawn = pair_round(field, SwissRound(round_no), seed="s")
    report = check_round(field, drawn, SwissRound(round_no))
    assert {finding.verdict for finding in report} == {"holds"}
    assert report[-1].sentence.startswith("Of all legal rounds, none")


@pytest.mark.parametrize("count", [100, 101, 1000])
def test_a_round_of_a_large_field_that_floats_two_more_fails_and_a_better_one_is_named(
    count: int,
) -> None:
    field = played_on(count, 6)
    drawn = pair_round(field, SwissRound(7), seed="s")
    points = {entrant.player: entrant.match_points for entrant in field}
    met = {entrant.player: entrant.met for entrant in field}
    level = [pair for pair in drawn.player_pairs if points[pair[0]] == points[pair[1]]]
    (a, b), (c, d) = next(
        (one, other)
        for one, other in combinations(level, 2)
        if points[one[0]] > points[other[0]] and other[0] not in met[one[0]]
        if other[1] not in met[one[1]]
    )
    worse = {(a, b): (a, c), (c, d): (b, d)}
    pairs = tuple(worse.get(pair, pair) for pair in drawn.player_pairs)
    said = check_round(field, replace(drawn, player_pairs=pairs), SwissRound(7))[-1]
    assert said.verdict == "fails"
    assert "from the top, with " in said.sentence


def test_a_repeat_at_the_lowest_tables_of_a_large_field_is_proved_needless() -> None:
    field = played_on(100, 6)
    drawn = pair_round(field, SwissRound(7, 9), seed="s")
    assert check_round(field, drawn, SwissRound(7, 9))[-1].verdict == "holds"


def test_twelve_players_are_tried_out() -> None:
    field = entrants(dict.fromkeys(letters(12), 0), met=["AB", "CD", "EF"])
    report = check_round(field, pair_round(field, SwissRound(2), seed="s"), SwissRound(2))
    assert report[-1].sentence.startswith("Of all legal rounds, none")


@pytest.mark.clause("HALL-requested-byes")
def test_a_bye_by_request_beyond_what_is_allowed_or_beside_a_pairing_is_found() -> None:
    book = apply_overrides(RULEBOOKS["acf-masters"], {"requested_byes": 1})

    def told(asked: dict[str, int]) -> list[tuple[str, str]]:
        found = check_round(FIELD, GOOD, SwissRound(2, rulebook=book), asked=asked)
        return [(f.verdict, f.sentence) for f in found if f.clause == "HALL-requested-byes"]

    assert told({"F": 1}) == [("holds", "Not paired, with a bye by request: F.")]
    assert told({"F": 2}) == [("fails", "F has bye 2 by request, and 1 are allowed.")]
    assert told({"A": 1}) == [("fails", "A asked for a bye, but stands in the round.")]
