"""The rounds of an event in time: when each starts and ends, and what may start when.

Owns the timetable. Instants are UTC in ms; a rulebook's hours are local in the event's zone.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from shared.core.match.outcome import Code
from shared.core.text.language import _, ngettext

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")

LocalTime = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Days = tuple[tuple[LocalTime, ...], ...]


class ScheduleRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A division's rounds a day, and what may start late. Durations in ms, hours as HH:MM."""

    days: Annotated[
        Days,
        Meta(description="Starts of the rounds, day by day, local time."),
    ]
    round_length_ms: Annotated[
        int, Meta(gt=0, description="How long a round is scheduled to last.")
    ]
    no_new_game_before_end_ms: Annotated[
        int | None,
        Meta(description="No game starts with less than this left."),
    ] = None
    pairing_rank: Annotated[
        int, Meta(ge=1, description="Which division is paired first: the lowest.")
    ] = 1
    registration_day: Annotated[
        int | None,
        Meta(description="Day on which registration closes; 1 is the first of play."),
    ] = None
    registration_time: Annotated[
        LocalTime | None, Meta(description="Local time at which registration closes.")
    ] = None


class ScheduleError(ValueError):
    """A time that cannot be; the sentence says which and what to enter."""


def instant(day: str, local: str, zone: str) -> int:
    """Return UTC ms of the local time ``local`` (HH:MM) on ``day`` (YYYY-MM-DD) in an IANA
    ``zone``.

    Of an hour that the clocks go through twice, the first. Raises ScheduleError for a zone, a
    day or a time that there is not, an hour that the clocks leave out among them.
    """
    try:
        here = ZoneInfo(zone)
    except (KeyError, ValueError, OSError) as error:
        message = f"there is no time zone {zone!r}: write one as America/Chicago"
        raise ScheduleError(message) from error
    try:
        if not _TIME.fullmatch(local):
            raise ValueError
        naive = datetime.fromisoformat(f"{day}T{local}:00")
        there = naive.replace(tzinfo=here).astimezone(UTC)
    except (ValueError, OverflowError) as error:  # the calendar's last evening ends elsewhere
        message = f"{day} {local} is no day and time: write 2016-08-15 and 12:30"
        raise ScheduleError(message) from error
    if there.astimezone(here).replace(tzinfo=None) != naive:
        message = f"{day} {local} does not exist in {zone}: the clocks are put forward over it"
        raise ScheduleError(message)
    return (there - _EPOCH) // timedelta(milliseconds=1)


def day_after(day: str, days: int) -> str:
    """Return the day that many days after ``day`` (both YYYY-MM-DD), or before it if negative."""
    try:
        return (date.fromisoformat(day) + timedelta(days=days)).isoformat()
    except (ValueError, OverflowError) as error:
        raise ScheduleError(f"{day!r} is no day: write it as 2016-08-15") from error


@dataclass(frozen=True, slots=True)
class PostedChange:
    """A round that was moved: its new start (UTC ms), its length if that too, and why."""

    round_no: int
    starts_at: int
    why: str
    length_ms: int | None = None


@dataclass(frozen=True, slots=True)
class TimedRound:
    """A round in time, UTC ms. ``posted`` tells why it is not at the rulebook's hour."""

    number: int
    starts_at: int
    ends_at: int
    posted: str = ""


Timetable = tuple[TimedRound, ...]


def timetable(
    rule: ScheduleRule,
    first_day: str,
    zone: str,
    rounds: int,
    changes: Sequence[PostedChange] = (),
) -> Timetable:
    """Return the rounds of a division from ``first_day`` (YYYY-MM-DD) on (ACF-1.V.B, ACF-1.V.C).

    ``changes`` are those posted, in order: the last one for a round holds (ACF-1.V.E moves
    rounds for the hotel's sake). A rule with fewer hours than rounds leaves the rest without a
    time until one is posted. Raises ScheduleError, also for a change of a round there is not.
    """
    times: dict[int, TimedRound] = {}
    hours = [(day, local) for day, starts in enumerate(rule.days) for local in starts]
    for number, (day, local) in enumerate(hours[:rounds], start=1):
        starts_at = instant(day_after(first_day, day), local, zone)
        times[number] = TimedRound(number, starts_at, starts_at + rule.round_length_ms)
    for change in changes:
        if not 1 <= change.round_no <= rounds:
            message = f"there is no round {change.round_no}: the rounds are 1 to {rounds}"
            raise ScheduleError(message)
        length = rule.round_length_ms if change.length_ms is None else change.length_ms
        if length <= 0:
            raise ScheduleError(f"round {change.round_no} would end before it starts")
        ends_at = change.starts_at + length
        times[change.round_no] = TimedRound(
            change.round_no, change.starts_at, ends_at, change.why or "posted"
        )
    return tuple(times[number] for number in sorted(times))


def registration_closes(rule: ScheduleRule, first_day: str, zone: str) -> int | None:
    """Return when registration ought to be complete, UTC ms; a reminder that closes nothing.

    None where the rulebook names no deadline (ACF-1.V.A). Raises ScheduleError.
    """
    if rule.registration_day is None or rule.registration_time is None:
        return None
    return instant(day_after(first_day, rule.registration_day - 1), rule.registration_time, zone)


@dataclass(frozen=True, slots=True)
class NextRound:
    """When the next round can start.

    ``starts_at``: UTC ms, None while the round before it is open or where no time is posted.
    ``overtime_ms``: how long the round before it has run beyond its end. ``why`` is a sentence for
    the screen.
    """

    number: int
    starts_at: int | None
    overtime_ms: int
    why: str


def next_round(
    table: Timetable,
    number: int,
    *,
    open_matches: int,
    completed_at: int | None,
    now: int,
) -> NextRound:
    """Return when round ``number`` can start; the round before it has ``open_matches`` (ACF-1.V.B).

    It is paired as soon as the round before it is complete, ``completed_at`` (UTC ms, None
    before round 1), and starts at its hour or, where that is past, at that completion.
    """
    times = {timed.number: timed for timed in table}
    before, timed = times.get(number - 1), times.get(number)
    if open_matches:
        over = overtime_ms(before, now, open_matches=open_matches) if before else 0
        why = ngettext(
            "{count} match of round {number} still open",
            "{count} matches of round {number} still open",
            open_matches,
        ).format(count=open_matches, number=number - 1)
        return NextRound(number, None, over, why)
    if timed is None:
        why = _("round {number} has no time yet: post one").format(number=number)
        return NextRound(number, None, 0, why)
    starts_at = max(timed.starts_at, completed_at or timed.starts_at)
    why = _("as scheduled")
    if starts_at != timed.starts_at:
        why = _("round {number} ended late").format(number=number - 1)
    return NextRound(number, starts_at, 0, timed.posted or why)


def overtime_ms(timed: TimedRound, now: int, *, open_matches: int) -> int:
    """Return how long a round with open matches has run beyond its end, ms; 0 if it has not.

    The referee may run into the break and must resolve quickly (ACF-1.V.C).
    """
    return max(0, now - timed.ends_at) if open_matches else 0


StartRuling = Literal["start", "drawn_unplayed", "referee"]


@dataclass(frozen=True, slots=True)
class GameStart:
    """Whether a game may start now: "start" it, propose it "drawn_unplayed", ask the "referee".

    ``until`` is the last instant at which it may, UTC ms; None where there is none.
    """

    ruling: StartRuling
    until: int | None


def game_start(rule: ScheduleRule, ends_at: int, now: int, *, clocked: bool) -> GameStart:
    """Return whether a game that has not started may start at ``now``, in a round that ends so.

    No game is started later than the rule's time before the round's end; at that instant
    itself it is. A clocked match is the referee's to decide, and a division without such a
    time, the Masters, may always start (ACF-1.X.B.e). A game has started with its first press
    or first move.
    """
    if rule.no_new_game_before_end_ms is None:
        return GameStart("start", None)
    until = ends_at - rule.no_new_game_before_end_ms
    if now <= until:
        return GameStart("start", until)
    return GameStart("referee" if clocked else "drawn_unplayed", until)


def drawn_unplayed(played: Sequence[Code], games_per_match: int) -> tuple[Code, ...]:
    """Return the games of a match with those not started declared drawn (ACF-1.X.B.e)."""
    return (*played, *(Code.DRAW,) * (games_per_match - len(played)))
