"""A table's page as lines: players, clocks, versions, reports, rulings, device; what is safe."""

from collections.abc import Callable

from rich.cells import cell_len

from hall_server.referee.derived.floor import TableCell, break_left, break_words, remaining
from hall_server.referee.derived.moment import STATUS_WORDS, Moment
from hall_server.referee.derived.questions.about_delays import breaks_line
from hall_server.referee.said.device_words import heard
from shared.core.clock import face
from shared.core.decisions.requests import signed_out
from shared.core.decisions.standing import carried_out, undoes, why_not
from shared.core.decisions.words import Names, in_full
from shared.core.events.reported import shown_words
from shared.core.match.outcome import SEATS
from shared.core.standings.scoring import in_words
from shared.core.state import Decision, Match
from shared.core.text.language import _, ngettext, pgettext
from shared.tui.block_digits import block_digits
from shared.tui.names import clip, columns, pad

Copies = Callable[[str], int | None]
"""On how many lasting disks an event is, as far as is known."""
Lines = tuple[tuple[str, str], ...]
"""Lines as (tone, text)."""


def table_match(moment: Moment, table: str) -> Match | None:
    """Return the match that a table has before it: the one not finished, else the last one."""
    here = [match for match in moment.playing if match.table == table]
    unfinished = [match for match in here if not match.result.counts]
    return next(iter(unfinished or here), None)


def table_page(
    moment: Moment, table: str, cell: TableCell | None, mono_ms: int, copies: Copies
) -> tuple[Lines, Lines]:
    """Return what is played there with its result, and what was said and ruled about it.

    An empty text parts two sections.
    """
    lines: list[tuple[str, str]] = []
    if cell is not None:
        lines.append(("accent", f"{cell.glyph} {cell.words}"))
    match = table_match(moment, table)
    if match is None:
        lines.append(("ink-soft", _("No match is paired at this table.")))
    else:
        lines += _players(moment, match, mono_ms)
        lines += _result(moment, match, copies)
    said = _reports(moment, table, copies)
    if match is not None:
        said += _rulings(moment, match, copies)
    said += [("ink-soft", ""), ("ink-soft", _device(moment, table, mono_ms))]
    return tuple(lines), tuple(said)


def match_told(moment: Moment, match: Match, mono_ms: int, copies: Copies) -> Lines:
    """Return what is played in a match, its result and what was ruled about it."""
    where = f"{moment.round_sign(match)} {moment.table(match.table)}"
    lines = [("accent", where), *_players(moment, match, mono_ms)]
    return (*lines, *_result(moment, match, copies), *_rulings(moment, match, copies))


def _players(moment: Moment, match: Match, mono_ms: int) -> list[tuple[str, str]]:
    reading = moment.live.get(match.uid)
    game = moment.game_now(match)
    left = remaining(reading, mono_ms, moment) if reading and reading.live.clocked else None
    rows = []
    for seat in SEATS:
        away = signed_out(moment.state, match.players[seat])
        clock, moves = "", ""
        if left is not None and reading is not None:
            mark = "►" if seat in reading.live.running else " "
            clock = f"{mark} {face(left[seat])}"
            count = reading.live.moves[seat]
            moves = ngettext("{count} move", "{count} moves", count).format(count=count)
        rows.append(
            (
                moment.names(match)[seat],
                moment.colour(match, seat, game),
                pgettext("player", "seated") if match.seated[seat] else _("not seated"),
                _("signed out {time}").format(time=moment.minute(away.at)) if away else "",
                clock,
                moves,
            )
        )
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = [("ink", columns(row, widths).rstrip()) for row in rows]
    parts = [
        _("{round}, start {time}").format(
            round=moment.round(match).capitalize(), time=moment.minute(match.starts_at)
        )
    ]
    if match.control:
        parts.append(match.control.name)
    parts.append(_("game {game}").format(game=game))
    if match.draw and match.draw.opening:
        parts.append(_("ballot {number}").format(number=match.draw.opening))
    lines.append(("ink-soft", ", ".join(parts)))
    lines += [("accent", line) for line in moment.score_lines(match)]
    lines += [("ink-soft", line) for line in moment.logged_lines(match)]
    if reading is not None and reading.live.breaks is not None:
        names = moment.names(match)
        clause = moment.book(match).clause("usbgf_time.break_ms")
        for seat in SEATS:
            taken = reading.live.breaks[seat]
            lasts = _(", on a break now") if taken.away else ""
            said = f"{breaks_line(names[seat], taken)}{lasts} ({clause})"
            lines.append(("caution" if taken.excess_ms else "ink-soft", said))
    rest = break_left(reading, mono_ms) if reading is not None else None
    if rest is not None:
        clause = moment.book(match).clauses["smoking_break_ms"]
        lines.append(("caution" if not rest else "ink", f"{break_words(rest)} ({clause})"))
    return lines


def large_clocks(moment: Moment, table: str, mono_ms: int, width: int) -> Lines:
    """Return both clocks of a table in digits that are read from afar, each under its player; ()
    where it tells none or ``width`` cells have no room."""
    match = table_match(moment, table)
    reading = None if match is None else moment.live.get(match.uid)
    if match is None or reading is None or not reading.live.clocked or match.result.counts:
        return ()
    left, half = remaining(reading, mono_ms, moment), (width - 2) // 2
    drawn = [block_digits(face(left[seat]), 5) for seat in SEATS]
    if max(len(digits[0]) for digits in drawn) > half:
        return ()
    marks = ["► " if seat in reading.live.running else "  " for seat in SEATS]
    names = [marks[seat] + clip(moment.names(match)[seat], half - 2) for seat in SEATS]
    rows = [names, ["", ""], *zip(*drawn, strict=True)]
    return (("ink", ""), *(("ink", f"{pad(one, half)}  {other}") for one, other in rows))


def _result(moment: Moment, match: Match, copies: Copies) -> list[tuple[str, str]]:
    status = _(STATUS_WORDS[match.result.status])
    lines = [("ink-soft", ""), ("ink-soft", _("Result: {status}").format(status=status))]
    if match.result.outcome is not None:
        words = in_words(match.result.outcome, moment.names(match))
        lines.append(("good", f"√ {words}"))
    for version in match.result.versions:
        lines.append(("ink", f"{moment.says(match, version)} – {_safe(version.event, copies)}"))
    return lines


def _reports(moment: Moment, table: str, copies: Copies) -> list[tuple[str, str]]:
    """Return what the table has reported, the newest first, with what was decided about it."""
    reports = [r for r in moment.state.reports.values() if r.table == table]
    if not reports:
        return []
    lines = [("ink-soft", ""), ("ink-soft", _("Reports"))]
    for report in sorted(reports, key=lambda r: -r.at):
        note = f": {report.note}" if report.note else ""
        tone = "caution" if report.open else "ink-soft"
        said = f"{moment.at(report.at)} {shown_words(report.type, report.which)}{note}"
        lines.append((tone, said))
        if report.coming_at:
            coming = _("you are coming")
            lines.append((tone, f"  {moment.at(report.coming_at)} {coming}"))
        match = moment.match(report.match)
        if report.decision is not None and match is None:
            lines.append((tone, _decision(moment, report.decision, ("", ""), copies)))
    return lines


def _rulings(moment: Moment, match: Match, copies: Copies) -> list[tuple[str, str]]:
    """Return what was decided about a match, in force or not, and what the table made of it."""
    shown = [decision for decision in match.decisions if not undoes(decision)]
    if not shown:
        return []
    names = moment.names(match)
    lines = [("ink-soft", ""), ("ink-soft", _("Rulings"))]
    for decision in reversed(shown):
        tone = "ink" if decision.counts else "ink-soft"
        lines.append((tone, _decision(moment, decision, names, copies).strip()))
        why = why_not(decision, match.decisions)
        if why:
            lines.append(("caution", "  " + _("Not in force: {reason}.").format(reason=why)))
        lines += [("ink-soft", f"  {said}") for said in carried_out(decision, match.carried, names)]
    return lines


def _decision(moment: Moment, decision: Decision, names: Names, copies: Copies) -> str:
    said = in_full(decision, names)
    return f"  {moment.at(decision.at)} {said} – {_safe(decision.event, copies)}"


def _safe(event: str, copies: Copies) -> str:
    count = copies(event)
    if count == 0:
        return _("held here")
    if count is None or count == 1:
        return _("at the hall")
    known = ngettext("at the hall, {count} copy", "at the hall, {count} copies", count)
    return known.format(count=count)


def _device(moment: Moment, table: str, mono_ms: int) -> str:
    known = moment.state.tables.get(table)
    if known is None or not known.device:
        return _("No device is assigned to this table.")
    device = moment.state.devices.get(known.device)
    label = device.label if device is not None else _("unknown device")
    mark = _(", REVOKED") if device is not None and device.revoked else ""
    return _("Device: {label} ({node}){revoked}, {heard}").format(
        label=label, node=known.device[:8], revoked=mark, heard=heard(moment, table, mono_ms)
    )
