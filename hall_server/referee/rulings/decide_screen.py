"""Deciding otherwise: what can be decided, in words, and the way to writing it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from hall_server.referee.ask import Ask, Confirmed, Entry, dialogue
from hall_server.referee.moment import sayings
from hall_server.referee.parts.footer import fitting
from hall_server.referee.parts.pick_list import Line, PickList
from hall_server.referee.questions import reasons
from hall_server.referee.questions.question import Question, answer
from hall_server.referee.questions.reasons import in_english
from hall_server.referee.rulings.choices import Choice, choices, decided, reason_needed, told
from hall_server.referee.rulings.games_screen import GamesScreen
from hall_server.referee.rulings.interest import final, interest
from hall_server.referee.rulings.points import ask_score
from hall_server.referee.rulings.ruling_screen import VERSION_SINCE, RulingScreen
from hall_server.referee.rulings.voting import adjudicate, appeal
from shared.core.events import Order
from shared.core.language import N_, _
from shared.core.office import Request
from shared.core.state import Match, Report
from shared.tui.actions import Action, ActionBar, bindings
from shared.tui.names import fit

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk

PICK = Action("pick", "enter", N_("Choose"), N_("Choose the line under the cursor"))
GAMES = Action("games", "g", N_("Game by game"), N_("Set each game, forfeits too"))
BACK = Action("back", "escape", N_("Back"), N_("Back without deciding anything"))

_TIME = re.compile(r"(?:(\d):)?(\d{1,2}):([0-5]\d)")


def _ms(text: str) -> int:
    found = _TIME.fullmatch(text)
    assert found is not None, "only what has been read as a time is taken"
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return ((hours * 60 + minutes) * 60 + seconds) * 1000


class DecideScreen(Screen[None]):
    """What can be decided about a question, about a match as it stood then, or about both."""

    CSS_PATH = "decide_screen.tcss"
    ACTIONS: ClassVar[tuple[Action, ...]] = (PICK, GAMES, BACK)
    BINDINGS = bindings((GAMES, BACK))
    app: RefereeDesk

    def __init__(self, question: Question | None, match: Match | None) -> None:
        super().__init__()
        self.question = question
        self.match = match
        self.found: tuple[Choice, ...] = ()

    def compose(self) -> ComposeResult:
        yield Static("", id="decide-title", classes="headline", markup=False)
        yield Static("", id="decide-evidence", markup=False)
        yield PickList(id="decide-list")
        yield ActionBar(fitting((PICK, GAMES, BACK), self.app.size.width))

    def on_mount(self) -> None:
        moment, question, match = self.app.moment(), self.question, self.match
        self.found = choices(moment, question, match)
        self.asked = self._asked()
        title = question.title if question is not None else _("Correct a result")
        if match is not None:
            title += f" – {moment.table(match.table)}, {moment.round(match)}"
        self.query_one("#decide-title", Static).update(fit(title, max(10, self.app.size.width - 2)))
        said = list(question.evidence) if question is not None else []
        if question is None and match is not None:
            said = [moment.says(match, version) for version in match.result.versions]
            said += moment.clock_lines(match)
        if match is not None:
            rests = (interest(moment, self.app.port.node_id, match), final(moment, match))
            said += [words for words in rests if words]
        self.query_one("#decide-evidence", Static).update("\n".join(said))
        numbered = [Line(str(n), f" {choice.words}") for n, choice in enumerate(self.found)]
        pick_list = self.query_one(PickList)
        pick_list.show(numbered)
        pick_list.focus()

    @property
    def stale(self) -> bool:
        """Whether the result has versions that were not there when this screen was opened."""
        if self.match is None:
            return False
        now = self.app.hall.matches.get(self.match.uid)
        return now is None or now.result.heads != self.match.result.heads

    def look(self) -> None:
        """The list does not move under the referee's hand; it says when it is out of date."""
        if self.stale:
            words = " ".join((_(VERSION_SINCE), _("Go back and look at it first.")))
            self.query_one("#decide-title", Static).update(words)

    def look_at_floor(self) -> None:
        """No clock is shown here."""

    def on_pick_list_picked(self, event: PickList.Picked) -> None:
        _decide(self.app, self, self.found[int(event.key)])

    def action_games(self) -> None:
        if self.match is not None:
            _decide(self.app, self, Choice("games", ""))

    def action_back(self) -> None:
        self.dismiss(None)

    def changed(self) -> str:
        """What came since this screen was opened: a version, or another referee's answer."""
        if self.stale:
            return _(VERSION_SINCE)
        return "" if self._asked() == self.asked else _("Another referee has answered it.")

    def _asked(self) -> tuple[tuple[Report | None, Request | None], ...]:
        """What the question is about, with what was answered to it."""
        ents = self.question.reports if self.question is not None else ()
        hall = self.app.hall
        return tuple((hall.reports.get(ent), hall.office.requests.get(ent)) for ent in ents)

    def entry(self, choice: Choice, clause: str, reason: str) -> Entry:
        """What a choice writes."""
        drafts = decided(self.match, self.question, choice, clause, reason)
        key = self.question.key if self.question is not None and choice.state != "coming" else ""
        return Entry(told(self.app.moment(), drafts), drafts, key)


@dialogue
async def _decide(ask: Ask, screen: DecideScreen, choice: Choice) -> None:
    """Ask for what a choice still needs, and write it."""
    app, match = ask.app, screen.match
    if match is not None and choice.state == "ruled":
        about = interest(app.moment(), app.port.node_id, match)
        if about:
            await ask.yes(about, yes=_("Rule all the same"), no=_("Ask another"))
    match choice.kind:
        case "rule" | "games" | "score" if match is not None:
            app.rule(await _ruled(ask, screen, match, choice))
        case "clocks":
            await _answer(ask, screen, await _times(ask, screen, choice), "")
        case "answer" | "order" | "words":
            await _answer(ask, screen, choice, await _word(ask, choice))
        case "committee" | "appeal" if match is not None:
            app.rule(await _voted(ask, screen, match, choice))
        case _:
            return
    screen.dismiss(None)


async def _ruled(ask: Ask, screen: DecideScreen, match: Match, choice: Choice) -> Confirmed:
    """The result of a match, from the list, game by game or by its score."""
    if choice.kind == "games":
        moment, question = ask.app.moment(), screen.question
        book = moment.book(match)
        clause = question.clause if question is not None else book.sheet.authority
        start = match.result.versions[0].outcome if match.result.versions else None
        outcome = await ask.screen(GamesScreen(moment.names(match), book, start))
        choice = Choice("rule", "", outcome, clause=clause)
    elif choice.kind == "score":
        choice = replace(choice, kind="rule", outcome=await ask_score(ask, match))
    needed, entry = reason_needed(match, choice), partial(screen.entry, choice)
    return await ask.screen(RulingScreen(match, choice, needed, entry, screen.changed))


async def _voted(ask: Ask, screen: DecideScreen, match: Match, choice: Choice) -> Confirmed:
    """What a committee decides closes the reports that led to it."""
    voted = await (adjudicate if choice.kind == "committee" else appeal)(ask, match)
    moment, question = ask.app.moment(), screen.question
    note = in_english(lambda: voted.words(moment, match))
    reports = question.reports if question is not None else ()
    closing = tuple(answer(ent, "ruled", voted.clause, note) for ent in reports)
    key = question.key if question is not None else ""
    entry = Entry(voted.words(moment, match), (voted.draft(match), *closing), key)
    words = sayings(voted.outcome, moment.names(match))
    fact = f"{voted.clause}: {words}. {voted.reason}."
    return await ask.confirm(fact, entry, yes=_("Rule"), changed=screen.changed)


async def _word(ask: Ask, choice: Choice) -> str:
    """The word that goes to the table with an answer."""
    if choice.kind == "words":
        hint = _("What is ruled, and why. The players read it at the table, and it is kept.")
        return await ask.text(choice.words, hint=hint)
    if choice.order is not None and choice.order.kind == "excuse":
        # What is excused is so for a reason that stays on record (ACF-1.VI.B).
        hint = _("The reason; the players read it at the table.")
        return await ask.text(choice.words, hint=hint)
    hint = _("A word to the table goes with it; it may stay empty.")
    return await ask.text(choice.words, hint=hint, objection=lambda text: "")


async def _times(ask: Ask, screen: DecideScreen, choice: Choice) -> Choice:
    """The order to go on from times that are typed."""
    match = screen.match
    names = ask.app.moment().names(match) if match is not None else (_("Side 1"), _("Side 2"))

    def objection(text: str) -> str:
        parts = text.split()
        good = len(parts) == 2 and all(_TIME.fullmatch(part) for part in parts)
        return "" if good else _("Two times, as 12:04 9:31.")

    title = _("Times for {name} and {other}").format(name=names[0], other=names[1])
    first, second = (await ask.text(title, hint="12:04 9:31", objection=objection)).split()
    times = f"{names[0]} {first}, {names[1]} {second}"
    note, said = reasons.go_on_from(times), _("Go on from {times}.").format(times=times)
    order = Order("set_time", set_ms=(_ms(first), _ms(second)))
    return replace(choice, note=note, said=said, order=order)


async def _answer(ask: Ask, screen: DecideScreen, choice: Choice, note: str) -> None:
    """An answer to the table; what it rules is repeated first."""
    if choice.state != "ruled":
        ask.app.note(screen.entry(choice, "", note))
        return
    question, clause = screen.question, choice.clause
    table = question.table if question is not None else ""
    where = f"{ask.app.moment().table(table).capitalize()}: " if table else ""
    more = f" “{note}”" if note else ""
    fact = f"{where}{choice.said or choice.words}{more} ({clause})?"
    entry = screen.entry(choice, clause, note)
    ask.app.rule(await ask.confirm(fact, entry, yes=_("Rule"), changed=screen.changed))
