"""Questions about what happens at a board: illegal moves, touched pieces, help, counts, timing.

A caution is counted by the answers that stand in the log; nothing is remembered.
"""

from __future__ import annotations

from dataclasses import replace

from hall_server.referee.moment import Moment
from hall_server.referee.questions import reasons
from hall_server.referee.questions.putting_out import lost_words, put_out
from hall_server.referee.questions.question import Question, Urgency, answer
from hall_server.referee.questions.reasons import in_english
from hall_server.referee.questions.set_ups import set_up_rule, turns_ended
from shared.core.clock import face, imposed_control
from shared.core.events import AnswerState, DrawAnswer, Order, ReportAnswered
from shared.core.language import N_, _
from shared.core.report_clock import clock_words
from shared.core.reported import COSTS, rule_of, shown_words
from shared.core.rulebooks import Rulebook
from shared.core.rulebooks.incidents import Course
from shared.core.state import Match, Report
from shared.core.words import other
from shared.port import Draft
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
    """What an incident asks of the referee; None for what is only told."""
    if report.type in TOLD_ONLY:
        return None
    book = moment.book(match)
    clause, course = rule_of(book, report.type, report.which)
    if report.type == "away" and (course != "leave" or is_back(moment, report)):
        return None
    about = None if report.about is None else moment.names(match)[report.about]
    who = f": {about}" if about else ""
    question = Question(
        key=f"incident:{report.ent}:{'coming' if report.answer else 'new'}",
        kind="incident",
        urgency=Urgency.NOW,
        since=report.at,
        title=f"{shown_words(report.type, report.which)}{who}",
        clause=clause,
        evidence=(*asked, _(clock_words(report.type)), *moment.clock_lines(match)),
        proposal=_(COSTS[course]),
        opens="decide",
        table=report.table,
        match=report.match,
        reports=(report.ent,),
    )
    if report.type == "away":
        return _leaving(moment, report, match, question)
    if course == "set_up":
        return _set_up(moment, report, match, question)
    if report.type == "timekeeper":
        return _timekeeper(book, report, match, question)
    if report.type == "count_full":
        what = (
            _("A draw by repetition is claimed")
            if report.which == "repetition"
            else _("The count is complete")
        )
        text = _("{what} ({note}). Check it, then declare the game drawn.").format(
            what=what, note=report.note
        )
        return _proposing(question, text, report, reasons.drawn(_game(report)))
    if report.type == "draw_ruling":
        return replace(
            question,
            evidence=(*question.evidence, *_offers(moment, match)),
            proposal=_("Look at the position: declare the game drawn, or let it be played on."),
        )
    if report.which == "language" and report.about is not None:
        return _language(moment, report, question, match.players[report.about])
    if course == "out_at_once" and report.about is not None:
        player = match.players[report.about]
        said = _("{name} is out for the round, until you lift it.").format(name=about)
        return _out(
            moment, report, question, player, said, reasons.out_at_once(moment.name(player))
        )
    earlier = _earlier(moment, report)
    if earlier:
        times = ", ".join(moment.at(r.at) for r in earlier)
        lines = (
            _("Ruled before in this match: {count} ({times}).").format(
                count=len(earlier), times=times
            ),
        )
        question = replace(question, evidence=(*question.evidence, *lines))
    return _penalty(question, report, course, about or "", len(earlier))


def _penalty(
    question: Question, report: Report, course: Course, name: str, earlier: int
) -> Question:
    """What the clause makes of it, by how often it was ruled before (APCA-11, DARK-touch)."""
    if not name and course not in ("remove", "points_out", "bar"):
        return question

    def costs(course: Course) -> str:
        return _costs(course, name, shown_words(report.type, report.which).lower(), _game(report))

    lost = costs("game")
    if earlier and course == "caution":
        note = in_english(lambda: costs("game"))
        return _proposing(question, _("Not the first time. {lost}").format(lost=lost), report, note)
    if earlier and course == "correct":
        again = _("Put it right again, or he persists: {lost}").format(lost=lost)
        return replace(question, proposal=again)
    proposal, note = costs(course), in_english(lambda: costs(course))
    return _proposing(question, proposal, report, note) if proposal else question


def _language(moment: Moment, report: Report, question: Question, player: str) -> Question:
    """ACF-3.II.B: a warning first, whoever gave it, in whatever round; then he is out."""
    name = moment.name(player)
    if not warnings(moment, player, before=report):

        def warn() -> str:
            what = shown_words(report.type, report.which).lower()
            return _costs("out", name, what, _game(report))

        return _proposing(question, warn(), report, in_english(warn))
    out = _("Warned before: {name} is out for the round, and until it ceases.").format(name=name)
    warned = warned_words(moment, player, before=report)
    question = replace(question, evidence=(*question.evidence, warned))
    return _out(moment, report, question, player, out, reasons.out_for_language(name))


def _out(
    moment: Moment, report: Report, question: Question, player: str, said: str, note: str
) -> Question:
    """He is put out with one answer: the report is ruled, and his match of the round is lost."""
    drafts = (
        answer(report.ent, "ruled", question.clause, note),
        *put_out(moment, player, question.clause, note),
    )
    proposal = f"{said} {lost_words(moment, player)}".rstrip()
    return replace(question, proposal=proposal, opens="write", drafts=drafts)


def warnings(moment: Moment, player: str, before: Report | None = None) -> tuple[Report, ...]:
    """What a player was warned of for his language in the whole event, oldest first."""
    found = []
    for known in moment.state.reports.values():
        match = moment.match(known.match)
        if match is None or known.which != "language" or known.about is None:
            continue
        ruled = known.answer is not None and known.answer.state == "ruled"
        if ruled and match.players[known.about] == player and known is not before:
            found.append(known)
    if before is not None:
        found = [known for known in found if (known.at, known.ent) < (before.at, before.ent)]
    return tuple(sorted(found, key=lambda known: (known.at, known.ent)))


def warned_words(moment: Moment, player: str, before: Report | None = None) -> str:
    """When he was warned for his language, or that he was not."""
    found = warnings(moment, player, before)
    if not found:
        return _("No warning for his language is on record.")
    times = ", ".join(moment.minute(report.at) for report in found)
    return _("Warned for his language before: {times}.").format(times=times)


def _costs(course: Course, name: str, what: str, game: int) -> str:
    """What a first time costs, "" where the referee decides."""
    sentence = {
        "caution": _("Caution to {name}: {what}. A second one costs the game."),
        "out": _("Warning to {name}: {what}. A second one costs the round."),
        "correct": _("The move is put right; noted for {name}."),
        "game": _("Game {game} is forfeited by {name}: {what}."),
        "move": _("{name} moves the touched piece, or forfeits game {game}."),
        "go_on": _("The piece of {name} goes on the way it was pushed."),
        "remove": _("Whoever helped leaves the playing area. Then the game goes on."),
        "points_out": _(
            "Whoever helped leaves the playing area; only a wrong set-up or a running clock may be"
            " pointed out, between games."
        ),
        "bar": _("The spectator is barred from watching this match."),
        "carry_out": _("{name} carries out what he stated or implied: double, take or pass."),
    }.get(course, "")
    return sentence.format(name=name, what=what, game=game)


def _set_up(moment: Moment, report: Report, match: Match, question: Question) -> Question:
    """USBGF-4.2.4: by the turns ended the error stays, or is put right."""
    ended = turns_ended(moment, report, match)
    if ended is None:
        return question
    names = moment.names(match)
    line = _("Turns ended: {name} {first}, {other} {second}.").format(
        name=names[0], first=ended[0], other=names[1], second=ended[1]
    )
    question = replace(question, evidence=(line, *question.evidence))
    said = set_up_rule(ended)
    return _proposing(question, said(), report, in_english(said))


def is_back(moment: Moment, report: Report) -> bool:
    """Whether who went away by ``report`` has come back since."""
    return any(
        known.type == "back" and known.seat == report.seat and known.at >= report.at
        for known in moment.reports_of(report.match)
    )


def _leaving(moment: Moment, report: Report, match: Match, question: Question) -> Question:
    """Pool players leave with a reason, consent or company, others with leave alone."""
    if report.seat is None:
        return question
    names = moment.names(match)
    name, opponent = names[report.seat], names[other(report.seat)]

    def may_go() -> str:
        return _("{name} may leave the board for a while.").format(name=name)

    asks = _("Has {name} a reason, {opponent}'s consent or company?").format(
        name=name, opponent=opponent
    )
    question = replace(question, urgency=Urgency.SOON)
    question = replace(question, title=f"{question.title}: {name}")
    return _proposing(question, f"{asks} {may_go()}", report, in_english(may_go))


def _timekeeper(book: Rulebook, report: Report, match: Match, question: Question) -> Question:
    """Who times the moves of an unclocked table, or which clock comes (ACF-1.X.B.a, APCA-9)."""
    if match.control is not None and match.control.name != "unclocked":
        return replace(question, proposal=_("A clock keeps the time here: see what is wrong."))
    if book.move_time is not None:
        told = face(book.move_time.move_ms)
        last = duration(book.move_time.after_told_ms)
        text = _(
            "Send a timekeeper: each move is timed, told at {told}, lost {last} later."
        ).format(told=told, last=last)
        return _proposing(question, text, report, reasons.TIMEKEEPER, Order("five_minutes"))
    if book.imposed_clocks is not None:
        control = imposed_control(book.imposed_clocks, "game").name
        order = Order("clock_game", control)

        def bring() -> str:
            words = _("Bring a double clock: {control} each to finish this game.")
            return words.format(control=control)

        return _proposing(question, bring(), report, in_english(bring), order)
    return question


def _proposing(
    question: Question,
    proposal: str,
    report: Report,
    note: str,
    order: Order | None = None,
) -> Question:
    drafts = (ordered(report.ent, "ruled", question.clause, note, order),)
    return replace(question, proposal=proposal, opens="write", drafts=drafts)


def ordered(report: str, state: AnswerState, clause: str, note: str, order: Order | None) -> Draft:
    """An answer that the table has to carry out."""
    draft = answer(report, state, clause, note)
    if order is None:
        return draft
    return Draft(draft.ent, ReportAnswered(state, clause, note, order), draft.actor)


def _earlier(moment: Moment, report: Report) -> list[Report]:
    """Reports of the same kind on the same player that were ruled before, in this match.

    Cautions stand for one game and one opponent (APCA-11).
    """
    per_game = _in_one_game(report)
    return [
        known
        for known in sorted(moment.reports_of(report.match), key=lambda r: (r.at, r.ent))
        if known.ent != report.ent
        and (known.type, known.which, known.about) == (report.type, report.which, report.about)
        and (not per_game or known.game == report.game)
        and known.answer is not None
        and known.answer.state == "ruled"
        and (known.at, known.ent) < (report.at, report.ent)
    ]


def _in_one_game(report: Report) -> bool:
    """Whether earlier ones count only within the game: touched pieces and illegal moves do."""
    return report.type in ("touched_piece", "illegal_move")


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


def _game(report: Report) -> int:
    return max(1, report.game)
