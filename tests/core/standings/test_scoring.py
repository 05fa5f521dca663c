"""Scoring of one match under the ACF's two ways, in points and in words."""

from itertools import product

import msgspec
import pytest

from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import RULEBOOKS, Rulebook, apply_overrides, rulebook
from shared.core.standings.scoring import (
    bye_points,
    games_settle,
    in_words,
    match_points,
    match_winner,
    opt_out_points,
    outcome_for,
    possible_scores,
)

MASTERS = rulebook("acf-masters")
MAJORS = rulebook("acf-majors")
MINORS = rulebook("acf-minors")
APCA = rulebook("apca")
STANDARD = rulebook("standard")
CONTEST = rulebook("contest")
USBGF = rulebook("usbgf")

Points = tuple[int, int]

# Game 1, game 2, Masters, Majors and Minors: both read for player A.
# A's flag: in game 1 with game 2 not started, in game 2 after a win, in game 2 after a draw.
FLAG = [
    ("L", "L*", (0, 4), (0, 4)),
    ("W", "L", (2, 2), (2, 2)),
    ("D", "L", (0, 4), (1, 3)),
]
ROUND_FORFEITED = [("W*", "W*", (4, 0), (4, 0)), ("L*", "L*", (0, 4), (0, 4))]
MATCHES = FLAG + ROUND_FORFEITED


def match(*codes: str) -> Outcome:
    return Outcome(tuple(Code(code) for code in codes))


@pytest.mark.clause("ACF-2.II.C", "ACF-2.III")
@pytest.mark.parametrize(("game1", "game2", "masters", "majors"), MATCHES)
def test_a_forfeited_game_counts_as_the_win_or_loss_it_stands_for(
    game1: str, game2: str, masters: Points, majors: Points
) -> None:
    assert match_points(MASTERS, match(game1, game2)) == masters
    for book in (MAJORS, MINORS):
        assert match_points(book, match(game1, game2)) == majors


@pytest.mark.clause("ACF-1.VI.A", "HALL-lost-by-both")
@pytest.mark.parametrize(
    ("game1", "game2", "masters", "majors"),
    [
        ("X*", "X*", (0, 0), (0, 0)),
        ("X*", "W", (4, 0), (2, 0)),
        ("X*", "D", (2, 2), (1, 1)),
        ("L", "X*", (0, 4), (0, 2)),
        ("X*", "W*", (4, 0), (2, 0)),
    ],
)
def test_game_that_both_forfeit_is_won_by_neither_and_in_the_masters_the_other_decides(
    game1: str, game2: str, masters: Points, majors: Points
) -> None:
    assert match_points(MASTERS, match(game1, game2)) == masters
    for book in (MAJORS, MINORS):
        assert match_points(book, match(game1, game2)) == majors
    local = msgspec.structs.replace(MASTERS, game_lost_by_both="lost_by_each")
    assert match_points(local, match("X*", "D")) == (0, 0)
    assert match_points(local, match("X*", "W")) == (2, 0)


@pytest.mark.clause("HALL-lost-by-both")
@pytest.mark.parametrize("book", RULEBOOKS.values(), ids=RULEBOOKS)
def test_match_that_both_forfeit_brings_neither_anything_under_every_rulebook(
    book: Rulebook,
) -> None:
    lost = Outcome((Code.LOST_BY_BOTH,) * book.games_per_match)
    assert lost.reversed == lost
    assert lost.lost_by_both
    assert match_points(book, lost) == (0, 0)
    assert match_winner(book, lost) is None
    assert games_settle(book, lost.games)
    assert (lost.score(), lost.games_won()) == ("0–0", (0, 0))


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


@pytest.mark.clause("ACF-2.VI.B")
def test_void_match_brings_what_is_awarded_instead_and_nothing_that_was_played() -> None:
    rated = Outcome((Code.WIN, Code.WIN), "void", awarded=(0, 3))
    for book in (MASTERS, MAJORS):
        assert match_points(book, rated) == (0, 3)
        assert match_points(book, rated.reversed) == (3, 0)
        assert match_points(book, Outcome((), "void")) == (0, 0)


@pytest.mark.clause("ACF-2.I.B")
@pytest.mark.parametrize("games", [(), (Code.DRAW, Code.DRAW), (Code.WIN, Code.WIN)])
def test_an_agreed_result_brings_both_players_nothing(games: tuple[Code, ...]) -> None:
    for book in (MASTERS, MAJORS, MINORS):
        assert match_points(book, Outcome(games, void="agreed")) == (0, 0)


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
    assert outcome_for(0, 0, "any", MAJORS).void == "agreed"


def test_points_that_no_match_brings_make_no_games() -> None:
    with pytest.raises(ValueError, match="no match under ACF Masters ends 3–1"):
        outcome_for(3, 1, "any", MASTERS)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (match("W", "W"), "Ed King wins 2–0"),
        (match("L", "L"), "Al Tucker wins 2–0"),
        (match("D", "W"), "Ed King wins 1½–½, 1 game drawn"),
        (match("L", "D"), "Al Tucker wins 1½–½, 1 game drawn"),
        (match("L", "W"), "Drawn 1–1"),
        (match("D", "D"), "Both games drawn"),
        (match("D"), "Game drawn"),
        (match("D", "D", "D"), "All 3 games drawn"),
        (match("W", "D", "D"), "Ed King wins 2–1, 2 games drawn"),
        (match("W*", "W*"), "Ed King wins 2–0 by forfeit"),
        (match("L", "L*"), "Al Tucker wins 2–0, 1 game by forfeit"),
        (match("W*", "L"), "Drawn 1–1, 1 game by forfeit"),
        (match("W*", "D"), "Ed King wins 1½–½, 1 game drawn, 1 game by forfeit"),
        (match("W*", "W*", "L"), "Ed King wins 2–1, 2 games by forfeit"),
        (match("X*", "X*"), "Forfeited by both players"),
        (match("X*", "D"), "Game drawn, 1 game forfeited by both"),
        (match("X*", "L*"), "Al Tucker wins 1–0 by forfeit, 1 game forfeited by both"),
        (Outcome((), "agreed"), "Agreed result: no points for either player"),
        (Outcome((), "void"), "Void, not played again"),
        (Outcome((), "again"), "Void, played again"),
        (
            Outcome((Code.WIN, Code.DRAW), "void", awarded=(0, 3)),
            "Void, but counts for rating; 3 match points for Al Tucker",
        ),
    ],
)
def test_an_outcome_is_said_as_players_say_it(outcome: Outcome, words: str) -> None:
    assert in_words(outcome, ("Ed King", "Al Tucker")) == words


@pytest.mark.clause("APCA-32")
def test_an_apca_match_has_an_even_number_of_games() -> None:
    four = apply_overrides(APCA, {"games_per_match": 4, "match_stake": 16})
    assert match_points(four, match("W", "W", "D", "L")) == (10, 6)
    with pytest.raises(ValueError, match="3 is no even number of games"):
        apply_overrides(APCA, {"games_per_match": 3, "match_stake": 12})


@pytest.mark.clause("APCA-25", "APCA-30")
def test_loss_of_both_games_by_violations_gives_eight_points_and_absence_gives_none() -> None:
    assert match_points(APCA, match("W*", "W*")) == (8, 0)
    assert match_points(APCA, match("W*", "L")) == (4, 4)
    assert match_points(APCA, Outcome((), "void")) == (0, 0)
    assert bye_points(APCA) == 0


@pytest.mark.clause("DARK-KO")
def test_standard_matches_are_of_an_even_number_of_games_and_go_on_while_they_are_equal() -> None:
    assert match_points(STANDARD, match("W", "D")) == (3, 1)
    assert match_winner(STANDARD, match("W", "D")) == 0
    assert match_winner(STANDARD, match("L", "D")) == 1
    assert match_winner(STANDARD, match("D", "D")) is None
    assert match_winner(STANDARD, match("W", "L")) is None
    assert match_winner(STANDARD, match("L*", "L*")) == 1
    assert match_winner(APCA, match("W*", "W*")) == 0


CONTEST_ENDS = [
    ("WW", 0),
    ("WLW", 0),
    ("LDL", 1),
    ("DDW", None),
    ("DDD", None),
    ("WLD", None),
    ("W", None),
    ("D", None),
    ("", None),
]


@pytest.mark.clause("SE-2")
@pytest.mark.parametrize(("games", "winner"), CONTEST_ENDS)
def test_a_contest_match_is_the_best_of_three_a_drawn_game_played(
    games: str, winner: int | None
) -> None:
    played = match(*games)
    assert match_winner(CONTEST, played) == winner
    points = {0: (1, 0), 1: (0, 1), None: (0, 0)}[winner]
    assert match_points(CONTEST, played) == points
    assert match_points(CONTEST, played.reversed) == points[::-1]


@pytest.mark.clause("SE-2")
def test_a_contest_match_is_over_with_two_wins_or_three_games() -> None:
    over = [games for n in (1, 2, 3) for games in product("WDL", repeat=n)]
    ends = {games for games in over if games_settle(CONTEST, match(*games).games)}
    assert {"".join(games) for games in ends if len(games) < 3} == {"WW", "LL"}
    level = {"".join(games) for games in product("WDL", repeat=3) if len(games) == 3}
    level -= {"".join(games) for games in ends if len(games) == 3}
    two_wins = {g for g in level if max(g.count("W"), g.count("L")) > 1}
    assert (len(level), two_wins) == (13, set()), "time is called (SE-7)"
    with pytest.raises(ValueError, match="The match was over after game 2"):
        match_points(CONTEST, match("W", "W", "L"))
    with pytest.raises(ValueError, match="at most 3 games, not 4"):
        match_points(CONTEST, match("W", "D", "D", "L"))
    assert match_points(CONTEST, match("W*", "W*", "W*")) == (1, 0)


@pytest.mark.clause("SE-7")
def test_captures_decide_a_contest_match_that_its_games_leave_equal() -> None:
    def called(*games: str, captures: tuple[int, int]) -> Outcome:
        return Outcome(match(*games).games, captures=captures)

    assert match_points(CONTEST, called("W", "L", captures=(3, 9))) == (0, 1)
    assert match_points(CONTEST, called(captures=(3, 2))) == (1, 0)
    assert match_winner(CONTEST, called("W", "L", captures=(9, 9))) is None
    assert match_winner(CONTEST, called("W", "D", captures=(1, 9))) == 1
    assert not games_settle(CONTEST, match("W", "D", "D").games)
    with pytest.raises(ValueError, match="was over after game 2"):
        match_points(CONTEST, called("W", "W", captures=(1, 9)))
    with pytest.raises(ValueError, match="is decided by its games alone"):
        match_points(MASTERS, called("D", "D", captures=(1, 9)))


@pytest.mark.clause("SE-7")
def test_an_outcome_by_captures_is_read_from_both_sides_and_said_in_words() -> None:
    outcome = Outcome(match("W", "L").games, captures=(14, 9))
    assert outcome.reversed.reversed == outcome
    assert (outcome.for_seat(1).captures, outcome.score()) == ((9, 14), "1–1 (14–9)")
    names = ("A. King", "B. Chen")
    assert (
        in_words(outcome, names) == "Time was called: A. King wins by captures, 14 to 9, games 1–1"
    )
    level = Outcome((), captures=(4, 4))
    assert in_words(level, names) == "Time was called: each side captured 4, no game finished"


@pytest.mark.clause("DARK-KO")
def test_a_knockout_match_is_played_on_until_one_side_is_ahead() -> None:
    assert not games_settle(STANDARD, match("W", "L").games)
    assert not games_settle(STANDARD, match("D", "D", "D").games)
    continued = match("W", "L", "D", "L")
    assert games_settle(STANDARD, continued.games)
    assert (match_points(STANDARD, continued), match_winner(STANDARD, continued)) == ((0, 4), 1)
    with pytest.raises(ValueError, match="has 2 games, not 3"):
        match_points(STANDARD, match("W", "D", "D"))
    with pytest.raises(ValueError, match="has 2 games, not 4"):
        match_points(STANDARD, match("W", "L", "W", "W"))
    assert match_winner(STANDARD, match("W", "L", "W")) == 0
    lives = apply_overrides(STANDARD, {"pairing_system": "double_knockout"})
    assert games_settle(lives, match("W", "L").games), "a continued tie costs half a life each"
    assert match_winner(lives, match("W", "L", "D", "W")) == 0, "unless it would leave nobody"
    assert not games_settle(lives, match("W", "L", "D").games, decisive=True)
    assert games_settle(lives, match("W", "L", "D", "W").games, decisive=True)
    pairs = apply_overrides(STANDARD, {"even_games": True})
    assert not games_settle(pairs, match("W", "L", "W").games)
    assert games_settle(pairs, match("W", "L", "W", "D").games)


@pytest.mark.clause("USBGF-4.5")
def test_a_backgammon_match_is_one_result_and_never_drawn() -> None:
    assert match_points(USBGF, match("W")) == (1, 0)
    assert match_winner(USBGF, match("L")) == 1
    assert possible_scores(USBGF) == {(1, 0), (0, 1), (0, 0)}
    with pytest.raises(ValueError, match="played until one side has won"):
        match_points(USBGF, match("D"))


def test_what_a_contest_can_end_with_has_games_for_it() -> None:
    assert possible_scores(CONTEST) == {(1, 0), (0, 1), (0, 0)}
    for points in ((1, 0), (0, 1), (0, 0)):
        assert match_points(CONTEST, outcome_for(*points, "any", CONTEST)) == points


@pytest.mark.clause("ACF-2.V.F")
@pytest.mark.parametrize(
    ("before_pairing", "left", "points"),
    [(True, True, 2), (False, True, 0), (True, False, 0), (False, False, 0)],
)
def test_skipping_the_last_round_brings_2_if_told_in_time_and_left(
    before_pairing: bool, left: bool, points: int
) -> None:
    for book in (MAJORS, MINORS):
        assert opt_out_points(book, before_pairing=before_pairing, left=left) == points
    with pytest.raises(ValueError, match="nobody skips the last round under ACF Masters"):
        opt_out_points(MASTERS, before_pairing=before_pairing, left=left)
