"""A round paired or changed by hand: the pairs, what is said of them, and the keys to change them.

Nothing counts before the yes. A draft that is left before it is gone.
"""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize
from textual.widgets import Static

from hall_server.referee.asked.desk_app import DeskScreen
from hall_server.referee.asked.pairing import hand_talks as talks
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.asked.parts.screens import fitting
from hall_server.referee.asked.round_in_hand import Done, HandDraft
from hall_server.referee.said import hand_words as words
from shared.core.text.language import N_, _, ngettext
from shared.tui.action import Action
from shared.tui.actions import ActionBar, bindings
from shared.tui.names import fit

CHANGE = Action(
    "change", "enter", N_("Change"), N_("Change this line: swap, take apart, pair, table, bye")
)
TYPE = Action("type", "Z", N_("Type pairs"), N_("Type who plays whom, one pair after the other"))
DONE = Action(
    "done", "space", N_("Go on"), N_("Go on to the reason, the witnesses and every warning")
)
CHECK = Action(
    "check",
    "question_mark",
    N_("Check"),
    N_("Show the pairs or the check report, where both do not fit"),
)
BACK = Action("back", "escape", N_("Back"), N_("Leave it; what you changed here is not kept"))


SMALL = 70
"""Columns under which pairs and report do not stand side by side."""


class HandScreen(DeskScreen[Done]):
    """Answers with what was paired by hand and why."""

    CSS_PATH = "hand_screen.tcss"
    WAITED_FOR = True
    ACTIONS: ClassVar[tuple[Action, ...]] = (CHANGE, TYPE, DONE, CHECK, BACK)
    BINDINGS = bindings(ACTIONS)

    def __init__(self, draft: HandDraft) -> None:
        super().__init__()
        self.draft = draft
        self.about = draft.about
        draft.shown, draft.left = self._show, self.dismiss

    def body(self) -> ComposeResult:
        yield Static("", id="hand-title", classes="headline", markup=False)
        with Horizontal(id="hand-body"):
            yield PickList(id="hand-pairs")
            with VerticalScroll(id="hand-report", can_focus=False):
                yield Static("", id="hand-lines")
        yield Static("", id="hand-objection", markup=False)
        yield ActionBar()

    def on_mount(self) -> None:
        self._show()
        self.set_focus(self.query_one(PickList))

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < SMALL, "small")

    def look(self) -> None:
        self.draft.look()

    def _show(self) -> None:
        hand, base = self.draft.hand, self.draft.base
        division = self.desk.hall.divisions[base.division]
        title = _("By hand: round {number}, {division}").format(
            number=base.round_no, division=division.name
        )
        width = self.app.size.width
        if hand.warned and width < SMALL:
            # The report is not beside the pairs here.
            count = len(hand.warned)
            more = ngettext("! {count} warning", "! {count} warnings", count)
            title = f"{more.format(count=count)}  {title}"
        self.query_one("#hand-title", Static).update(fit(title, max(10, width - 2)))
        self.query_one(PickList).show(words.hand_lines(hand))
        colours = self.app.theme_variables
        lines = [Text(line, style=colours[tone]) for tone, line in words.hand_report(hand)]
        self.query_one("#hand-lines", Static).update(Text("\n").join(lines))
        self._object("")
        done = hand.changed or self.draft.before is not None
        offered = (CHANGE, *((DONE,) if done else ()), CHECK, TYPE, BACK)
        self.query_one(ActionBar).show(fitting(offered, width))

    def _object(self, sentence: str) -> None:
        objection = self.query_one("#hand-objection", Static)
        objection.display = bool(sentence)
        objection.update(sentence)

    def on_pick_list_picked(self) -> None:
        self.action_change()

    def action_change(self) -> None:
        here = self.query_one(PickList).here
        if here is not None:
            talks.change_line(self.app, self.draft, here)

    def action_type(self) -> None:
        talks.type_pairs(self.app, self.draft)

    def action_done(self) -> None:
        if not self.draft.hand.changed and self.draft.before is not None:
            self.dismiss((self.draft.hand, None))
        elif not self.draft.hand.changed:
            self._object(_("Nothing is changed."))
        elif self.draft.hand.stops:
            first = self.desk.moment().said(self.draft.hand.stops[0].sentence)
            self._object(_("Not yet: {why}").format(why=first))
        else:
            talks.go_on(self.app, self.draft)

    def action_check(self) -> None:
        self.toggle_class("on-report")
