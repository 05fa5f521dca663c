"""Journal lines of the clock alone: one of its own events says all that happened."""

from shared.core import clock as c
from shared.core.day.entries.base import JournalLine

ClockEvent = (
    c.StartLate
    | c.StartBoth
    | c.Arrive
    | c.Pause
    | c.Resume
    | c.Notice
    | c.Release
    | c.Tap
    | c.Plus
    | c.TimeTold
    | c.SingleJump
    | c.PassTurn
    | c.Adjust
    | c.Forgotten
    | c.Gap
)
"""What a line can say of the clock. Its other events follow from lines that say more than they."""


class Clocked(JournalLine, frozen=True):
    """Something happens to the clock of the table."""

    event: ClockEvent
