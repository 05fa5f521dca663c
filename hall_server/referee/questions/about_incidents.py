"""Questions about what happens at a board: illegal moves, touched pieces, help, counts, timing.

A caution is counted by the answers that stand in the log; nothing is remembered.
"""

from __future__ import annotations

from dataclasses import replace

from hall_server.referee.moment import Moment
from hall_server.referee.questions.question import Question, Urgency, answer
from shared.core.clock import face, imposed_control
from shared.core.events import AnswerState, Order, ReportAnswered
from shared.core.incidents import COSTS, Scheme, rule_of, words
from shared.core.report_clock import clock_effect
from shared.core.rulebooks import Rulebook
from shared.core.state import Match, Report
from shared.port import Draft
from shared.tui.times import duration

TOLD_ONLY = ("away", "back", "move_count")
"""Kinds that leave a record and ask nothing (ACF-1.IX)."""


def incident(
    moment: Moment, report: Report, match: Match, asked: tuple[str, ...]
) -> Question | None:
    """What an incident asks of the referee; None for what is only told."""
    if report.type in TOLD_ONLY:
        return None
    book = moment.book(match)
    clause, scheme = rule_of(book, report.type, report.which)
    about = None if report.about is None else moment.names(match)[report.about]
    who = f": {about}" if about else ""
    effect = clock_effect(report.type, book.game)
    question = Question(
        key=f"incident:{report.ent}:{'coming' if report.answer else 'new'}",
        kind="incident",
        urgency=Urgency.NOW,
        since=report.at,
        title=f"{words(report.type, report.which)}{who}",
        clause=clause,
        evidence=(*asked, effect.words, *moment.clock_lines(match)),
        proposal=COSTS[scheme],
        opens="decide",
        table=report.table,
        match=report.match,
        reports=(report.ent,),
    )
    if report.type == "timekeeper":
        return _timekeeper(book, report, match, question)
    if report.type == "count_full":
        what = (
            "A draw by repetition is claimed"
            if report.which == "repetition"
            else "The count is complete"
        )
        text = f"{what} ({report.note}). Check it, then declare the game drawn."
        return _proposing(question, text, report, f"Game {_game(report)} is drawn.")
    if report.type == "draw_ruling":
        return replace(
            question,
            evidence=(*question.evidence, *_offers(moment, match)),
            proposal="Look at the position: declare the game drawn, or let it be played on.",
        )
    earlier = _earlier(moment, report)
    if earlier:
        times = ", ".join(moment.at(r.at) for r in earlier)
        lines = (f"Ruled before in this match: {len(earlier)} ({times}).",)
        question = replace(question, evidence=(*question.evidence, *lines))
    return _penalty(question, report, scheme, about or "", len(earlier))


def _penalty(
    question: Question, report: Report, scheme: Scheme, name: str, earlier: int
) -> Question:
    """What the clause makes of it, by how often it was ruled before (APCA-11, DARK-touch)."""
    if not name and scheme != "remove":
        return question
    what = words(report.type, report.which).lower()
    game = _game(report)
    lost = f"Game {game} is forfeited by {name}: {what}."
    if earlier and scheme == "caution":
        return _proposing(question, f"Not the first time. {lost}", report, lost)
    if earlier and scheme == "correct":
        return replace(question, proposal=f"Put it right again, or he persists: {lost}")
    if earlier and scheme == "out":
        return replace(question, proposal=f"Warned before: {name} is out for the round.")
    notes = {
        "caution": f"Caution to {name}: {what}. A second one costs the game.",
        "out": f"Warning to {name}: {what}. A second one costs the round.",
        "correct": f"The move is put right; noted for {name}.",
        "game": lost,
        "move": f"{name} moves the touched piece, or forfeits game {game}.",
        "go_on": f"The piece of {name} goes on the way it was pushed.",
        "remove": "Whoever helped leaves the playing area. Then the game goes on.",
    }
    note = notes.get(scheme)
    return question if note is None else _proposing(question, note, report, note)


def _timekeeper(book: Rulebook, report: Report, match: Match, question: Question) -> Question:
    """Who times the moves of an unclocked table, or which clock comes (ACF-1.X.B.a, APCA-9)."""
    if match.control is not None and match.control.name != "unclocked":
        return replace(question, proposal="A clock keeps the time here: see what is wrong.")
    if book.move_time is not None:
        told = face(book.move_time.move_ms)
        last = duration(book.move_time.after_told_ms)
        text = f"Send a timekeeper: each move is timed, told at {told}, lost {last} later."
        order = Order("five_minutes")
    elif book.imposed_clocks is not None:
        control = imposed_control(book.imposed_clocks, "game").name
        text = f"Bring a double clock: {control} each to finish this game."
        order = Order("clock_game", control)
    else:
        return question
    note = "A timekeeper comes." if order.kind == "five_minutes" else text
    return _proposing(question, text, report, note, order)


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
        for known in sorted(moment.state.reports.values(), key=lambda r: (r.at, r.ent))
        if known.ent != report.ent
        and known.match == report.match
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
    return tuple(
        f"Draw offered by {names[offer.seat]} in game {offer.game}, "
        f"moves {offer.moves[0]}–{offer.moves[1]}: {offer.answer}"
        for _, offer in sorted(match.draw_offers.items())
    )


def _game(report: Report) -> int:
    return max(1, report.game)
