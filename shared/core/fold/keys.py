"""What the events say of keys: which devices are enrolled, which tables they serve, and which keys
changed.

No event proves who holds a Curve25519 key, so an enrolment may name that of another device. One
that is known to be later is not in force. Where no event shows which came first, both stand: a
thief must not put a device out by naming its key. The device proves to the hall which it holds.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from typing import Final, NamedTuple, TypeVar

from shared.core.events import (
    Cut,
    DeviceAssigned,
    DeviceEnrolled,
    DivisionLed,
    Event,
    TermOpened,
    entities,
)
from shared.core.fold.causality import Causality
from shared.core.fold.cuts import Opening
from shared.core.fold.leads import LeadClaim
from shared.core.text.sentence import Sentence

ABOUT_KEYS: Final = (
    entities.tournament,
    entities.device,
    entities.rights,
    entities.table_device,
    entities.term,
    entities.lead,
)
"""The entities whose events change whether other events count."""


class AboutKeys:
    """The events about keys, those too that do not count."""

    def __init__(self, by_ent: Mapping[str, Mapping[str, Event]]) -> None:
        self.devices: list[tuple[str, Event]] = []
        """Devices by node, each with one event about it, in the order of the events' ids."""
        self.tables: dict[str, Mapping[str, Event]] = {}
        """Table → the events about its device."""
        self.rights: dict[str, Mapping[str, Event]] = {}
        """Referee's node → the events about their rights."""
        self.openings: list[Opening] = []
        self.claims: list[LeadClaim] = []
        for ent, events in by_ent.items():
            parsed = entities.parse(ent)
            if parsed is None:
                continue
            if parsed.entity is entities.device:
                self.devices += [(parsed.ident, event) for event in events.values()]
            elif parsed.entity is entities.table_device:
                self.tables[parsed.ident] = events
            elif parsed.entity is entities.rights:
                self.rights[parsed.ident] = events
            elif parsed.entity is entities.term:
                self.openings += [
                    Opening(parsed.round_no, event, event.body.cut)
                    for event in events.values()
                    if isinstance(event.body, TermOpened)
                ]
            elif parsed.entity is entities.lead:
                self.claims += [
                    LeadClaim(parsed.ident, parsed.round_no, event, event.body)
                    for event in events.values()
                    if isinstance(event.body, DivisionLed)
                ]
        self.devices.sort(key=lambda pair: pair[1].id)


class Assignments:
    """The assignments that count. ``within`` says whether an event lies within a cut."""

    def __init__(self, within: Callable[[Event, Cut], bool]) -> None:
        self._within = within
        self.devices: dict[str, tuple[str, ...]] = {}
        """Table → its devices: several if two assignments stand side by side."""
        self.served: dict[tuple[str, str], list[Cut | None]] = {}
        """Device and table → how far each assignment goes; None for one that goes on."""

    def add(self, table: str, order: Causality, valid: Mapping[str, Event]) -> None:
        """Add the assignments of a table that count; ``order`` is the order of all of them."""
        heads = order.heads(valid)
        self.devices[table] = tuple(
            sorted({body.node for head in heads if (body := _assignment(valid[head]))})
        )
        for event in valid.values():
            body = _assignment(event)
            assert body is not None
            cuts = self.served.setdefault((body.node, table), [])
            if event.id in heads:
                cuts.append(None)
            for later in valid.values():
                replaced = _assignment(later)
                assert replaced is not None
                # Where the same device stays, only its last assignment bounds it.
                if replaced.node != body.node and event.id in order.covered([later.id]):
                    cuts.append(replaced.cut)

    def covers(self, event: Event, table: str) -> bool:
        """Return whether the device of a table wrote an event while it served that table."""
        cuts = self.served.get((event.node, table), ())
        return any(cut is None or self._within(event, cut) for cut in cuts)

    def bounded(self) -> Iterator[str]:
        """Return the devices that served a table up to a cut."""
        for (node, _), cuts in self.served.items():
            if any(cut is not None for cut in cuts):
                yield node


def _assignment(event: Event) -> DeviceAssigned | None:
    return event.body if isinstance(event.body, DeviceAssigned) else None


K = TypeVar("K")


class KeyChange(NamedTuple):
    """Devices and tables whose events may count otherwise, and venues that are new; all by id."""

    nodes: Set[str]
    tables: Set[str]
    venues: Set[str]


def changed(before: Mapping[K, object], after: Mapping[K, object]) -> Iterator[K]:
    """Yield the keys under which two mappings differ."""
    for key in before.keys() | after.keys():
        if before.get(key) != after.get(key):
            yield key


_TAKEN = Sentence("an earlier enrolment gave its connection key to another device")
_OTHER_KEY = Sentence("an earlier enrolment gave the device another connection key")


class KeyClaim(NamedTuple):
    """An enrolment: ``node`` is admitted, and connects with the key in ``body``."""

    node: str
    event: Event
    body: DeviceEnrolled


class Late(NamedTuple):
    """An enrolment of ``node`` that does not count, and why."""

    node: str
    why: Sentence


_Of = Callable[[KeyClaim], object]


def _key(claim: KeyClaim) -> bytes:
    return claim.body.curve_key


def _node(claim: KeyClaim) -> str:
    return claim.node


class Enrolments:
    """Which of the enrolments by those who may admit devices count.

    That of the tournament key (node ``root``) goes before all others, and the first in a log before
    the later ones there. ``late`` are those that do not count, by the event's id.
    """

    def __init__(self, claims: Iterable[KeyClaim], root: str) -> None:
        self.late: dict[str, Late] = {}
        self.standing = list(claims)
        for group, value, why in ((_key, _node, _TAKEN), (_node, _key, _OTHER_KEY)):
            for differing in _differing(self.standing, group, value):
                late = _later(differing, value, root)
                self.late |= {claim.event.id: Late(claim.node, why) for claim in late}
            self.standing = [claim for claim in self.standing if claim.event.id not in self.late]

    def disputed(self, revoked: Collection[str]) -> Mapping[str, tuple[bytes, ...]]:
        """Return the keys named for each device of which it is open which one it has.

        Enrolments of ``revoked`` devices are left out.
        """
        claims = [claim for claim in self.standing if claim.node not in revoked]
        open_ones = {
            claim.node
            for group, value in ((_key, _node), (_node, _key))
            for differing in _differing(claims, group, value)
            for claim in differing
        }
        keys: dict[str, set[bytes]] = {}
        for claim in claims:
            if claim.node in open_ones:
                keys.setdefault(claim.node, set()).add(_key(claim))
        return {node: tuple(sorted(named)) for node, named in keys.items()}


def _differing(claims: Iterable[KeyClaim], group: _Of, value: _Of) -> Iterator[list[KeyClaim]]:
    """Yield the groups whose claims do not all say the same."""
    groups: dict[object, list[KeyClaim]] = {}
    for claim in claims:
        groups.setdefault(group(claim), []).append(claim)
    for found in groups.values():
        if len(found) > 1 and len({value(claim) for claim in found}) > 1:
            yield found


def _later(claims: Iterable[KeyClaim], value: _Of, root: str) -> Iterator[KeyClaim]:
    """Yield the claims that contradict an earlier one."""
    certified = {value(claim) for claim in claims if claim.event.node == root}
    first: dict[tuple[str, str], object] = {}
    for claim in sorted(claims, key=lambda claim: claim.event.seq):
        event, said = claim.event, value(claim)
        if certified and event.node != root:
            before = said if said in certified else None
        else:
            before = first.setdefault((event.node, event.inc), said)
        if said != before:
            yield claim
