"""Who belongs to the hall and who is the hall: the tournament, its devices, terms and addresses,
and the rehearsals of devices.
"""

from typing import Annotated

import msgspec

from shared.core.events import entities
from shared.core.events.base import (
    Body,
    Count,
    Cut,
    EventId,
    Instant,
    Millis,
    Number,
    Port,
    Role,
    Scope,
    VectorCut,
    kind,
)
from shared.core.text.fields import Ident, Name, Note, Word

Host = Annotated[str, msgspec.Meta(max_length=253)]
"""A name or an address of a machine, as long as DNS has them."""


@kind("a.tournament.opened", entities.tournament, by="tournament key", termless=True)
class TournamentOpened(Body, frozen=True):
    """The tournament exists. Written once, by the tournament key itself.

    ``chief`` (a node id, or "" for nobody) is the key whose ruling outranks one that another
    referee made without having seen it, where the event says so. In a championship each hall has
    an opening of its own under its ``venue``; headquarters' has none.
    """

    name: Name
    zone: Word
    tournament_key: bytes
    chief: Ident = ""
    venue: Ident = ""


@kind("a.device.enrolled", entities.device, by="admit", termless=True)
class DeviceEnrolled(Body, frozen=True):
    """A device belongs to the tournament. Only the tournament key grants scopes.

    In a championship it also names the ``venue`` of a hall and its referees, and what they admit
    belongs there; "" in a tournament of one hall, and at headquarters.
    """

    sign_key: bytes
    curve_key: bytes
    role: Role
    scopes: tuple[Scope, ...]
    label: Name
    venue: Ident = ""


@kind("a.rights.set", entities.rights, by="rule", termless=True)
class RightsSet(Body, frozen=True):
    """What an assistant may do from now on, as the chief referee says.

    ``scopes`` are of "hall", "pair" and "rule"; who may be the hall and who may admit devices, the
    tournament key alone says. What the assistant wrote up to ``cut`` is judged by the rights that
    they had before.
    """

    scopes: tuple[Scope, ...]
    cut: Cut = ()


@kind("a.device.revoked", entities.device, by="admit", termless=True)
class DeviceRevoked(Body, frozen=True):
    """A device's key is worth nothing beyond ``cut``."""

    cut: Cut
    reason: Note


@kind("a.device.named", entities.device_name, by="admit")
class DeviceNamed(Body, frozen=True):
    """What a device is called from now on; until then it bears the label of its enrolment."""

    label: Name


@kind("a.device.assigned", entities.table_device, by="admit")
class DeviceAssigned(Body, frozen=True):
    """``node`` (hex) stands at the table from now on; "" for no device.

    A device that is assigned to another table moves there by itself, so moving one is two events:
    this one there, and one here that names who comes in its place.

    ``cut`` bounds the testimony of the device that stood there before.
    """

    node: Ident
    cut: Cut = ()


@kind("a.term.opened", entities.term, by="term")
class TermOpened(Body, frozen=True):
    """The author is the hall from now on, in the term that the entity names.

    ``cut`` is what the author had seen of all that hold rights: authority of an earlier term
    beyond it is not in force.
    """

    cut: VectorCut
    reason: Note = ""


@kind("a.logs.pinned", entities.pins, by="hall", termless=True)
class LogsPinned(Body, frozen=True):
    """How far the author has the logs of other devices: the last event of each.

    It bounds nothing. Only where two different events stand in one place of a log does the one
    count that a pinned event chains back to.
    """

    heads: tuple[EventId, ...]


@kind("a.log.settled", entities.settled, by="rule", termless=True)
class LogSettled(Body, frozen=True):
    """Which of several events in one place counts, as a referee decides: those that the events in
    ``heads`` chain back to, whatever was pinned."""

    heads: VectorCut
    reason: Note = ""


@kind("a.division.led", entities.lead, by="term")
class DivisionLed(Body, frozen=True):
    """A venue, "" for headquarters, pairs the division from now on, in the lead that the entity
    numbers (from 1).

    ``cut`` is what the author had seen of all that hold rights: pairings of another beyond it are
    not in force. ``stand_ins`` are venues that may take the lead by their own word.
    """

    venue: Ident
    cut: VectorCut
    stand_ins: tuple[Ident, ...] = ()
    reason: Note = ""


@kind("a.enrolment.set", entities.enrolment, by="admit")
class EnrolmentSet(Body, frozen=True):
    """Devices may ask to be admitted by digits until ``until`` (UTC ms by the hall's clock)."""

    until: Instant


@kind("a.node.placed", entities.address, by="term", termless=True, of_itself=True)
class NodePlaced(Body, frozen=True):
    """The author, who may be the hall, would be found here. A hint: its key is its identity."""

    host: Host
    sync_port: Port
    feed_port: Port
    enrol_port: Port


MOST_WAITS = 1_000
"""Results that one device measures in a rehearsal, at most."""


@kind("a.rehearsal.opened", entities.rehearsal, by="hall")
class RehearsalOpened(Body, frozen=True):
    """A rehearsal is on: a tournament of its own that is thrown away, for idle devices to visit.

    ``root_key`` is the tournament key that is pinned there, ``curve_key`` its hall's, which
    runs on the hall's own machine, at the two ports. It ends at ``until`` (UTC ms) at the latest.
    Match clocks run ``speed`` times as fast; robots press ``moves`` times a game and look at their
    table every ``pace_ms`` ms; ``seed`` makes up their games.
    """

    root_key: bytes
    curve_key: bytes
    sync_port: Port
    feed_port: Port
    until: Instant
    speed: Count = 60
    moves: Count = 6
    pace_ms: Count = 100
    seed: Number = 0


@kind("a.rehearsal.ended", entities.rehearsal, by="hall")
class RehearsalEnded(Body, frozen=True):
    """The rehearsals that the author had seen are over; ``why`` in a few words."""

    why: Note = ""


@kind("t.device.checked", entities.check, by="device", of_itself=True)
class DeviceChecked(Body, frozen=True):
    """What a device in a rehearsal measured of itself; the latest word counts.

    ``software`` is its version, ``columns`` and ``lines`` its screen. ``round_trip_ms`` is the
    shortest ping, ``offset_ms`` how far its clock is ahead of the hall's. ``lost`` counts how
    often it lost the hall. ``waits`` has, for each result that was entered there, the ms from the
    press to the hall's word that it is durable.
    """

    software: Word
    columns: Count
    lines: Count
    round_trip_ms: Millis
    offset_ms: Number
    lost: Count = 0
    waits: Annotated[tuple[Millis, ...], msgspec.Meta(max_length=MOST_WAITS)] = ()
