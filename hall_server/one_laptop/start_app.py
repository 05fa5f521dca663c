"""The page before the dashboard: go on with a tournament of this laptop, or begin one."""

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.widgets import Button, Input, OptionList, Select, Static, TextArea
from textual.widgets.option_list import Option

from hall_server.eventfile import EventFile
from hall_server.eventfile.sections import PlayerSection
from hall_server.one_laptop.answers import LENGTHS, Answers, begun, on_sheet
from shared.core.rulebooks import RULEBOOKS
from shared.core.text.language import _
from shared.tui import theme
from shared.tui.names import clip, fit
from shared.tui.speech import SpeakingApp
from shared.tui.text_input import TextInput

NEW = "new"
_HIGH = 22
"""Rows from which there is room for frames."""
_WIDE = 120
"""Columns from which there is room for the players as they were read."""


class StartApp(SpeakingApp[EventFile | Path]):
    """Returns the event to begin, or the folder of the one to go on with; None for neither.

    ``kept`` are the folders of the tournaments that are here, the latest first.
    """

    CSS_PATH: ClassVar[list[str | PurePath]] = [Path(__file__).with_name("start_app.tcss")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,escape", "leave", show=False),
        Binding("f2", "begin", show=False, priority=True),
        # Keys can come faster than a busy laptop takes them: the next one finds the next field.
        Binding("enter", "next_field", show=False, priority=True),
        Binding("tab", "app.focus_next", show=False, priority=True),
        Binding("shift+tab", "app.focus_previous", show=False, priority=True),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, kept: Sequence[Path], zone: str) -> None:
        super().__init__()
        self._kept, self._zone = kept, zone
        theme.register(self)

    def compose(self) -> ComposeResult:
        with Vertical(id="kept"):
            yield Static(_("Which tournament?"), classes="headline", markup=False)
            kept = [Option(folder.name, id=str(folder)) for folder in self._kept]
            yield OptionList(*kept, Option(_("A new tournament"), id=NEW), id="which")
        with Horizontal(id="new"):
            yield from self._page()
            yield Static("", id="read", markup=False)

    def _page(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static(_("A new tournament"), classes="headline", markup=False)
            with Horizontal(classes="row"):
                yield Static(_("Name"), classes="label", markup=False)
                yield TextInput(placeholder=_("Club evening"), id="name")
            with Horizontal(classes="row"):
                yield Static(_("Rules"), classes="label", markup=False)
                books = [(book.title, name) for name, book in RULEBOOKS.items()]
                yield Select(books, allow_blank=False, id="rules", compact=True)
            with Horizontal(classes="row"):
                yield Static("", id="measured", classes="label", markup=False)
                yield TextInput(id="measure")
            yield Static(
                _("Players, one a line: name, rating, club. Paste a list if you have one."),
                id="players-title",
                markup=False,
            )
            yield TextArea(id="players", tab_behavior="focus")
            yield Static("", id="told", markup=False)
            yield Button(_("Begin (F2)"), id="begin", variant="primary")

    def on_resize(self, event: Resize) -> None:
        """Draw without frames where there is little room, and beside the list what it was read as
        where there is much."""
        self.screen.set_class(event.size.height < _HIGH, "low")
        self.screen.set_class(event.size.width >= _WIDE, "wide")
        self.call_after_refresh(self._tell)

    def on_mount(self) -> None:
        self._turn_to(page=not self._kept)

    def _turn_to(self, *, page: bool) -> None:
        self.query_one("#kept").display = not page
        self.query_one("#new").display = page
        self.query_one("#name" if page else "#which").focus()
        self._tell()

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Go on with the tournament that was chosen, or turn to the page of a new one."""
        if event.option_id == NEW:
            self._turn_to(page=True)
        elif event.option_id is not None:
            self.exit(Path(event.option_id))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Enter to what is no line of text."""
        return action != "next_field" or isinstance(self.focused, Input)

    def action_next_field(self) -> None:
        """Go on to the next field, before the next key is given to one."""
        self.screen.focus_next()

    @on(Input.Changed)
    @on(Select.Changed)
    @on(TextArea.Changed)
    def _tell(self) -> None:
        """Say what the answers make so far."""
        answers = self._answers()
        sheet = on_sheet(answers.rulebook)
        self.query_one("#measured", Static).update(_("Points") if sheet else _("Rounds"))
        hint = ", ".join(map(str, LENGTHS)) if sheet else _("as the rules say")
        self.query_one("#measure", Input).placeholder = hint
        made = begun(answers, self._zone)
        self.query_one("#told", Static).update(made.told)
        read = self.query_one("#read", Static)
        players = made.event.player if made.event is not None else ()
        read.update("\n".join(as_read(players, *read.content_size)))

    def _answers(self) -> Answers:
        rules = self.query_one("#rules", Select).value
        return Answers(
            self.query_one("#name", Input).value,
            str(rules),
            self.query_one("#measure", Input).value,
            self.query_one("#players", TextArea).text,
        )

    @on(Button.Pressed)
    def action_begin(self) -> None:
        """Return the event, if the answers make one; else stand where something is missing."""
        made = begun(self._answers(), self._zone)
        if made.event is not None:
            self.exit(made.event)
        else:
            self.bell()

    def action_leave(self) -> None:
        """Leave with nothing begun."""
        self.exit(None)


def as_read(players: Sequence[PlayerSection], width: int, height: int) -> Iterator[str]:
    """Yield the lines that show how a list was read: as many players as there is room for."""
    if not players:
        return
    yield _("The players as they were read")
    shown = players if len(players) < height else players[: max(0, height - 2)]
    club = max(0, min(30, width - 46))
    for number, player in enumerate(shown, 1):
        rating = str(player.rating or "")
        row = f"{number:>4} {fit(player.name, 30)} {rating:>5}  {clip(player.club, club)}"
        yield row.rstrip()
    if len(shown) < len(players):
        yield _("and {count} more").format(count=len(players) - len(shown))
