"""The versions of a division: which of them count, and which stand side by side.

Reads only what is in force. Of versions written apart none counts while they differ: the division
stays as all their authors had seen it.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from msgspec.structs import asdict

from shared.core.events import DivisionChanged, DivisionOpened, Event
from shared.core.fold.causality import Causality
from shared.core.state import DivisionVersion


class Versions(NamedTuple):
    """``line`` is newest first; ``others`` are in no line with it; ``apart`` are the events of
    those that differ side by side. ``lost``: no version was seen by all of these."""

    line: tuple[DivisionVersion, ...] = ()
    others: tuple[DivisionVersion, ...] = ()
    apart: tuple[str, ...] = ()
    lost: bool = False


def versions(events: Mapping[str, Event], in_force: Mapping[str, Event]) -> Versions:
    """Return the versions of a division; ``events`` are all that name it, ``in_force`` some."""
    found = {
        event.id: _version(event, event.body)
        for event in in_force.values()
        if isinstance(event.body, DivisionOpened)
    }
    if not found:
        return Versions()
    order = Causality(events)
    heads = order.heads(found) or (min(found),)
    newest = _settled(order, found, found)
    line = [newest or heads[0]]
    while before := (order.covered(line[-1:]) & found.keys()).difference(line):
        line.append(_settled(order, found, before) or order.heads(before)[0])
    others = tuple(found[event] for event in sorted(found) if event not in line)
    apart = heads if len({_said(found[head]) for head in heads}) > 1 else ()
    return Versions(tuple(found[event] for event in line), others, apart, newest is None)


def _settled(
    order: Causality, found: Mapping[str, DivisionVersion], ids: Collection[str]
) -> str | None:
    """Return the last version that all agree on; None where there is none."""
    left = set(ids)
    while left:
        heads = order.heads(left) or (min(left),)
        if len({_said(found[head]) for head in heads}) == 1:
            return heads[0]
        seen = [order.covered((head,)) for head in heads]
        left &= set.intersection(*seen).difference(heads)
    return None


def _version(event: Event, body: DivisionOpened) -> DivisionVersion:
    if not isinstance(body, DivisionChanged):
        return DivisionVersion(event.id, 0, body, "", event.at, event.node)
    return DivisionVersion(event.id, body.from_round, body, body.why, event.at, event.node)


def _said(version: DivisionVersion) -> tuple[object, ...]:
    """Return what a version says, without its reason."""
    said = asdict(version.says)
    said.pop("why", None)
    return version.from_round, *(said[name] for name in DivisionOpened.__struct_fields__)
