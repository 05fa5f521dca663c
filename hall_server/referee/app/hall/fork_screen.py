"""Which of several entries of a device counts: a list, and all that is known of the one chosen."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.derived.lines import ListLine
from shared.core.text.language import _


class ForkScreen(ModalScreen[str | None]):
    """Answers the key of the entry that was picked, None when it is left with Escape.

    ``story`` says all that is known of the entry with a key.
    """

    CSS_PATH = "fork_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("space", "read_on", show=False),
    ]

    def __init__(self, lines: Sequence[ListLine], story: Callable[[str], Sequence[str]]) -> None:
        super().__init__()
        self.lines = tuple(lines)
        self.story = story

    def compose(self) -> ComposeResult:
        with Vertical(id="fork"):
            yield Static(_("Which entry counts?"), id="fork-title", markup=False)
            yield PickList(self.lines, id="fork-lines")
            with VerticalScroll(id="fork-story", can_focus=False):
                yield Static("", id="fork-said", markup=False)
            yield Static(
                _("Enter chooses, Space reads on, Esc leaves."), id="fork-foot", markup=False
            )

    def on_mount(self) -> None:
        entries = self.query_one(PickList)
        entries.styles.max_height = len(self.lines)
        self.set_focus(entries)
        self._tell(entries.here)

    def on_pick_list_moved(self, event: PickList.Moved) -> None:
        event.stop()
        self._tell(event.key)

    def on_pick_list_picked(self, event: PickList.Picked) -> None:
        event.stop()
        self.dismiss(event.key)

    def _tell(self, key: str | None) -> None:
        said = self.story(key) if key is not None else ()
        self.query_one("#fork-said", Static).update("\n".join(said))
        self.query_one("#fork-story").scroll_home(animate=False)

    def action_read_on(self) -> None:
        story = self.query_one("#fork-story")
        if story.scroll_offset.y < story.max_scroll_y:
            story.scroll_page_down(animate=False)
        else:
            story.scroll_home(animate=False)

    def action_leave(self) -> None:
        self.dismiss(None)
