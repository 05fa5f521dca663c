"""The result of a match, from what was signed and decided, by causal heads.

A version that has not seen another is a conflict, never last-write-wins. Equal outcomes merge.
A decision settles what it names; a differing version that is no ancestor of that re-opens the
case. Decisions that contradict each other are a conflict as well.
"""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from shared.core.events import Event, ResultSigned
from shared.core.fold.causality import Causality
from shared.core.match.outcome import SEATS, Outcome, Seat
from shared.core.state import NO_RESULT, Decision, Result, Version


def resolve_result(
    events: Mapping[str, Event],
    in_force: Mapping[str, Event],
    decisions: Sequence[Decision] = (),
    overseen: Collection[str] = (),
) -> Result:
    """Resolve one result.

    ``in_force`` is a part of ``events``; ``decisions`` are the match's; ``overseen`` are the ids
    that its rulings on the result have settled.
    """
    order = Causality(events)
    heads = order.heads(in_force)
    ruled = [
        (decision, decided.outcome)
        for decision in decisions
        if decision.stands and (decided := decision.decides) is not None
    ]
    if ruled:
        return _ruled(order, heads, in_force, ruled, in_force.keys() & set(overseen))
    return _signed(order, heads, in_force) if in_force else NO_RESULT


def _ruled(
    order: Causality,
    heads: tuple[str, ...],
    in_force: Mapping[str, Event],
    ruled: Sequence[tuple[Decision, Outcome]],
    named: Collection[str],
) -> Result:
    settled = order.covered(named).union(named)
    unseen = {i: e for i, e in in_force.items() if i not in settled}
    rulings = (_ruling(decision, outcome) for decision, outcome in ruled)
    versions = (*rulings, *_latest_by_seat(order, unseen))
    counts = all(decision.counts for decision, _ in ruled)
    if counts and len({version.outcome for version in versions}) == 1:
        before = _signed(order, heads, in_force).outcome if in_force else None
        return Result("ruled", versions[0].outcome, versions, heads, before)
    return Result("conflict", None, versions, heads)


def _signed(order: Causality, heads: tuple[str, ...], in_force: Mapping[str, Event]) -> Result:
    versions = _latest_by_seat(order, in_force)
    head_outcomes = {_version(in_force[i]).outcome for i in heads}
    if len(head_outcomes) > 1:
        return Result("conflict", None, versions, heads)
    outcomes = {version.outcome for version in versions}
    if len(outcomes) > 1:
        return Result("disputed", None, versions, heads)
    if {version.seat for version in versions} == {0, 1}:
        return Result("confirmed", versions[0].outcome, versions, heads)
    return Result("entered", None, versions, heads)


def _latest_by_seat(order: Causality, signed: Mapping[str, Event]) -> tuple[Version, ...]:
    """Return what each side signed last: its versions that no later one of its own replaced."""
    latest: list[Version] = []
    for seat in SEATS:
        own = {i: e for i, e in signed.items() if _seat(e) == seat}
        latest += [_version(own[i]) for i in order.heads(own)]
    return tuple(latest)


def _seat(event: Event) -> Seat | None:
    return event.body.seat if isinstance(event.body, ResultSigned) else None


def _version(event: Event) -> Version:
    body = event.body
    assert isinstance(body, ResultSigned)
    # Players do not say that a match is void, nor what is awarded instead.
    outcome = replace(body.outcome, void="", awarded=(0, 0))
    return Version(body.seat, outcome, event.id, event.node, event.at, event.actor.how)


def _ruling(decision: Decision, outcome: Outcome) -> Version:
    return Version(
        None,
        outcome,
        decision.event,
        decision.node,
        decision.at,
        decision.how,
        decision.clause,
        decision.reason,
    )
