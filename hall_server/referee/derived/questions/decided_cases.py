"""Cases that are decided: how one is decided again, and what came before a ruling was written.

Pure.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_reports import about_reports
from hall_server.referee.derived.questions.about_requests import request_case
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.questions.question import Question
from hall_server.referee.derived.questions.questions import questions
from hall_server.referee.derived.rulings.incidents import Incident
from shared.core.decisions.facts import Case, CaseKind
from shared.core.decisions.options import Option, options
from shared.core.decisions.standing import about_play, every_decision
from shared.core.decisions.writing import deciding
from shared.core.events.measures import GameDrawn, GameLost, Measure
from shared.core.match.outcome import ReportType
from shared.core.state import Decision, HallState, Match, Player, Report
from shared.core.text.language import _

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


def lapsed(
    moment: Moment, case: Case, option: Option, asked: Iterable[Question] | None = None
) -> str:
    """Return what came since a ruling was looked at that sends the referee back, in a sentence.

    "" for nothing. ``asked`` are the open questions, which are derived where none are given.
    """
    if _decided(moment.state, case):
        return _("Another referee has decided that meanwhile.")
    before = case.match
    if before is None:
        return ""
    match = moment.state.matches.get(before.uid)
    if match is None or match.standing == "withdrawn":
        return _("This match was paired again: nothing can be ruled on it.")
    ends = option.decides_match or match.result.counts != before.result.counts
    if _games(match, option) != _games(before, option) or (
        ends and deciding(match) != deciding(before)
    ):
        return _("Another referee has decided that meanwhile.")
    if ends and _signed(match) != _signed(before):
        return _("Another version came in since.")
    if case.kind == "late" and match.seated != before.seated:
        return _("A player has sat down meanwhile.")
    if asked is None:
        asked = questions(moment)
    was, now = options(case), options(_as_it_is(moment.state, case, match, asked))
    if option in was and (option not in now or (option == was[0]) > (option == now[0])):
        return _("What can be ruled here has changed meanwhile.")
    return ""


def _decided(state: HallState, case: Case) -> bool:
    """Return whether what the case asks, or what it would replace, does not stand as it did."""
    wish = case.request
    if wish is not None and state.office.requests.get(wish.ent) != wish:
        return True
    for report in case.reports:
        now = state.reports.get(report.ent)
        if now is None or now.decision != report.decision:
            return True
    if not case.replaces:
        return False
    made = {decision.event: decision for decision in every_decision(state)}
    return any(made.get(before.event) != before for before in case.replaces)


def _signed(match: Match) -> object:
    """Return what is known of how a match ended."""
    return match.result.counts, match.result.versions, match.result.heads


def _games(match: Match, option: Option) -> list[Measure]:
    """Return what counts about the games that a ruling is about."""
    about = (GameLost, GameDrawn)
    games = {one.game for one in option.measures if isinstance(one, about)}
    return [
        one.measure
        for one in match.taken
        if isinstance(one.measure, about) and one.measure.game in games
    ]


def _as_it_is(state: HallState, case: Case, match: Match, asked: Iterable[Question]) -> Case:
    """Return the case as it is asked about now; where nothing asks about it, as far as that is
    known."""
    who = (case.kind, case.ident, case.seats)
    found = (one.case for one in asked if one.case is not None)
    now = next((one for one in found if (one.kind, one.ident, one.seats) == who), None)
    reports = tuple(state.reports[report.ent] for report in case.reports)
    return now or replace(case, match=match, reports=reports)
