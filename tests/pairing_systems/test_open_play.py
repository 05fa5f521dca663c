"""Open play: free opponents, challenges, withheld cards, and matches that come first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.rulebooks import rulebook
from shared.pairing.dropouts import leaves_in_emergency
from shared.pairing.open_play import NotAllowed, OpenPlay, happen, open_play, replay
from shared.pairing.open_play_table import (
    TRANSITIONS,
    Accept,
    Challenge,
    Event,
    Excuse,
    Finish,
    Leave,
    Ready,
    Recall,
    Refuse,
    Start,
    Status,
)

FIELD = "ABCDEF"


def play(*events: Event) -> OpenPlay:
    return replay(open_play(FIELD, games_even=rulebook("apca").even_games), events)


def states(state: OpenPlay) -> str:
    letters = {
        Status.FREE: "f",
        Status.ASKING: "a",
        Status.CHALLENGED: "c",
        Status.PLAYING: "p",
        Status.WITHHELD: "w",
        Status.BOUND: "b",
        Status.LEFT: "-",
    }
    return "".join(letters[state.status[player]] for player in FIELD)


A_REFUSED_BY_B: tuple[Event, ...] = (Challenge("A", "B"), Refuse("B", "A"))


@pytest.mark.clause("APCA-31")
def test_a_challenge_that_is_taken_becomes_a_match() -> None:
    assert states(play(Challenge("A", "B"))) == "acffff"
    taken = play(Challenge("A", "B"), Accept("B", "A"))
    assert states(taken) == "ppffff"
    done = happen(taken, Finish("B", "A", 2))
    assert states(done) == "ffffff"
    assert "B" not in done.unmet("A")


def test_two_free_players_may_sit_down_without_a_challenge() -> None:
    assert states(play(Start("A", "B"), Start("C", "D"))) == "ppppff"


def test_a_challenge_can_be_taken_back() -> None:
    assert play(Challenge("A", "B"), Recall("A", "B")) == play()


@pytest.mark.clause("APCA-31")
def test_the_card_is_withheld_of_him_who_refuses_and_the_challenger_plays_on() -> None:
    refused = play(*A_REFUSED_BY_B)
    assert states(refused) == "fwffff"
    assert states(happen(refused, Start("A", "C"))) == "pwpfff"
    for event in (Start("B", "C"), Challenge("B", "C"), Challenge("C", "B"), Start("A", "B")):
        with pytest.raises(NotAllowed, match="B is without his card"):
            happen(refused, event)
    assert refused.can_play_now("B") == ()


@pytest.mark.clause("APCA-31")
def test_once_he_is_ready_the_two_meet_before_either_starts_another_match() -> None:
    ready = play(*A_REFUSED_BY_B, Ready("B", "A"))
    assert states(ready) == "bbffff"
    assert ready.can_play_now("A") == ("B",)
    for event in (Start("A", "C"), Start("C", "B")):
        with pytest.raises(NotAllowed, match="has to meet"):
            happen(ready, event)
    with pytest.raises(NotAllowed, match="A is to meet a challenger"):
        happen(ready, Challenge("A", "C"))
    met = replay(ready, [Start("B", "A"), Finish("A", "B", 2)])
    assert states(met) == "ffffff"
    assert met.refusals == ()


@pytest.mark.clause("APCA-31")
def test_the_challenger_first_finishes_the_match_he_is_in() -> None:
    waiting = play(*A_REFUSED_BY_B, Start("A", "C"), Ready("B", "A"))
    assert states(waiting) == "pbpfff"
    with pytest.raises(NotAllowed, match="B has to meet A first"):
        happen(waiting, Start("B", "D"))
    finished = happen(waiting, Finish("A", "C", 2))
    assert states(finished) == "bbffff"
    assert finished.can_play_now("A") == ("B",)


@pytest.mark.clause("APCA-31")
def test_a_challenge_not_yet_answered_gives_way_to_him_who_is_ready() -> None:
    asked = play(*A_REFUSED_BY_B, Challenge("A", "C"), Ready("B", "A"))
    assert states(asked) == "bbffff"
    assert asked.asked == frozenset()
    challenged = play(*A_REFUSED_BY_B, Challenge("C", "A"), Ready("B", "A"))
    assert challenged == asked


@pytest.mark.clause("APCA-31")
def test_of_several_who_refused_him_the_one_ready_first_plays_first() -> None:
    state = play(
        *A_REFUSED_BY_B,
        Challenge("A", "C"),
        Refuse("C", "A"),
        Start("A", "D"),
        Ready("C", "A"),
        Ready("B", "A"),
        Finish("A", "D", 2),
    )
    assert states(state) == "bbbfff"
    assert (state.due("A"), state.due("B"), state.due("C")) == ("C", "A", "A")
    with pytest.raises(NotAllowed, match="A has to meet C first"):
        happen(state, Start("B", "A"))
    state = replay(state, [Start("A", "C"), Finish("A", "C", 2), Start("A", "B")])
    assert states(state) == "ppffff"


@pytest.mark.clause("APCA-31")
def test_a_challenger_whose_own_card_is_withheld_is_waited_for() -> None:
    state = play(*A_REFUSED_BY_B, Challenge("C", "A"), Refuse("A", "C"), Ready("B", "A"))
    assert states(state) == "wbffff"
    state = happen(state, Ready("A", "C"))
    assert states(state) == "bbbfff"
    assert state.can_play_now("C") == ()
    assert state.can_play_now("A") == ("B",)


def test_the_director_can_give_the_card_back() -> None:
    assert play(*A_REFUSED_BY_B, Excuse("B", "A")) == play()
    assert play(*A_REFUSED_BY_B, Ready("B", "A"), Excuse("B", "A")) == play()


def test_a_card_may_be_given_back_while_he_plays_another_who_came_first() -> None:
    state = play(
        Challenge("C", "B"),
        Refuse("B", "C"),
        Ready("B", "C"),
        Excuse("B", "C"),
        Challenge("B", "D"),
        Refuse("D", "B"),
        Challenge("A", "B"),
        Refuse("B", "A"),
        Ready("D", "B"),
        Ready("B", "A"),
        Start("B", "D"),
    )
    assert states(state) == "bpfpff"
    assert states(happen(state, Excuse("B", "A"))) == "fpfpff"


def test_who_leaves_sets_free_whoever_waited_for_him() -> None:
    assert states(play(Start("A", "B"), Leave("A"))) == "-fffff"
    assert "A" not in play(Start("A", "B"), Leave("A")).unmet("B")
    assert states(play(Challenge("A", "B"), Leave("B"))) == "f-ffff"
    assert states(play(*A_REFUSED_BY_B, Leave("A"))) == "-fffff"
    assert states(play(*A_REFUSED_BY_B, Ready("B", "A"), Leave("B"))) == "f-ffff"
    with pytest.raises(NotAllowed, match="A is gone"):
        play(Leave("A"), Start("A", "B"))


@pytest.mark.clause("APCA-32")
@pytest.mark.parametrize("games", [-2, 0, 1, 3])
def test_a_match_has_an_even_number_of_games(games: int) -> None:
    with pytest.raises(NotAllowed, match="even number of games"):
        play(Start("A", "B"), Finish("A", "B", games))
    assert states(play(Start("A", "B"), Finish("A", "B", 4))) == "ffffff"


@pytest.mark.parametrize(
    ("before", "event", "why"),
    [
        ((), Start("A", "Z"), "Z is not in the field"),
        ((), Start("A", "A"), "cannot play himself"),
        ((), Accept("B", "A"), "B is free"),
        ((Challenge("A", "B"), Challenge("C", "D")), Accept("B", "C"), "C has not challenged B"),
        ((Challenge("A", "B"), Challenge("C", "D")), Refuse("D", "A"), "A has not challenged D"),
        ((Challenge("A", "B"), Challenge("C", "D")), Recall("A", "D"), "A has not challenged D"),
        ((Challenge("A", "B"),), Challenge("B", "C"), "B is challenged"),
        ((Challenge("A", "B"),), Challenge("A", "C"), "A is waiting for an answer"),
        ((Start("A", "B"),), Challenge("C", "A"), "A is playing"),
        ((Start("A", "B"), Start("C", "D")), Finish("A", "C", 2), "not playing each other"),
        ((Start("A", "B"), Finish("A", "B", 2)), Start("B", "A"), "have met"),
        ((Start("A", "B"), Finish("A", "B", 2)), Challenge("A", "B"), "have met"),
        (A_REFUSED_BY_B, Ready("B", "C"), "B has not refused C"),
        (A_REFUSED_BY_B, Excuse("B", "C"), "B has not refused C"),
        (A_REFUSED_BY_B, Ready("A", "B"), "A is free"),
    ],
)
def test_what_is_not_allowed_says_why_and_changes_nothing(
    before: tuple[Event, ...], event: Event, why: str
) -> None:
    state = play(*before)
    with pytest.raises(NotAllowed, match=why):
        happen(state, event)
    assert state == play(*before)


@pytest.mark.parametrize("kind", TRANSITIONS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("status", Status)
def test_the_table_alone_says_which_states_an_event_may_find(kind: type, status: Status) -> None:
    reach: dict[Status, tuple[Event, ...]] = {
        Status.FREE: (),
        Status.ASKING: (Challenge("A", "B"),),
        Status.CHALLENGED: (Challenge("B", "A"),),
        Status.PLAYING: (Start("A", "B"),),
        Status.WITHHELD: (Challenge("B", "A"), Refuse("A", "B")),
        Status.BOUND: (Challenge("B", "A"), Refuse("A", "B"), Ready("A", "B")),
        Status.LEFT: (Leave("A"),),
    }
    state = play(*reach[status])
    assert state.status["A"] is status
    named: tuple[object, ...] = ("A",) if kind is Leave else ("A", "B")
    more: tuple[object, ...] = (2,) if kind is Finish else ()
    if status not in TRANSITIONS[kind][0]:
        with pytest.raises(NotAllowed, match=f"A is {status}"):
            happen(state, kind(*named, *more))


pairs = st.permutations(list(FIELD[:4])).map(lambda order: (order[0], order[1]))
events: st.SearchStrategy[Event] = st.one_of(
    pairs.map(lambda pair: Challenge(*pair)),
    pairs.map(lambda pair: Recall(*pair)),
    pairs.map(lambda pair: Accept(*pair)),
    pairs.map(lambda pair: Refuse(*pair)),
    pairs.map(lambda pair: Ready(*pair)),
    pairs.map(lambda pair: Excuse(*pair)),
    pairs.map(lambda pair: Start(*pair)),
    pairs.map(lambda pair: Finish(*pair, 2)),
    st.sampled_from("AB").map(Leave),
)


@pytest.mark.clause("APCA-31")
@given(st.lists(events, max_size=60))
def test_whatever_happens_states_matches_and_refusals_agree(history: list[Event]) -> None:
    state = open_play(FIELD[:4])
    for event in history:
        try:
            state = happen(state, event)
        except NotAllowed:
            continue
        at_table = [player for pair in state.playing for player in pair]
        asked = [player for pair in state.asked for player in pair]
        assert len(set(at_table)) == len(at_table)
        assert len(set(asked)) == len(asked)
        assert not state.playing & state.met
        for player, status in state.status.items():
            assert (status is Status.PLAYING) == (player in at_table)
            assert (status in (Status.ASKING, Status.CHALLENGED)) == (player in asked)
            withheld = [r for r in state.refusals if r.refuser == player and r.ready is None]
            assert len(withheld) == (status is Status.WITHHELD)
            if status is Status.BOUND:
                assert state.due(player) is not None
                assert set(state.can_play_now(player)) <= {state.due(player)}
            if status is Status.FREE:
                assert state.due(player) is None


@given(st.lists(events, max_size=60))
def test_nobody_ever_waits_in_a_circle(history: list[Event]) -> None:
    state = open_play(FIELD[:4])
    for event in history:
        try:
            state = happen(state, event)
        except NotAllowed:
            continue
        bound = {player for player, status in state.status.items() if status is Status.BOUND}
        waited_for = {state.status[state.due(player) or player] for player in bound}
        if bound and waited_for <= {Status.BOUND}:
            assert any(state.can_play_now(player) for player in bound)


def test_who_leaves_is_judged_by_the_opponents_he_has_met() -> None:
    rule = rulebook("apca").leaving
    assert rule is not None
    history: list[Event] = []
    for opponent in "BCD":
        history += [Start("A", opponent), Finish("A", opponent, 2)]
    left = leaves_in_emergency(play(*history).meetings("A"), rule=rule, substantiated=True)
    assert left.proposal == "stand"
    assert [c.points for c in left.consequences] == [None, None, None, 4, 4]


def test_a_player_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        open_play(["A", "A"])
