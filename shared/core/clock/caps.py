"""Time for a whole match, and the clocks that a director brings to a slow one.

Owns when a match is too old and what each side then gets. Stops nothing by itself.
"""

from typing import Literal

from msgspec import Struct

from shared.core.clock.passing import age_due
from shared.core.clock.state import Clock
from shared.core.match.contest import ContestRule
from shared.core.match.controls import TimeControl, parse_time_control
from shared.core.match.move_time import ImposedClockRule, imposed_ms


class Cap(Struct, frozen=True):
    """A match may last ``ms``. Then time is "called" (SE-7), or the director is told, no more.

    ``extra_ms`` is the further play that follows a call where all is equal.
    """

    ms: int
    brings: Literal["alarm", "call"]
    extra_ms: int = 0


def cap_of(imposed: ImposedClockRule | None, contest: ContestRule | None) -> Cap | None:
    """Return the cap that a rulebook's groups put on a match; None where it has none."""
    if contest is not None:
        return Cap(contest.match_ms, "call", contest.extra_ms)
    if imposed is not None:
        # "Within 90 minutes": the alarm is for what lasts longer.
        return Cap(imposed.match_alarm_ms + 1, "alarm")
    return None


def cap_due(cap: Cap, clock: Clock, called_ms: int | None = None) -> int | None:
    """Return the stamp in ms at which the cap acts; None while the match's age stands still.

    ``called_ms`` is how old the match was when time was called: then the extra time counts.
    """
    return age_due(clock, cap.ms if called_ms is None else called_ms + cap.extra_ms)


def imposed_control(rule: ImposedClockRule, at: Literal["match_start", "game"]) -> TimeControl:
    """Return the double clock that the director brings: 45:00 a side, or 30:00 for a game
    (APCA-9)."""
    seconds = imposed_ms(rule, at) // 1000
    return parse_time_control(f"{seconds // 60}:{seconds % 60:02}")
