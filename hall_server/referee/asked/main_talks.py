"""The dialogues that the queue begins: accepting a question, a note on it, where to go."""

from functools import partial

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.hall_screen import HallScreen
from hall_server.referee.asked.rulings.undoing import decided_last, undoing
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.questions.about_championship import may_take, taking, who_pairs
from hall_server.referee.derived.questions.about_hall import CanTakeOver
from hall_server.referee.derived.questions.question import Question, rules
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said import main_words as words
from hall_server.referee.said.results_words import result_lines
from shared.core.text.language import _


@dialogue
async def open_pairing(ask: Ask, ident: str) -> None:
    """Open the pairing of a division."""
    await opening(ask, ident)


async def opening(ask: Ask, ident: str) -> None:
    """Open the pairing of a division, offer to take it over, or say who has it."""
    desk = ask.desk
    division = desk.hall.divisions[ident]
    if desk.hall.pairs(ident):
        ask.app.show_pairing(ident)
        return
    who = who_pairs(division)
    if not may_take(desk.hall, division):
        told = _("{who} pairs {division}. Its rounds come down from there.")
        desk.ledger.refused(told.format(who=who, division=division.name))
        ask.app.look()
        return
    draft = taking(desk.hall, division)
    entry = Writing(_("{division} is paired here").format(division=division.name), (draft,))
    fact = _(
        "{who} pairs {division}. Take it over only if they agree or cannot be reached:"
        " what they pair from now on, and this place has not seen, does not count."
    ).format(who=who, division=division.name)
    desk.rule(await ask.confirm(fact, entry, yes=_("Take over")))


@dialogue
async def leave_the_hall(ask: Ask) -> None:
    """Leave the screen of a laptop that is the hall, once it is said that the hall goes on."""
    fact = _(
        "This laptop is the hall, and the tables are served from here. That goes on without this"
        " screen while the laptop is on. Close the screen?"
    )
    await ask.yes(fact, yes=_("Close the screen"), no=_("Stay"))
    ask.app.exit()


@dialogue
async def accept(ask: Ask, question: Question) -> None:
    """Write what is proposed and decides no case; what publishes is repeated as a fact first."""
    desk, moment = ask.desk, ask.desk.moment()
    entry = Writing(words.fact(moment, question).rstrip("?"), question.drafts, question.key)
    if not any(rules(draft.body) for draft in question.drafts):
        desk.note(entry)
        return
    changed = partial(desk.answered_since, question)
    fact = words.fact(moment, question)
    desk.rule(await ask.confirm(fact, entry, yes=_("Accept"), no=_("Not yet"), changed=changed))


@dialogue
async def note(ask: Ask, question: Question) -> None:
    """Keep a note that is written with what is accepted."""
    ask.desk.own_notes[question.key] = await ask.text(
        _("Your note on this question"),
        hint=_("It is written with what you accept."),
        value=ask.desk.own_notes.get(question.key, ""),
        objection=lambda text: "",
    )
    ask.app.look()


@dialogue
async def go_to_table(ask: Ask) -> None:
    """Ask for a table and open its page."""
    moment = ask.desk.moment()
    tables = {moment.label(cell.table).casefold(): cell.table for cell in ask.desk.floor()}

    def objection(text: str) -> str:
        known = text.casefold() in tables
        return "" if known else _("There is no table {label}.").format(label=text)

    label = await ask.text(_("Go to which table?"), objection=objection)
    ask.app.show_table(tables[label.casefold()])


@dialogue
async def pair_which(ask: Ask) -> None:
    """Ask for a division and open its pairing."""
    words = _(" {division}, {rounds} rounds")
    lines = [
        ListLine(d.id, words.format(division=d.name, rounds=d.rounds))
        for d in ask.desk.hall.divisions.values()
    ]
    await opening(ask, await ask.pick(_("Pair which division?"), lines))


@dialogue
async def correct(ask: Ask) -> None:
    """Ask for a result and open what can be decided about it."""
    lines = result_lines(ask.desk.moment(), ask.room)
    uid = await ask.pick(_("Correct which result?"), lines, filtered=True)
    match = ask.desk.hall.matches.get(uid)
    if match is not None:
        ask.app.show_deciding(match)


@dialogue
async def undo_last(ask: Ask) -> None:
    """Undo what this desk decided last, before a restart too, and what still counts of it."""
    last = decided_last(ask.desk.hall, ask.desk.port.node_id)
    if last:
        await undoing(ask, last)
    else:
        ask.app.notify(_("There is no ruling of this desk to undo."))


@dialogue
async def take_over(ask: Ask, laptop: CanTakeOver) -> None:
    """Show the evidence, and make this laptop the hall after a yes."""
    if await ask.screen(HallScreen(laptop.evidence(), ask.desk.wall())):
        laptop.take_over("dashboard")
