"""The dialogues that the queue begins: accepting a question, a note on it, where to go."""

from __future__ import annotations

from functools import partial

from hall_server.referee.app.floor.table_screen import TableScreen
from hall_server.referee.app.hall.hall_screen import HallScreen
from hall_server.referee.app.rulings.decide_screen import DecideScreen
from hall_server.referee.asked.ask import Ask, Writing, dialogue
from hall_server.referee.asked.pairing.leading import opening
from hall_server.referee.asked.rulings.undoing import decided_last, undoing
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.questions.about_hall import CanTakeOver
from hall_server.referee.derived.questions.question import Question, rules
from hall_server.referee.said import main_words as words
from hall_server.referee.said.results_words import result_lines
from shared.core.text.language import _


@dialogue
async def accept(ask: Ask, question: Question) -> None:
    """Write what is proposed and decides no case; what publishes is repeated as a fact first."""
    app, moment = ask.app, ask.app.moment()
    entry = Writing(words.fact(moment, question).rstrip("?"), question.drafts, question.key)
    if not any(rules(draft.body) for draft in question.drafts):
        app.note(entry)
        return
    changed = partial(app.answered_since, question)
    fact = words.fact(moment, question)
    app.rule(await ask.confirm(fact, entry, yes=_("Accept"), no=_("Not yet"), changed=changed))


@dialogue
async def note(ask: Ask, question: Question) -> None:
    """Keep a note that is written with what is accepted."""
    ask.app.own_notes[question.key] = await ask.text(
        _("Your note on this question"),
        hint=_("It is written with what you accept."),
        value=ask.app.own_notes.get(question.key, ""),
        objection=lambda text: "",
    )
    ask.app.look()


@dialogue
async def go_to_table(ask: Ask) -> None:
    """Ask for a table and open its page."""
    moment = ask.app.moment()
    tables = {moment.label(cell.table).casefold(): cell.table for cell in ask.app.floor()}

    def objection(text: str) -> str:
        known = text.casefold() in tables
        return "" if known else _("There is no table {label}.").format(label=text)

    label = await ask.text(_("Go to which table?"), objection=objection)
    ask.app.push_screen(TableScreen(tables[label.casefold()]))


@dialogue
async def pair_which(ask: Ask) -> None:
    """Ask for a division and open its pairing."""
    words = _(" {division}, {rounds} rounds")
    lines = [
        ListLine(d.id, words.format(division=d.name, rounds=d.rounds))
        for d in ask.app.hall.divisions.values()
    ]
    await opening(ask, await ask.pick(_("Pair which division?"), lines))


@dialogue
async def correct(ask: Ask) -> None:
    """Ask for a result and open what can be decided about it."""
    lines = result_lines(ask.app.moment())
    uid = await ask.pick(_("Correct which result?"), lines, filtered=True)
    match = ask.app.hall.matches.get(uid)
    if match is not None:
        ask.app.push_screen(DecideScreen(None, match))


@dialogue
async def undo_last(ask: Ask) -> None:
    """Undo what this desk decided last, before a restart too, and what still counts of it."""
    last = decided_last(ask.app.hall, ask.app.port.node_id)
    if last:
        await undoing(ask, last)
    else:
        ask.app.notify(_("There is no ruling of this desk to undo."))


@dialogue
async def take_over(ask: Ask, laptop: CanTakeOver) -> None:
    """Show the evidence, and make this laptop the hall after a yes."""
    if await ask.screen(HallScreen(laptop.evidence(), ask.app.wall())):
        laptop.take_over("dashboard")
