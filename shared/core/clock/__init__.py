"""The match clock: one clock for all games of a match, two seats, whole milliseconds.

It owns the time left, whose turn runs, the presses of the game and which flag fell first. It
never reads a clock: every event brings ``at``, ms of one monotonic clock. It awards nothing.
"""

from shared.core.clock.caps import Cap, cap_due, cap_of, imposed_control
from shared.core.clock.causes import Asleep, ByReferee, Cause, Here, Reported, Why
from shared.core.clock.events import (
    Adjust,
    Arrive,
    EndGame,
    Event,
    Forgotten,
    Gap,
    Impose,
    Keep,
    NextGame,
    Notice,
    PassTurn,
    Pause,
    Plus,
    Press,
    Recover,
    Release,
    Resume,
    SingleJump,
    Start,
    StartBoth,
    StartLate,
    Tap,
    TimeTold,
)
from shared.core.clock.faces import face
from shared.core.clock.passing import age_due, flag_due, match_age, reading, settle
from shared.core.clock.state import (
    Clock,
    ClockPhase,
    ClockReading,
    IllegalClockEvent,
    Pair,
    Watch,
    new_clock,
)
from shared.core.clock.table import apply
from shared.core.clock.watch import Alert, alert, low_time

__all__ = [
    "Adjust",
    "Alert",
    "Arrive",
    "Asleep",
    "ByReferee",
    "Cap",
    "Cause",
    "Clock",
    "ClockPhase",
    "ClockReading",
    "EndGame",
    "Event",
    "Forgotten",
    "Gap",
    "Here",
    "IllegalClockEvent",
    "Impose",
    "Keep",
    "NextGame",
    "Notice",
    "Pair",
    "PassTurn",
    "Pause",
    "Plus",
    "Press",
    "Recover",
    "Release",
    "Reported",
    "Resume",
    "SingleJump",
    "Start",
    "StartBoth",
    "StartLate",
    "Tap",
    "TimeTold",
    "Watch",
    "Why",
    "age_due",
    "alert",
    "apply",
    "cap_due",
    "cap_of",
    "face",
    "flag_due",
    "imposed_control",
    "low_time",
    "match_age",
    "new_clock",
    "reading",
    "settle",
]
