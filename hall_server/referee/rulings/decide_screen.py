"""Deciding otherwise: what can be decided, in words, and the way to writing it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.footer import fitting
from hall_server.referee.parts.pick_list import Line, PickList
from hall_server.referee.questions import reasons
from hall_server.referee.questions.question import Question, answer
from hall_server.referee.rulings.choices import Choice, choices, decided, reason_needed, told
from hall_server.referee.rulings.games_screen import GamesScreen
from hall_server.referee.rulings.interest import final, interest
from hall_server.referee.rulings.points import ask_score
from hall_server.referee.rulings.ruling_screen import VERSION_SINCE, RulingScreen
from hall_server.referee.rulings.voting import adjudicate, appeal
from shared.core.events import Order, RulingMade
from shared.core.language import N_, _
from shared.core.office import Request
from shared.core.state import Match, Report
from shared.core.words import Outcome
from shared.port import Draft
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
        choice = self.found[int(event.key)]
        about = ""
        if self.match is not None and choice.state == "ruled":
            about = interest(self.app.moment(), self.app.port.node_id, self.match)
        if about:
            go = partial(self._choose, choice)
            self.app.confirm(about, go, yes=_("Rule all the same"), no=_("Ask another"))
        else:
            self._choose(choice)

    def _choose(self, choice: Choice) -> None:
        match choice.kind:
            case "rule":
                self._rule(choice)
            case "games":
                self.action_games()
            case "score" if self.match is not None:
                ask_score(
                    self.app,
                    self.match,
                    lambda outcome: self._rule(replace(choice, kind="rule", outcome=outcome)),
                )
            case "clocks":
                self._clocks(choice)
            case "answer" | "order" | "words":
                self._answer(choice)
            case "committee" if self.match is not None:
                adjudicate(self.app, self.match, self._voted)
            case "appeal" if self.match is not None:
                appeal(self.app, self.match, self._voted)

    def _voted(self, draft: Draft, words: str, note: str) -> None:
        """A committee has decided; a version that came in since has to be seen first."""
        if self.stale:
            self.look()
            return
        reports = self.question.reports if self.question is not None else ()
        body = draft.body
        clause = body.clause if isinstance(body, RulingMade) else ""
        closing = tuple(answer(ent, "ruled", clause, note) for ent in reports)
        key = self.question.key if self.question is not None else ""
        self.app.write(words, draft, *closing, question=key)
        self.dismiss(None)

    def action_games(self) -> None:
        match = self.match
        if match is None:
            return
        moment = self.app.moment()
        book = moment.book(match)
        clause = self.question.clause if self.question is not None else book.sheet.authority

        def chosen(outcome: Outcome | None) -> None:
            if outcome is not None:
                self._rule(Choice("rule", "", outcome, clause=clause))

        start = match.result.versions[0].outcome if match.result.versions else None
        self.app.push_screen(GamesScreen(moment.names(match), book, start), chosen)

    def action_back(self) -> None:
        self.dismiss(None)

    def _rule(self, choice: Choice) -> None:
        match = self.match
        if match is None or choice.outcome is None:
            return

        def done(ruled: bool | None) -> None:
            if ruled:
                self.dismiss(None)

        needed = reason_needed(match, choice)
        write = partial(self._hand_in, choice)
        self.app.push_screen(RulingScreen(match, choice, needed, write, self._changed), done)

    def _answer(self, choice: Choice) -> None:
        def noted(text: str | None) -> None:
            if text is not None:
                self._write(choice, choice.clause if choice.state == "ruled" else "", text)

        if choice.kind == "words":
            hint = _("What is ruled, and why. The players read it at the table, and it is kept.")
            self.app.push_screen(AskText(choice.words, hint=hint), noted)
            return
        if choice.order is not None and choice.order.kind == "excuse":
            # What is excused is so for a reason that stays on record (ACF-1.VI.B).
            hint = _("The reason; the players read it at the table.")
            self.app.push_screen(AskText(choice.words, hint=hint), noted)
            return
        self.app.push_screen(
            AskText(
                choice.words,
                hint=_("A word to the table goes with it; it may stay empty."),
                objection=lambda text: "",
            ),
            noted,
        )

    def _clocks(self, choice: Choice) -> None:
        match = self.match
        names = self.app.moment().names(match) if match is not None else (_("Side 1"), _("Side 2"))

        def objection(text: str) -> str:
            parts = text.split()
            good = len(parts) == 2 and all(_TIME.fullmatch(part) for part in parts)
            return "" if good else _("Two times, as 12:04 9:31.")

        def set_to(text: str | None) -> None:
            if text is not None:
                first, second = text.split()
                times = f"{names[0]} {first}, {names[1]} {second}"
                note, said = reasons.go_on_from(times), _("Go on from {times}.").format(times=times)
                order = Order("set_time", set_ms=(_ms(first), _ms(second)))
                self._write(replace(choice, note=note, said=said, order=order), choice.clause, "")

        self.app.push_screen(
            AskText(
                _("Times for {name} and {other}").format(name=names[0], other=names[1]),
                hint="12:04 9:31",
                objection=objection,
            ),
            set_to,
        )

    def _write(self, choice: Choice, clause: str, note: str) -> None:
        """An answer to the table; what it rules is repeated first."""

        def write() -> None:
            self._hand_in(choice, clause, note)
            self.dismiss(None)

        if choice.state != "ruled":
            write()
            return
        question = self.question
        table = question.table if question is not None else ""
        where = f"{self.app.moment().table(table).capitalize()}: " if table else ""
        more = f" “{note}”" if note else ""
        fact = f"{where}{choice.said or choice.words}{more} ({clause})?"
        self.app.confirm(fact, write, yes=_("Rule"), changed=self._changed)

    def _changed(self) -> str:
        """What came since this screen was opened: a version, or another referee's answer."""
        if self.stale:
            return _(VERSION_SINCE)
        return "" if self._asked() == self.asked else _("Another referee has answered it.")

    def _asked(self) -> tuple[tuple[Report | None, Request | None], ...]:
        """What the question is about, with what was answered to it."""
        ents = self.question.reports if self.question is not None else ()
        hall = self.app.hall
        return tuple((hall.reports.get(ent), hall.office.requests.get(ent)) for ent in ents)

    def _hand_in(self, choice: Choice, clause: str, reason: str) -> None:
        drafts = decided(self.match, self.question, choice, clause, reason)
        key = self.question.key if self.question is not None and choice.state != "coming" else ""
        self.app.write(told(self.app.moment(), drafts), *drafts, question=key)
