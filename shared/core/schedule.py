"""The rounds of an event in time: when each starts and ends, and what may start when.

Owns the timetable. Instants are UTC in ms; a rulebook's hours are local in the event's zone.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

LocalTime = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Days = tuple[tuple[LocalTime, ...], ...]


class ScheduleRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A division's rounds a day, and what may start late. Durations in ms, hours as HH:MM."""

    days: Annotated[
        Days,
        Meta(description="Starts of the rounds, day by day, local time. ACF-1.V.B, ACF-1.V.C"),
    ]
    round_length_ms: Annotated[
        int, Meta(gt=0, description="How long a round is scheduled to last. ACF-1.V.B, ACF-1.V.C")
    ]
    no_new_game_before_end_ms: Annotated[
        int | None,
        Meta(description="No game starts with less than this left. ACF-1.X.B.e"),
    ] = None
    pairing_rank: Annotated[
        int, Meta(ge=1, description="Which division is paired first: the lowest. ACF-1.V.A")
    ] = 1
    registration_day: Annotated[
        int | None,
        Meta(description="Day on which registration closes; 1 is the first of play. ACF-1.V.A"),
    ] = None
    registration_time: Annotated[
        LocalTime | None, Meta(description="Local time at which registration closes. ACF-1.V.A")
    ] = None
