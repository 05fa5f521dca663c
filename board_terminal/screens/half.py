"""One player's half of the table: name, side, clock, and the word of the moment. A touch target."""

from __future__ import annotations

from rich.text import Text
from textual.events import MouseDown
from textual.message import Message
from textual.widget import Widget

from board_terminal.screens.face import face_lines
from board_terminal.view import Half
from shared.core.words import Seat
from shared.tui.names import fit, wrap


def half_lines(half: Half, width: int, height: int) -> list[tuple[str, bool]]:
    """Lay out a half in ``height`` lines of ``width`` cells; with each line whether it is bold.

    What has no room is left out from the bottom of this list: name, word, digits, side and
    count, key.
    """
    if width <= 0 or height <= 0:
        return []
    inner = max(1, width - 2)
    if height <= 3:
        return _compact(half, width, height)
    word = wrap(half.word, inner)[:3] if half.word else []
    below = " · ".join(part for part in (half.side, *half.lines) if part)
    second = wrap(below, inner)[:2] if below else []
    room = height - 1 - len(word)
    big = face_lines(half.big, inner, room)
    room -= len(big)
    second = second[: max(0, room)]
    room -= len(second)
    lines = [(half.name, True)]
    lines += [(line, False) for line in second]
    spare = room > 2
    if spare:
        lines.append(("", False))
        room -= 1
    if big:
        lines += [(line, True) for line in big]
        if room > 1:
            lines.append(("", False))
            room -= 1
    lines += [(line, True) for line in word]
    if half.key and room > 0:
        lines.append((half.key, False))
        room -= 1
    top = max(0, room) // 2
    lines = [("", False)] * top + lines
    lines += [("", False)] * (height - len(lines))
    return [(fit(line, width, "centre"), bold) for line, bold in lines[:height]]


def _compact(half: Half, width: int, height: int) -> list[tuple[str, bool]]:
    middle = "  ".join(part for part in (half.side, half.big) if part)
    lines = [(half.name, True), (middle, True), (half.word, False)]
    lines = [line for line in lines if line[0]]
    lines += [("", False)] * (height - len(lines))
    return [(fit(line, width, "centre"), bold) for line, bold in lines[:height]]


class HalfPanel(Widget):
    """Shows a ``Half``; a touch anywhere on it is that player's key."""

    DEFAULT_CSS = """
    HalfPanel { width: 1fr; height: 1fr; background: $card; color: $ink; }
    """

    class Touched(Message):
        """The half of ``seat`` was touched."""

        def __init__(self, seat: Seat) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, seat: Seat) -> None:
        super().__init__(id=f"half-{seat}")
        self.seat: Seat = seat
        self.half = Half("")

    def show(self, half: Half) -> None:
        """Show ``half``, if it says anything new."""
        if half != self.half:
            self.half = half
            self.set_classes(half.tone)
            self.refresh()

    def render(self) -> Text:
        lines = half_lines(self.half, self.size.width, self.size.height)
        text = Text(no_wrap=True)
        for number, (line, bold) in enumerate(lines):
            text.append("\n" if number else "")
            text.append(line, style="bold" if bold else "")
        return text

    def on_mouse_down(self, event: MouseDown) -> None:
        event.stop()
        self.post_message(self.Touched(self.seat))
