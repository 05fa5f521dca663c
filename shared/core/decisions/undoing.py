"""What puts right at a table what a decision that is undone has done there. Pure."""

from shared.core.events import measures as m
from shared.core.match.controls import UNCLOCKED


def counter(measure: m.Measure) -> m.Measure | None:
    """Return the measure that undoes at the table what ``measure`` did; None where none does."""
    match measure:
        case m.Paused():
            return m.Resumed()
        case m.Resumed():
            return m.Paused()
        case m.TimeAdded(left, right):
            return m.TimeAdded(-left, -right)
        case m.MovesTimed():
            return m.TimingEnded()
        case m.ClockAssigned(control, "next") if control != UNCLOCKED:
            return m.ClockAssigned(UNCLOCKED, "next")
    return None
