"""Breaks between games of a match of points, as the tables show them: how many, how long, too long.

Counts nothing: the table does, and has the penalty points scored there (USBGF-2.2a, USBGF-2.2b).
"""

from __future__ import annotations

from collections.abc import Iterator

from hall_server.referee.moment import Moment
from hall_server.referee.questions.question import Question, Urgency
from shared.core.language import _, ngettext
from shared.core.state import Match
from shared.core.words import SEATS, Seat
from shared.port import BreaksSeen
from shared.tui.times import duration


def breaks_line(name: str, taken: BreaksSeen) -> str:
    """How many breaks a player took, how long they were, and what is allowed."""
    said = ngettext(
        "{name}: {count} break, {used} of {allowed}",
        "{name}: {count} breaks, {used} of {allowed}",
        taken.count,
    )
    used, allowed = duration(taken.used_ms), duration(taken.allowed_ms)
    return said.format(name=name, count=taken.count, used=used, allowed=allowed)


def about_breaks(moment: Moment) -> Iterator[Question]:
    """Whose breaks are longer than allowed, in matches that are played on."""
    for match in moment.playing:
        seen = moment.live.get(match.uid)
        if seen is None or seen.live.breaks is None or match.result.status != "none":
            continue
        for seat in SEATS:
            if seen.live.breaks[seat].excess_ms > 0:
                yield _too_long(moment, match, seat, seen.live.breaks)


def _too_long(
    moment: Moment, match: Match, seat: Seat, breaks: tuple[BreaksSeen, BreaksSeen]
) -> Question:
    names, taken = moment.names(match), breaks[seat]
    words = _("What is too long is a delay of the match; it costs nothing yet.")
    if taken.due:
        words = ngettext(
            "It is a delay: {count} penalty point is due. See it scored: Set right, Penalty.",
            "It is a delay: {count} penalty points are due. See them scored: Set right, Penalty.",
            taken.due,
        ).format(count=taken.due)
    return Question(
        key=f"break:{match.uid}:{seat}:{taken.count}:{taken.due}",
        kind="break",
        urgency=Urgency.SOON if taken.due else Urgency.LATER,
        since=moment.hall_ms,
        title=_("Break {time} too long: {name}").format(
            time=duration(taken.excess_ms), name=names[seat]
        ),
        clause=moment.book(match).clause("usbgf_time.break_ms"),
        evidence=tuple(breaks_line(names[each], breaks[each]) for each in SEATS),
        proposal=words,
        opens="note",
        table=match.table,
        match=match.key,
    )
