"""Whether a ruling is still what the referee looked at, when it is about to be written. Pure.

It is while its case is open and the ruling is among those of the case, the proposal if it was that;
and while nothing else was decided about the same game, or about how the match ends.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question
from hall_server.referee.derived.questions.questions import questions
from shared.core.decisions.facts import Case
from shared.core.decisions.options import Option, options
from shared.core.decisions.standing import every_decision
from shared.core.decisions.writing import deciding
from shared.core.events.measures import GameDrawn, GameLost, Measure
from shared.core.state import HallState, Match
from shared.core.text.language import _


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
