"""A corrected double knockout: every later match that would have other players is found."""

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shared.core.state import HallState, Result
from shared.pairing import PairingImpossible, decided_already
from shared.pairing.knockout.by_lives import drawn_otherwise, lives_now
from shared.pairing.types import Decided
from tests.hall_server.referee.halls import outcome
from tests.pairing.test_odd_states import so_far
from tests.pairing.test_systems import pair, with_player
from tests.prove import times

SCORES = ("W W", "D D", "L L")


def corrected(state: HallState, uid: str, games: str) -> HallState:
    match = msgspec.structs.replace(state.matches[uid], result=Result("ruled", outcome(games)))
    return msgspec.structs.replace(state, matches={**state.matches, uid: match})


def until(state: HallState, number: int) -> HallState:
    """Return the hall as it stood before round ``number`` was drawn."""
    rounds = {key: paired for key, paired in state.rounds.items() if paired.number < number}
    matches = {uid: m for uid, m in state.matches.items() if m.key.round_no < number}
    return msgspec.structs.replace(state, rounds=rounds, matches=matches)


def drawn_anew(state: HallState, first: int, last: int) -> set[str]:
    """Return what differs where a referee draws the rounds again by hand, one after the other."""
    for number in range(first, last + 1):
        then = until(state, number)
        try:
            drawn = pair(then, number, f"seed {number}")
            pairs, byes = {frozenset(both) for both in drawn.pairs}, drawn.byes
        except Decided:
            pairs, byes = set(), ()
        of_round = [m for m in state.matches.values() if m.key.round_no == number]
        others = {m.uid for m in of_round if frozenset(m.players) not in pairs}
        if others or len(pairs) > len(of_round):
            return others | {m.uid for m in state.matches.values() if m.key.round_no > number}
        paired = msgspec.structs.replace(state.rounds["d", number], byes=byes)
        state = msgspec.structs.replace(state, rounds={**state.rounds, paired.key: paired})
    return set()


@pytest.mark.clause("DARK-KO")
@settings(deadline=None, max_examples=times(60, 1_500))
@given(
    st.integers(2, 9),
    st.integers(1, 6),
    st.lists(st.booleans(), min_size=1, max_size=12),
    st.integers(0, 40),
    st.sampled_from(SCORES),
)
def test_a_correction_names_what_drawing_again_from_it_draws_otherwise(
    count: int, rounds: int, wins: list[bool], at: int, games: str
) -> None:
    state = so_far("double_knockout", count, rounds, wins)
    of = list(state.matches.values())[at % len(state.matches)]
    last = max(number for _, number in state.rounds)
    after = corrected(state, of.uid, games)
    try:
        found = drawn_otherwise(state, after, of.uid)
    except PairingImpossible as nobody:
        assume("would leave nobody" not in str(nobody))
        raise
    named = {each.match.uid for each in found}
    assert named == drawn_anew(after, of.key.round_no + 1, last)
    if of.result.outcome == outcome(games):
        assert not named


@pytest.mark.clause("DARK-KO")
def test_it_says_who_would_be_out_and_which_opponents_the_others_would_meet() -> None:
    """Two losses in a row became one: the player who went out plays on."""
    state = so_far("double_knockout", 4, 4, [True])
    left = lives_now(state, "d", 3).left
    second = next(
        m for m in state.matches.values() if m.key.round_no == 2 and not set(m.players) <= set(left)
    )
    score = "L L" if second.result.outcome == outcome("W W") else "W W"
    found = drawn_otherwise(state, corrected(state, second.uid, score), second.uid)
    assert {each.match.key.round_no for each in found} == {3, 4}
    for each in found:
        known = each.match.key.round_no == 3
        assert (each.instead is not None) == known
        if each.instead is not None:
            assert set(each.match.players) not in [set(both) for both in each.instead]


@pytest.mark.clause("DARK-KO")
def test_a_player_who_left_later_counts_in_the_rounds_before() -> None:
    state = so_far("double_knockout", 6, 3, [True, False])
    first = next(iter(state.matches.values()))
    gone = with_player(state, "p6", suspended="Profanity")
    same = " ".join(str(code) for code in first.result.outcome.games)  # type: ignore[union-attr]
    assert drawn_otherwise(gone, corrected(gone, first.uid, same), first.uid) == ()


def test_a_double_knockout_that_no_longer_fits_is_not_decided_and_nothing_falls_over() -> None:
    state = so_far("double_knockout", 4, 5, [True])
    last = max(number for _, number in state.rounds)
    for match in tuple(state.matches.values()):
        for games in SCORES:
            odd = corrected(state, match.uid, games)
            assert isinstance(decided_already(odd, "d", last + 1), bool)
