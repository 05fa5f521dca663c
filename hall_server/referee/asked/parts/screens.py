"""Screens of one list or one page under a headline; what stands there is handed in.

They know nothing of what they show, and look again when the hall changes."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from hall_server.referee.asked.desk_app import DeskScreen
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.derived.lines import ListLine
from shared.core.state import Division
from shared.core.text.language import N_, _
from shared.tui.action import Action
from shared.tui.actions import SHOWN_AT_MOST, ActionBar, bindings
from shared.tui.app import HELP
from shared.tui.names import fit

_AROUND = 3
"""Blanks that the footer sets around a key and its word."""


def fitting(actions: Sequence[Action], width: int) -> tuple[Action, ...]:
    """Return the first of ``actions`` that fit in ``width`` cells beside the way back, if there is
    one, and the help, which come last."""
    last = (*(action for action in actions if action.key == "escape"), HELP)
    room = width - sum(map(_width, last))
    kept: list[Action] = []
    for action in actions:
        if action in last:
            continue
        room -= _width(action)
        if room < 0 or len(kept) + len(last) == SHOWN_AT_MOST:
            break
        kept.append(action)
    return (*kept, *last)


def _width(action: Action) -> int:
    return cell_len(action.key_words) + cell_len(_(action.label)) + _AROUND


Toned = tuple[str, str]
"""The name of a text colour of the theme, and a line in it."""


def drawn(lines: Sequence[Toned], colours: Mapping[str, str]) -> Text:
    """Return lines in the colours of a theme."""
    return Text("\n").join(
        Text(words, style=f"bold {colours[tone]}" if tone == "accent" else colours[tone])
        for tone, words in lines
    )


class PageScreen(DeskScreen[None]):
    """Headline, lines that scroll, footer. Looks again when the hall changes."""

    CSS_PATH = Path(__file__).with_name("page_screen.tcss")
    OFFERED: ClassVar[tuple[Action, ...]] = ()
    """The footer's actions, the likeliest first."""

    def body(self) -> ComposeResult:
        yield Static("", id="page-title", classes="headline", markup=False)
        with VerticalScroll(id="page"):
            yield Static("", id="page-lines", markup=False)
        yield ActionBar(fitting(self.OFFERED, self.app.size.width))

    def on_mount(self) -> None:
        self.query_one("#page").focus()
        self.look()

    def on_resize(self) -> None:
        self.query_one(ActionBar).show(fitting(self.OFFERED, self.app.size.width))
        self.look()

    def headline(self) -> str:
        """Return the headline."""
        raise NotImplementedError

    def page(self) -> Sequence[Toned]:
        """Return the lines of the page."""
        raise NotImplementedError

    def look(self) -> None:
        """Show all of it as it is now."""
        width = max(10, self.app.size.width - 2)
        self.query_one("#page-title", Static).update(fit(self.headline(), width))
        self.query_one("#page-lines", Static).update(self.toned(self.page()))

    def toned(self, lines: Sequence[Toned]) -> Text:
        """Return lines as they are drawn."""
        return drawn(lines, self.app.theme_variables)


class TurningScreen(PageScreen):
    """A page of one of several, told by its id; left and right turn to the others."""

    def __init__(self, ident: str) -> None:
        super().__init__()
        self.ident = ident

    def idents(self) -> Sequence[str]:
        """Return the ids of all, in their order."""
        raise NotImplementedError

    def action_before(self) -> None:
        self._turn(-1)

    def action_after(self) -> None:
        self._turn(1)

    def _turn(self, steps: int) -> None:
        idents = list(self.idents())
        if self.ident in idents:
            self.ident = idents[(idents.index(self.ident) + steps) % len(idents)]
            self.look()


BACK = Action("back", "escape", N_("Back"), N_("Back to where you came from"))
BEFORE = Action("before", "left", N_("Before"), N_("The division before this one"))
AFTER = Action("after", "right", N_("Next"), N_("The next division"))


BESIDE = 132
"""Cells of a screen on which the details of a line stand beside the list."""


class ListScreen(DeskScreen[None]):
    """Title, heading, list, notes, footer. Its keys are ``ACTIONS``; Enter does ``action_pick``.

    On a wide screen ``details`` of the line under the cursor stand at the right.
    """

    CSS_PATH = Path(__file__).with_name("list_screen.tcss")
    ACTIONS: ClassVar[tuple[Action, ...]] = (BACK,)
    BINDINGS = bindings((BACK,))

    def body(self) -> ComposeResult:
        yield Static("", id="list-title", classes="headline", markup=False)
        yield Static("", id="list-heading", classes="heading", markup=False)
        details = VerticalScroll(Static("", id="list-told", markup=False), id="list-details")
        details.can_focus = False
        yield Horizontal(PickList(id="list-lines"), details, id="list-row")
        yield Static("", id="list-notes", markup=False)
        yield Static("", id="list-written", classes="notice", markup=False)
        yield ActionBar()

    def on_mount(self) -> None:
        self.query_one(PickList).focus()
        self.look()

    def on_resize(self) -> None:
        self.look()

    # -- what a screen of this kind says ----------------------------------------------------------

    def headline(self) -> str:
        """Return the headline."""
        raise NotImplementedError

    def heading(self, width: int) -> str:
        """Return what stands over the columns, "" for nothing."""
        return ""

    def lines(self, width: int) -> Sequence[ListLine]:
        """Return the list."""
        raise NotImplementedError

    def empty(self) -> str:
        """Return what is said where the list has nothing."""
        return _("Nothing here.")

    def details(self) -> Sequence[Toned] | None:
        """Return all that is known of the line under the cursor; None where the desk shows no
        more than the line."""
        return None

    def notes(self) -> Sequence[str]:
        """Return what else the referee should know."""
        return ()

    def notice(self) -> str:
        """Return what was written last, and where it is safe."""
        return self.desk.ledger.notice()

    def actions(self) -> Sequence[Action]:
        """Return the footer's actions, those valid now, the likeliest first."""
        return self.ACTIONS

    # -- showing ----------------------------------------------------------------------------------

    @property
    def here(self) -> str:
        """The key of the line under the cursor, "" for none."""
        return self.query_one(PickList).here or ""

    def look(self) -> None:
        """Show all of it as it is now."""
        width = max(10, self.app.size.width - 2)
        self.query_one("#list-title", Static).update(fit(self.headline(), width))
        here, told = self.here, self._told()
        # The pane takes two fifths; the list says in the others what it says on a narrow screen.
        room = width if told is None else width * 3 // 5
        heading = self.heading(room)
        self.query_one("#list-heading", Static).update(heading)
        self.query_one("#list-heading").display = bool(heading)
        entries = self.query_one(PickList)
        entries.show(self.lines(room), self.empty())
        entry = self.desk.ledger.last()
        written = self.query_one("#list-written", Static)
        written.set_class(entry is not None and entry.place in ("lost", "refused"), "lost")
        written.update(self.notice())
        written.display = bool(self.notice())
        self._show_details(told if here == self.here else self._told())
        self._show_notes()
        self._show_actions()

    def _told(self) -> Sequence[Toned] | None:
        return self.details() if self.app.size.width >= BESIDE else None

    def _show_details(self, told: Sequence[Toned] | None) -> None:
        beside = told is not None and bool(self.query_one(PickList).lines_shown)
        self.query_one("#list-details").display = beside
        if told is not None:
            words = drawn(told, self.app.theme_variables)
            self.query_one("#list-told", Static).update(words)

    def _show_notes(self) -> None:
        notes = tuple(filter(None, self.notes()))
        self.query_one("#list-notes", Static).update("\n".join(notes))
        self.query_one("#list-notes").display = bool(notes)

    def _show_actions(self) -> None:
        self.query_one(ActionBar).show(fitting(self.actions(), self.app.size.width))

    def on_pick_list_moved(self) -> None:
        self.query_one("#list-details").scroll_home(animate=False)
        self._show_details(self._told())
        self._show_actions()

    def on_pick_list_picked(self) -> None:
        self.action_pick()

    def action_pick(self) -> None:
        """Enter on the line under the cursor."""


class DivisionScreen(ListScreen):
    """A list of one division; left and right turn to another."""

    BINDINGS = bindings((BEFORE, AFTER))

    def __init__(self, division: str = "") -> None:
        super().__init__()
        self.division = division

    @property
    def about(self) -> str:
        """The division that it concerns."""
        return self.division

    @property
    def opened(self) -> Division:
        """The division as it is now."""
        return self.desk.hall.divisions[self.division]

    def look(self) -> None:
        """Show the division as it is now; the first one where none was chosen."""
        divisions = self.desk.hall.divisions
        if self.division not in divisions:
            self.division = next(iter(divisions), "")
        if self.division:
            self.read()
            super().look()

    def read(self) -> None:
        """Read once what several parts of the screen show."""

    def turning(self) -> tuple[Action, ...]:
        """Return the actions that turn, where there is another division."""
        return (AFTER, BEFORE) if len(self.desk.hall.divisions) > 1 else ()

    def action_before(self) -> None:
        self._turn(-1)

    def action_after(self) -> None:
        self._turn(1)

    def _turn(self, steps: int) -> None:
        divisions = list(self.desk.hall.divisions)
        if self.division in divisions:
            self.division = divisions[(divisions.index(self.division) + steps) % len(divisions)]
            self.look()
