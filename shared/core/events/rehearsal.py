"""A rehearsal: that one is on, that it is over, and what each of its devices measured of itself."""

from typing import Annotated

import msgspec

from shared.core.events import entities
from shared.core.events.base import Body, Count, Instant, Millis, Number, Port
from shared.core.events.kinds import kind
from shared.core.text.fields import Note, Word

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
