"""Decisions as they are written, and what is said of how they stand."""

import pytest

from shared.core.decisions import standing
from shared.core.decisions.writing import Ground, decide, decide_match, undo
from shared.core.events import DecisionMade, Taken, entities
from shared.core.events.measures import Caution, GameLost, MatchDecided, Suspended, read
from shared.core.events.votes import Vote
from shared.core.match.outcome import Code, Outcome
from shared.core.state import Carried, Decision, Result
from shared.core.text.fields import sound
from tests.core.decided import decision
from tests.tui.fake_port import match

NAMES = ("Ann Lee", "Bo King")
WON = MatchDecided.by(Outcome((Code.WIN, Code.DRAW)))
DRAWN = Outcome((Code.DRAW, Code.DRAW))


def body_of(ent: str, *decisions: Decision) -> DecisionMade:
    signed = Result("disputed", None, (), ("s0", "s1"))
    of = match("m1", "t1", ("p1", "p2"), result=signed, decisions=decisions)
    draft = decide_match(of, DRAWN, Ground("ACF-1.VII", "Seen."), ("report",))
    assert draft.ent == ent
    assert isinstance(draft.body, DecisionMade)
    return draft.body


ENT = "masters/1/m1/decision"


def test_decision_on_a_match_settles_what_was_signed_and_what_the_one_before_settled() -> None:
    of = match("m1", "t1", ("p1", "p2"))
    before = decision("d1", WON, of=of, settles=("older", "s0"))
    caution = decision("d2", Caution(0), of=of, settles=("phone",))
    gone = decision("d0", WON, of=of, standing="replaced", settles=("gone",))
    body = body_of(ENT, gone, before, caution)
    assert [read(raw) for raw in body.measures] == [MatchDecided.by(DRAWN)]
    assert body.settles == ("report", "s0", "s1", "older")
    assert body.replaces == ("d1",), "a caution stands beside how the match ends"
    assert (body.clause, body.reason) == ("ACF-1.VII", "Seen.")


def test_both_of_two_decisions_that_differ_are_replaced() -> None:
    of = match("m1", "t1", ("p1", "p2"))
    body = body_of(ENT, *(decision(i, WON, of=of, standing="contested") for i in ("d1", "d2")))
    assert body.replaces == ("d1", "d2")


def test_same_measure_in_a_case_has_the_same_token_for_every_author() -> None:
    one, two = (decide(ENT, "report", (GameLost(1, 2),), Ground(reason=why)) for why in ("a", "b"))
    other = decide(ENT, "another", (GameLost(1, 2),))
    tokens = [
        draft.body.measures[0].token
        for draft in (one, two, other)
        if isinstance(draft.body, DecisionMade)
    ]
    assert tokens[0] == tokens[1] != tokens[2]


def test_undoing_replaces_a_decision_and_decides_nothing() -> None:
    out = decision("s1", Suspended(), ent=entities.player_decision("p1"))
    draft = undo(out, reason="Wrong player.")
    assert draft.ent == "player/p1/decision"
    assert draft.body == DecisionMade((), reason="Wrong player.", replaces=("s1",))


@pytest.mark.parametrize("wrong", ["match\x07decided", "Ann\u202eLee"])
def test_text_that_may_not_travel_is_found_in_a_measure_too(wrong: str) -> None:
    codes = ("match_decided", ("W", "D"), False, None, None)
    assert sound(DecisionMade((Taken("t", codes),), "ACF-1.VII"))
    assert not sound(DecisionMade((Taken("t", (wrong, ("W",), False)),)))
    assert not sound(DecisionMade((Taken("t", ("match_decided", ("W", wrong))),)))


def test_decision_says_why_it_does_not_count() -> None:
    one = decision("d1", Caution(0), ent=ENT)
    assert standing.why_not(one) == ""
    gone = decision("d1", Caution(0), ent=ENT, standing="replaced")
    undone = decision("d2", ent=ENT, replaces=("d1",))
    assert standing.why_not(gone) == "another decision stands in its place"
    assert standing.why_not(gone, (gone, undone)) == "it was undone"
    unread = decision("d3", ent=ENT, standing="unknown")
    assert not standing.undoes(unread), "a measure that nobody here can read undoes nothing"
    assert standing.why_not(unread) == "only newer software can read it"


def test_table_says_what_it_made_of_each_measure() -> None:
    one = decision("d1", GameLost(0, 1), Caution(1), ent=ENT)
    tokens = [token for token, _measure in one.measures]
    carried = {tokens[0]: Carried("over", 0)}
    assert standing.carried_out(one, carried, NAMES) == (
        "Not done at the table, because the match is over: Game 1 is forfeited by Ann Lee.",
    )


def test_votes_are_told_by_what_each_member_said() -> None:
    votes = [Vote("Clark", "second"), Vote("Lee", "draw"), Vote("Roe", "uphold")]
    said = "Votes: Clark: Bo King wins, Lee: a draw, Roe: against a change."
    assert standing.voted(votes, NAMES) == said
    assert standing.voted([], NAMES) == ""
