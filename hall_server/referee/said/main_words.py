"""What the main screen says, as plain values: the headline, the queue's lines, one case."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len

from hall_server.referee.derived.floor import FILTERS, Filter, TableCell
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment, clipped
from hall_server.referee.derived.progress import Progress
from hall_server.referee.derived.questions.about_championship import venue_words
from hall_server.referee.derived.questions.question import Question, Urgency
from hall_server.referee.derived.rounds import latest, matches_of
from shared.core.decisions.words import offered
from shared.core.text.language import N_, _, pgettext
from shared.pairing.places import open_play_so_far
from shared.tui.names import clip, fit, pad, wrap
from shared.tui.times import clock_time, duration

NUMBERED = 9
"""So many options have a key of their own."""
_NAME = 18
"""Cells of a name in a ruling that stands beside the case; the title has it in full."""
_TONES = {Urgency.NOW: "now", Urgency.SOON: "caution", Urgency.LATER: "ink-soft"}
URGENT = {Urgency.NOW: N_("now"), Urgency.SOON: N_("soon"), Urgency.LATER: N_("later")}
"""How urgent a question is, in a word beside its sign."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question as it is read: what, where, what is proposed, on what ground."""

    title: str
    where: str
    proposal: str
    clause: str
    evidence: tuple[str, ...]
    options: tuple[str, ...] = ()
    """What can be ruled by one key, each with its number."""
    rulings: int = 0
    """How many rulings there are in all."""
    note: str = ""


def headline(moment: Moment) -> tuple[str, str]:
    """Return the event and its rounds; the time of day in the event's zone."""
    name = moment.state.tournament.name if moment.state.tournament else _("No tournament yet")
    parts = [name]
    for division in moment.state.divisions.values():
        if division.book.pairing_system == "open_play":
            played, meant = open_play_so_far(moment.state, division)
            parts.append(
                _("{division}: {played} of {meant} matches played").format(
                    division=division.name, played=played, meant=meant
                )
            )
            continue
        paired = latest(moment, division.id)
        if paired is None:
            parts.append(_("{division}: not paired").format(division=division.name))
            continue
        matches = matches_of(moment, paired)
        done = sum(match.settled for match in matches)
        starts = paired.starts_at - moment.hall_ms
        wait = _(", starts in {time}").format(time=duration(starts)) if starts > 0 else ""
        parts.append(
            _("{division} round {number}/{rounds}: {done} of {count} done").format(
                division=division.name,
                number=paired.number,
                rounds=division.rounds,
                done=done,
                count=len(matches),
            )
            + wait
        )
    championship = venue_words(moment.venues, moment)
    if championship:
        parts.insert(1, championship)
    return " · ".join(parts), clock_time(moment.hall_ms, moment.zone)


def gone(question: Question) -> Question:
    """Return a question of which nothing is asked any more, as it stays in sight."""
    said = _("Nothing is asked here any more. Go on to the next.")
    return replace(
        question,
        urgency=Urgency.LATER,
        proposal=said,
        clause="",
        opens="note",
        drafts=(),
        case=None,
    )


def queue_lines(
    moment: Moment,
    found: Sequence[Question],
    left: Question | None = None,
    *,
    below: int = 0,
    rows: int = 1,
) -> tuple[ListLine, ...]:
    """Return one line a question: how urgent, table, title, age; ``left`` is one that is gone.

    Where ``below`` is a width, the proposal and its clause stand below in so many cells, and at
    most so many rows.
    """
    urgent = {urgency: f"{urgency.glyph:<2}{_(word)}" for urgency, word in URGENT.items()}
    width = max(map(cell_len, urgent.values()))
    labels = [moment.label(question.table) if question.table else "–" for question in found]
    sign = min(8, max((2, *map(cell_len, labels))))
    lines = []
    for question, label in zip(found, labels, strict=True):
        tone = "ink-soft" if question is left else _TONES[question.urgency]
        words = pad(urgent[question.urgency], width)
        age = short_age(moment.hall_ms - question.since)
        title = f" {fit(label, sign, 'right')} {question.title}"
        second = ""
        if below:
            first, *more = _proposed(question, below - width - 1, rows)
            indent = "\n" + " " * (width + 1)
            second = indent.join((f"  {fit(age, width - 2)} {first}", *more))
        else:
            title = f" {fit(age, 5)}{title}"
        lines.append(ListLine(question.key, title, tone, sign=words, below=second))
    return tuple(lines)


def _proposed(question: Question, width: int, rows: int) -> list[str]:
    """Return the proposal and its clause in so many rows; the clause is never cut."""
    clause = f" ({question.clause})" if question.clause else ""
    found = wrap(question.proposal + clause, width) or [""]
    if len(found) <= rows:
        return found
    rest = " ".join(found[rows - 1 :]).removesuffix(clause)
    return [*found[: rows - 1], clip(rest, width - cell_len(clause)) + clause]


def short_age(ms: int) -> str:
    """Return an age in at most five cells: ``12 s``, ``3 m``, ``2h05``."""
    seconds = max(0, ms) // 1000
    if seconds < 60:
        return _("{count} s").format(count=seconds)
    if seconds < 3600:
        return pgettext("minutes", "{count} m").format(count=seconds // 60)
    hours, minutes = seconds // 3600, f"{seconds % 3600 // 60:02}"
    if hours < 100:
        return pgettext("age", "{hours}h{minutes}").format(hours=hours, minutes=minutes)
    return pgettext("days", "{count} d").format(count=hours // 24)


def case(moment: Moment, question: Question, note: str) -> Case:
    """Return a question in full; ``note`` is the referee's own, written with the ruling."""
    where = []
    match = moment.match(question.match)
    if question.table:
        where.append(moment.table(question.table).capitalize())
    if match is not None:
        first, second = moment.names(match)
        where.append(moment.round(match))
        where.append(f"{clip(first, 24)} – {clip(second, 24)}")
    return Case(
        f"{question.urgency.glyph} {question.title}",
        " · ".join(where),
        question.proposal,
        question.clause,
        question.evidence,
        numbered(moment, question),
        len(question.options),
        _("Your note: {note}").format(note=note) if note else "",
    )


def numbered(moment: Moment, question: Question) -> tuple[str, ...]:
    """Return the options of a case that have a number, in words."""
    if question.case is None:
        return ()
    match = question.case.match
    names = clipped(moment.names(match), _NAME) if match is not None else ("", "")
    return tuple(
        f"{number} {offered(option, names, match)}"
        for number, option in enumerate(question.options[:NUMBERED], 1)
    )


def fact(moment: Moment, question: Question) -> str:
    """Return what is confirmed before a proposal that rules is written."""
    match = moment.match(question.match)
    who = f", {' – '.join(moment.names(match))}" if match is not None else ""
    where = f"{moment.table(question.table).capitalize()}{who}: " if question.table else ""
    by = f" ({question.clause})" if question.clause else ""
    return f"{where}{question.proposal.rstrip('.')}{by}?"


def floor_title(moment: Moment, chosen: Filter, floor: Sequence[TableCell], left: int) -> str:
    """Return the heading of the floor: the filter, and how old it is when the hall is not live."""
    words = _("FLOOR  {filter}: {left} of {count}").format(
        filter=_(FILTERS[chosen]), left=left, count=len(floor)
    )
    if moment.link.state != "live":
        since = clock_time(moment.link.since, moment.zone)
        words += _("  · not live since {time}").format(time=since)
    return words


def sign_words(moment: Moment, cell: TableCell | None) -> str:
    """Return what stands before the heading of the floor about a table that is drawn as a sign."""
    if cell is None:
        return ""
    pairs = (moment.names(match) for match in moment.playing if match.table == cell.table)
    names = " – ".join(clip(name, _NAME) for name in next(pairs, ()))
    return " ".join(filter(None, (cell.label, cell.glyph, cell.words, names))) + "  ·  "


ProgressLines = tuple[tuple[tuple[str, str], ...], ...]
"""Lines of parts, each as (tone, text)."""


def progress_lines(found: Sequence[Progress], now: int, width: int) -> ProgressLines:
    """Return how far each round is: its time, a bar, and what the signs of the bar count."""
    lines: list[tuple[tuple[str, str], ...]] = []
    for each in found:
        name = _("{division} round {number}/{rounds}").format(
            division=each.division, number=each.number, rounds=each.rounds
        )
        left = time_left(each, now)
        name = fit(name, max(0, width - cell_len(left) - 1))
        lines.append((("ink", f"{name} {left}"),))
        if not each.count:
            continue
        parts = (
            ("good", "█", each.done, _("{count} done")),
            ("ink", "▒", each.playing, _("{count} playing")),
            ("notice", "○", each.waiting, _("{count} waiting")),
            ("caution", "?", each.unreported, _("{count} not reported")),
        )
        lines.append(_bar([(tone, sign, count) for tone, sign, count, _said in parts], width))
        row: list[tuple[str, str]] = []
        for tone, sign, count, words in parts:
            item = f"{sign} {words.format(count=count)}  "
            if not count and row:
                continue
            if row and sum(cell_len(text) for _tone, text in row) + cell_len(item) - 2 > width:
                lines.append(tuple(row))
                row = []
            row.append((tone, item))
        lines.append(tuple(row))
    return tuple(lines)


def time_left(each: Progress, now: int) -> str:
    """Return what is left of a round by its schedule, "" where it has no end."""
    if now < each.starts_at:
        return _("starts in {time}").format(time=duration(each.starts_at - now))
    if each.ends_at is None or each.done == each.count:
        return ""
    if now < each.ends_at:
        return _("{time} left").format(time=duration(each.ends_at - now))
    return _("{time} over").format(time=duration(now - each.ends_at))


def _bar(parts: Sequence[tuple[str, str, int]], width: int) -> tuple[tuple[str, str], ...]:
    """Return signs in proportion, ``width`` cells in all; a part that is not empty has one."""
    total = sum(count for _tone, _sign, count in parts)
    cells = [max(1, width * count // total) if count else 0 for _tone, _sign, count in parts]
    cells[cells.index(max(cells))] += width - sum(cells)
    return tuple((tone, sign * n) for (tone, sign, _count), n in zip(parts, cells, strict=True))


def nothing_open(moment: Moment) -> str:
    """Return what the queue says when it is empty."""
    if moment.link.state == "starting":
        return _("Opening the hall …")
    if moment.state.tournament is None:
        return _("This screen begins as soon as the hall's data arrives.")
    if not moment.state.players:
        return _("No players yet: press r.")
    return _("Nothing needs you now.")
