"""Tables of actions, from which come the key bindings, the footer and the help."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.screen import ModalScreen
from textual.widgets import Static

from shared.core.text.language import _

SHOWN_AT_MOST = 6

_KEY_WORDS = {
    "escape": "Esc", "enter": "Enter", "space": "Space", "backspace": "Bksp", "tab": "Tab",
    "up": "↑", "down": "↓", "left": "←", "right": "→", "slash": "/", "question_mark": "?",
    "full_stop": ".", "comma": ",", "plus": "+", "minus": "-", "asterisk": "*",
    "equals_sign": "=", "pageup": "PgUp", "pagedown": "PgDn",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Action:
    """What a person can do: ``id`` is the name of the ``action_…`` method that does it.

    ``key`` is Textual's name of one key, or several with commas; the first is shown. ``label`` is
    the word in the footer, ``help`` the sentence on the help screen. Tables mark both with ``N_``.
    """

    id: str
    key: str
    label: str
    help: str

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


class ActionItem(Static):
    """One action in the footer; a tap does what its key does."""

    DEFAULT_CSS = """
    ActionItem {
        width: auto; height: 1; padding: 0 1; color: $ink; background: $raised;
        &:hover { background: $card; text-style: bold underline; }
    }
    """

    def __init__(self, action: Action) -> None:
        words = Content.assemble((action.key_words, "bold $notice"), f" {_(action.label)}")
        super().__init__(words, markup=False)
        self.act = action

    async def on_click(self, event: Click) -> None:
        event.stop()
        target = self.screen if hasattr(self.screen, f"action_{self.act.id}") else self.app
        await self.app.run_action(self.act.id, target)


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


class HelpScreen(ModalScreen[None]):
    """Every action with its key and a sentence."""

    DEFAULT_CSS = """
    HelpScreen {
        align: center middle; background: $paper;
        #help { width: 90%; max-width: 76; height: auto; max-height: 100%;
                background: $card; padding: 1 2; }
        #help-title { color: $accent; text-style: bold; height: 2; }
        #help-rows { height: auto; max-height: 100%; color: $ink; }
        .help-row { height: auto; }
        .help-key { width: 8; color: $notice; text-style: bold; }
        .help-words { width: 1fr; }
        #help-foot { color: $ink-soft; height: 2; padding-top: 1; }
    }
    """
    BINDINGS = [Binding("escape,enter,f1,space,q", "close", "Close", show=False)]  # noqa: RUF012

    def __init__(self, actions: Sequence[Action], title: str = "") -> None:
        super().__init__()
        self.actions = tuple(actions)
        self.heading = title or _("What you can do here")

    def compose(self) -> ComposeResult:
        with Vertical(id="help"):
            yield Static(self.heading, id="help-title", markup=False)
            with VerticalScroll(id="help-rows"):
                for action in self.actions:
                    with Horizontal(classes="help-row"):
                        yield Static(action.key_words, classes="help-key", markup=False)
                        yield Static(_(action.help), classes="help-words", markup=False)
            yield Static(_("Any of Esc, Enter or F1 closes this."), id="help-foot", markup=False)

    def action_close(self) -> None:
        self.dismiss(None)

    def on_click(self) -> None:
        self.dismiss(None)
