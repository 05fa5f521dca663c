"""The result of a match from its statements and rulings, by causal heads.

A version that has not seen another is a conflict, never last-write-wins. Equal outcomes merge.
A ruling settles what it has seen; a differing version that it has not seen re-opens the case.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from shared.core.events import Event, ResultSigned, RulingMade
from shared.core.fold.causality import Causality
from shared.core.state import NO_RESULT, Result, Version
from shared.core.words import SEATS, Seat


def resolve_result(
    events: Mapping[str, Event], in_force: Mapping[str, Event], chiefs: Collection[str] = ()
) -> Result:
    """Resolve one result entity. ``in_force`` is a part of ``events``.

    Of rulings that have not seen each other those of ``chiefs`` (node ids) count, if one of them
    has made one; without a chief, or among theirs, they stand side by side.
    """
    if not in_force:
        return NO_RESULT
    order = Causality(events)
    heads = order.heads(in_force)
    rulings = {i: e for i, e in in_force.items() if isinstance(e.body, RulingMade)}
    if rulings:
        return _ruled(order, heads, in_force, rulings, chiefs)
    return _signed(order, heads, in_force)


def _ruled(
    order: Causality,
    heads: tuple[str, ...],
    in_force: Mapping[str, Event],
    rulings: Mapping[str, Event],
    chiefs: Collection[str],
) -> Result:
    last = order.heads(rulings)
    last = tuple(i for i in last if rulings[i].node in chiefs) or last
    settled = order.covered(last)
    unseen = {i: e for i, e in in_force.items() if i not in settled and i not in rulings}
    versions = (*(_version(rulings[i]) for i in last), *_latest_by_seat(order, unseen))
    agree = len({version.outcome for version in versions}) == 1
    if agree:
        return Result("ruled", versions[0].outcome, versions, heads)
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
    """What each side says last: its own statements that none of its own has replaced."""
    latest: list[Version] = []
    for seat in SEATS:
        own = {i: e for i, e in signed.items() if _seat(e) == seat}
        latest += [_version(own[i]) for i in order.heads(own)]
    return tuple(latest)


def _seat(event: Event) -> Seat | None:
    return event.body.seat if isinstance(event.body, ResultSigned) else None


def _version(event: Event) -> Version:
    body = event.body
    if isinstance(body, RulingMade):
        return Version(
            None,
            body.outcome,
            event.id,
            event.node,
            event.at,
            event.actor.how,
            body.clause,
            body.reason,
        )
    assert isinstance(body, ResultSigned)
    return Version(body.seat, body.outcome, event.id, event.node, event.at, event.actor.how)
