"""The timetable of a division: rounds as posted, as started, and to come. Pure."""

from shared.core.standings.records import division_timetable
from shared.core.state import Division, HallState
from shared.core.text.language import _
from shared.public.lookup import current_round
from shared.public.page import Frame, Page, PageLine, Part, split
from shared.tui.names import columns, wrap
from shared.tui.times import day_word, local


def timetable_pages(
    state: HallState, division: Division, frame: Frame, zone: str
) -> tuple[Page, ...]:
    """Return a line a round; no page if the division has no timetable."""
    timetable = division_timetable(state, division.id)
    if not timetable:
        return ()
    paired = current_round(state, division.id)
    newest = paired.number if paired is not None else 0
    widths = [6, 10, 13, max(8, frame.width - 6 - 10 - 13 - 6)]
    lines: list[PageLine] = []
    for timed in timetable:
        here, end = local(timed.starts_at, zone), local(timed.ends_at, zone)
        started = state.rounds.get((division.id, timed.number))
        if started is not None:
            here = local(started.starts_at, zone)
        words = ""
        if timed.number <= newest:
            words = _("paired") if timed.number == newest else _("over")
        told = f"{words}{' · ' if words and timed.posted else ''}{timed.posted}"
        cells = columns(
            [f"{day_word(here)} {here:%d.%m.}", f"{here:%H:%M}–{end:%H:%M}", told],
            widths[1:],
        )
        mark = "▸" if timed.number == newest else " "
        lines.append((Part(f"{mark}{timed.number:>4} ", "key"), Part("  " + cells)))
    notes = (
        text
        for timed in timetable
        if timed.posted
        for text in _moved(timed.number, timed.posted, frame)
    )
    lines += [(Part(text, "soft"),) for text in notes]
    if division.book.schedule is not None:
        words = _("No meal breaks are fixed, and times may change: what stands here holds.")
        lines += [(), *((Part(text, "soft"),) for text in wrap(words, frame.width))]
    head = columns([_("Round"), _("Day"), _("Time"), ""], widths, "><<<")
    page = Page(f"{division.id}/schedule", f"{division.name} · " + _("Schedule"), head=head)
    return split(page, tuple(lines), frame)


def _moved(number: int, why: str, frame: Frame) -> list[str]:
    return wrap(_("Round {number} was moved: {why}").format(number=number, why=why), frame.width)
