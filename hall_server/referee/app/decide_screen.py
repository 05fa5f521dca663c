"""Every option of a case, numbered, and the way to writing one."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.events import Resize
from textual.widgets import Static

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.desk_app import DeskScreen, is_tablet
from hall_server.referee.asked.keys import DECIDING
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.asked.parts.screens import fitting
from hall_server.referee.asked.rulings.deciding import deciding_case
from hall_server.referee.asked.rulings.undoing import decided_words
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import clipped, name_width
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.questions.decided_cases import lapsed
from hall_server.referee.derived.questions.question import Question
from hall_server.referee.derived.rulings.interest import final, interest
from shared.core.decisions.facts import Case, CaseKind
from shared.core.decisions.options import Option, options
from shared.core.decisions.words import offered
from shared.core.state import Match
from shared.core.text.language import N_, _, headed
from shared.tui.action import Action
from shared.tui.actions import ActionBar, bindings
from shared.tui.names import clip, fit, wrap

PICK = Action("pick", "enter", N_("Choose"), N_("Choose the line under the cursor"))
GAMES = Action("games", "G", N_("Game by game"), N_("Set each game, forfeits too"))
BACK = Action("back", "escape", N_("Back"), N_("Back without deciding anything"))
NUMBER = Action(
    "number(1)",
    "1,2,3,4,5,6,7,8,9",
    N_("Rule 1–9"),
    N_("Rule by the number of a ruling, from 1 to 9"),
    DECIDING,
)
NUMBER_KEYS: list[BindingType] = [
    Binding(str(number), f"number({number})", show=False) for number in range(1, 10)
]

_BESIDE = 2
"""Cells of the mark in front of a ruling and of the scroll bar."""
_WIDE = 100
"""Cells from which what is known stands beside the rulings."""


class DecideScreen(DeskScreen[None]):
    """What can be decided about a question, about a match as it stood then, or again about a
    ``case`` that is decided already."""

    CSS_PATH = "decide_screen.tcss"
    ACTIONS: ClassVar[tuple[Action, ...]] = (PICK, NUMBER, GAMES, BACK)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings((GAMES, BACK)), *NUMBER_KEYS]

    def __init__(
        self,
        question: Question | None,
        match: Match | None,
        case: Case | None = None,
        at: int = 1,
    ) -> None:
        super().__init__()
        self.question = question
        self.match = match
        self.case = case
        self.again = case is not None
        self.at = at
        self._placed = False
        self.found: tuple[Option, ...] = ()

    @property
    def about(self) -> str:
        """The division that it concerns."""
        if self.match is not None:
            return self.match.key.division
        return self.question.about if self.question is not None else ""

    def body(self) -> ComposeResult:
        yield Static("", id="decide-title", classes="headline", markup=False)
        with Container(id="decide-body"):
            yield Static("", id="decide-evidence", markup=False)
            yield PickList(id="decide-list")
            yield Static("", id="decide-full", markup=False)
        yield ActionBar()

    def on_mount(self) -> None:
        moment, question, match = self.desk.moment(), self.question, self.match
        again = self.again
        if self.case is None:
            self.case = question.case if question is not None else None
        if self.case is None and match is not None:
            kind: CaseKind = "result" if question is None else "clock"
            self.case = case_of(moment, kind, match, ident=self.desk.token())
        found = options(self.case) if self.case is not None else ()
        self.found = tuple(option for option in found if not (again and option.coming))
        self.query_one("#decide-evidence", Static).update("\n".join(self._evidence(again)))
        self.query_one(PickList).focus()

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width >= _WIDE, "wide")
        self.query_one(PickList).set_class(is_tablet(event.size), "roomy")
        self.query_one(ActionBar).show(fitting((PICK, GAMES, BACK), event.size.width))
        self.call_after_refresh(self._show_list)

    def _show_list(self) -> None:
        """Show the title and every ruling, in two rows where fingers choose."""
        width = max(10, self.app.size.width - 2)
        self.query_one("#decide-title", Static).update(fit(self._title(), width))
        pick_list, match = self.query_one(PickList), self.match
        width = pick_list.size.width - _BESIDE
        names = self.desk.moment().names(match) if match is not None else ("", "")
        names = clipped(names, name_width(width))
        lines = []
        for n, option in enumerate(self.found):
            number, said = f"{n + 1 if n < 9 else '':>2} ", offered(option, names, match)
            room = width - len(number)
            rows = wrap(said, room) if pick_list.has_class("roomy") else [clip(said, room)]
            below = " ".join(rows[1:])
            below = f"{'':{len(number)}}{below}" if below else ""
            lines.append(ListLine(str(n), number + rows[0], below=below))
        pick_list.show(lines)
        if not self._placed:
            self._placed = True
            pick_list.go(str(self.at - 1))
        self._show_full()
        self.look()

    def _title(self) -> str:
        title = _("Decide again") if self.again else _("Correct a result")
        if self.question is not None:
            title = self.question.title
        if self.match is not None:
            moment = self.desk.moment()
            where = moment.table(self.match.table).capitalize()
            title = headed(f"{where}, {moment.round(self.match)}", title)
        return title

    def on_pick_list_moved(self) -> None:
        self._show_full()

    def _show_full(self) -> None:
        """Say the ruling under the cursor in full, with its rule: a line may be cut."""
        here = self.query_one(PickList).here
        if here is None:
            return
        option, match = self.found[int(here)], self.match
        names = self.desk.moment().names(match) if match is not None else ("", "")
        clause = f" ({option.clause})" if option.clause else ""
        self.query_one("#decide-full", Static).update(f"{offered(option, names, match)}{clause}")

    def _evidence(self, again: bool) -> list[str]:
        """Return what is known, and what the referee has to know about deciding it."""
        moment, question, match = self.desk.moment(), self.question, self.match
        said = list(question.evidence) if question is not None else []
        if again and self.case is not None:
            said = [
                _("Decided {time}: {what}").format(
                    time=moment.at(decision.at), what=decided_words(moment, decision)
                )
                for decision in self.case.replaces
            ]
        if question is None and match is not None:
            said += [moment.says(match, version) for version in match.result.versions]
            said += moment.clock_lines(match)
        if match is not None:
            rests = (interest(moment, self.desk.port.node_id, match), final(moment, match))
            said += [words for words in rests if words]
        return said

    def look(self) -> None:
        """Say when the list is out of date; it does not move under the referee's hand."""
        if self.lapsed:
            words = " ".join((self.lapsed, _("Go back and look at it first.")))
            self.query_one("#decide-title", Static).update(words)

    @property
    def lapsed(self) -> str:
        """What came since this list was opened and concerns the ruling under the cursor, in a
        sentence; "" for nothing."""
        here = self.query_one(PickList).here
        if self.case is None or here is None:
            return ""
        option = self.found[int(here)]
        return lapsed(self.desk.moment(), self.case, option, self.desk.questions)

    def on_pick_list_picked(self, event: PickList.Picked) -> None:
        self._decide(self.found[int(event.key)])

    def action_number(self, number: int) -> None:
        if number <= len(self.found):
            self._decide(self.found[number - 1])

    def action_games(self) -> None:
        by_games = next((option for option in self.found if option.asks == "games"), None)
        if by_games is not None:
            self._decide(by_games)

    def _decide(self, option: Option) -> None:
        if self.case is not None:
            key = self.question.key if self.question is not None else ""
            _decide(self.app, self, self.case, option, key)


@dialogue
async def _decide(ask: Ask, screen: DecideScreen, case: Case, option: Option, key: str) -> None:
    """Decide, and leave the list; what was left stays on it."""
    await deciding_case(ask, case, option, key)
    screen.dismiss(None)
