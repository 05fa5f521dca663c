"""What the events say of devices beside their rights: where they are found, what they measured.

And whether devices may ask to be admitted, and rehearse. Knows no authority: it hears only of
what is in force.
"""

from __future__ import annotations

from shared.core.events import (
    DeviceChecked,
    DeviceNamed,
    EnrolmentSet,
    Event,
    NodePlaced,
    RehearsalOpened,
)
from shared.core.events.entities import Parsed
from shared.core.fold.causality import Causality
from shared.core.fold.in_force import InForce
from shared.core.fold.register import Latest, by_entity, by_id
from shared.core.state import FoundAt
from shared.core.state.rehearsal import DeviceCheck, Rehearsal

SHORTEST_PACE_MS = 20
"""A robot that looks oftener keeps its device busy with looking."""


class Nodes:
    """Kept up to date entity by entity."""

    def __init__(self, said: InForce) -> None:
        self._said = said
        self.names = Latest(said, DeviceNamed, _name, by_id)
        self.places = Latest(said, NodePlaced, _place, by_id)
        self.checks = Latest(said, DeviceChecked, _check, by_id)
        self._enrolment = Latest(said, EnrolmentSet, _until, by_entity)
        self.rehearsal: Rehearsal | None = None

    @property
    def enrolling_until(self) -> int:
        """Until when devices may ask (UTC ms), 0 for never."""
        return next(iter(self._enrolment.take().values()), 0)

    def enrolment(self, ent: str, parsed: Parsed) -> None:
        """Read again whether devices may ask to be admitted."""
        self._enrolment.derive(ent, parsed)

    def rehearse(self, ent: str, _: Parsed) -> None:
        """Read again whether a rehearsal is on.

        An end ends what its author had seen; of several that are open the newest is on.
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


def _name(_ent: str, _parsed: Parsed, _event: Event, body: DeviceNamed) -> str:
    return body.label


def _place(_ent: str, _parsed: Parsed, _event: Event, body: NodePlaced) -> FoundAt:
    return FoundAt(body.host, body.sync_port, body.feed_port, body.enrol_port)


def _check(_ent: str, _parsed: Parsed, _event: Event, body: DeviceChecked) -> DeviceCheck:
    return DeviceCheck(
        body.software,
        body.columns,
        body.lines,
        body.round_trip_ms,
        body.offset_ms,
        body.lost,
        body.waits,
    )


def _until(_ent: str, _parsed: Parsed, _event: Event, body: EnrolmentSet) -> int:
    return body.until
