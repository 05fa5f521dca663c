"""The key bindings, the footer and the help, from tables of actions."""

from collections.abc import Iterable, Sequence
from typing import Any

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from shared.core.text.language import _
from shared.tui.action import Action, by_task, in_columns

SHOWN_AT_MOST = 6

_COLUMN = 62
"""Columns of the terminal that a column of the help needs."""


def bindings(actions: Iterable[Action], *, priority: bool = False) -> list[BindingType]:
    """Return the ``BINDINGS`` of a screen or an app for a table of actions."""
    return [
        Binding(
            action.key,
            action.id,
            action.label,
            tooltip=action.help,
            id=action.id,
            show=False,
            priority=priority,
        )
        for action in actions
    ]


async def carry_out(app: App[Any], screen: Screen[Any], action: Action) -> None:
    """Do what the action's key does: the screen's own method, or else the app's."""
    name = action.id.partition("(")[0]
    await app.run_action(action.id, screen if hasattr(screen, f"action_{name}") else app)


class ActionItem(Static):
    """One action: its key as a chip, and its word. A tap does what the key does."""

    DEFAULT_CSS = """
    ActionItem {
        width: auto; height: 1; padding: 0 1; color: $ink; background: $raised;
        &:hover { background: $card; text-style: bold underline; }
    }
    """

    def __init__(self, action: Action) -> None:
        chip = (action.key_words, "bold $on-fill on $key-fill")
        super().__init__(Content.assemble(chip, f" {_(action.label)}"), markup=False)
        self.act = action

    async def on_click(self, event: Click) -> None:
        event.stop()
        await carry_out(self.app, self.screen, self.act)


class ActionBar(Horizontal):
    """The footer: at most six of the actions that are possible now."""

    DEFAULT_CSS = """
    ActionBar { dock: bottom; height: 1; background: $raised; overflow: hidden hidden; }
    """

    def __init__(
        self,
        actions: Sequence[Action] = (),
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.actions: tuple[Action, ...] = tuple(actions)[:SHOWN_AT_MOST]
        self._words: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        for action in self.actions:
            yield ActionItem(action)

    def show(self, actions: Sequence[Action]) -> None:
        """Show the first six of these actions; the help screen has them all."""
        shown = tuple(actions)[:SHOWN_AT_MOST]
        words = tuple(_(action.label) for action in shown)
        if (shown, words) != (self.actions, self._words):
            self.actions, self._words = shown, words
            self.refresh(recompose=True)


class Foot(ActionBar):
    """The answers of a dialogue, below what it asks."""

    DEFAULT_CSS = """
    Foot { dock: none; width: 1fr; background: $card; }
    Foot ActionItem { background: $card; }
    """


class HelpTask(Vertical):
    """The actions of one task under its name."""

    DEFAULT_CSS = """
    HelpTask {
        height: auto; padding-bottom: 1;
        .help-task { color: $accent; text-style: bold; height: 1; }
        .help-row { height: auto; }
        .help-key { width: 8; color: $notice; text-style: bold; }
        .help-words { width: 1fr; }
    }
    """

    def __init__(self, task: str, actions: Sequence[Action]) -> None:
        super().__init__()
        self.of_task, self.actions = task, actions

    def compose(self) -> ComposeResult:
        yield Static(_(self.of_task), classes="help-task", markup=False)
        for action in self.actions:
            with Horizontal(classes="help-row"):
                yield Static(action.key_words, classes="help-key", markup=False)
                yield Static(_(action.help), classes="help-words", markup=False)


class HelpColumns(Horizontal):
    """The tasks in as many columns as the screen has room for."""

    DEFAULT_CSS = """
    HelpColumns {
        height: auto;
        .help-column { width: 1fr; height: auto; padding-right: 2; }
    }
    """

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self.actions, self.columns = actions, 0

    def compose(self) -> ComposeResult:
        self.columns = self._room
        for column in in_columns(by_task(self.actions), self.columns):
            with Vertical(classes="help-column"):
                for task, actions in column.items():
                    yield HelpTask(task, actions)

    def on_resize(self) -> None:
        if self.columns != self._room:
            self.refresh(recompose=True)

    @property
    def _room(self) -> int:
        return min(3, max(1, self.app.size.width // _COLUMN))


class HelpScreen(ModalScreen[None]):
    """Every action with its key and a sentence, by task; in columns where there is room."""

    DEFAULT_CSS = """
    HelpScreen {
        align: center middle; background: $paper;
        #help { width: 96%; max-width: 180; height: auto; max-height: 100%; color: $ink;
                background: $card; padding: 1 2 0 2; scrollbar-size-vertical: 1; }
        #help-title { text-style: bold; height: 2; }
        #help-foot { dock: bottom; height: auto; padding: 0 2; background: $raised; }
        #help-more { width: auto; color: $notice; text-style: bold; }
        #help-closes { width: 1fr; height: auto; color: $ink-soft; }
    }
    """
    BINDINGS = [Binding("escape,enter,f1,space,q", "close", "Close", show=False)]  # noqa: RUF012

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self.actions = tuple(actions)
        self._shown, self._more = VerticalScroll(id="help"), Static(id="help-more", markup=False)

    def compose(self) -> ComposeResult:
        with self._shown:
            yield Static(_("What you can do here"), id="help-title", markup=False)
            yield HelpColumns(self.actions)
        with Horizontal(id="help-foot"):
            yield self._more
            closes = _("Any of Esc, Enter or F1 closes this.")
            yield Static(closes, id="help-closes", markup=False)

    def on_mount(self) -> None:
        for changed in ("scroll_y", "virtual_size"):
            self.watch(self._shown, changed, self._after_layout)

    def _after_layout(self) -> None:
        self.call_after_refresh(self._show_more)

    def _show_more(self) -> None:
        """Say whether there is more above or below what is shown."""
        at, end = self._shown.scroll_y, self._shown.max_scroll_y
        above, below = at > 0, at < end
        signs = "".join(sign for sign, is_so in (("▲", above), ("▼", below)) if is_so)
        more = _("More")
        self._more.update(f"{signs} {more}  " if signs else "")

    def action_close(self) -> None:
        self.dismiss(None)

    def on_click(self) -> None:
        self.dismiss(None)
