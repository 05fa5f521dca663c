"""What the events say of devices, besides their rights: names, addresses, checks, rehearsals.

Reads only what is in force.
"""

from msgspec.structs import astuple

from shared.core.events import (
    DeviceChecked,
    DeviceNamed,
    EnrolmentSet,
    NodePlaced,
    RehearsalOpened,
)
from shared.core.events.entities import Parsed
from shared.core.fold.causality import Causality
from shared.core.fold.in_force import InForce
from shared.core.fold.latest import Latest, Word, by_entity, by_id
from shared.core.state import FoundAt
from shared.core.state.rehearsal import DeviceCheck, Rehearsal

SHORTEST_PACE_MS = 20
"""A robot that looks more often keeps its device busy."""


class Nodes:
    """Kept up to date entity by entity."""

    def __init__(self, said: InForce) -> None:
        self._said = said
        self.names = Latest(said, DeviceNamed, lambda word: word.body.label, by_id)
        self.places = Latest(said, NodePlaced, _place, by_id)
        self.checks = Latest(said, DeviceChecked, _check, by_id)
        self._enrolment = Latest(said, EnrolmentSet, lambda word: word.body.until, by_entity)
        self.rehearsal: Rehearsal | None = None

    @property
    def enrolling_until(self) -> int:
        """Until when devices may ask to be admitted (UTC ms); 0 for never."""
        return next(iter(self._enrolment.take().values()), 0)

    def enrolment(self, ent: str, parsed: Parsed) -> None:
        """Read again whether devices may ask to be admitted."""
        self._enrolment.derive(ent, parsed)

    def rehearse(self, ent: str, _: Parsed) -> None:
        """Read again whether a rehearsal is on.

        An end closes the rehearsals that its author had seen. Of several open ones, the newest is
        on.
        """
        in_force = self._said.of(ent)
        open_ones = [
            event
            for head in Causality(self._said.all_of(ent)).heads(in_force)
            if isinstance((event := in_force[head]).body, RehearsalOpened)
        ]
        newest = max(open_ones, key=lambda event: (event.at, event.id), default=None)
        self.rehearsal = None
        if newest is not None and isinstance(body := newest.body, RehearsalOpened):
            self.rehearsal = Rehearsal(
                body.root_key,
                body.curve_key,
                body.sync_port,
                body.feed_port,
                body.until,
                max(1, body.speed),
                max(0, body.moves),
                max(SHORTEST_PACE_MS, body.pace_ms),
                body.seed,
                newest.at,
            )


def _place(said: Word[NodePlaced]) -> FoundAt:
    body = said.body
    return FoundAt(body.host, body.sync_port, body.feed_port, body.enrol_port)


def _check(said: Word[DeviceChecked]) -> DeviceCheck:
    return DeviceCheck(*astuple(said.body))
