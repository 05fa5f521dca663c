"""A rehearsal as the state of the hall has it, and what its devices measured.

Knows no events and no clock: every ``now`` is handed in (UTC ms by the hall's clock).
"""

import msgspec


class Rehearsal(msgspec.Struct, frozen=True):
    """A rehearsal that nobody has ended; fields as in ``events.RehearsalOpened``."""

    root_key: bytes
    curve_key: bytes
    sync_port: int
    feed_port: int
    until: int
    speed: int
    moves: int
    pace_ms: int
    seed: int
    at: int
    """When it was opened."""

    def is_on(self, now: int) -> bool:
        """Return whether it still goes on."""
        return now < self.until


class DeviceCheck(msgspec.Struct, frozen=True):
    """What a device measured of itself in a rehearsal; fields as in ``events.DeviceChecked``."""

    software: str
    columns: int
    lines: int
    round_trip_ms: int
    offset_ms: int
    lost: int
    waits: tuple[int, ...]
