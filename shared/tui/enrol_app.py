"""The screen of a device without an invite: six digits, and what to do with them."""

from collections.abc import Callable
from typing import ClassVar, Protocol

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from shared.core.text.language import N_, _
from shared.port import EnrolProgress
from shared.tui import theme
from shared.tui.block_digits import largest_digits
from shared.tui.letters import Letters, letters_for
from shared.tui.names import pad, wrap
from shared.tui.speech import SpeakingApp

_READABLE = 60
"""Cells of a line that is read at one glance."""
PARTS = ("event", "at", "digits", "sentence", "foot")
"""The parts of the card, from the top."""
_MARGINS = 2
"""Blank rows around the digits."""
_DIGITS_SHARE = 4
"""The digits have at least a quarter of the rows before words are enlarged."""


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
    #card { width: 100%; height: auto; }
    #card Static { width: 100%; }
    #event { text-style: bold; }
    #digits { color: $accent; }
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
        self._step = EnrolProgress(sentence=N_("Looking for a hall …"))
        self._opens = opens
        self._asking: Asker | None = None
        theme.register(self)

    def compose(self) -> ComposeResult:
        with Vertical(id="card"):
            for part in PARTS:
                yield Static("", id=part, markup=False)

    def on_mount(self) -> None:
        self._asking = self._opens(self._hear)
        self._asking.start()

    def on_unmount(self) -> None:
        if self._asking is not None:
            self._asking.close()

    def _hear(self, step: EnrolProgress) -> None:
        self.post_message(Stepped(step))

    def on_stepped(self, told: Stepped) -> None:
        self._step = told.step
        if told.step.done:
            self.exit(True)
        else:
            self._draw()

    def on_resize(self) -> None:
        """Draw everything as large as there is room now."""
        self._draw()

    def _draw(self) -> None:
        step, (width, height) = self._step, self.size
        stranger = _("This {device} belongs to no event yet").format(device=_(self._what))
        asked = _("Asking the hall at {address}").format(address=step.at) if step.at else ""
        foot = "" if self._locked else _("Ctrl+Q leaves. An invite file works too.")
        at, leaving = _said(asked, None, width), ["", *_said(foot, None, width)]
        spaced = f"{step.digits[:3]} {step.digits[3:]}" if step.digits else ""
        large = letters_for(width, height)
        for heading, saying in ((large, large), (large, None), (None, None)):
            event = _said(step.tournament or stranger, heading, width)
            sentence = _said(_(step.sentence), saying, width)
            room = height - sum(map(len, (event, at, sentence, leaving)))
            digits = largest_digits(spaced, width - 4, room - _MARGINS)
            digits = digits or largest_digits(spaced, width - 4, room)
            if room > 0 and (not spaced or len(digits) * _DIGITS_SHARE >= height):
                break
        blank = [""] * (room >= len(digits) + _MARGINS)
        shown = [*blank, *(pad(row, width, "centre") for row in digits), *blank]
        for part, lines in zip(PARTS, (event, at, shown, sentence, leaving), strict=True):
            self.query_one(f"#{part}", Static).update("\n".join(lines))

    def action_leave(self) -> None:
        if not self._locked:
            self.exit(False)


def _said(words: str, letters: Letters | None, width: int) -> list[str]:
    """Return words as rows in the middle of ``width`` cells, in ``letters`` if there are any."""
    if letters is not None:
        lines = letters.wrapped(words, width - 4)
        rows = [row for line in lines for row in letters.drawn(line)]
    else:
        most = max(1, min(_READABLE, width - 4))
        count = len(wrap(words, most))
        # No word stands alone on the last line where the lines can be of one length.
        even = next(cells for cells in range(1, most + 1) if len(wrap(words, cells)) <= count)
        rows = wrap(words, even)
    return [pad(row, width, "centre") for row in rows]
