"""A backgammon match told as its list of actions: cube, clock, ends of games, wrong lengths."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace as with_fields

from shared.core import clock as c
from shared.core.backgammon import (
    BoardPhase,
    Dispute,
    IllegalAction,
    Scoreboard,
    apply,
    clock_corrected,
    new_scoreboard,
    setup_stands,
)
from shared.core.backgammon import actions as a
from shared.core.backgammon.table import TABLE
from shared.core.backgammon.worth import Cube, MatchScore, Win
from shared.core.match.controls import TIME_CONTROLS
from shared.core.match.outcome import Seat
from shared.core.rulebooks import rulebook
from tests.core.day.day_kit import acted
from tests.core.worked_kit import EXAMPLES

WORKED = EXAMPLES
MINUTE = 60_000
RULE = rulebook("usbgf-open").usbgf_time
assert RULE is not None
SEAT: dict[str, Seat] = {"A": 0, "B": 1}


def board(length: int = 7, score: tuple[int, int] = (0, 0), control: str = "2/12") -> Scoreboard:
    fresh = new_scoreboard(RULE, length, TIME_CONTROLS[control])
    return apply(fresh, a.ScoreSet(0, score)) if any(score) else fresh


def game(length: int = 7, score: tuple[int, int] = (0, 0), cube: Cube | None = None) -> Scoreboard:
    """Return a game in progress: each side has ended a turn, and the left player is to move."""
    playing = acted(board(length, score), [a.Begin(0, 0), a.EndTurn(0, 0), a.EndTurn(0, 1)])
    return with_fields(playing, cube=cube or Cube())


def refused(state: Scoreboard, action: a.Action, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        apply(state, action)


# ── scores ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("USBGF-4.4.6", "USBGF-4.5")
@pytest.mark.parametrize(
    ("length", "games", "winner"),
    [
        (7, WORKED["usbgf_crawford_7"], 1),
        (5, WORKED["usbgf_crawford_5_reached_by_other_later"], 0),
    ],
)
def test_a_match_is_played_game_by_game_as_in_the_worked_example(
    length: int, games: list[dict[str, Any]], winner: Seat
) -> None:
    state, at = board(length), 0
    for played in games:
        assert state.match.phase == played["state"].replace("-", "_")
        at += MINUTE
        state = apply(state, a.Begin(at, 0))
        if played["state"] == "crawford":
            refused(state, a.Double(at, 0), r"the Crawford game ")
        value = {1: (1, 1), 2: (1, 2), 4: (2, 2)}[played["points"]]
        state = with_fields(state, cube=Cube(value[0]))
        state = apply(state, a.Won(at + 5, SEAT[played["winner"]], Win(value[1])))
        assert list(state.match.score) == played["score"]
    assert (state.phase, state.winner) == (BoardPhase.OVER, winner)


@pytest.mark.clause("USBGF-4.5")
@pytest.mark.parametrize("win", Win)
def test_a_game_is_worth_the_cube_times_how_it_is_won(win: Win) -> None:
    state = acted(game(25), [a.Double(1, 0), a.Take(2, 1), a.Won(3, 1, win)])
    assert (state.match.score, state.cube, state.phase) == (
        (0, 2 * win),
        Cube(),
        BoardPhase.BETWEEN,
    )


# ── the cube ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("USBGF-4.4.3")
def test_a_double_waits_for_a_take_and_the_taker_owns_the_cube() -> None:
    state = apply(game(), a.Double(1_000, 0))
    assert (state.phase, state.doubler) == (BoardPhase.DOUBLED, 0)
    refused(state, a.Won(2_000, 0, Win.SINGLE), "a double waits for a take or a pass")
    refused(state, a.Take(2_000, 0), "you offered it")
    state = apply(state, a.EndTurn(2_000, 0))
    state = acted(state, [a.Take(9_000, 1), a.EndTurn(9_000, 1)])
    assert (state.phase, state.cube) == (BoardPhase.PLAYING, Cube(2, 1))
    refused(state, a.Double(9_500, 0), r"the opponent owns the cube")


@pytest.mark.clause("USBGF-4.4.3")
def test_double_is_offered_only_on_the_players_own_turn() -> None:
    refused(game(), a.Double(1, 1), "it is the other player's turn")


@pytest.mark.clause("USBGF-4.5")
def test_a_pass_gives_the_cube_as_it_was_before_the_double() -> None:
    state = acted(game(cube=Cube(2, 0)), [a.Double(1, 0), a.Pass(2, 1)])
    assert (state.match.score, state.phase) == ((2, 0), BoardPhase.BETWEEN)
    assert state.clock.phase is c.ClockPhase.ENDED


@pytest.mark.clause("USBGF-4.4.9")
@pytest.mark.parametrize("case", WORKED["usbgf_dead_cube"])
def test_a_dead_cube_is_neither_offered_nor_passed(case: dict[str, Any]) -> None:
    length, cube = case["length"], Cube(case["cube"], None if case["cube"] == 1 else 0)
    score = case.get("owner_score", case.get("doubler_score"))
    state = game(length, cube=cube)
    # The cube comes before the score here: post-Crawford, where it is in play again.
    state = with_fields(state, match=MatchScore(length, (score, 0), "post_crawford"))
    if case.get("can_double"):
        assert apply(state, a.Double(1, 0)).phase is BoardPhase.DOUBLED
    elif "can_double" in case:
        refused(state, a.Double(1, 0), r"null and void: the cube is dead")
    else:
        offered = with_fields(state, phase=BoardPhase.DOUBLED, doubler=0)
        refused(offered, a.Pass(2, 1), r"a pass gives 2 and the match")
        assert apply(offered, a.Take(2, 1)).cube == Cube(4, 1)


# ── how games end ────────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("USBGF-4.5")
@pytest.mark.parametrize(
    ("offer", "answerer", "score"),
    [
        (a.Resign(1, 0, Win.GAMMON), 1, (0, 2)),
        (a.Claim(1, 0, Win.SINGLE), 1, (1, 0)),
    ],
)
def test_a_resignation_or_a_claim_ends_the_game_once_it_is_accepted(
    offer: a.Resign | a.Claim, answerer: Seat, score: tuple[int, int]
) -> None:
    state = apply(game(), offer)
    assert state.phase is BoardPhase.OFFERED
    refused(state, a.Accept(2, offer.seat), "not yours to answer")
    assert apply(state, a.Accept(2, answerer)).match.score == score
    played_on = apply(state, a.Refuse(2, answerer))
    assert (played_on.phase, played_on.offer) == (BoardPhase.PLAYING, None)


# ── the clock ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("USBGF-3.5", "USBGF-4.1.8")
def test_turns_run_on_a_delay_and_the_reserve_is_carried_from_game_to_game() -> None:
    state = acted(
        board(),
        [
            a.Begin(0, 0),
            a.EndTurn(20_000, 0),
            a.EndTurn(25_000, 1),
            a.Won(30_000, 0, Win.SINGLE),
            a.Begin(99_000, 1),
        ],
    )
    shown = c.reading(state.clock, 99_000)
    assert shown.remaining == (14 * MINUTE - 8_000, 14 * MINUTE)
    assert (shown.running, shown.game) == (1, 2)


@pytest.mark.clause("USBGF-4.1.8")
def test_without_a_reserve_a_clock_that_never_expires_ends_the_turns() -> None:
    state = apply(board(control="unclocked"), a.Begin(0, 0))
    state = apply(state, a.EndTurn(60 * MINUTE, 0))
    assert c.reading(state.clock, 10**9).running == 1
    assert c.flag_due(state.clock) is None


@pytest.mark.clause("USBGF-4.2.4")
def test_a_wrong_set_up_stands_after_both_players_second_turn() -> None:
    state = apply(game(), a.Double(3, 0))
    # Presses that answer the cube are no turns.
    state = acted(state, [a.EndTurn(4, 0), a.Take(5, 1), a.EndTurn(6, 1)])
    state = apply(state, a.EndTurn(7, 0))
    assert state.clock.moves == (2, 2)
    assert setup_stands(state.clock.moves)
    state = apply(game(), a.EndTurn(3, 0))
    assert not setup_stands(state.clock.moves)


@pytest.mark.clause("USBGF-4.3")
def test_a_noticed_flag_waits_for_the_director_and_then_costs_the_match() -> None:
    expired = 15 * MINUTE
    state = apply(game(), a.EndTurn(expired, 0))
    assert state.phase is BoardPhase.PLAYING, "nobody has noticed"
    refused(state, a.FlagNoticed(expired + 1, 1), "has time left")
    state = apply(state, a.FlagNoticed(expired + 1, 0))
    assert (state.phase, c.reading(state.clock, 10**9).running) == (BoardPhase.FLAGGED, None)
    refused(state, a.EndTurn(expired + 2, 1), "both players sign, or the director decides")
    lost = apply(state, a.FlagStands(expired + 9))
    assert (lost.winner, lost.decided_by) == (1, "flag")


@pytest.mark.clause("USBGF-4.3")
def test_a_player_whose_flag_is_noticed_may_claim_game_and_match_at_that_moment() -> None:
    state = apply(game(7, (4, 0)), a.FlagNoticed(15 * MINUTE, 0))
    refused(state, a.FlagClaimed(16 * MINUTE, Win.GAMMON), "would not win the match")
    assert apply(state, a.FlagClaimed(16 * MINUTE, Win.BACKGAMMON)).winner == 0


@pytest.mark.clause("USBGF-4.3", "USBGF-5")
def test_a_disagreement_leaves_the_flag_open_until_both_sign_or_it_is_up_again() -> None:
    state = apply(game(7, (4, 0)), a.FlagNoticed(15 * MINUTE, 0))
    refused(state, a.FlagDisputed(16 * MINUTE, 1, Win.GAMMON), "no claim")
    refused(state, a.FlagDisputed(16 * MINUTE, 0, Win.BACKGAMMON), "no claim")
    claimed = apply(state, a.FlagDisputed(16 * MINUTE, 1, Win.BACKGAMMON))
    assert (claimed.phase, claimed.dispute) == (BoardPhase.FLAGGED, Dispute(1, Win.BACKGAMMON))
    lost = apply(claimed, a.FlagStands(17 * MINUTE))
    assert (lost.winner, lost.flag, lost.dispute) == (1, None, None)
    up = clock_corrected(claimed, c.apply(claimed.clock, c.Adjust((MINUTE, 0), 17 * MINUTE)))
    assert (up.phase, up.flag, up.dispute) == (BoardPhase.PLAYING, None, None)


# ── a wrong length ───────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("USBGF-4.8")
@pytest.mark.parametrize("case", WORKED["usbgf_wrong_length"])
def test_a_wrong_length_is_set_right_when_the_game_in_progress_is_over(
    case: dict[str, Any],
) -> None:
    mine, yours = case["score"]
    # One point of the final score is won in the game in which the length is found.
    last: Seat = 0 if mine else 1
    before = (mine - 1, yours)
    state = apply(board(case["wrong"]), a.Begin(0, 0))
    state = with_fields(state, match=replace(state.match, score=before))
    state = apply(state, a.LengthFound(1, case["correct"]))
    assert (state.phase, state.match.length) == (BoardPhase.PLAYING, case["wrong"])
    state = apply(state, a.Won(2, last, Win.SINGLE))
    if "wins" in case["result"]:
        assert (state.phase, state.winner) == (BoardPhase.OVER, 0)
        assert state.decided_by == "wrong_length"
    elif "one more game" in case["result"]:
        assert (state.phase, state.decider) == (BoardPhase.BETWEEN, True)
        state = acted(state, [a.Begin(3, 0), a.Won(4, 1, Win.SINGLE)])
        assert (state.winner, state.match.score) == (1, (mine, yours + 1))
    else:
        assert (state.phase, state.match.length) == (BoardPhase.BETWEEN, case["correct"])
        expected = "crawford" if case["correct"] - 1 in case["score"] else "normal"
        assert state.match.phase == expected


@pytest.mark.clause("USBGF-4.8")
def test_a_wrong_length_found_between_games_is_decided_at_once() -> None:
    assert apply(board(7, (5, 3)), a.LengthFound(1, 5)).winner == 0
    assert apply(board(5, (2, 3)), a.LengthFound(1, 9)).match.length == 9
    for length in (5, 0):
        refused(board(5), a.LengthFound(1, length), "name another length")
    decider = apply(board(7, (5, 5)), a.LengthFound(1, 5))
    refused(decider, a.LengthFound(2, 3), "settled")
    refused(decider, a.ScoreSet(2, (1, 1)), "settled")


@pytest.mark.clause("USBGF-4.7")
def test_the_written_record_sets_the_score_and_the_crawford_game_is_played_once() -> None:
    assert apply(board(5), a.ScoreSet(0, (4, 1))).match.phase == "crawford"
    crawford = acted(board(5, (4, 0)), [a.Begin(0, 0), a.Won(1, 1, Win.SINGLE)])
    assert apply(crawford, a.ScoreSet(2, (4, 2))).match.phase == "post_crawford"
    assert apply(crawford, a.ScoreSet(2, (3, 2))).match.phase == "normal"
    for score in ((5, 0), (-1, 0)):
        refused(board(5), a.ScoreSet(0, score), "No score in a match to 5")


# ── the table ────────────────────────────────────────────────────────────────────────────────

ACTIONS: tuple[a.Action, ...] = (
    a.Begin(5, 0),
    a.EndTurn(5, 0),
    a.Double(5, 0),
    a.Take(5, 1),
    a.Pass(5, 1),
    a.Won(5, 0, Win.SINGLE),
    a.Resign(5, 0, Win.SINGLE),
    a.Claim(5, 0, Win.SINGLE),
    a.Accept(5, 1),
    a.Refuse(5, 1),
    a.FlagNoticed(20 * MINUTE, 0),
    a.FlagStands(21 * MINUTE),
    a.FlagClaimed(21 * MINUTE, Win.SINGLE),
    a.FlagDisputed(21 * MINUTE, 0),
    a.Delayed(5, 0, 60_000),
    a.Penalized(21 * MINUTE, 1, 1),
    a.Forfeited(5, 0),
    a.BreakBegins(5, 0, urgent=True),
    a.BreakEnds(5, 0),
    a.LengthFound(5, 9),
    a.ScoreSet(5, (1, 1)),
)
STANDING = {
    BoardPhase.BETWEEN: board(7, (5, 5)),
    BoardPhase.PLAYING: game(7, (6, 0)),
    BoardPhase.DOUBLED: apply(game(), a.Double(1, 0)),
    BoardPhase.OFFERED: apply(game(), a.Resign(1, 0, Win.SINGLE)),
    BoardPhase.FLAGGED: apply(game(7, (6, 0)), a.FlagNoticed(16 * MINUTE, 0)),
    BoardPhase.OVER: acted(board(), [a.Delayed(4, 0, 45 * MINUTE), a.Forfeited(5, 0)]),
}


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
@pytest.mark.parametrize("phase", BoardPhase)
def test_every_action_counts_in_its_phases_and_is_void_in_a_sentence_elsewhere(
    phase: BoardPhase, action: a.Action
) -> None:
    state = STANDING[phase]
    state = with_fields(state, delays=(60 * MINUTE, 11 * MINUTE))
    if phase is BoardPhase.PLAYING and isinstance(action, a.Double):
        state = with_fields(state, match=MatchScore(7))
    if phase is BoardPhase.BETWEEN and isinstance(action, a.BreakBegins | a.BreakEnds):
        state = acted(state, [a.Begin(1, 0), a.Won(2, 0, Win.SINGLE)])
    if phase is BoardPhase.BETWEEN and isinstance(action, a.BreakEnds):
        state = apply(state, a.BreakBegins(3, 0, urgent=True))
    if type(action) in TABLE[phase]:
        assert apply(state, action) != state
        return
    with pytest.raises(IllegalAction, match=r"^[A-Z].+: .+\.$"):
        apply(state, action)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_every_action_can_be_stored_and_read_back(action: a.Action) -> None:
    packed = msgspec.msgpack.encode(action)
    assert msgspec.msgpack.decode(packed, type=a.Action) == action
