"""The way out of a locked screen: the service PIN."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from shared.core.text.language import _, ngettext
from shared.machine.pins import PinGuard

_LONGEST = 12


class ServiceExit(ModalScreen[bool]):
    """Asks for the PIN of ``guard``. Returns True once it is right, False on Esc or when the guard
    demands a wait.
    """

    DEFAULT_CSS = """
    ServiceExit {
        align: center middle; background: $paper 80%;
        #service { width: 90%; max-width: 48; height: auto; background: $card; padding: 1 2;
                   border: heavy $line; }
        Static { width: 1fr; color: $ink; }
        #service-pin { color: $accent; text-style: bold; margin: 1 0; }
        #service-note { color: $caution; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("enter", "enter", show=False),
        Binding("backspace", "erase", show=False),
    ]

    def __init__(self, guard: PinGuard) -> None:
        super().__init__()
        self._guard = guard
        self._typed = ""

    def compose(self) -> ComposeResult:
        with Vertical(id="service"):
            yield Static(_("This screen is locked. Service PIN, then Enter."), markup=False)
            yield Static("▏", id="service-pin", markup=False)
            yield Static(self._wait_words() or _("Esc returns."), id="service-note", markup=False)

    def on_key(self, event: Key) -> None:
        if event.character is not None and event.is_printable:
            event.stop()
            self._show((self._typed + event.character)[:_LONGEST])

    def action_erase(self) -> None:
        self._show(self._typed[:-1])

    def action_enter(self) -> None:
        waiting = self._wait_words()
        if waiting:
            self.query_one("#service-note", Static).update(waiting)
            self._show("")
            return
        if self._guard.attempt(self._typed):
            self.dismiss(True)
            return
        if self._guard.wait_ms:
            self.dismiss(False)
            return
        left = self._guard.tries_left
        words = ngettext(
            "Wrong PIN; {count} more try. Esc returns.",
            "Wrong PIN; {count} more tries. Esc returns.",
            left,
        ).format(count=left)
        self.query_one("#service-note", Static).update(words)
        self._show("")

    def _wait_words(self) -> str:
        seconds = -(-self._guard.wait_ms // 1000)
        if not seconds:
            return ""
        return _("Too many wrong PINs: wait {count} s. Esc returns.").format(count=seconds)

    def action_leave(self) -> None:
        self.dismiss(False)

    def _show(self, typed: str) -> None:
        self._typed = typed
        self.query_one("#service-pin", Static).update("•" * len(typed) + "▏")
