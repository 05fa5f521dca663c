"""Incidents across the event as lines: who, what, where, what was decided, and how it stands. Pure.

What a referee or a player wrote stays as it is; all else is in the language spoken.
"""

from typing import Final

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.rulings.incidents import (
    Incident,
    Show,
    found,
    involved,
    is_penalty,
    is_wish,
    names_of,
)
from shared.core.decisions.standing import carried_out, undone_by, voted, why_not
from shared.core.decisions.words import all_said
from shared.core.decisions.words import in_full as on_record
from shared.core.events.reported import found_words, shown_words
from shared.core.state import Decision, Standing
from shared.core.text.language import N_, _, headed, listed, of_official
from shared.tui.names import columns
from shared.tui.times import clock_time

_MARKS: Final[dict[Standing, str]] = {
    "in_force": "",
    "replaced": N_("replaced"),
    "outranked": N_("outranked"),
    "contested": N_("! two decisions"),
    "unknown": N_("! newer software"),
}
"""How a decision stands, in a word or two."""


def incident_lines(
    moment: Moment, show: Show, width: int, player: str = ""
) -> tuple[ListLine, ...]:
    """Return one line an incident: time, round and table, what and whom, what was decided."""
    lines = []
    where = max(8, 3 + moment.sign_width(4))
    for incident in found(moment, show, player):
        who = listed([moment.name(each) for each in involved(incident)])
        what = title(incident) + (f": {who}" if who else "")
        left = width - 5 - where - 7
        about = max(12, left * 3 // 8 if width >= 70 else left // 2)
        ruled = max(12, left - about)
        text = columns(
            (
                clock_time(incident.at, moment.zone),
                _place(moment, incident),
                what,
                outcome(moment, incident),
            ),
            (5, where, about, ruled),
            "<<<<",
        )
        lines.append(ListLine(incident.key, text, tone(incident)))
    return tuple(lines)


def title(incident: Incident) -> str:
    """Return what was reported, or that a referee decided without a report."""
    if incident.report is None:
        return _("Request") if is_wish(incident) else _("Ruling")
    return shown_words(incident.report.type, incident.report.which)


def tone(incident: Incident, player: str = "") -> str:
    """Return the tone in which an incident is shown."""
    if incident.open:
        return "caution"
    if not incident.standing:
        return "ink-soft"
    return "danger" if is_penalty(incident, player) else "ink"


def outcome(moment: Moment, incident: Incident) -> str:
    """Return what became of it, in a few words of its division's sheet."""
    with of_official(moment.state.official(incident.about)):
        return _outcome(moment, incident)


def _outcome(moment: Moment, incident: Incident) -> str:
    if not incident.standing:
        unread = [d for d in incident.decisions if d.standing == "unknown"]
        if unread:
            return _short(moment, incident, unread[-1])
        if incident.report is not None:
            return _waiting(incident)
    shown = incident.standing or incident.decisions
    return _short(moment, incident, shown[-1]) if shown else ""


def _waiting(incident: Incident) -> str:
    """Return that a report has no decision that counts."""
    if incident.decisions:
        return _("! open again")
    coming = incident.report is not None and incident.report.coming_at
    return _("! you are coming") if coming else _("! open")


def _short(moment: Moment, incident: Incident, decision: Decision) -> str:
    mark = _(_MARKS[decision.standing]) if _MARKS[decision.standing] else ""
    if undone_by(decision, incident.around) is not None:
        mark = _("undone")
    what = all_said((each for _token, each in decision.measures), names_of(moment, incident))
    told = f"{decision.clause} {what or decision.reason}".strip()
    return ": ".join(filter(None, (mark, told)))


def in_full(moment: Moment, incident: Incident) -> tuple[str, ...]:
    """Return all that is known of an incident, to be read, in the words of its division's sheet."""
    with of_official(moment.state.official(incident.about)):
        return tuple(_in_full(moment, incident))


def _in_full(moment: Moment, incident: Incident) -> list[str]:
    lines = [*_about(moment, incident)]
    for decision in incident.decisions:
        lines += _decided(moment, incident, decision)
    if incident.report is not None and not incident.standing:
        coming = incident.report.coming_at
        if coming:
            lines.append(_("Coming since {time}.").format(time=moment.minute(coming)))
        lines.append(_("Not decided yet."))
    return lines


def _about(moment: Moment, incident: Incident) -> list[str]:
    lines = []
    match, report, names = incident.match, incident.report, names_of(moment, incident)
    if match is not None:
        lines.append(
            _("{round}, {table}: {players}").format(
                round=moment.round(match).capitalize(),
                table=moment.table(report.table if report is not None else match.table),
                players=" – ".join(names),
            )
        )
    elif incident.player is not None:
        lines.append(incident.player.name)
    elif incident.division is not None:
        lines.append(incident.division.name)
    elif report is not None:
        lines.append(moment.table(report.table).capitalize())
    if report is None:
        return lines
    if match is not None:
        if report.game:
            lines.append(_("Game {game}").format(game=report.game))
        if report.seat is not None:
            lines.append(_("Reported by {name}").format(name=names[report.seat]))
        if report.about is not None:
            lines.append(_("About {name}").format(name=names[report.about]))
    filed = _("Filed {time}").format(time=moment.minute(report.at))
    lines.append(headed(filed, report.note) if report.note else filed)
    found = found_words(report.found, report.numbers, names)
    return [*lines, found] if found else lines


def _decided(moment: Moment, incident: Incident, decision: Decision) -> list[str]:
    """Return a decision on record: what, by whom, whether it counts, what the table made of it."""
    names = names_of(moment, incident)
    words = _("Decided {time} by {who}: {what}")
    lines = [
        words.format(
            time=moment.minute(decision.at),
            who=moment.device_name(decision.node),
            what=_record(decision, names),
        )
    ]
    if votes := voted(decision.votes, names):
        lines.append(votes)
    gone = undone_by(decision, incident.around)
    if gone is not None:
        undone = _("Undone {time} by {who}.").format(
            time=moment.minute(gone.at), who=moment.device_name(gone.node)
        )
        lines.append(f"{undone} “{gone.reason}”" if gone.reason else undone)
    elif why := why_not(decision, incident.around):
        lines.append(_("Not in force: {reason}.").format(reason=why))
    if incident.match is not None:
        lines += carried_out(decision, incident.match.carried, names)
    return lines


def _record(decision: Decision, names: tuple[str, ...]) -> str:
    if decision.standing == "unknown" and not decision.measures:
        return decision.clause or "…"
    return on_record(decision, names)


def _place(moment: Moment, incident: Incident) -> str:
    match, report = incident.match, incident.report
    if match is None and report is None:
        return ""
    table = report.table if report is not None else match.table if match is not None else ""
    place = _("T{table}").format(table=moment.label(table))
    return place if match is None else f"{moment.round_sign(match)} {place}"
