"""A ruling before it is written: the result in words, its clause, its reason, what else changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from hall_server.referee.ask import Ask, Confirmed, Entry, dialogue
from hall_server.referee.moment import sayings
from hall_server.referee.parts.footer import fitting
from hall_server.referee.parts.form import BACK, BEFORE, Form
from hall_server.referee.parts.form import NEXT as NEXT_FIELD
from hall_server.referee.rulings.choices import Choice
from hall_server.referee.rulings.effects import moved, paired_since
from hall_server.referee.rulings.knock_on import knock_on_lines
from hall_server.referee.standings.results_words import moved_lines
from shared.core.language import N_, _
from shared.core.state import Match
from shared.tui.actions import Action, ActionBar, bindings
from shared.tui.text_input import TextInput

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk

VERSION_SINCE = N_("Another version came in since.")

SAVE = Action("save", "enter", N_("Rule"), N_("Write the ruling"))
NEXT = Action(
    NEXT_FIELD.id,
    NEXT_FIELD.key,
    N_("Clause/reason"),
    N_("Move between the clause and the reason"),
)

DOWN = Action("page_down", "pagedown", N_("More"), N_("Read on: what else changes"))
UP = Action("page_up", "pageup", N_("Above"), N_("Read what stands above"))


class RulingScreen(Form[Confirmed]):
    """Answers the ruling, confirmed: what ``entry`` makes of clause and reason.

    ``changed`` says what came since the question was opened, "" for nothing.
    """

    CSS_PATH = "ruling_screen.tcss"
    ACTIONS: ClassVar[tuple[Action, ...]] = (SAVE, NEXT, BEFORE, BACK, DOWN, UP)
    BINDINGS = bindings((DOWN, UP), priority=True)
    app: RefereeDesk

    def __init__(
        self,
        match: Match,
        choice: Choice,
        reason_needed: bool,
        entry: Callable[[str, str], Entry],
        changed: Callable[[], str],
    ) -> None:
        super().__init__()
        self.changed = changed
        self.entry = entry
        self.match = match
        self.choice = choice
        self.reason_needed = reason_needed

    def compose(self) -> ComposeResult:
        moment = self.app.moment()
        assert self.choice.outcome is not None
        first, second = moment.names(self.match)
        yield Static(
            _("Ruling, {table}, {round}").format(
                table=moment.table(self.match.table), round=moment.round(self.match)
            ),
            classes="headline",
            markup=False,
        )
        with VerticalScroll(id="ruling", can_focus=False):
            yield Static(f"{first} – {second}", id="ruling-match", markup=False)
            words = self._words((first, second))
            yield Static(f"► {words}", id="ruling-words", markup=False)
            yield Static(_("Clause"), classes="label", markup=False)
            yield TextInput(self.choice.clause, id="clause")
            needed = _("Reason") if self.reason_needed else _("Reason (may stay empty)")
            yield Static(needed, id="reason-label", classes="label", markup=False)
            yield TextInput(id="reason")
            yield Static("", id="ruling-objection", markup=False)
            yield Static("\n".join(self._effects()), id="ruling-effects", markup=False)
        yield ActionBar(fitting((SAVE, NEXT, BACK), self.app.size.width))

    def _words(self, names: tuple[str, str]) -> str:
        """The result in words; of a void one, what becomes of the match."""
        outcome = self.choice.outcome
        assert outcome is not None
        return self.choice.words if self.choice.void else sayings(outcome, names)

    def on_mount(self) -> None:
        # What is ruled stands above the fields: it is read first, on the lowest screen too.
        self.set_focus(self.query_one("#reason", Input), scroll_visible=False)
        self.call_after_refresh(self._show_actions)

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_actions)

    def look(self) -> None:
        """A ruling settles every version there is: one that was not seen here has to be seen."""
        if self.stale:
            self._say(" ".join((_(VERSION_SINCE), _("Go back and look at it first."))))

    @property
    def stale(self) -> bool:
        """Whether the result has versions that this ruling was not opened on."""
        now = self.app.hall.matches.get(self.match.uid)
        return now is None or now.result.heads != self.match.result.heads

    def look_at_floor(self) -> None:
        """No clock is shown here."""

    def action_page_down(self) -> None:
        self.query_one("#ruling", VerticalScroll).scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self.query_one("#ruling", VerticalScroll).scroll_page_up(animate=False)

    def _show_actions(self) -> None:
        """The key that reads on is offered where not everything fits."""
        more = (DOWN,) if self.query_one("#ruling", VerticalScroll).max_scroll_y else ()
        bar = self.query_one(ActionBar)
        offered = (SAVE, *more, BACK, NEXT) if more else (SAVE, NEXT, BACK)
        bar.show(fitting(offered, self.app.size.width))

    def _effects(self) -> tuple[str, ...]:
        outcome = self.choice.outcome
        if outcome is None or not (self.match.result.counts or outcome.agreed_void):
            return ()
        state = self.app.hall
        changed = moved(state, self.match, outcome)
        lines = moved_lines(changed, paired_since(state, self.match), 8)
        knocked = knock_on_lines(self.app.moment(), self.match, outcome)
        return (_("What else changes:"), *knocked, *lines)

    def on_input_changed(self) -> None:
        if self.changed_since and not self.stale:
            self._say("")

    def take(self) -> None:
        clause = " ".join(self.query_one("#clause", Input).value.split())
        reason = " ".join(self.query_one("#reason", Input).value.split())
        if self.stale:
            self.look()
        elif not clause:
            self._object(_("Name the clause."), "#clause")
        elif self.reason_needed and not reason:
            self._object(_("Give a reason: it is not what both players signed."), "#reason")
        else:
            _confirm(self.app, self, clause, reason)

    def fact(self, clause: str) -> str:
        """What is asked before it is written."""
        moment = self.app.moment()
        words = self._words(moment.names(self.match))
        where = f"{moment.table(self.match.table)}, {' – '.join(moment.names(self.match))}"
        what = f"{where[:1].upper()}{where[1:]}"
        if self.match.result.counts:
            what = _("Change a result that counts, {where}").format(where=where)
        return f"{what}: {words} ({clause})?"

    def _object(self, sentence: str, field: str) -> None:
        self._say(sentence)
        self.query_one(field, Input).focus()

    def _say(self, sentence: str) -> None:
        self.query_one("#ruling-objection", Static).update(sentence)


@dialogue
async def _confirm(ask: Ask, screen: RulingScreen, clause: str, reason: str) -> None:
    """A no leads back to the fields as they were filled in."""
    screen.dismiss(
        await ask.confirm(
            screen.fact(clause),
            screen.entry(clause, reason),
            yes=_("Change it") if screen.match.result.counts else _("Rule"),
            changed=lambda: _(VERSION_SINCE) if screen.stale else screen.changed(),
        )
    )
