"""A player is put out until it is lifted: the match is lost, and the player is not paired."""

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.derived.questions.about_incidents import warned_words
from hall_server.referee.derived.questions.putting_out import put_out
from shared.core.decisions.writing import Ground
from shared.core.events import DecisionMade, entities
from shared.core.events.measures import MatchDecided, Suspended, Warned, read
from shared.core.state import Decision, HallState
from shared.pairing.from_hall import entrants
from shared.pairing.open_play import Status, open_play_now
from tests.core.decided import decision, with_decisions
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    keys,
    masters,
    moment,
    opened,
    outcome,
    under_way,
)
from tests.hall_server.referee.test_boards import POOL, pool
from tests.tui.screens import assert_screen, screen_text


async def registered(desk: Desk, pilot: Pilot[None], state: HallState, player: str) -> None:
    await opened(desk, pilot, state, "r")
    while desk.app.screen.chosen.id != player:  # type: ignore[attr-defined]
        await keys(pilot, "down")


def suspension(player: str, event: str = "s1", clause: str = "ACF-3.II.C") -> Decision:
    ent = entities.player_decision(player)
    return decision(event, Suspended(), ent=ent, clause=clause, reason="drunk")


def out(state: HallState, player: str, *suspensions: Decision) -> HallState:
    given = suspensions or (suspension(player),)
    changed = msgspec.structs.replace(state.players[player], suspended=given[0], decisions=given)
    return msgspec.structs.replace(state, players={**state.players, player: changed})


@pytest.mark.clause("ACF-3.II.B")
@pytest.mark.parametrize("size", [(50, 15), (80, 24), (100, 30)])
async def test_profanity_costs_the_round_and_lasts_until_it_is_lifted(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    state = masters(
        under_way("m1", "t1", ("p1", "p2")),
        under_way("m2", "t2", ("p3", "p4"), result=confirmed("W D")),
    )
    async with desk.app.run_test(size=size) as pilot:
        await registered(desk, pilot, state, "p2")
        await keys(pilot, "X", "enter", *"Swore", "enter")
        assert_screen(desk.app, "put-out")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        suspended, ruled = desk.port.drafts
        assert suspended.ent == "player/p2/decision"
        assert isinstance(suspended.body, DecisionMade)
        assert (suspended.body.clause, suspended.body.reason) == ("ACF-3.II.B", "Swore")
        assert [read(raw) for raw in suspended.body.measures] == [Suspended()]
        assert ruled.ent == "masters/1/m1/decision"
        assert isinstance(ruled.body, DecisionMade)
        assert (ruled.body.clause, ruled.body.reason) == ("ACF-3.II.B", "Swore")
        assert [read(raw) for raw in ruled.body.measures] == [MatchDecided.by(outcome("W* W*"))]


def test_forfeit_of_an_open_match_settles_what_was_signed_and_replaces_what_was_decided() -> None:
    match = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "L W"))
    before = decision(
        "d1", MatchDecided.by(outcome("W D")), of=match, settles=("ea",), standing="contested"
    )
    gone = decision("d0", MatchDecided.by(outcome("D D")), of=match, standing="replaced")
    state = with_decisions(masters(match), match, gone, before)
    [_suspended, ruled] = put_out(moment(state), "p1", Ground("ACF-3.II.C", "drunk"))
    assert isinstance(ruled.body, DecisionMade)
    assert ruled.body.settles == ("s0", "s1", "ea"), "the report does not open again"
    assert ruled.body.replaces == ("d1",)


@pytest.mark.clause("ACF-3.II.B")
def test_warnings_of_the_whole_event_are_counted_for_the_player_alone() -> None:
    match = under_way("m1", "t1", ("p1", "p2"))
    given = decision("d1", Warned(1), of=match, at=START + 5 * MINUTE)
    undone = decision("d2", Warned(0), of=match, standing="replaced")
    now = moment(with_decisions(masters(match), match, given, undone))
    assert warned_words(now, "p2") == "Warned before: 22:18."
    assert warned_words(now, "p1") == "No warning is on record."


@pytest.mark.clause("ACF-3.II.C")
async def test_player_who_is_sober_again_is_let_in_by_the_referee() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await registered(desk, pilot, out(masters(count=4), "p1"), "p1")
        assert "! out, ACF-3.II.C: drunk" in screen_text(desk.app)
        await keys(pilot, "X")
        assert "Ann Lee is out, ACF-3.II.C: drunk. Let the player back in?" in screen_text(desk.app)
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == "player/p1/decision"
        assert draft.body == DecisionMade((), replaces=("s1",))


async def test_lifting_lifts_what_two_referees_decided() -> None:
    desk = Desk()
    both = (suspension("p1"), suspension("p1", "s2", "ACF-3.II.B"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await registered(desk, pilot, out(masters(count=4), "p1", *both), "p1")
        await keys(pilot, "X", "y")
        [draft] = desk.port.drafts
        assert draft.body == DecisionMade((), replaces=("s1", "s2"))


@pytest.mark.clause("ACF-3.II.B", "ACF-3.II.C")
def test_player_who_is_out_is_not_paired_and_called_to_no_match() -> None:
    state = masters(count=4)
    assert {e.player for e in entrants(out(state, "p1"), "masters", 1)} == {"p2", "p3", "p4"}
    play = open_play_now(out(pool(), "ann"), POOL)
    assert play.status["ann"] is Status.LEFT
    assert "ann" not in play.can_play_now("cy")
