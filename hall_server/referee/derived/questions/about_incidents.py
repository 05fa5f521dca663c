"""Questions about what happens at a board: illegal moves, touched pieces, help, counts, timing.

What was decided before is counted by the decisions that stand; nothing is remembered.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.questions.putting_out import lost_words
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.clock import face
from shared.core.decisions.facts import Case
from shared.core.decisions.options import options
from shared.core.decisions.words import all_said, seat_of
from shared.core.events import DrawAnswer
from shared.core.events.measures import (
    Caution,
    DealtWith,
    Dismissed,
    Measure,
    PutRight,
    SameAs,
    Suspended,
    Warned,
)
from shared.core.events.reported import COSTS, MINUTE, clock_words, rule_of, shown_words
from shared.core.match.outcome import Seat, other
from shared.core.state import Match, Report
from shared.core.text.language import N_, _, headed
from shared.tui.times import duration

_OFFERS: dict[DrawAnswer, str] = {
    "open": N_("not answered"),
    "accepted": N_("accepted"),
    "refused": N_("refused"),
}
TOLD_ONLY = ("back", "move_count")
"""Kinds that leave a record and ask nothing."""


def incident(
    moment: Moment, report: Report, match: Match, asked: tuple[str, ...]
) -> Question | None:
    """Return what an incident asks of the referee; None for what is only told."""
    if report.type in TOLD_ONLY:
        return None
    _clause, course = rule_of(moment.book(match), report.type, report.which)
    if report.type == "away" and (course != "leave" or is_back(moment, report)):
        return None
    case = case_of(moment, "incident", match, (report,), **_facts(moment, report, match))
    about = None if report.about is None else moment.names(match)[report.about]
    who = f": {about}" if about else ""
    question = Question(
        key=f"incident:{report.ent}:{'coming' if report.coming_at else 'new'}",
        kind="incident",
        urgency=Urgency.SOON if report.type == "away" else Urgency.NOW,
        since=report.at,
        title=f"{shown_words(report.type, report.which)}{who}",
        clause=case.clause,
        evidence=(
            *asked,
            *_evidence(moment, report, match, case),
            _(clock_words(report.type)),
            *moment.clock_lines(match),
        ),
        proposal=_(COSTS[course]),
        opens="decide",
        table=report.table,
        match=report.match,
        reports=(report.ent,),
        case=case,
    )
    return _proposed(moment, report, match, question)


def _facts(moment: Moment, report: Report, match: Match) -> dict[str, Any]:
    """Return what the case knows beside the match: whom it is about, and what was ruled before."""
    about = report.about if report.type != "away" else report.seat
    earlier = len(_earlier(moment, report))
    if report.which == "language" and report.about is not None:
        earlier = len(warnings(moment, match.players[report.about], before=report))
    return {
        "seats": () if about is None else (about,),
        "game": max(1, report.game) if report.game else moment.game_now(match),
        "earlier": earlier,
        "turns": _turns_ended(moment, report, match),
        "alike": first_alike(moment, report),
    }


def _turns_ended(moment: Moment, report: Report, match: Match) -> tuple[int, int] | None:
    """Return the turns that both have ended in the game of a report; None where nobody counted
    them."""
    seen = moment.live.get(match.uid)
    if seen is not None and seen.live.game == report.game:
        return seen.live.moves
    logged = match.clock
    return logged.moves if logged is not None and logged.game == report.game else None


def _evidence(moment: Moment, report: Report, match: Match, case: Case) -> Iterator[str]:
    names, sheet = moment.names(match), moment.book(match).sheet
    line = sheet.incident(report.type, report.which)
    if line is not None and line.course == "set_up" and case.turns is not None:
        yield _("Turns ended: {name} {first}, {other} {second}.").format(
            name=names[0], first=case.turns[0], other=names[1], second=case.turns[1]
        )
    if report.type == "draw_ruling":
        yield from _offers(moment, match)
    if report.which == "language" and report.about is not None and case.earlier:
        yield warned_words(moment, match.players[report.about], before=report)
    elif earlier := _earlier(moment, report):
        yield _("Ruled before in this match: {count} ({times}).").format(
            count=len(earlier), times=", ".join(moment.at(known.at) for known in earlier)
        )


def _proposed(moment: Moment, report: Report, match: Match, question: Question) -> Question:
    """Return the question with what the sheet proposes, in words."""
    case, names = question.case, moment.names(match)
    assert case is not None
    first = options(case)[0]
    said = all_said(first.measures, names)
    match report.type:
        case "draw_ruling":
            text = _("Look at the position: declare the game drawn, or let it be played on.")
            return replace(question, proposal=text)
        case "count_full":
            text = _("Check the count on the board, then declare the game drawn.")
            return replace(question, proposal=text, opens="write")
        case "timekeeper" if case.clocked:
            text = _("A clock keeps the time here: see what is wrong.")
            return replace(question, proposal=text)
        case "timekeeper" if report.which == MINUTE and case.book.lowder is not None:
            text = _("From now on each move within {time} at this table, once you choose so.")
            limit = duration(case.book.lowder.move_ms)
            title = _("A minute for each move is asked for")
            clause = case.book.clause("lowder")
            text = text.format(time=limit)
            return replace(question, title=title, proposal=text, clause=clause, opens="write")
        case "timekeeper" if case.book.move_time is not None:
            told = face(case.book.move_time.move_ms)
            last = duration(case.book.move_time.after_told_ms)
            text = _(
                "Send a timekeeper: each move is timed, warning at {told}, lost {last} later."
            ).format(told=told, last=last)
            return replace(question, proposal=text, opens="write")
        case "away" if report.seat is not None:
            asks = _("Has {name} a reason, {opponent}'s consent or company?").format(
                name=names[report.seat], opponent=names[other(report.seat)]
            )
            title = headed(question.title, names[report.seat])
            return replace(question, title=title, proposal=f"{asks} {said}", opens="write")
    if not first.measures or isinstance(first.measures[0], Dismissed):
        return question
    if case.earlier and isinstance(first.measures[0], PutRight):
        # Whether the player persists, and so loses the game, is the referee's to say.
        text = _("It was put right before: put it right again, or the game is lost.")
        return replace(question, proposal=text)
    if any(isinstance(one, Suspended) for one in first.measures) and report.about is not None:
        player = match.players[report.about]
        said = _("{name} is out for the round, until you lift it.").format(name=moment.name(player))
        said = f"{said} {lost_words(moment, player)}".rstrip()
    elif case.earlier:
        said = _("Not the first time. {ruling}").format(ruling=said)
    elif isinstance(first.measures[0], Caution | Warned):
        _clause, course = rule_of(case.book, report.type, report.which)
        said = f"{said} {_(COSTS[course])}"
    return replace(question, proposal=said, opens="write")


def warnings(moment: Moment, player: str, before: Report | None = None) -> tuple[int, ...]:
    """Return when a player was warned in the whole event (UTC ms), oldest first.

    What answers ``before`` itself is left out.
    """
    found = [
        one.decision.at
        for match in moment.state.matches.values()
        for one in match.taken
        if isinstance(one.measure, Warned)
        and match.players[one.measure.seat] == player
        and (before is None or before.event not in one.decision.settles)
    ]
    return tuple(sorted(found))


def warned_words(moment: Moment, player: str, before: Report | None = None) -> str:
    """Say when a player was warned, or that they were not."""
    found = warnings(moment, player, before)
    if not found:
        return _("No warning is on record.")
    times = ", ".join(moment.minute(at) for at in found)
    return _("Warned before: {times}.").format(times=times)


def is_back(moment: Moment, report: Report) -> bool:
    """Return whether who went away by ``report`` has come back since."""
    return any(
        known.type == "back" and known.seat == report.seat and known.at >= report.at
        for known in moment.reports_of(report.match)
    )


def _earlier(moment: Moment, report: Report) -> list[Report]:
    """Return reports of the same kind on the same player that were ruled before, in this match.

    Cautions stand for one game and one opponent (APCA-11). A report counts if something was ruled
    on it that is not against the other player; one that was dismissed or dealt with does not.
    """
    per_game = report.type in ("touched_piece", "illegal_move")
    return [
        known
        for known in sorted(moment.reports_of(report.match), key=lambda r: (r.at, r.ent))
        if known.ent != report.ent
        and (known.type, known.which, known.about) == (report.type, report.which, report.about)
        and (not per_game or known.game == report.game)
        and known.decision is not None
        and known.decision.counts
        and any(_ruled_against(one, report.about) for _token, one in known.decision.measures)
        and (known.at, known.ent) < (report.at, report.ent)
    ]


def first_alike(moment: Moment, report: Report) -> str:
    """Return the first report of the same kind on the same player in this game: the id of its
    event, "" for none. It may be about the same incident."""
    known = [
        other
        for other in moment.reports_of(report.match)
        if (other.type, other.which, other.about, other.game)
        == (report.type, report.which, report.about, report.game)
        and (other.at, other.ent) < (report.at, report.ent)
    ]
    return min(known, key=lambda other: (other.at, other.ent)).event if known else ""


def _ruled_against(measure: Measure, about: Seat | None) -> bool:
    """Return whether a measure rules something on what was reported about ``about``."""
    if isinstance(measure, Dismissed | DealtWith | SameAs):
        return False
    return about is None or seat_of(measure) in (None, about)


def _offers(moment: Moment, match: Match) -> tuple[str, ...]:
    names = moment.names(match)
    offers = [match.draw_offers[ent] for ent in sorted(match.draw_offers)]
    return tuple(
        _("Draw offered by {name} in game {game}, moves {first}–{second}: {answer}").format(
            name=names[offer.seat],
            game=offer.game,
            first=offer.moves[0],
            second=offer.moves[1],
            answer=_(_OFFERS[offer.answer]),
        )
        for offer in offers
    )
