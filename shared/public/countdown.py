"""The time of a round for the lobby: until it starts, since it runs, past its end. Pure.

This is the round's schedule. A match clock is never shown here.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from shared.core.state import Division, HallState
from shared.core.text.language import _
from shared.public.lookup import called_one_by_one, current_round, round_length_ms
from shared.public.page import Page, RoundTime
from shared.tui.times import clock_time, duration

_LONGEST_MS = 100 * 3_600_000


@dataclass(frozen=True, slots=True)
class Countdown:
    """What a countdown says at one moment: a line, large digits ("" for none), a line below."""

    above: str
    digits: str
    below: str


def countdown_pages(state: HallState, divisions: Iterable[Division]) -> tuple[Page, ...]:
    """Return a page for each starting time; divisions that start together share it.

    Divisions whose matches start one by one have none.
    """
    together: dict[tuple[int, int | None, int], list[str]] = {}
    for division in divisions:
        paired = current_round(state, division.id)
        if paired is None or called_one_by_one(division):
            continue
        length = round_length_ms(division)
        ends_at = None if length is None else paired.starts_at + length
        name = f"{division.name} · " + _("Round {number}").format(number=paired.number)
        together.setdefault((paired.starts_at, ends_at, paired.begun_at), []).append(name)
    return tuple(
        Page(
            key="/".join(["time", *rounds]),
            title=rounds[0] if len(rounds) == 1 else _("Round times"),
            round_time=RoundTime(", ".join(rounds), starts_at, ends_at, begun_at),
        )
        for (starts_at, ends_at, begun_at), rounds in sorted(
            together.items(), key=lambda each: each[0][0]
        )
    )


def countdown(time: RoundTime, now: int, zone: str) -> Countdown:
    """Return what to show at ``now`` (UTC ms)."""
    begun_at = time.begun_at or time.starts_at
    start = clock_time(begun_at, zone, now)
    if now < begun_at:
        # Rounded up: the digits reach 0:00 at the start and not a second before it.
        left = time.starts_at - now + 999
        digits = duration(left) if left < _LONGEST_MS else ""
        return Countdown(
            _("starts in") if digits else _("starts"), digits, _("at {time}").format(time=start)
        )
    if time.ends_at is None:
        since = _("since {time}").format(time=start)
        return Countdown(_("has been running for"), duration(now - begun_at), since)
    end = clock_time(time.ends_at, zone, now)
    if now < time.ends_at:
        digits = duration(time.ends_at - now + 999)
        below = _("started {start} · scheduled end {end}").format(start=start, end=end)
        return Countdown(_("time left in the round"), digits, below)
    over = now - time.ends_at
    digits = duration(over) if over < _LONGEST_MS else ""
    since = _("since {time}").format(time=end)
    return Countdown(_("scheduled end passed"), f"+{digits}" if digits else "", since)
