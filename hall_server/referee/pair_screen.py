"""Pairing a round in steps: preview and check, witnesses, start, publish. Nothing is published by
accident, and nothing is drawn again without a reason that stays in the pairing log (ACF-3.VIII)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Input, Static

from hall_server.pairing import Entrant, PairingImpossible
from hall_server.referee import draft_round as rounds
from hall_server.referee import pair_words as words
from hall_server.referee.about_rounds import latest
from hall_server.referee.ask_text import AskText
from hall_server.referee.draft_round import Proposal, Seats
from hall_server.referee.footer import fitting
from hall_server.referee.pick_list import PickList
from shared.tui.actions import Action, ActionBar, bindings
from shared.tui.confirm import Confirm
from shared.tui.names import fit
from shared.tui.times import clock_time

if TYPE_CHECKING:
    from hall_server.referee.desk import Preview, RefereeDesk

Step = Literal["blocked", "preview", "witnesses", "start"]
_STEPS: dict[Step, str] = {"preview": "Preview", "witnesses": "Witnesses", "start": "Start"}

NEXT = Action("next", "enter", "Next", "Go on to the next step: witnesses, start, publish")
REDRAW = Action("redraw", "r", "Draw again", "Draw again with a reason that stays in the log")
ANYWAY = Action("anyway", "v", "Pair anyway", "Pair although results are open, with a reason")
CHECK = Action("check", "k", "Check", "Show the pairs or the check report, where both do not fit")
BACK = Action("back", "escape", "Back", "One step back; what is drawn stays drawn")


class PairScreen(Screen[None]):
    """The next round of ``division``, from the draw to its publication."""

    CSS_PATH = "pair_screen.tcss"
    ACTIONS: ClassVar[tuple[Action, ...]] = (NEXT, REDRAW, ANYWAY, CHECK, BACK)
    BINDINGS = bindings(ACTIONS)
    app: RefereeDesk

    def __init__(self, division: str) -> None:
        super().__init__()
        self.division = division
        self.round_no = 0
        self.step: Step = "preview"
        self.proposal: Proposal | None = None
        self.seats = Seats((), 0)
        self.trouble = ""
        self.watching: tuple[str, ...] = ()
        self.starts_at = 0
        self._field: tuple[Entrant, ...] = ()

    def compose(self) -> ComposeResult:
        yield Static("", id="pair-title", classes="headline", markup=False)
        yield Static("", id="pair-steps", classes="heading", markup=False)
        with Horizontal(id="pair-body"):
            yield PickList(id="pairs")
            with VerticalScroll(id="report", can_focus=False):
                yield Static("", id="report-lines")
        yield Static("", id="pair-question", markup=False)
        yield Input(id="pair-input")
        yield Static("", id="pair-objection", markup=False)
        yield ActionBar()

    def on_mount(self) -> None:
        moment = self.app.moment()
        last = latest(moment, self.division)
        contested = last is not None and last.contested
        self.round_no = 1 if last is None else last.number + (0 if contested else 1)
        if self.round_no > self.app.hall.divisions[self.division].rounds:
            self.step = "blocked"
            self.trouble = "Every round of this division is paired."
        elif not contested and rounds.open_tables(moment, self.division):
            self.step = "blocked"
        else:
            self._draw()
        self._show()

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < 70, "small")

    # -- drawing ----------------------------------------------------------------------------------

    @property
    def _key(self) -> tuple[str, int]:
        return (self.division, self.round_no)

    @property
    def _preview(self) -> Preview:
        """The preview of this round: leaving the screen and coming back draws nothing anew."""
        return self.app.preview(self._key)

    def _draw(self) -> None:
        state = self.app.hall
        self._field = rounds.entrants(state, *self._key)
        self.trouble, self.proposal = "", None
        try:
            proposal = self.app.source.pair(state, *self._key, self._preview.seed)
        except PairingImpossible as impossible:
            self.trouble = words.named(str(impossible), self.app.moment().name)
            return
        self.proposal = proposal
        wanted = len(proposal.drawn.player_pairs)
        self.seats = rounds.free_tables(self.app.moment(), self.division, wanted)

    def _draw_again(self, reason: str) -> None:
        self._preview.discard(self.app.token(), reason)
        self._draw()
        self._to("preview")

    # -- showing ----------------------------------------------------------------------------------

    def look(self) -> None:
        """Draw again when those who are to be paired changed since the preview."""
        blocked = self.step == "blocked"
        if blocked and not rounds.open_tables(self.app.moment(), self.division):
            if self.round_no <= self.app.hall.divisions[self.division].rounds:
                self._draw()
                self._to("preview")
        elif not blocked and self._field != rounds.entrants(self.app.hall, *self._key):
            self._draw_again("players or results changed after it")
            self._object("Players or results changed: drawn again.")
        elif self.proposal is not None:
            wanted = len(self.proposal.drawn.player_pairs)
            self.seats = rounds.free_tables(self.app.moment(), self.division, wanted)

    def look_at_floor(self) -> None:
        """No clock is shown here."""

    def _show(self) -> None:
        moment, division = self.app.moment(), self.app.hall.divisions[self.division]
        title = f"Pair round {self.round_no} of {division.rounds}, {division.name}"
        self.query_one("#pair-title", Static).update(fit(title, max(10, self.app.size.width - 2)))
        marks = [f"{'►' if step == self.step else ' '}{name}" for step, name in _STEPS.items()]
        self.query_one("#pair-steps", Static).update("  ".join([*marks, " Publish"]))
        if self.proposal is not None:
            lines = words.pair_lines(moment, self.division, self.proposal, self.seats)
            self.query_one(PickList).show(lines)
        self.set_class(self.proposal is None, "no-pairs")
        self.query_one("#report-lines", Static).update(self._report())
        self._show_question()
        actions = {
            "blocked": (ANYWAY, BACK),
            "preview": (NEXT, REDRAW, BACK, CHECK),
            "witnesses": (NEXT, BACK),
            "start": (NEXT, BACK),
        }
        self.query_one(ActionBar).show(fitting(actions[self.step], self.app.size.width))

    def _report(self) -> Text:
        moment, colours = self.app.moment(), self.app.theme_variables
        lines: list[tuple[str, str]] = []
        unsent = len(self.app.unsent)
        if unsent:
            lines.append(("caution", f"! {unsent} of your entries are not yet at the hall."))
        alone = rounds.on_one_disk(moment, self.division, self.app.copies)
        if alone:
            lines.append(("caution", words.alone(moment, alone)))
        tables = rounds.open_tables(moment, self.division)
        if self.step == "blocked" and not self.trouble:
            lines.append(("danger", words.not_complete(moment, self.round_no - 1, tables)))
            lines.append(("ink", "Rule on them, or press v to pair without them, with a reason."))
        if self.trouble:
            lines.append(("danger", self.trouble))
        if self.proposal is not None:
            few = words.too_few(self.seats)
            lines += [("danger", few)] if few else []
            lines.append(("accent", "Check report"))
            lines += words.check_lines(self.proposal.findings, moment.name)
            lines.append(("accent", "Pairing log"))
            log = [*self._preview.notes, f"Seed {self._preview.seed}"]
            log += [words.named(line, moment.name) for line in self.proposal.drawn.trace]
            lines += [("ink-soft", line) for line in log]
        return Text("\n").join(Text(line, style=colours[tone]) for tone, line in lines)

    def _show_question(self) -> None:
        box, asked = self.query_one("#pair-input", Input), self.query_one("#pair-question", Static)
        typing = self.step in ("witnesses", "start")
        box.display = asked.display = typing
        self.query_one("#pair-objection").display = False
        if self.step == "witnesses":
            asked.update("Who witnesses? One assistant referee or two players, with commas.")
            box.value = ", ".join(self.watching)
        elif self.step == "start":
            asked.update("When does it start? 14:30, +20 minutes, or now.")
            default = rounds.next_start(self.app.moment().hall_ms, self.app.notice_ms)
            box.value = clock_time(default, self.app.zone)
        if typing:
            box.cursor_position = len(box.value)
            box.focus()
        elif self.proposal is not None:
            self.query_one(PickList).focus()

    def _object(self, sentence: str) -> None:
        objection = self.query_one("#pair-objection", Static)
        objection.display = bool(sentence)
        objection.update(sentence)

    def _to(self, step: Step) -> None:
        self.step = step
        self._show()

    # -- keys -------------------------------------------------------------------------------------

    def on_pick_list_picked(self) -> None:
        self.action_next()

    def action_next(self) -> None:
        if self.step == "preview" and self.proposal is not None:
            if self.seats.missing:
                self._object(words.too_few(self.seats))
            else:
                self._to("witnesses")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self.step == "witnesses":
            self._witness(event.value)
        elif self.step == "start":
            self._start(event.value)

    def _witness(self, text: str) -> None:
        players = {player.name.casefold() for player in self.app.hall.players.values()}
        names = rounds.witnesses(text)
        missing = rounds.witnesses_missing(names, lambda name: name.casefold() in players)
        if missing:
            self._object(missing)
            return
        self.watching = names
        self._to("start")

    def _start(self, text: str) -> None:
        moment = self.app.moment()
        starts_at = words.start_time(text, moment.hall_ms, moment.zone)
        if starts_at is None:
            self._object("Type a time as 14:30, minutes from now as +20, or now.")
            return
        self.starts_at = starts_at
        assert self.proposal is not None
        matches = len(self.proposal.drawn.player_pairs)
        sentence = (
            f"Publish round {self.round_no} of {self.app.hall.divisions[self.division].name}: "
            f"{matches} {'match' if matches == 1 else 'matches'}, "
            f"starting {moment.minute(starts_at)}, witnessed by {' and '.join(self.watching)}?"
        )
        self.app.push_screen(Confirm(sentence, yes="Publish", no="Not yet"), self._publish)

    def _publish(self, yes: bool | None) -> None:
        if not yes or self.proposal is None or self.step != "start" or self.seats.missing:
            return
        draft = rounds.publication(
            self._key,
            self.proposal,
            self.seats.tables,
            starts_at=self.starts_at,
            seed=self._preview.seed,
            names=self.watching,
            notes=self._preview.notes,
            token=self.app.token,
        )
        self.app.previews.pop(self._key, None)
        key = f"pair:{self.division}:{self.round_no}"
        name = self.app.hall.divisions[self.division].name
        self.app.write(f"round {self.round_no} of {name} published", draft, question=key)
        self.dismiss(None)

    def action_redraw(self) -> None:
        if self.step != "preview":
            return

        def reasoned(reason: str | None) -> None:
            if reason:
                self._draw_again(reason)

        title = f"Why is round {self.round_no} drawn again?"
        self.app.push_screen(AskText(title, hint="It stays in the pairing log."), reasoned)

    def action_anyway(self) -> None:
        if self.step != "blocked" or self.trouble:
            return
        moment = self.app.moment()
        tables = moment.tables(rounds.open_tables(moment, self.division))

        def reasoned(reason: str | None) -> None:
            if reason:
                self._preview.notes.append(f"Paired with results open at {tables}: {reason}")
                self._draw()
                self._to("preview")

        title = f"Why pair while {tables} {'is' if 'tables' not in tables else 'are'} open?"
        self.app.push_screen(AskText(title, hint="It stays in the pairing log."), reasoned)

    def action_check(self) -> None:
        self.toggle_class("on-report")

    def action_back(self) -> None:
        if self.step == "start":
            self._to("witnesses")
        elif self.step == "witnesses":
            self._to("preview")
        else:
            self.dismiss(None)
