"""Tables of actions, from which come the key bindings, the footer and the help."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from shared.core.text.language import N_, _

SHOWN_AT_MOST = 6

_KEY_WORDS = {
    "escape": "Esc", "enter": "Enter", "space": "Space", "backspace": "Bksp", "tab": "Tab",
    "up": "↑", "down": "↓", "left": "←", "right": "→", "slash": "/", "question_mark": "?",
    "full_stop": ".", "comma": ",", "plus": "+", "minus": "-", "asterisk": "*",
    "equals_sign": "=", "pageup": "PgUp", "pagedown": "PgDn", "left_square_bracket": "[",
    "right_square_bracket": "]", "exclamation_mark": "!", "dollar_sign": "$", "number_sign": "#",
    "vertical_line": "|", "percent_sign": "%", "ampersand": "&", "at": "@", "colon": ":",
    "less_than_sign": "<", "greater_than_sign": ">",
}  # fmt: skip

_COLUMN = 62
"""Columns of the terminal that a column of the help needs."""
HERE = N_("On this screen")
"""The task of an action that names none."""
PROGRAM = N_("The program")


@dataclass(frozen=True, slots=True)
class Action:
    """What a person can do: ``id`` is the name of the ``action_…`` method that does it, with an
    argument in brackets where it needs one.

    ``key`` is Textual's name of one key, or several with commas; the first is shown. ``label`` is
    the word in the footer, ``help`` the sentence on the help screen, which lists the actions by
    their ``task``. Tables mark all three with ``N_``.
    """

    id: str
    key: str
    label: str
    help: str
    task: str = HERE

    @property
    def key_words(self) -> str:
        """The key as people read it: ``F1``, ``Esc``, ``c``."""
        return key_words(self.key)


def key_words(key: str) -> str:
    """Return Textual's name of a key as people read it."""
    first = key.split(",", maxsplit=1)[0].strip()
    if first.startswith("ctrl+"):
        return "^" + first.removeprefix("ctrl+").upper()
    if first in _KEY_WORDS:
        return _KEY_WORDS[first]
    return first if len(first) == 1 else first.capitalize()


def by_task(actions: Iterable[Action]) -> Mapping[str, Sequence[Action]]:
    """Return task → its actions: this screen first, the program last, the others as they come."""
    tasks: dict[str, list[Action]] = {}
    for action in sorted(actions, key=lambda one: (one.task != HERE, one.task == PROGRAM)):
        tasks.setdefault(action.task, []).append(action)
    return tasks


def in_columns(
    tasks: Mapping[str, Sequence[Action]], columns: int
) -> Sequence[Mapping[str, Sequence[Action]]]:
    """Return the tasks in their order in at most ``columns`` columns of about the same height."""
    heights = [len(actions) + 2 for actions in tasks.values()]
    share, above = sum(heights) / columns, 0.0
    found: list[dict[str, Sequence[Action]]] = [{} for _column in range(columns)]
    for (task, actions), height in zip(tasks.items(), heights, strict=True):
        found[min(columns - 1, int((above + height / 2) // share))][task] = actions
        above += height
    return [column for column in found if column]


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
        self._more.update(f"{signs} {_('More')}  " if signs else "")

    def action_close(self) -> None:
        self.dismiss(None)

    def on_click(self) -> None:
        self.dismiss(None)
