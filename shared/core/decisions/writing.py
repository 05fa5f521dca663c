"""Decisions as they are written: what a case is settled by, as a draft, and how one is undone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from shared.core.events import Actor, DecisionMade, Draft, entities
from shared.core.events import measures as m
from shared.core.events.measures import MatchDecided, Measure, taken
from shared.core.events.office import MOST_NAMED, Taken
from shared.core.events.votes import Vote
from shared.core.match.controls import UNCLOCKED
from shared.core.match.outcome import Outcome
from shared.core.state import Decision, Match

REFEREE: Final = Actor("referee", "key")


@dataclass(frozen=True, slots=True)
class Ground:
    """By which clause a case is decided, in whose words why, and by which votes."""

    clause: str = ""
    reason: str = ""
    votes: Sequence[Vote] = ()


def decide(
    ent: str,
    case: str,
    measures: Sequence[Measure],
    ground: Ground = Ground(),
    *,
    settles: Sequence[str] = (),
    instead: Sequence[Decision] = (),
) -> Draft:
    """Return the decision about ``case`` on ``ent``, to be written.

    ``settles`` are ids of reports, requests or results. The decision stands in the place of those
    in ``instead``: it settles what they settled, so that a report that was answered does not open
    again, and a measure of theirs keeps its token, so that no table carries it out again. Without
    measures it takes them back and settles nothing.
    """
    tokens = {measure: known for each in instead for known, measure in each.measures}
    held = zip(measures, taken(case, *measures), strict=True)
    before = [ident for each in instead for ident in each.settles] if measures else []
    body = DecisionMade(
        tuple(Taken(tokens.get(measure, raw.token), raw.what) for measure, raw in held),
        ground.clause,
        ground.reason,
        tuple(dict.fromkeys((*settles, *before))),
        tuple(dict.fromkeys(each.event for each in instead)),
        tuple(ground.votes),
    )
    return Draft(ent, body, REFEREE)


def pages(draft: Draft) -> tuple[Draft, ...]:
    """Return a decision as the events that it takes to name all that it settles and replaces.

    Each says the same with the same tokens, so that it is carried out once. Written together they
    are one: undoing or replacing one of them undoes or replaces all.
    """
    body = draft.body
    if not isinstance(body, DecisionMade):
        return (draft,)
    names = max(len(body.settles), len(body.replaces), 1)
    return tuple(
        replace(
            draft,
            body=replace(
                body,
                settles=body.settles[at : at + MOST_NAMED],
                replaces=body.replaces[at : at + MOST_NAMED],
            ),
        )
        for at in range(0, names, MOST_NAMED)
    )


def undo(*decisions: Decision, reason: str = "") -> Draft:
    """Return the decision that takes others about the same entity back, to be written."""
    return decide(decisions[0].ent, "", (), Ground(reason=reason), instead=decisions)


def deciding(match: Match) -> tuple[Decision, ...]:
    """Return the decisions by which a match ends, those that wait for another too."""
    return tuple(decision for decision in match.decisions if decision.decides and decision.stands)


def decide_match(
    match: Match, outcome: Outcome, ground: Ground, settles: Sequence[str] = ()
) -> Draft:
    """Return the decision that a match ends so, to be written (ACF-1.VII).

    It settles every version that is known, and stands in the place of what was decided before.
    """
    return decide(
        entities.match_decision(match.key),
        match.uid,
        (MatchDecided.by(outcome),),
        ground,
        settles=(*settles, *match.result.heads),
        instead=deciding(match),
    )


def counter(measure: m.Measure) -> m.Measure | None:
    """Return the measure that undoes at the table what ``measure`` did; None where none does."""
    match measure:
        case m.Paused():
            return m.Resumed()
        case m.Resumed():
            return m.Paused()
        case m.TimeAdded(left, right):
            return m.TimeAdded(-left, -right)
        case m.MovesTimed():
            return m.TimingEnded()
        case m.ClockAssigned(control, "next") if control != UNCLOCKED:
            return m.ClockAssigned(UNCLOCKED, "next")
    return None
