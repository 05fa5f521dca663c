"""Scoring of one match under the ACF's two ways, in points and in words."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from shared.core.rulebooks import Rulebook, rulebook
from shared.core.scoring import bye_points, in_words, match_points, outcome_for, possible_scores
from shared.core.words import Code, Outcome

MASTERS = rulebook("acf-masters")
MAJORS = rulebook("acf-majors")
MINORS = rulebook("acf-minors")

Points = tuple[int, int]

# Game 1, game 2, Masters, Majors and Minors: both read for player A.
PLAYED = [
    ("W", "W", (4, 0), (4, 0)),
    ("W", "D", (4, 0), (3, 1)),
    ("W", "L", (2, 2), (2, 2)),
    ("D", "W", (4, 0), (3, 1)),
    ("D", "D", (2, 2), (2, 2)),
    ("D", "L", (0, 4), (1, 3)),
    ("L", "W", (2, 2), (2, 2)),
    ("L", "D", (0, 4), (1, 3)),
    ("L", "L", (0, 4), (0, 4)),
]
ONE_GAME_FORFEITED = [
    ("W*", "W", (4, 0), (4, 0)),
    ("W*", "D", (4, 0), (3, 1)),
    ("W*", "L", (2, 2), (2, 2)),
]
# A's flag: in game 1 with game 2 not started, in game 2 after a win, in game 2 after a draw.
FLAG = [
    ("L", "L*", (0, 4), (0, 4)),
    ("W", "L", (2, 2), (2, 2)),
    ("D", "L", (0, 4), (1, 3)),
]
ROUND_FORFEITED = [("W*", "W*", (4, 0), (4, 0)), ("L*", "L*", (0, 4), (0, 4))]
MATCHES = PLAYED + ONE_GAME_FORFEITED + FLAG + ROUND_FORFEITED


def match(*codes: str) -> Outcome:
    return Outcome(tuple(Code(code) for code in codes))


@pytest.mark.clause("ACF-2.II.A", "ACF-2.II.C")
@pytest.mark.parametrize(("game1", "game2", "masters", "_"), MATCHES)
def test_masters_score_the_better_of_two_games_4_0_and_equal_games_2_2(
    game1: str, game2: str, masters: Points, _: Points
) -> None:
    assert match_points(MASTERS, match(game1, game2)) == masters


@pytest.mark.clause("ACF-2.III")
@pytest.mark.parametrize(("game1", "game2", "_", "majors"), MATCHES)
def test_majors_and_minors_score_each_game_2_1_0(
    game1: str, game2: str, _: Points, majors: Points
) -> None:
    assert match_points(MAJORS, match(game1, game2)) == majors
    assert match_points(MINORS, match(game1, game2)) == majors


@pytest.mark.clause("ACF-2.II.C", "ACF-2.III")
def test_a_bye_brings_masters_4_and_the_others_3() -> None:
    assert (bye_points(MASTERS), bye_points(MAJORS), bye_points(MINORS)) == (4, 3, 3)


def test_a_local_rulebook_may_give_less_for_a_second_bye() -> None:
    local = msgspec.structs.replace(MAJORS, bye_points=(3, 2))
    assert [bye_points(local, earlier) for earlier in range(4)] == [3, 2, 2, 2]


@pytest.mark.clause("ACF-2.II.C", "ACF-2.III")
def test_a_wholly_forfeited_round_brings_what_the_rulebook_says_and_its_loser_nothing() -> None:
    for book in (MASTERS, MAJORS):
        other = msgspec.structs.replace(book, forfeited_round_points=3)
        assert match_points(other, match("W*", "W*")) == (3, 0)
        assert match_points(other, match("L*", "L*")) == (0, 3)
        assert match_points(other, match("W*", "W")) == (4, 0)


@pytest.mark.clause("ACF-2.I.B")
@pytest.mark.parametrize("games", [(), (Code.DRAW, Code.DRAW), (Code.WIN, Code.WIN)])
def test_an_agreed_result_brings_both_players_nothing(games: tuple[Code, ...]) -> None:
    for book in (MASTERS, MAJORS, MINORS):
        assert match_points(book, Outcome(games, agreed_void=True)) == (0, 0)


def test_points_read_for_the_opponent_are_the_points_turned_round() -> None:
    for book, codes in product((MASTERS, MAJORS), product(Code, repeat=2)):
        outcome = Outcome(codes)
        assert match_points(book, outcome.reversed) == match_points(book, outcome)[::-1]


def test_possible_scores_are_those_of_played_matches_and_of_an_agreed_result() -> None:
    assert possible_scores(MASTERS) == {(4, 0), (2, 2), (0, 4), (0, 0)}
    assert possible_scores(MAJORS) == {(4, 0), (3, 1), (2, 2), (1, 3), (0, 4), (0, 0)}


@pytest.mark.parametrize("book", [MASTERS, MAJORS], ids=["ballot", "per_game"])
def test_games_made_for_points_bring_these_points_whatever_the_key(book: Rulebook) -> None:
    for points, key in product(possible_scores(book), map(str, range(20))):
        assert match_points(book, outcome_for(*points, key, book)) == points


def test_games_made_for_points_are_the_same_each_time_and_differ_by_key() -> None:
    made = {key: outcome_for(2, 2, str(key), MAJORS) for key in range(40)}
    assert made == {key: outcome_for(2, 2, str(key), MAJORS) for key in range(40)}
    assert set(made.values()) == {match("D", "D"), match("W", "L"), match("L", "W")}
    assert outcome_for(4, 0, "any", MAJORS) == match("W", "W")
    assert outcome_for(0, 0, "any", MAJORS).agreed_void


def test_points_that_no_match_brings_make_no_games() -> None:
    with pytest.raises(ValueError, match="no match under ACF Masters ends 3–1"):
        outcome_for(3, 1, "any", MASTERS)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (match("W", "W"), "Ed King wins 2–0"),
        (match("L", "L"), "Al Tucker wins 2–0"),
        (match("D", "W"), "Ed King wins 1–0 with 1 draw"),
        (match("L", "D"), "Al Tucker wins 1–0 with 1 draw"),
        (match("L", "W"), "Drawn 1–1"),
        (match("D", "D"), "Both games drawn"),
        (match("D"), "Game drawn"),
        (match("D", "D", "D"), "All 3 games drawn"),
        (match("W", "D", "D"), "Ed King wins 1–0 with 2 draws"),
        (match("W*", "W*"), "Ed King wins 2–0 by forfeit"),
        (match("L", "L*"), "Al Tucker wins 2–0, 1 game by forfeit"),
        (match("W*", "L"), "Drawn 1–1, 1 game by forfeit"),
        (match("W*", "D"), "Ed King wins 1–0 with 1 draw, 1 game by forfeit"),
        (match("W*", "W*", "L"), "Ed King wins 2–1, 2 games by forfeit"),
        (Outcome((), agreed_void=True), "Agreed result: no points for either player"),
    ],
)
def test_an_outcome_is_said_as_players_say_it(outcome: Outcome, words: str) -> None:
    assert in_words(outcome, ("Ed King", "Al Tucker")) == words
