"""The timetable of a division: rounds as posted, as started, and to come. Pure."""

from dataclasses import dataclass

from shared.core.standings.records import division_timetable
from shared.core.state import Division, HallState
from shared.core.text.language import _
from shared.public.lookup import current_round
from shared.public.page import Frame, Page, PageLine, Part, split
from shared.tui.names import columns, wrap
from shared.tui.times import day_word, local


@dataclass(frozen=True, slots=True)
class Timed:
    """A round of the timetable in words; ``now`` marks the newest that is paired."""

    number: int
    day: str
    time: str
    told: str
    now: bool


def timed_rounds(state: HallState, division: Division, zone: str) -> tuple[Timed, ...]:
    """Return the rounds of a division in their order; none without a timetable."""
    paired = current_round(state, division.id)
    newest = paired.number if paired is not None else 0
    found: list[Timed] = []
    for timed in division_timetable(state, division.id):
        here, end = local(timed.starts_at, zone), local(timed.ends_at, zone)
        started = state.rounds.get((division.id, timed.number))
        if started is not None:
            here = local(started.starts_at, zone)
        words = ""
        if timed.number <= newest:
            words = _("paired") if timed.number == newest else _("over")
        found.append(
            Timed(
                timed.number,
                f"{day_word(here)} {here:%d.%m.}",
                f"{here:%H:%M}–{end:%H:%M}",
                " · ".join(filter(None, (words, timed.posted))),
                timed.number == newest,
            )
        )
    return tuple(found)


def timetable_notes(state: HallState, division: Division) -> tuple[str, ...]:
    """Return which rounds were moved, and why."""
    return tuple(
        _("Round {number} was moved: {why}").format(number=timed.number, why=timed.posted)
        for timed in division_timetable(state, division.id)
        if timed.posted
    )


def holds_words() -> str:
    """Return that a timetable may change."""
    return _("No meal breaks are fixed, and times may change: what stands here holds.")


def timetable_pages(
    state: HallState, division: Division, frame: Frame, zone: str
) -> tuple[Page, ...]:
    """Return a line a round; no page if the division has no timetable."""
    timetable = timed_rounds(state, division, zone)
    if not timetable:
        return ()
    widths = [6, 10, 13, max(8, frame.width - 6 - 10 - 13 - 6)]
    lines: list[PageLine] = []
    for timed in timetable:
        cells = columns([timed.day, timed.time, timed.told], widths[1:])
        mark = "▸" if timed.now else " "
        lines.append((Part(f"{mark}{timed.number:>4} ", "key"), Part("  " + cells)))
    for note in timetable_notes(state, division):
        lines += [(Part(text, "soft"),) for text in wrap(note, frame.width)]
    if division.book.schedule is not None:
        lines += [(), *((Part(text, "soft"),) for text in wrap(holds_words(), frame.width))]
    head = columns([_("Round"), _("Day"), _("Time"), ""], widths, "><<<")
    page = Page(f"{division.id}/schedule", f"{division.name} · " + _("Schedule"), head=head)
    return split(page, tuple(lines), frame)
