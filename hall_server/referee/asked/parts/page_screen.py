"""A screen of one page under a headline; what stands there is handed in. It knows no subject."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from hall_server.referee.asked.desk_app import DeskScreen
from hall_server.referee.asked.parts.footer import fitting
from shared.tui.actions import Action, ActionBar
from shared.tui.names import fit

Toned = tuple[str, str]
"""The name of a text colour of the theme, and a line in it."""


class PageScreen(DeskScreen[None]):
    """Headline, lines that scroll, footer. Looks again when the hall changes."""

    CSS_PATH = Path(__file__).with_name("page_screen.tcss")
    OFFERED: ClassVar[tuple[Action, ...]] = ()
    """The footer's actions, the likeliest first."""

    def compose(self) -> ComposeResult:
        yield Static("", id="page-title", classes="headline", markup=False)
        with VerticalScroll(id="page"):
            yield Static("", id="page-lines", markup=False)
        yield from self.below()
        yield ActionBar(fitting(self.OFFERED, self.app.size.width))

    def below(self) -> ComposeResult:
        """Return what stands between the page and the footer."""
        return iter(())

    def on_mount(self) -> None:
        self.query_one("#page").focus()
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
        colours = self.app.theme_variables
        lines = (
            Text(words, style=f"bold {colours[tone]}" if tone == "accent" else colours[tone])
            for tone, words in self.page()
        )
        self.query_one("#page-lines", Static).update(Text("\n").join(lines))


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
