"""Incidents across the event as lines: who, what, where, how it was ruled, for any filter. Pure."""

from __future__ import annotations

from typing import Literal

from hall_server.referee.desks.listing import listed
from hall_server.referee.moment import Moment
from hall_server.referee.parts.pick_list import Line
from shared.core.language import N_, _
from shared.core.reported import shown_words
from shared.core.state import Report
from shared.tui.names import columns
from shared.tui.times import clock_time

Show = Literal["all", "open", "cautions", "penalties", "requests"]
SHOWN: dict[Show, str] = {
    "all": N_("everything"),
    "open": N_("open"),
    "cautions": N_("cautions and warnings"),
    "penalties": N_("forfeits and penalties"),
    "requests": N_("requests"),
}
_REQUESTS = frozenset({"call", "timekeeper", "draw_ruling", "move_count", "away", "back"})


def found(moment: Moment, show: Show = "all", player: str = "") -> tuple[Report, ...]:
    """The reports that a filter leaves, the newest first; of one player where he is named."""
    reports = [
        report
        for report in moment.state.reports.values()
        if _shown(report, show) and (not player or player in involved(moment, report))
    ]
    return tuple(sorted(reports, key=lambda report: (-report.at, report.ent)))


def involved(moment: Moment, report: Report) -> tuple[str, ...]:
    """The players whom a report is about, or who filed it where it names nobody."""
    match = moment.match(report.match)
    if match is None:
        return ()
    seat = report.about if report.about is not None else report.seat
    return match.players if seat is None else (match.players[seat],)


def is_caution(report: Report) -> bool:
    """Whether a report ended in a caution or a warning."""
    note = report.answer.note if report.answer else ""
    return note.startswith(("Caution", "Warning"))


def is_penalty(report: Report) -> bool:
    """Whether a report cost somebody something."""
    note = report.answer.note if report.answer else ""
    return "forfeit" in note.lower()


def incident_lines(moment: Moment, show: Show, width: int, player: str = "") -> tuple[Line, ...]:
    """One line a report: time, round and table, what and whom, what was ruled."""
    lines = []
    where = max(8, 3 + moment.sign_width(4))
    for report in found(moment, show, player):
        match = moment.match(report.match)
        place = _("T{table}").format(table=moment.label(report.table))
        if match is not None:
            place = f"{moment.round_sign(match)} {place}"
        who = listed([moment.name(each) for each in involved(moment, report)])
        said = shown_words(report.type, report.which) + (f": {who}" if who else "")
        left = max(12, (width - 5 - where - 8) // 2)
        text = columns(
            (
                clock_time(report.at, moment.zone),
                place,
                said,
                outcome(report),
            ),
            (5, where, left, left),
            "<<<<",
        )
        tone = "caution" if report.open else "danger" if is_penalty(report) else "ink"
        lines.append(Line(report.ent, text, tone))
    return tuple(lines)


def outcome(report: Report) -> str:
    """What became of a report, in a few words."""
    if report.answer is None:
        return _("! open")
    if report.answer.state == "coming":
        return _("! you are coming")
    # What the referee noted is part of the record and stays as it is.
    note = report.answer.note or (
        _("dismissed") if report.answer.state == "dismissed" else _("ruled")
    )
    return f"{report.answer.clause} {note}".strip()


def in_full(moment: Moment, report: Report) -> tuple[str, ...]:
    """All that is known of a report, to be read."""
    match = moment.match(report.match)
    lines = []
    if match is not None:
        names = moment.names(match)
        lines.append(
            _("{round}, {table}: {players}").format(
                round=moment.round(match).capitalize(),
                table=moment.table(report.table),
                players=" – ".join(names),
            )
        )
        if report.game:
            lines.append(_("Game {game}").format(game=report.game))
        if report.seat is not None:
            lines.append(_("Reported by {name}").format(name=names[report.seat]))
        if report.about is not None:
            lines.append(_("About {name}").format(name=names[report.about]))
    else:
        lines.append(moment.table(report.table).capitalize())
    filed = _("Filed {time}").format(time=moment.minute(report.at))
    lines.append(f"{filed}: {report.note}" if report.note else filed)
    if report.answer is None:
        lines.append(_("Not answered yet."))
    else:
        answered = _("Answered {time}: {outcome}")
        at = moment.minute(report.answer.at)
        lines.append(answered.format(time=at, outcome=outcome(report)))
    return tuple(lines)


def _shown(report: Report, show: Show) -> bool:
    match show:
        case "all":
            return True
        case "open":
            return report.open
        case "cautions":
            return is_caution(report)
        case "penalties":
            return is_penalty(report)
        case "requests":
            return report.type in _REQUESTS
