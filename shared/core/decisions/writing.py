"""Decisions as they are written: what a case is settled by, as a draft."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from shared.core.events import Actor, DecisionMade, Draft, entities
from shared.core.events.measures import MatchDecided, Measure, taken
from shared.core.events.office import MOST_NAMED, Taken
from shared.core.events.votes import Vote
from shared.core.match.outcome import Outcome
from shared.core.state import Decision, Match

REFEREE: Final = Actor("referee", "key")


def decide(
    ent: str,
    case: str,
    measures: Sequence[Measure],
    *,
    clause: str = "",
    reason: str = "",
    settles: Sequence[str] = (),
    replaces: Sequence[str] = (),
    votes: Sequence[Vote] = (),
    kept: Sequence[Decision] = (),
) -> Draft:
    """Return the decision about ``case`` on ``ent``, to be written.

    ``settles`` and ``replaces`` are ids of events; one that stands twice is written once. A measure
    that one of the decisions in ``kept`` has too keeps its token: no table carries it out again.
    """
    tokens = {measure: known for each in kept for known, measure in each.measures}
    held = zip(measures, taken(case, *measures), strict=True)
    body = DecisionMade(
        tuple(Taken(tokens.get(measure, raw.token), raw.what) for measure, raw in held),
        clause,
        reason,
        tuple(dict.fromkeys(settles)),
        tuple(dict.fromkeys(replaces)),
        tuple(votes),
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


def undo(decision: Decision, reason: str = "") -> Draft:
    """Return the decision that takes another one back, to be written."""
    return decide(decision.ent, "", (), reason=reason, replaces=(decision.event,))


def deciding(match: Match) -> tuple[Decision, ...]:
    """Return the decisions by which a match ends, those that wait for another too."""
    return tuple(decision for decision in match.decisions if decision.decides and decision.stands)


def settled_by(decisions: Iterable[Decision]) -> tuple[str, ...]:
    """Return what decisions settle: what stands in their place settles it too, so that a report
    that was answered does not open again."""
    return tuple(ident for decision in decisions for ident in decision.settles)


def decide_match(
    match: Match,
    outcome: Outcome,
    clause: str,
    reason: str,
    *,
    case: str = "",
    settles: Sequence[str] = (),
    votes: Sequence[Vote] = (),
) -> Draft:
    """Return the decision that a match ends so, to be written (ACF-1.VII).

    It settles every version that is known, and stands in the place of what was decided before.
    """
    before = deciding(match)
    return decide(
        entities.match_decision(match.key),
        case or match.uid,
        (MatchDecided.by(outcome),),
        clause=clause,
        reason=reason,
        settles=(*settles, *match.result.heads, *settled_by(before)),
        replaces=tuple(decision.event for decision in before),
        votes=votes,
    )
