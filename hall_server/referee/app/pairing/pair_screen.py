"""Pairing a round in steps: witnesses, seed, preview with check, start, publish.

Nothing is published by accident, and nothing is drawn again without a reason that stays in the
pairing log (ACF-3.VIII)."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize
from textual.widgets import Input, Static

from hall_server.referee.asked.desk_app import DeskScreen
from hall_server.referee.asked.pairing import pair_talks as talks
from hall_server.referee.asked.pairing.published import (
    POSTPONE,
    START,
    postpone,
    start_keys,
    take_back,
    turn_start,
)
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.asked.parts.screens import fitting
from hall_server.referee.asked.round_in_hand import RoundInHand
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing import by_hand, ruling
from hall_server.referee.derived.pairing.draft_round import may_postpone, may_take_back
from hall_server.referee.derived.pairing.ruling import is_swiss
from hall_server.referee.said import pair_words as words
from hall_server.referee.said.pair_report import (
    ASKED,
    InHand,
    posted_start,
    report_lines,
    step_marks,
)
from shared.core.text.language import N_, _
from shared.pairing.by_hand.checked import BY_HAND
from shared.tui.action import Action
from shared.tui.actions import ActionBar, bindings
from shared.tui.names import fit
from shared.tui.text_input import TextInput

NEXT = Action(
    "next", "enter", N_("Next"), N_("Go on to the next step: seed, preview, start, publish")
)
REDRAW = Action(
    "redraw", "R", N_("Draw again"), N_("Draw again with a reason that stays in the log")
)
ANYWAY = Action(
    "anyway",
    "exclamation_mark",
    N_("Pair anyway"),
    N_("Pair although results are open, with a reason"),
)
RELAX = Action(
    "relax",
    "equals_sign",
    N_("Allow"),
    N_("Set a rule on repeats or byes otherwise for this round"),
)
UNDO = Action(
    "undo", "u", N_("Take back"), N_("Take the published round back while no game has begun")
)
CHECK = Action(
    "check",
    "question_mark",
    N_("Check"),
    N_("Show the pairs or the check report, where both do not fit"),
)
HAND = Action(
    "hand",
    "H",
    N_("By hand"),
    N_("Pair by hand: swap players, take a pair apart, pair two, give a bye, another table"),
)
CHANGE = Action(
    "change",
    "f7",
    N_("Change round"),
    N_("Change the last published round by hand, as long as the next one is not published"),
)
PAPER = Action(
    "paper",
    "f9",
    N_("From paper"),
    N_("Enter the round as it was paired on paper"),
)
BEGINS = Action(
    "begins",
    "f8",
    N_("Draw or halves"),
    N_("Round 1 by draw, or top half against bottom half by rating; after a preview a redraw"),
)
BACK = Action("back", "escape", N_("Back"), N_("One step back; what is drawn stays drawn"))
ACTIONS = (
    NEXT,
    REDRAW,
    ANYWAY,
    RELAX,
    UNDO,
    POSTPONE,
    START,
    HAND,
    CHANGE,
    BEGINS,
    PAPER,
    CHECK,
    BACK,
)


def offered_keys(moment: Moment, hand: InHand) -> tuple[Action, ...]:
    """Return the keys of a step."""
    to_change = by_hand.to_change(moment, hand.division) is not None
    if hand.step == "blocked":
        start = start_keys(moment, moment.state.divisions[hand.division])
        anyway = () if hand.trouble else (ANYWAY,)
        undo = () if may_take_back(moment, hand.division) else (UNDO,)
        later = (POSTPONE,) if may_postpone(moment, hand.division) else ()
        return (*start, *((HAND,) if to_change else ()), *anyway, *undo, BACK, *later)
    change = (CHANGE,) if to_change else ()
    division = moment.state.divisions[hand.division]
    by_hand_here = division.book.pairing_system in BY_HAND
    begins = (BEGINS,) if hand.round_no == 1 and is_swiss(division) else ()
    paper = (PAPER,) if by_hand_here else ()
    if hand.step == "preview":
        relax = (RELAX,) if is_swiss(division) and not hand.paper else ()
        if hand.proposal is None:
            return (*((HAND,) if by_hand_here else ()), *relax, REDRAW, BACK)
        relax = relax if hand.round_no > 1 else ()
        return (NEXT, REDRAW, HAND, *relax, BACK, CHECK, *begins, *paper, *change)
    if hand.step == "seed":
        return (NEXT, BACK, *begins, *paper, *change)
    if hand.step == "witnesses":
        return (NEXT, BACK, *begins, *change)
    return (NEXT, BACK)


class PairScreen(DeskScreen[None]):
    """The next round of a division, from the draw to its publication."""

    DESK = "pair"
    CSS_PATH = "pair_screen.tcss"
    ACTIONS: ClassVar[tuple[Action, ...]] = ACTIONS
    BINDINGS = bindings(ACTIONS)

    def __init__(self, made: RoundInHand) -> None:
        super().__init__()
        self.round = made
        self.about = made.division
        made.shown, made.left = self._show, self._leave

    def body(self) -> ComposeResult:
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
        self._show()

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < 70, "small")

    # -- showing ----------------------------------------------------------------------------------

    def look(self) -> None:
        """Look again: a wish or a sign-out that came since is named before the publication."""
        said = self.round.look()
        if said:
            self._object(said)
        elif self.round.step in ("preview", "start"):
            self.query_one("#report-lines", Static).update(self._report())

    def _show(self) -> None:
        moment, division = self.desk.moment(), self.round.of
        left = self.round.round_no <= division.rounds
        asks = _("Pair round {number} of {rounds}, {division}")
        title = (asks if left else _("{division} round {number}/{rounds}")).format(
            number=min(self.round.round_no, division.rounds),
            rounds=division.rounds,
            division=division.name,
        )
        self.query_one("#pair-title", Static).update(fit(title, max(10, self.app.size.width - 2)))
        self.query_one("#pair-steps", Static).update(step_marks(self.round.step))
        if self.round.proposal is not None:
            lines = words.pair_lines(
                moment, self.round.division, self.round.proposal, self.round.seats
            )
            self.query_one(PickList).show(lines)
        hidden = self.round.proposal is None or self.round.step in ("witnesses", "seed")
        self.set_class(hidden, "no-pairs")
        self.query_one("#report-lines", Static).update(self._report())
        self._show_question()
        offered = offered_keys(moment, self.round.as_is())
        self.query_one(ActionBar).show(fitting(offered, self.app.size.width))

    def _report(self) -> Text:
        colours = self.app.theme_variables
        lines = report_lines(self.desk.moment(), self.round.as_is())
        return Text("\n").join(Text(line, style=colours[tone]) for tone, line in lines)

    def _show_question(self) -> None:
        box, asked = self.query_one("#pair-input", Input), self.query_one("#pair-question", Static)
        typing = self.round.step in ASKED
        box.display = asked.display = typing
        self.query_one("#pair-objection").display = False
        if typing:
            asked.update(_(ASKED[self.round.step]))
        if self.round.step == "witnesses":
            box.value = ", ".join(self.round.drawing.witnesses or self.round.last_witnesses())
        elif self.round.step == "seed":
            box.value = ""
        elif self.round.step == "start":
            notice = self.desk.notice_ms
            box.value = posted_start(
                self.desk.moment(), self.round.division, self.round.round_no, notice
            )
        if typing:
            box.cursor_position = len(box.value)
            # At once: what is typed before the next idle moment belongs into the field.
            self.set_focus(box)
        elif self.round.proposal is not None:
            self.set_focus(self.query_one(PickList))

    def _object(self, sentence: str) -> None:
        objection = self.query_one("#pair-objection", Static)
        objection.display = bool(sentence)
        objection.update(sentence)

    # -- keys -------------------------------------------------------------------------------------

    def on_pick_list_picked(self) -> None:
        self.action_next()

    def action_next(self) -> None:
        if self.round.step == "preview" and self.round.proposal is not None:
            if self.round.seats.trouble:
                self._object(self.desk.moment().said(self.round.seats.trouble))
            else:
                self.round.go_to("start")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self.round.step == "witnesses":
            self._object(self.round.witness(event.value))
        elif self.round.step == "seed":
            self._object(self.round.take_seed(event.value))
        elif self.round.step == "start":
            self._start(event.value)

    def _start(self, text: str) -> None:
        moment = self.desk.moment()
        start = words.start_time(text, moment.hall_ms, moment.zone)
        if start is None:
            self._object(_("Type a time as 14:30, minutes from now as +20, or now."))
            return
        self.round.start = start
        talks.publish(self.app, self.round)

    def action_relax(self) -> None:
        if (
            self.round.step == "preview"
            and not self.round.drawing.paper
            and (self.round.proposal is None or self.round.round_no > 1)
        ):
            talks.relax(self.app, self.round)

    def action_redraw(self) -> None:
        if self.round.step == "preview":
            talks.redraw(self.app, self.round)

    def action_anyway(self) -> None:
        if self.round.step == "blocked" and not self.round.trouble:
            talks.pair_anyway(self.app, self.round)

    def action_undo(self) -> None:
        if self.round.step == "blocked":
            take_back(self.app, self.round.division, self.round.left)

    def action_postpone(self) -> None:
        if self.round.step == "blocked":
            postpone(self.app, self.round.division, self.round.left)

    def action_start(self) -> None:
        if self.round.step == "blocked":
            turn_start(self.app, self.round.of)

    def action_hand(self) -> None:
        if self.round.step == "preview":
            talks.pair_by_hand(self.app, self.round)
        elif self.round.step == "blocked":
            talks.change_by_hand(self.app, self.round)

    def action_paper(self) -> None:
        if self.round.step in ("seed", "preview"):
            talks.from_paper(self.app, self.round)

    def action_begins(self) -> None:
        division = self.round.of
        open_yet = self.round.round_no == 1 and self.round.step not in ("blocked", "start")
        if open_yet and ruling.is_swiss(division) and not self.round.drawing.paper:
            talks.begin_otherwise(self.app, self.round)

    def action_change(self) -> None:
        if self.round.step not in ("blocked", "start"):
            talks.change_by_hand(self.app, self.round)

    def action_check(self) -> None:
        self.toggle_class("on-report")

    def action_back(self) -> None:
        if self.round.step == "start":
            self.round.go_to("preview")
        elif self.round.step == "seed":
            self.round.go_to("witnesses")
        else:
            self._leave()

    def _leave(self) -> None:
        self.dismiss(None)
