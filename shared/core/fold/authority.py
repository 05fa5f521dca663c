"""Which key may say what: keys, rights, table assignments and cuts, from the set of events alone.

An event that may not is kept and listed with the reason, but it is not in force.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from shared.core.events import (
    KINDS,
    Cut,
    DeviceAssigned,
    DeviceEnrolled,
    DeviceRevoked,
    Event,
    LogKey,
    RightsSet,
    Scope,
    entities,
)
from shared.core.events.entities import owner
from shared.core.fold.causality import Causality
from shared.core.fold.cuts import (
    Cuts,
    Opening,
    Reaches,
    Revocation,
    Rights,
    Terms,
    beyond,
    cuts_of,
    head_in,
    standing,
    within,
)
from shared.core.fold.keys import AboutKeys, Assignments, Enrolments, KeyChange, KeyClaim, changed
from shared.core.fold.leads import Leads
from shared.core.fold.venues import homes, openings, seen_from, trespass
from shared.core.state import Device
from shared.core.text.sentence import Sentence


class Registry:
    """Keys, rights, assignments and cuts, as one set of events has them.

    ``root`` is the node id of the pinned tournament key: the only author that needs no enrolment
    and that no event can revoke. ``node`` keeps the log. ``reaches`` is described in ``cuts``.
    """

    def __init__(
        self,
        root: str,
        by_ent: Mapping[str, Mapping[str, Event]],
        node: str = "",
        reaches: Reaches = lambda event, number, _: event.seq <= number,
    ) -> None:
        self.root = root
        self._node = node
        self._reaches = reaches
        self.devices: dict[str, Device] = {}
        self._granted: dict[str, tuple[Scope, ...]] = {}
        self.openings = openings(by_ent.get(entities.tournament(), {}), root)
        self.chiefs = frozenset(said.chief for said in self.openings.values() if said.chief)
        self.assignments = Assignments(self._within)
        self.assigned = self.assignments.devices
        self._revoked: Cuts = {}
        self.revocations: frozenset[str] = frozenset()
        said = AboutKeys(by_ent)
        self._homes = homes(root, said.devices)
        self.venue = seen_from(node, self._homes, self.openings)
        enrolments = [
            KeyClaim(of, event, event.body)
            for of, event in said.devices
            if isinstance(event.body, DeviceEnrolled) and not self.grants_in_vain(event)
        ]
        # Rights come from the tournament key alone, so they are known before any revocation.
        certified = [claim for claim in enrolments if claim.event.node == root]
        self._certified = frozenset(claim.node for claim in certified)
        for claim in Enrolments(certified, root).standing:
            self._enrol(claim)
        self._revoke(said.devices)
        admitted = Enrolments(
            (c for c in enrolments if c.event.node == root or self._may(c.event, "admit")), root
        )
        for claim in admitted.standing:
            self._enrol(claim)
        self.late = admitted.late
        for of in self._revoked.keys() & self.devices.keys():
            self.devices[of] = msgspec.structs.replace(self.devices[of], revoked=True)
        for of, keys in admitted.disputed(self._revoked.keys()).items():
            self.devices[of] = msgspec.structs.replace(self.devices[of], disputed=keys)
        terms: dict[str, list[Opening]] = {}
        for opening in said.openings:
            if self._may(opening.event, "term"):
                terms.setdefault(self.home(opening.event.node), []).append(opening)
        self._opened = terms
        self._terms = {venue: Terms(found, reaches) for venue, found in terms.items()}
        self.terms = self._terms.get(self.venue) or Terms((), reaches)
        in_term = (
            c for c in said.claims if self._may(c.event, "term") and not self.outdated(c.event)
        )
        self.leads = Leads(in_term, self.owner, self.home, reaches)
        for table, events in said.tables.items():
            valid = {i: event for i, event in events.items() if self._assigns(event)}
            self.assignments.add(table, Causality(events), valid)
        self._words = {
            node: words
            for node, events in said.rights.items()
            if (words := {i: e for i, e in events.items() if not self.no_word(e, node)})
        }
        """Assistant's node → the events that set their rights."""
        self.rights = Rights(self._words, self._within)
        self.bounded = {
            *self._revoked,
            *self._words,
            *self.assignments.bounded(),
        }
        """The devices of which one testimony may count and another one not."""
        for node, device in self.devices.items():
            scopes = self.rights.now(node, device.scopes)
            self.devices[node] = msgspec.structs.replace(device, scopes=scopes)

    def since(self, before: Registry) -> KeyChange | None:
        """Return whose events have to be judged again, compared with ``before``; None for all.

        A change of terms, leads or revocations concerns all events. A change of chiefs concerns
        what the chiefs ruled on.
        """
        known = {venue: self.openings.get(venue) for venue in before.openings}
        if known != before.openings or (
            (self.venue, self._opened, self._words, self.leads.found)
            != (before.venue, before._opened, before._words, before.leads.found)
            or (self._revoked, self.revocations) != (before._revoked, before.revocations)
        ):
            return None
        nodes = {
            *changed(before.devices, self.devices),
            *changed(before._granted, self._granted),
            *changed(before._homes, self._homes),
            *(node for node, _ in changed(before.assignments.served, self.assignments.served)),
            *(before.chiefs ^ self.chiefs),
            *((before.late | self.late)[i].node for i in changed(before.late, self.late)),
        }
        tables = set(changed(before.assigned, self.assigned))
        # A table that is left without a device was served by "".
        return KeyChange(nodes - {""}, tables, self.openings.keys() - before.openings.keys())

    def _enrol(self, claim: KeyClaim) -> None:
        node, body = claim.node, claim.body
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
                venue=self.home(node),
            )
            self._granted[node] = body.scopes

    def grants_in_vain(self, event: Event) -> bool:
        """Return whether an enrolment grants rights that its author may not grant.

        Only the tournament key may grant rights.
        """
        body = event.body
        return isinstance(body, DeviceEnrolled) and bool(body.scopes) and event.node != self.root

    def stays_with(self, event: Event) -> bool:
        """Return whether nothing here changes if ``event``, which no other names, arrives.

        Only keys that the tournament key enrolled may say anything of keys, and not beyond a cut.
        A revocation may always change something.
        """
        if event.body is None or event.node not in self._certified:
            return event.body is None or event.node != self.root
        if isinstance(event.body, DeviceRevoked):
            return False
        if isinstance(event.body, DeviceEnrolled) and not self._at_home(event):
            return False
        return self.grants_in_vain(event) or self.cut_off(event)

    def _at_home(self, event: Event) -> bool:
        """Return whether a device is known to belong to the venue of its enrolment's author."""
        parsed = entities.parse(event.ent)
        node = parsed.ident if parsed is not None else ""
        known = node in self._homes or node != self._node
        return known and self.home(node) == self.home(event.node)

    def home(self, node: str) -> str:
        """Return the venue that a key belongs to, "" for headquarters or a hall alone."""
        return self._homes.get(node, "")

    def governs(self, author: str, node: str) -> bool:
        """Return whether a key may speak about a device: a venue's keys govern their own devices.

        Headquarters' keys govern all devices.
        """
        return self.home(author) in ("", self.home(node))

    def away(self, ident: str) -> str:
        """Return the venue of a thing by its id; "" if it is the venue of this log."""
        venue = self.owner(ident)
        return venue if venue != self.venue else ""

    def owner(self, ident: str) -> str:
        """Return the venue of a thing by its id, "" for headquarters or a hall alone."""
        return owner(ident, self.openings)

    @property
    def halls_beside(self) -> bool:
        """Whether this hall has heard of another one; headquarters is beside none."""
        return bool(self.venue and self.openings.keys() - {"", self.venue})

    def elsewhere(self, ident: str) -> bool:
        """Return whether a thing is another hall's and this hall may not pair it.

        At headquarters nothing is.
        """
        if not self.halls_beside or self.owner(ident) in ("", self.venue):
            return False
        lead = self.leads.of(ident)
        return self.venue not in (lead.venue, *lead.stand_ins)

    @property
    def contested(self) -> list[int]:
        """The numbers of terms that two halls of one venue opened side by side."""
        return [terms.number for terms in self._terms.values() if terms.contested]

    def no_word(self, event: Event, node: str) -> Sentence | None:
        """Return why an event does not set the rights of ``node``; None if it does."""
        if not isinstance(event.body, RightsSet):
            return Sentence("it says nothing of rights")
        said = self.openings.get(self.home(node))
        chief = "" if said is None else said.chief
        if event.node not in (self.root, chief) or not self._may(event, "rule"):
            return Sentence("only the chief referee sets the rights of assistants")
        device = self.devices.get(node)
        if device is None or device.role != "referee" or node == chief:
            return Sentence("only the rights of the chief's assistants can be set")
        return None

    def _revoke(self, about_devices: Sequence[tuple[str, Event]]) -> None:
        """Find the revocations that count."""
        claims = [
            Revocation(node, event, event.body.cut)
            for node, event in about_devices
            if isinstance(event.body, DeviceRevoked)
            and node != self.root
            and self.governs(event.node, node)
            and self.holds(event.node, "admit")
        ]
        possible = standing(claims, self._reaches)
        self._revoked = cuts_of(possible)
        self.revocations = frozenset(claim.event.id for claim in possible)

    def _assigns(self, event: Event) -> bool:
        """Return whether an event gives a table a device."""
        return (
            isinstance(event.body, DeviceAssigned)
            and self._may(event, "admit")
            and not self.outdated(event)
            and self.trespass(event) is None
        )

    def _within(self, event: Event, cut: Cut) -> bool:
        return within(event, cut, self._reaches)

    def withdrawn_at(self, log: LogKey) -> list[tuple[int, str]]:
        """Return where each standing withdrawal cuts a log: the last number and id that count."""
        return [head_in(cut, log[1]) for cut in self._revoked.get(log[0], ())]

    def had_rights(self, node: str) -> bool:
        """Return whether a key was ever given a right."""
        return node == self.root or bool(self._granted.get(node)) or node in self._words

    def holds(self, node: str, scope: str) -> bool:
        """Return whether a key was enrolled with a right."""
        return node == self.root or scope in self._granted.get(node, ())

    def cut_off(self, event: Event) -> bool:
        """Return whether an event was written after its author's key was withdrawn."""
        return beyond(event, self._revoked, self._reaches)

    def _may(self, event: Event, scope: str) -> bool:
        return self.holds(event.node, scope) and not self.cut_off(event)

    def outdated(self, event: Event) -> Sentence | None:
        """Return why a term bars an event; None if none does. No term bars the tournament key."""
        if event.node == self.root or KINDS[event.kind].termless:
            return None
        parsed = entities.parse(event.ent)
        opens = parsed is not None and parsed.entity is entities.term
        terms = self._terms.get(self.home(event.node))
        if terms is None:
            return None
        number = terms.bar(event, opens=parsed.round_no if parsed and opens else 0)
        if not number:
            return None
        return Sentence(
            "written in an earlier term, unseen by the hall that opened term {number}",
            number=number,
        )

    def revoked(self, node: str) -> bool:
        """Return whether a device's key was withdrawn."""
        device = self.devices.get(node)
        return device is not None and device.revoked

    def trespass(self, event: Event, tables: Iterable[str] = ()) -> Sentence | None:
        """Return why an event may not speak about another hall's things; None if it does not."""
        parsed = entities.parse(event.ent)
        assert parsed is not None
        return trespass(self.home(event.node), self.venue, parsed, tables)
