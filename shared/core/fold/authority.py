"""Who may say what: keys, scopes, table assignments and cuts, from the set of events alone.

An event that fails here is not lost: it is kept, listed with the reason, and not in force.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from shared.core import entities
from shared.core.events import (
    FAMILY_OF,
    SCOPE_OF,
    Cut,
    DeviceAssigned,
    DeviceEnrolled,
    DeviceRevoked,
    Event,
)
from shared.core.fold.causality import Causality
from shared.core.state import Device

REGISTRY_KINDS = frozenset(
    {"a.tournament.opened", "a.device.enrolled", "a.device.revoked", "a.device.assigned"}
)
"""Kinds that change what other events are worth."""


class Registry:
    """Keys, scopes, assignments and cuts, as one set of events has them.

    ``root`` is the node id of the pinned tournament key: the only author that is believed
    without an enrolment.
    """

    def __init__(self, root: str, by_ent: Mapping[str, Mapping[str, Event]]) -> None:
        self.root = root
        self.devices: dict[str, Device] = {}
        self.assigned: dict[str, tuple[str, ...]] = {}
        self._revoked: dict[str, list[Cut]] = {}
        self._served: dict[tuple[str, str], list[Cut | None]] = {}
        for ent, events in by_ent.items():
            parsed = entities.parse(ent)
            if parsed is not None and parsed.family == "device":
                self._enrol(parsed.ident, events.values())
        for ent, events in by_ent.items():
            parsed = entities.parse(ent)
            if parsed is None:
                continue
            if parsed.family == "device":
                self._revoke(parsed.ident, events.values())
            elif parsed.family == "table_device":
                self._assign(parsed.ident, events)

    def _enrol(self, node: str, events: Iterable[Event]) -> None:
        for event in sorted(events, key=lambda event: event.id):
            body = event.body
            if isinstance(body, DeviceEnrolled) and (event.node == self.root or not body.scopes):
                known = self.devices.get(node)
                if known is None or (body.scopes and not known.scopes):
                    self.devices[node] = Device(
                        node,
                        body.sign_key,
                        body.curve_key,
                        body.role,
                        body.scopes,
                        body.label,
                        revoked=False,
                    )

    def _revoke(self, node: str, events: Iterable[Event]) -> None:
        for event in events:
            body = event.body
            if isinstance(body, DeviceRevoked) and self._holds(event.node, "admit"):
                self._revoked.setdefault(node, []).append(body.cut)
                device = self.devices.get(node)
                if device is not None:
                    self.devices[node] = Device(
                        device.node,
                        device.sign_key,
                        device.curve_key,
                        device.role,
                        device.scopes,
                        device.label,
                        revoked=True,
                    )

    def _assign(self, table: str, events: Mapping[str, Event]) -> None:
        valid = {
            event.id: event
            for event in events.values()
            if isinstance(event.body, DeviceAssigned) and self._holds(event.node, "admit")
        }
        order = Causality(events)
        heads = order.heads(valid)
        self.assigned[table] = tuple(
            sorted({body.node for head in heads if (body := _assignment(valid[head]))})
        )
        for event in valid.values():
            body = _assignment(event)
            assert body is not None
            cuts = self._served.setdefault((body.node, table), [])
            if event.id in heads:
                cuts.append(None)
            for later in valid.values():
                replaced = _assignment(later)
                if replaced is not None and event.id in order.ancestors(later.id):
                    cuts.append(replaced.cut if replaced.node != body.node else None)

    def _holds(self, node: str, scope: str) -> bool:
        if node == self.root:
            return True
        device = self.devices.get(node)
        return device is not None and scope in device.scopes

    def objection(self, event: Event, tables_of: Callable[[str], frozenset[str]]) -> str | None:
        """Why ``event`` is not in force, or None if it is.

        ``tables_of`` gives the tables that pairings gave a match uid.
        """
        parsed = entities.parse(event.ent)
        if parsed is None or FAMILY_OF.get(event.kind) != parsed.family:
            return "the event speaks about nothing that its kind may speak about"
        if any(not _within(event, cut) for cut in self._revoked.get(event.node, ())):
            return "written by a device after its key was revoked"
        if event.kind == "a.tournament.opened":
            return None if event.node == self.root else "only the tournament key may open it"
        if event.kind == "a.device.enrolled":
            return self._enrolment_objection(event)
        if event.kind.startswith("a."):
            scope = SCOPE_OF[event.kind]
            if not self._holds(event.node, scope):
                return f"its author's key does not hold the right '{scope}'"
            return None
        return self._testimony_objection(event, parsed, tables_of)

    def _enrolment_objection(self, event: Event) -> str | None:
        body = event.body
        if not isinstance(body, DeviceEnrolled) or not self._holds(event.node, "admit"):
            return "its author's key does not hold the right 'admit'"
        if body.scopes and event.node != self.root:
            return "only the tournament key may grant rights"
        return None

    def _testimony_objection(
        self, event: Event, parsed: entities.Parsed, tables_of: Callable[[str], frozenset[str]]
    ) -> str | None:
        if event.node not in self.devices:
            return "its author is not enrolled"
        if parsed.match is None:
            tables = frozenset({parsed.ident})
        else:
            tables = tables_of(parsed.match.uid)
            if not tables:
                return "no pairing names this match"
        for table in tables:
            for cut in self._served.get((event.node, table), ()):
                if cut is None or _within(event, cut):
                    return None
        return "its author is not the device of this table"


def _assignment(event: Event) -> DeviceAssigned | None:
    return event.body if isinstance(event.body, DeviceAssigned) else None


def _within(event: Event, cut: Cut) -> bool:
    return any(inc == event.inc and event.seq <= last for inc, last in cut)
