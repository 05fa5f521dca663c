"""The case of an incident that is decided already, so that it can be decided again. Pure."""

from typing import Final

import msgspec

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_reports import about_reports
from hall_server.referee.derived.questions.about_requests import request_case
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.rulings.incidents import Incident
from shared.core.decisions.facts import Case, CaseKind
from shared.core.decisions.standing import about_play
from shared.core.match.outcome import ReportType
from shared.core.state import Decision, HallState, Match, Player, Report

_KINDS: Final[dict[ReportType, CaseKind]] = {
    "call": "call", "phone": "phone", "restart": "restart", "late": "late",
}  # fmt: skip
"""The kinds of case that reports lead to; all others are incidents."""


def case_again(moment: Moment, incident: Incident) -> Case | None:
    """Return the case of an incident as if it had not been decided; None where nothing can be.

    What is decided next stands in the place of all that was decided about it, at other matches and
    about the player too.
    """
    report, match = incident.report, incident.match
    if report is not None:
        replaced = _about(moment.state, report, incident.standing)
        asked = _asked(moment, report, match, replaced)
        if asked is not None:
            return msgspec.structs.replace(
                asked, match=match, reports=(report,), replaces=replaced, ident=report.event
            )
        seats = () if report.about is None else (report.about,)
        kind = _KINDS.get(report.type, "incident")
        if match is None:
            return case_of(moment, "call", None, (report,), replaces=replaced)
        game = report.game or moment.game_now(match)
        return case_of(moment, kind, match, (report,), seats=seats, game=game, replaces=replaced)
    if incident.player is not None:
        return _wish_again(moment, incident, incident.player)
    if match is None:
        return None
    decides = any(decision.decides is not None for decision in incident.standing)
    return case_of(moment, "result" if decides else "refused", match, replaces=incident.standing)


def _wish_again(moment: Moment, incident: Incident, player: Player) -> Case | None:
    """Return the case of a wish at a kiosk; of what else was decided about a player there is
    none."""
    settled = {ident for decision in incident.standing for ident in decision.settles}
    wishes = moment.state.office.requests.values()
    wish = next((each for each in wishes if each.event in settled), None)
    return None if wish is None else request_case(moment, wish, player, incident.standing)


def _asked(
    moment: Moment, report: Report, match: Match | None, replaced: tuple[Decision, ...]
) -> Case | None:
    """Return the case that the queue would have, had nothing been decided; None where it has
    none."""
    state = moment.state
    gone = {decision.event for decision in replaced}
    matches = dict(state.matches)
    if match is not None:
        left = tuple(each for each in match.decisions if each.event not in gone)
        matches[match.uid] = msgspec.structs.replace(match, decisions=left)
    reports = {**state.reports, report.ent: msgspec.structs.replace(report, decision=None)}
    before = msgspec.structs.replace(state, matches=matches, reports=reports)
    asked = about_reports(Moment(before, moment.link, moment.now_ms, moment.live))
    cases = (each.case for each in asked if report.ent in each.reports)
    return next((case for case in cases if case is not None), None)


def _about(
    state: HallState, report: Report, standing: tuple[Decision, ...]
) -> tuple[Decision, ...]:
    """Return every decision that settles a report and counts, or waits for another in its place."""
    found = {
        each.event: each
        for each in (*standing, *about_play(state))
        if report.event in each.settles and each.measures and each.stands
    }
    return tuple(found.values())
