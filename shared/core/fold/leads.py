"""Leads: which hall of a championship, or headquarters, pairs a division, one at a time.

As with terms, nothing depends on which node heard first. The event that takes the lead names what
its author had seen; later pairings by others are not in force.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from shared.core.events import DivisionLed, Event
from shared.core.fold.cuts import Reaches
from shared.core.text.sentence import Sentence


class LeadClaim(NamedTuple):
    """An event by which a venue ("" for headquarters) takes lead ``number`` of a division."""

    division: str
    number: int
    event: Event
    body: DivisionLed


class Lead(NamedTuple):
    """The lead of a division as it stands: ``contested`` where two took it side by side,
    ``stand_ins`` are the venues that may take it by their own word."""

    number: int
    venue: str
    contested: bool = False
    stand_ins: tuple[str, ...] = ()


class Leads:
    """The claims that stand: those of headquarters, of the division's own hall, and of a stand-in
    that one of these has named; none that a later claim had not seen.

    ``owner_of`` gives the venue that an id belongs to, ``home_of`` that of a node.
    """

    def __init__(
        self,
        claims: Iterable[LeadClaim],
        owner_of: Callable[[str], str],
        home_of: Callable[[str], str],
        reaches: Reaches,
    ) -> None:
        self._reaches = reaches
        self._owner_of = owner_of
        self._home_of = home_of
        self._standing: dict[str, dict[int, list[LeadClaim]]] = {}
        self._stand_ins: dict[str, set[str]] = {}
        self._unfounded: dict[str, Sentence] = {}
        by_division: dict[str, list[LeadClaim]] = {}
        for claim in claims:
            by_division.setdefault(claim.division, []).append(claim)
        for division, found in by_division.items():
            named = self._stand_ins[division] = self._named(division, found)
            standing = self._standing.setdefault(division, {})
            for claim in sorted(found, key=lambda c: (-c.number, c.event.id)):
                why = self._unfit(claim, named) or self._unseen(division, claim)
                if why:
                    self._unfounded[claim.event.id] = why
                else:
                    standing.setdefault(claim.number, []).append(claim)

    @property
    def found(self) -> tuple[object, ...]:
        """Which claims stand and which do not: two values with the same judge alike."""
        return (self._standing, self._stand_ins, self._unfounded)

    def _named(self, division: str, found: Iterable[LeadClaim]) -> set[str]:
        """Return the venues that headquarters or the division's own hall let lead it."""
        named: set[str] = set()
        for claim in found:
            if self._home_of(claim.event.node) in ("", self._owner_of(division)):
                named |= {claim.body.venue, *claim.body.stand_ins}
        return named

    def _unfit(self, claim: LeadClaim, named: set[str]) -> Sentence | None:
        home = self._home_of(claim.event.node)
        if home in ("", self._owner_of(claim.division)):
            return None
        if home not in named or claim.body.venue != home:
            return Sentence("the hall of {venue} was not named to lead this division", venue=home)
        return None

    def _unseen(self, division: str, claim: LeadClaim) -> Sentence | None:
        for number, later in self._standing.get(division, {}).items():
            if number > claim.number and not any(self._seen(claim.event, by) for by in later):
                return Sentence(
                    "unseen by the hall that took lead {number} of this division", number=number
                )
        return None

    def of(self, division: str) -> Lead:
        """Return the lead of a division; of two taken side by side, the first by name."""
        standing = self._standing.get(division)
        if not standing:
            return Lead(0, self._owner_of(division))
        number = max(standing)
        venues = sorted({claim.body.venue for claim in standing[number]})
        named = tuple(sorted(self._stand_ins[division] - {""}))
        return Lead(number, venues[0], len(venues) > 1, named)

    @property
    def contested(self) -> Mapping[str, int]:
        """Division → the number of its lead, where two took that side by side."""
        leads = {division: self.of(division) for division in self._standing}
        return {division: lead.number for division, lead in leads.items() if lead.contested}

    def objection(self, event: Event, division: str) -> Sentence | None:
        """Return why a pairing, or another event of the lead, is not in force; None if it may
        be."""
        home = self._home_of(event.node)
        standing = self._standing.get(division, {})
        for number in sorted(standing, reverse=True):
            beyond = [claim for claim in standing[number] if not self._seen(event, claim)]
            if any(claim.body.venue == home for claim in beyond):
                return None
            if len(beyond) == len(standing[number]):
                leader = beyond[0].body.venue
                if not leader:
                    return Sentence(
                        "headquarters pairs this division (lead {number})", number=number
                    )
                return Sentence(
                    "the hall of {venue} pairs this division (lead {number})",
                    venue=leader,
                    number=number,
                )
        owner = self._owner_of(division)
        if home == owner:
            return None
        if not owner:
            return Sentence("headquarters pairs this division")
        return Sentence("the hall of {venue} pairs this division", venue=owner)

    def claim_objection(self, event: Event) -> Sentence | None:
        """Return why a claim does not stand; None if it does."""
        return self._unfounded.get(event.id)

    def _seen(self, event: Event, by: LeadClaim) -> bool:
        return any(
            (node, inc) == (event.node, event.inc) and self._reaches(event, last, head)
            for node, inc, last, head in by.body.cut
        )
