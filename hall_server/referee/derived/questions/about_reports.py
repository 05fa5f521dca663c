"""Questions that reports raise: calls, phones, power cuts, what happened at a board.

Everything counted here is counted from the moment it is asked about; nothing is remembered.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_absence import about_absence
from hall_server.referee.derived.questions.about_incidents import first_alike, incident
from hall_server.referee.derived.questions.about_results import all_forfeited
from hall_server.referee.derived.questions.cases import asked, case_of
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.clock import face
from shared.core.decisions.facts import decided, with_games
from shared.core.decisions.words import all_said
from shared.core.events.measures import GameLost
from shared.core.events.reported import COSTS, clock_words, rule_of
from shared.core.match.outcome import SEATS, Outcome
from shared.core.standings.scoring import why_unscored
from shared.core.state import Match, Report
from shared.core.text.language import _, ngettext

MOST_OF_A_TABLE = 8
"""So many reports of one table are questions at a time, beside its calls."""


def about_reports(moment: Moment) -> Iterator[Question]:
    """Yield every question that an open report or an empty seat raises now.

    All calls of a table are one question, and of its other reports the oldest are asked first: one
    table cannot bury the others.
    """
    calls: dict[tuple[str, bool], list[Report]] = {}
    others: dict[str, list[Report]] = {}
    for report in sorted(moment.state.reports.values(), key=lambda report: (report.at, report.ent)):
        match = moment.match(report.match)
        if not report.open or (match is not None and match.standing == "withdrawn"):
            continue
        if report.type not in ("phone", "restart") and (report.type == "call" or match is None):
            calls.setdefault((report.table, bool(report.coming_at)), []).append(report)
        elif report.type != "late":
            others.setdefault(report.table, []).append(report)
    for filed in calls.values():
        yield _call(moment, filed)
    for filed in others.values():
        yield from _oldest(moment, filed)
    for match in moment.playing:
        yield from about_absence(moment, match)


def _oldest(moment: Moment, filed: Sequence[Report]) -> list[Question]:
    """Return what the oldest reports of a table ask; the last question says how many come after
    it."""
    shown: list[Question] = []
    for number, report in enumerate(filed, 1):
        found = _about(moment, report)
        shown += () if found is None else (found,)
        waiting = len(filed) - number
        if len(shown) == MOST_OF_A_TABLE and waiting:
            line = ngettext(
                "{count} more report of this table waits behind this one.",
                "{count} more reports of this table wait behind this one.",
                waiting,
            ).format(count=waiting)
            shown[-1] = replace(shown[-1], evidence=(*shown[-1].evidence, line))
            break
    return shown


def _about(moment: Moment, report: Report) -> Question | None:
    """Return what a report asks that is no call; None if that is asked elsewhere."""
    match = moment.match(report.match)
    if report.type == "phone":
        return _phone(moment, report, match)
    if report.type == "restart":
        return _restart(moment, report, match)
    assert match is not None
    return incident(moment, report, match, asked(moment, report, match))


def _clocks(moment: Moment, report: Report, match: Match | None) -> tuple[str, ...]:
    """Return what the report does to the clocks, and how they stand (HALL-report-clock)."""
    if match is None:
        return ()
    return (_(clock_words(report.type)), *moment.clock_lines(match))


def _call(moment: Moment, filed: Sequence[Report]) -> Question:
    """Ask about all open calls of a table, the oldest first."""
    report, latest = filed[0], filed[-1]
    match, coming = moment.match(latest.match), bool(report.coming_at)
    before: tuple[str, ...] = ()
    if len(filed) > 1:
        words = ngettext(
            "{count} open call of this table.", "{count} open calls of this table.", len(filed)
        )
        before = (words.format(count=len(filed)),)
    book = moment.book(match)
    going = _("Go to {table}; the screen there says that you are coming.").format(
        table=moment.table(report.table)
    )
    return Question(
        key=f"call:{report.ent}:{'coming' if coming else 'new'}",
        kind="call",
        urgency=Urgency.SOON if coming else Urgency.NOW,
        since=report.at,
        title=_("You are coming") if coming else _("The referee is called"),
        clause=rule_of(book, "call")[0],
        evidence=before + asked(moment, latest, match) + _clocks(moment, latest, match),
        proposal=_("Close the call when it is dealt with.") if coming else going,
        table=report.table,
        match=latest.match,
        reports=tuple(one.ent for one in filed),
        case=case_of(moment, "call", match, tuple(filed)),
    )


def _phone(moment: Moment, report: Report, match: Match | None) -> Question:
    """Ask about a phone, which costs what the sheet says: under ACF-3.II.J the game."""
    book = moment.book(match)
    clause, course = rule_of(book, "phone")
    question = Question(
        key=f"phone:{report.ent}",
        kind="phone",
        urgency=Urgency.NOW,
        since=report.at,
        title=_("A phone rang"),
        clause=clause,
        evidence=asked(moment, report, match) + _clocks(moment, report, match),
        proposal=" ".join((_("Find out whose phone it was."), _(COSTS[course]))),
        opens="decide",
        table=report.table,
        match=report.match,
        reports=(report.ent,),
        case=case_of(moment, "phone", match, (report,)),
    )
    if match is None or report.about is None:
        return question
    owner, game = moment.names(match)[report.about], report.game or moment.game_now(match)
    known = _known(moment, match, GameLost(report.about, game))
    case = case_of(
        moment,
        "phone",
        match,
        (report,),
        seats=(report.about,),
        game=game,
        proposed=known,
        alike=first_alike(moment, report),
    )
    question = replace(question, title=_("A phone rang: {name}").format(name=owner), case=case)
    if course != "game":
        return question
    lost = all_said((GameLost(report.about, game),), moment.names(match))
    if decided(match, GameLost(report.about, game)):
        words = _("Ruled already: {ruling} Close the report, or rule otherwise.")
        return replace(question, proposal=words.format(ruling=lost), opens="write")
    follows = _("The result is changed with it.")
    if not known:
        follows = _(
            "It is entered when the players end the game; if they enter another score, you are"
            " asked again."
        )
    return replace(question, proposal=f"{lost} {follows}", opens="write")


def _known(moment: Moment, match: Match, lost: GameLost) -> tuple[Outcome, ...]:
    """Return how the whole match ends, where the other games count already or there are none.

    What one side alone has signed is not known yet.
    """
    games = moment.book(match).games_per_match
    signed = match.result.outcome if match.result.counts else None
    if games == 1:
        signed = all_forfeited(moment.book(match), lost.seat)
    if signed is None:
        return ()
    outcome = with_games(signed, (lost,))
    return (outcome,) if why_unscored(moment.book(match), outcome) is None else ()


def _restart(moment: Moment, report: Report, match: Match | None) -> Question:
    """HALL-power-cut: the last reading is proposed, both clocks stop, the referee adjusts."""
    book = moment.book(match)
    proposal = _("Both clocks are stopped. Go on from what the table shows.")
    evidence: tuple[str, ...] = ()
    if match is not None:
        evidence = moment.clock_lines(match)
        remaining = _remaining(moment, match)
        if remaining is not None:
            names = moment.names(match)
            times = ", ".join(f"{names[seat]} {face(remaining[seat])}" for seat in SEATS)
            proposal = _("Both clocks are stopped. Go on from {times}.").format(times=times)
    return Question(
        key=f"restart:{report.ent}",
        kind="restart",
        urgency=Urgency.NOW,
        since=report.at,
        title=_("A table slept") if report.which == "slept" else _("A table lost its power"),
        clause=book.sheet.power_cut,
        evidence=asked(moment, report, match) + evidence,
        proposal=proposal,
        table=report.table,
        match=report.match,
        reports=(report.ent,),
        case=case_of(moment, "restart", match, (report,)),
    )


def _remaining(moment: Moment, match: Match) -> tuple[int, int] | None:
    """Return what both clocks have left, as the table shows or has logged it; None where nobody
    knows."""
    seen = moment.live.get(match.uid)
    if seen is not None and seen.live.clocked:
        return seen.live.remaining_ms
    return match.clock.remaining_ms if match.clock is not None else None
