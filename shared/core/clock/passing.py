"""How time passes on a match clock: what is left, how that is shown, when a flag falls, how old the
match is, and when it is too old. Stops nothing by itself.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from shared.core.clock.state import TIME_PASSES, Clock, ClockPhase, ClockReading, only
from shared.core.match.contest import ContestRule
from shared.core.match.controls import KINDS, TimeControl, parse_time_control
from shared.core.match.move_time import ImposedClockRule, imposed_ms
from shared.core.match.outcome import SEATS, Seat

_AGES = (ClockPhase.READY, ClockPhase.ABSENT, ClockPhase.RUNNING, ClockPhase.ENDED)


def raw_left(clock: Clock, seat: Seat) -> int:
    """Return ms that ``seat`` has left, below nothing where its reserve is overdrawn
    (USBGF-4.3)."""
    kind = KINDS[clock.control.kind]
    return kind.left(clock.control, clock.main[seat], clock.thought[seat])


def left(clock: Clock, seat: Seat) -> int:
    """Return ms that the clock shows for ``seat``: nothing once its flag is down."""
    return 0 if clock.fallen[seat] else max(0, raw_left(clock, seat))


def slack(clock: Clock, seat: Seat) -> int | None:
    """Return ms that ``seat`` may still think before its flag falls; None where none can fall."""
    allowance = KINDS[clock.control.kind].allowance(clock.control, clock.main[seat])
    if allowance is None or not clock.runs[seat]:
        return None
    return max(0, allowance - clock.thought[seat])


def flag_due(clock: Clock) -> int | None:
    """Return the stamp in ms at which the next flag falls if nothing happens; None if none will.

    The flag falls when the last millisecond is used up: a player with 1000 ms who starts at
    ``at`` 0 is in time at 999 and has lost at 1000, with a press of that very stamp too.
    """
    if clock.phase not in TIME_PASSES or clock.at is None:
        return None
    due = [
        clock.at + rest
        for seat in SEATS
        if not clock.fallen[seat] and (rest := slack(clock, seat)) is not None
    ]
    return min(due, default=None)


def settle(clock: Clock, at: int) -> Clock:
    """Return the clock as it stands at ``at`` (ms) when nothing has happened since its last event.

    A flag falls at its exact instant, however late the clock is read. It freezes everything, but
    where it has to be noticed time goes on (USBGF-4.3). A stamp below the last one counts as
    the last one: a monotonic clock does not step back, so such a stamp is two threads crossing,
    and no player gains or loses time by it.
    """
    if clock.phase is ClockPhase.FLAGGED:
        return clock
    now = at if clock.at is None else max(at, clock.at)
    due = flag_due(clock)
    if due is None or now < due:
        return _passed(clock, now)
    down = flagged(_passed(clock, due))
    return down if down.phase is ClockPhase.FLAGGED else settle(down, now)


def flagged(clock: Clock) -> Clock:
    """``clock`` with each running flag down that has nothing left, and the first of them noted."""
    new = [seat for seat in SEATS if slack(clock, seat) == 0 and not clock.fallen[seat]]
    fallen = (clock.fallen[0] or 0 in new, clock.fallen[1] or 1 in new)
    first = clock.first if any(clock.fallen) else only(fallen)
    stops = clock.control.flag == "stops" and bool(new)
    return replace(
        clock, phase=ClockPhase.FLAGGED if stops else clock.phase, fallen=fallen, first=first
    )


def reading(clock: Clock, at: int) -> ClockReading:
    """Return what the clock shows at ``at`` (ms). An unclocked match shows 0 and 0."""
    now = settle(clock, at)
    runs = now.runs if now.phase in TIME_PASSES else (False, False)
    return ClockReading(
        (left(now, 0), left(now, 1)), runs, now.fallen, now.game, now.moves, now.first
    )


def match_age(clock: Clock, at: int) -> int:
    """Return how old the match is at ``at``, in ms since its first game began, pauses left out."""
    return settle(clock, at).age


def age_due(clock: Clock, age_ms: int) -> int | None:
    """Return the stamp in ms at which the match is ``age_ms`` old; None while its age stands
    still."""
    if clock.at is None or not clock.begun or clock.phase not in _AGES:
        return None
    return clock.at + max(0, age_ms - clock.age)


def _passed(clock: Clock, now: int) -> Clock:
    gone = 0 if clock.at is None else now - clock.at
    passed = gone if clock.phase in TIME_PASSES else 0
    thought = clock.thought
    return replace(
        clock,
        thought=(thought[0] + passed * clock.runs[0], thought[1] + passed * clock.runs[1]),
        age=clock.age + (gone if clock.begun and clock.phase in _AGES else 0),
        at=now,
    )


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


def face(ms: int) -> str:
    """Return the time as a clock shows it: 1:30:00 from an hour up, 9:05, tenths under 10 s.

    Rounded up, as on a DGT: a full minute is shown until a whole second of it is gone, and 0:00
    means that the flag has fallen.
    """
    tenths = -(-ms // 100)
    if tenths <= 0:
        return "0:00"
    if tenths < 100:
        return f"0:0{tenths // 10}.{tenths % 10}"
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
