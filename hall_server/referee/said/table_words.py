"""A table's page as lines: players, clocks, versions, reports, rulings, device; what is safe."""

from collections.abc import Callable

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

Copies = Callable[[str], int | None]
"""On how many lasting disks an event is, as far as is known."""


def table_match(moment: Moment, table: str) -> Match | None:
    """Return the match that a table has before it: the one not finished, else the last one."""
    here = [match for match in moment.playing if match.table == table]
    unfinished = [match for match in here if not match.result.counts]
    return next(iter(unfinished or here), None)


def table_page(
    moment: Moment, table: str, cell: TableCell | None, mono_ms: int, copies: Copies
) -> tuple[tuple[str, str], ...]:
    """Return lines as (tone, text); an empty text parts two sections."""
    lines: list[tuple[str, str]] = []
    if cell is not None:
        lines.append(("accent", f"{cell.glyph} {cell.words}"))
    match = table_match(moment, table)
    if match is None:
        lines.append(("ink-soft", _("No match is paired at this table.")))
    else:
        lines += _players(moment, match, mono_ms)
        lines += _result(moment, match, copies)
    lines += _reports(moment, table, copies)
    if match is not None:
        lines += _rulings(moment, match, copies)
    lines.append(("ink-soft", ""))
    lines.append(("ink-soft", _device(moment, table, mono_ms)))
    return tuple(lines)


def _players(moment: Moment, match: Match, mono_ms: int) -> list[tuple[str, str]]:
    reading = moment.live.get(match.uid)
    game = moment.game_now(match)
    left = remaining(reading, mono_ms, moment) if reading and reading.live.clocked else None
    lines = []
    for seat in SEATS:
        parts = [moment.names(match)[seat]]
        colour = moment.colour(match, seat, game)
        if colour:
            parts.append(colour)
        parts.append(pgettext("player", "seated") if match.seated[seat] else _("not seated"))
        away = signed_out(moment.state, match.players[seat])
        if away is not None:
            parts.append(_("signed out {time}").format(time=moment.minute(away.at)))
        if left is not None and reading is not None:
            mark = "► " if seat in reading.live.running else ""
            parts.append(f"{mark}{face(left[seat])}")
            moves = reading.live.moves[seat]
            parts.append(ngettext("{count} move", "{count} moves", moves).format(count=moves))
        lines.append(("ink", "  ".join(parts)))
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
            lines.append((tone, f"  {moment.at(report.coming_at)} {_('you are coming')}"))
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
