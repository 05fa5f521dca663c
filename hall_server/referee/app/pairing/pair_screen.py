"""Pairing a round in steps: witnesses, seed, preview with check, start, publish.

Nothing is published by accident, and nothing is drawn again without a reason that stays in the
pairing log (ACF-3.VIII).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize
from textual.widgets import Input, Static

from hall_server.referee.app.pairing import pair_keys as keys
from hall_server.referee.app.pairing.round_in_hand import RoundInHand
from hall_server.referee.asked.pairing import pair_talks as talks
from hall_server.referee.asked.pairing.postponing import postpone
from hall_server.referee.asked.pairing.start_signal import turn_start
from hall_server.referee.asked.pairing.taking_back import take_back
from hall_server.referee.asked.parts.footer import fitting
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.derived.pairing import draft_round as rounds
from hall_server.referee.derived.pairing import ruling
from hall_server.referee.derived.pairing.by_hand import Answered, Hand
from hall_server.referee.derived.pairing.draft_round import Seats
from hall_server.referee.derived.questions.about_rounds import latest
from hall_server.referee.said import pair_words as words
from hall_server.referee.said.pair_report import (
    ASKED,
    Step,
    posted_start,
    publish_sentence,
    report_lines,
    step_marks,
)
from shared.core.text.language import _
from shared.pairing import FirstRound, Proposal, Relaxation
from shared.pairing.from_hall import entrants
from shared.pairing.log.lines import LogLine
from shared.tui.actions import Action, ActionBar, bindings
from shared.tui.names import fit
from shared.tui.text_input import TextInput

if TYPE_CHECKING:
    from hall_server.referee.app.desk import RefereeDesk


class PairScreen(RoundInHand):
    """The next round of ``division``, from the draw to its publication."""

    CSS_PATH = "pair_screen.tcss"
    ACTIONS: ClassVar[tuple[Action, ...]] = keys.ACTIONS
    BINDINGS = bindings(ACTIONS)
    app: RefereeDesk

    def compose(self) -> ComposeResult:
        yield Static("", id="pair-title", classes="headline", markup=False)
        yield Static("", id="pair-steps", classes="heading", markup=False)
        with Horizontal(id="pair-body"):
            yield PickList(id="pairs")
            with VerticalScroll(id="report", can_focus=False):
                yield Static("", id="report-lines")
        yield Static("", id="pair-question", markup=False)
        yield TextInput(id="pair-input")
        yield Static("", id="pair-objection", markup=False)
        yield ActionBar()

    def on_mount(self) -> None:
        moment = self.app.moment()
        last = latest(moment, self.division)
        contested = last is not None and last.contested
        self.round_no = 1 if last is None else last.number + (0 if contested else 1)
        if self.round_no > self.app.hall.divisions[self.division].rounds:
            self.step = "blocked"
            self.trouble = _("Every round of this division is paired.")
        elif not contested and rounds.open_tables(moment, self.division):
            self.step = "blocked"
        else:
            self._begin()
        self._show()

    def _begin(self) -> None:
        """Names first, then chance; what this desk has drawn before is shown as it was."""
        drawing = self._drawing
        if drawing.witnesses and (drawing.seed or drawing.paper):
            self._draw()
        else:
            self.step = "witnesses"

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < 70, "small")

    # -- showing ----------------------------------------------------------------------------------

    def look(self) -> None:
        """Draw again when those who are to be paired changed since the preview."""
        if self.step == "blocked":
            complete = not rounds.open_tables(self.app.moment(), self.division)
            if complete and self.round_no <= self.app.hall.divisions[self.division].rounds:
                self._begin()
                self._show()
        elif self.step in ("preview", "start"):
            if self._drawing.paper:
                self._enter_again()
            elif self._field != entrants(self.app.hall, *self._key):
                self.drawn_again()
                self._object(_("Players or results changed: drawn again."))
            elif self._drawing.out is not None:
                self._seat_again(*self._drawing.out)
            # A wish or a sign-out that came since is named before the round is published.
            self.query_one("#report-lines", Static).update(self._report())

    def _seat_again(self, proposal: Proposal, before: Seats) -> None:
        """Take other tables where they changed, and drop what was changed by hand and cannot be."""
        moment, by_hand = self.app.moment(), self.by_hand
        seats = rounds.seats(moment, self.division, proposal.pairs)
        self._drawing.out = (proposal, seats)
        if seats == before and self._drawing.holds(moment, self._key):
            return
        self._take_changes()
        if by_hand is not None and self.by_hand is None:
            self._to("preview")
        elif self.step == "preview":
            self._show()

    def _enter_again(self) -> None:
        """Keep what was entered from paper as long as it can be published."""
        self._drawing.enter(self.app.hall, self._key)
        if self.by_hand is not None and not self._drawing.holds(self.app.moment(), self._key):
            self._draw()
            self._to("preview")

    def look_at_floor(self) -> None:
        """No clock is shown here."""

    def _show(self) -> None:
        moment, division = self.app.moment(), self.app.hall.divisions[self.division]
        title = _("Pair round {number} of {rounds}, {division}").format(
            number=self.round_no, rounds=division.rounds, division=division.name
        )
        self.query_one("#pair-title", Static).update(fit(title, max(10, self.app.size.width - 2)))
        self.query_one("#pair-steps", Static).update(step_marks(self.step))
        if self.proposal is not None:
            lines = words.pair_lines(moment, self.division, self.proposal, self.seats)
            self.query_one(PickList).show(lines)
        hidden = self.proposal is None or self.step in ("witnesses", "seed")
        self.set_class(hidden, "no-pairs")
        self.query_one("#report-lines", Static).update(self._report())
        self._show_question()
        offered = keys.offered(moment, self._hand)
        self.query_one(ActionBar).show(fitting(offered, self.app.size.width))

    def _report(self) -> Text:
        colours = self.app.theme_variables
        lines = report_lines(self.app.moment(), self._hand)
        return Text("\n").join(Text(line, style=colours[tone]) for tone, line in lines)

    def _show_question(self) -> None:
        box, asked = self.query_one("#pair-input", Input), self.query_one("#pair-question", Static)
        typing = self.step in ASKED
        box.display = asked.display = typing
        self.query_one("#pair-objection").display = False
        if typing:
            asked.update(_(ASKED[self.step]))
        if self.step == "witnesses":
            box.value = ", ".join(self._drawing.witnesses or self._last_witnesses())
        elif self.step == "seed":
            box.value = ""
        elif self.step == "start":
            notice = self.app.notice_ms
            box.value = posted_start(self.app.moment(), self.division, self.round_no, notice)
        if typing:
            box.cursor_position = len(box.value)
            # At once: what is typed before the next idle moment belongs into the field.
            self.set_focus(box)
        elif self.proposal is not None:
            self.set_focus(self.query_one(PickList))

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
            if self.seats.trouble:
                self._object(self.app.moment().said(self.seats.trouble))
            else:
                self._to("start")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self.step == "witnesses":
            self._witness(event.value)
        elif self.step == "seed":
            self._seed(event.value)
        elif self.step == "start":
            self._start(event.value)

    def _witness(self, text: str) -> None:
        names = rounds.witnesses(text)
        missing = rounds.witness_trouble(self.app.hall, self.division, names)
        if missing:
            self._object(missing)
            return
        self._drawing.witnesses = names
        if self._drawing.seed:
            self._draw()
            self._show()
        else:
            self._to("seed")

    def _seed(self, text: str) -> None:
        seed = " ".join(text.split()) or self.app.token()
        trouble = rounds.seed_trouble(self.app.hall, self._key, seed)
        if trouble:
            self._object(trouble)
            return
        self._drawing.seed = seed
        self._draw()
        self._show()

    def _start(self, text: str) -> None:
        moment = self.app.moment()
        starts_at = words.start_time(text, moment.hall_ms, moment.zone)
        if starts_at is None:
            self._object(_("Type a time as 14:30, minutes from now as +20, or now."))
            return
        self.starts_at = starts_at
        talks.publish(self.app, self)

    def sentence(self) -> str:
        """What is asked before the round is published."""
        witnesses = self._drawing.witnesses
        return publish_sentence(self.app.moment(), self._hand, self.starts_at, witnesses)

    def published(self) -> None:
        """The round is out: nothing of its drawing is kept here."""
        self.app.drawings.pop(self._key, None)
        self.dismiss(None)

    def _last_witnesses(self) -> tuple[str, ...]:
        last = latest(self.app.moment(), self.division)
        return last.witnesses if last is not None else ()

    def action_relax(self) -> None:
        if (
            self.step == "preview"
            and not self._drawing.paper
            and (self.proposal is None or self.round_no > 1)
        ):
            talks.relax(self.app, self)

    def action_redraw(self) -> None:
        if self.step == "preview":
            talks.redraw(self.app, self)

    def action_anyway(self) -> None:
        if self.step == "blocked" and not self.trouble:
            talks.pair_anyway(self.app, self)

    def ruled(self, rule: Relaxation, reason: str) -> None:
        """Draw from the same seed with a rule set otherwise by the referee's word."""
        self._drawing.rule(rule, reason)
        self._draw()
        self._show()

    def begun_otherwise(self, way: FirstRound, reason: str) -> None:
        """Pair round 1 so; ``reason`` is "" where no draw has been looked at."""
        self._drawing.first_round = way
        if reason:
            self.drawn_again(reason)
        else:
            self._show()

    def drawn_again(self, reason: str = "") -> None:
        """Draw from a fresh seed; ``reason`` is "" where the hall changed."""
        self._drawing.discard(self.app.token(), reason)
        self._draw()
        self._show()

    def begun_anyway(self, ruling: LogLine) -> None:
        """Go on though results are open."""
        self._drawing.rulings.append(ruling)
        self._begin()
        self._show()

    def action_undo(self) -> None:
        if self.step == "blocked":
            take_back(self.app, self.division, lambda: self.dismiss(None))

    def action_postpone(self) -> None:
        if self.step == "blocked":
            postpone(self.app, self.division, lambda: self.dismiss(None))

    def action_start(self) -> None:
        if self.step == "blocked":
            turn_start(self.app, self.app.hall.divisions[self.division])

    def action_hand(self) -> None:
        if self.step == "preview":
            talks.pair_by_hand(self.app, self)
        elif self.step == "blocked":
            talks.change_by_hand(self.app, self)

    def action_paper(self) -> None:
        if self.step in ("seed", "preview"):
            talks.from_paper(self.app, self)

    def action_begins(self) -> None:
        division = self.app.hall.divisions[self.division]
        open_yet = self.round_no == 1 and self.step not in ("blocked", "start")
        if open_yet and ruling.is_swiss(division) and not self._drawing.paper:
            talks.begin_otherwise(self.app, self)

    def action_change(self) -> None:
        if self.step not in ("blocked", "start"):
            talks.change_by_hand(self.app, self)

    def paired_by_hand(self, changed: tuple[Hand, Answered] | None) -> None:
        """Go on with the round as the referee has paired it; None: as it was drawn."""
        self._drawing.change(changed)
        self.step, self.trouble = "preview", ""
        self._take_changes()
        self._show()

    def action_check(self) -> None:
        self.toggle_class("on-report")

    def action_back(self) -> None:
        if self.step == "start":
            self._to("preview")
        elif self.step == "seed":
            self._to("witnesses")
        else:
            self.dismiss(None)
