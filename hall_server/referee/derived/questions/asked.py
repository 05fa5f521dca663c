"""Who reported something, and when, as evidence of a question."""

from hall_server.referee.derived.moment import Moment
from shared.core.events.reported import found_words
from shared.core.state import Match, Report
from shared.core.text.language import _


def asked(moment: Moment, report: Report, match: Match | None) -> tuple[str, ...]:
    """Return who reported it, what the table found by itself, and whether the referee is coming."""
    words = _("Reported {time}").format(time=moment.at(report.at))
    if match is not None and report.seat is not None:
        words = _("Reported {time} by {name}").format(
            time=moment.at(report.at), name=moment.names(match)[report.seat]
        )
    lines = [f"{words}: “{report.note}”" if report.note else words]
    names = moment.names(match) if match is not None else (_("Side 1"), _("Side 2"))
    if found := found_words(report.found, report.numbers, names):
        lines.append(found)
    if report.coming_at:
        lines.append(
            _("You said at {time} that you are coming.").format(time=moment.at(report.coming_at))
        )
    return tuple(lines)
