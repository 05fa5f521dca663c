"""The screen of a device without an invite: six digits, and what to do with them."""

from collections.abc import Callable
from typing import ClassVar, Protocol

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from shared.core.text.language import _
from shared.port import EnrolProgress
from shared.tui import theme
from shared.tui.block_digits import block_digits
from shared.tui.speech import SpeakingApp


class Asker(Protocol):
    """Asks to be admitted, in a thread of its own."""

    def start(self) -> None:
        """Begin."""

    def close(self) -> None:
        """Stop."""


class Stepped(Message, bubble=False):
    """A step of the applicant, posted from its thread."""

    def __init__(self, step: EnrolProgress) -> None:
        super().__init__()
        self.step = step


class EnrolApp(SpeakingApp[bool]):
    """Returns True once the device is admitted. ``opens`` makes the applicant that tells its steps.

    A ``locked`` screen cannot be left by the keyboard.
    """

    CSS = """
    Screen { align: center middle; background: $paper; color: $ink; }
    #card { width: 100%; max-width: 76; height: auto; padding: 0 1; }
    #card Static { width: 100%; text-align: center; }
    #event { text-style: bold; }
    #digits { margin: 1 0; color: $accent; }
    #at, #foot { color: $ink-soft; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "leave", show=False, priority=True)]
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        what: str,
        opens: Callable[[Callable[[EnrolProgress], None]], Asker],
        *,
        locked: bool = False,
    ) -> None:
        super().__init__()
        self._locked = locked
        self._what = what
        self._opens = opens
        self._asking: Asker | None = None
        theme.register(self)

    def compose(self) -> ComposeResult:
        with Vertical(id="card"):
            yield Static(self._stranger(), id="event", markup=False)
            yield Static("", id="at", markup=False)
            yield Static("", id="digits", markup=False)
            yield Static(_("Looking for a hall …"), id="sentence", markup=False)
            foot = "" if self._locked else "\n" + _("Ctrl+Q leaves. An invite file works too.")
            yield Static(foot, id="foot", markup=False)

    def on_mount(self) -> None:
        self._asking = self._opens(self._hear)
        self._asking.start()

    def on_unmount(self) -> None:
        if self._asking is not None:
            self._asking.close()

    def _hear(self, step: EnrolProgress) -> None:
        self.post_message(Stepped(step))

    def on_stepped(self, told: Stepped) -> None:
        step = told.step
        if step.done:
            self.exit(True)
            return
        self.query_one("#event", Static).update(step.tournament or self._stranger())
        asked = _("Asking the hall at {address}").format(address=step.at) if step.at else ""
        self.query_one("#at", Static).update(asked)
        spaced = f"{step.digits[:3]} {step.digits[3:]}" if step.digits else ""
        rows = block_digits(spaced, 5) if spaced else []
        self.query_one("#digits", Static).update("\n".join(rows))
        self.query_one("#sentence", Static).update(_(step.sentence))

    def _stranger(self) -> str:
        return _("This {device} belongs to no event yet").format(device=_(self._what))

    def action_leave(self) -> None:
        if not self._locked:
            self.exit(False)
