"""A view: everything that the screen shows at one moment, as a value. The screen only shows it."""

from collections.abc import Collection
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from board_terminal.desk.desk import Signature
from shared.core.match.outcome import Code
from shared.core.text.language import _
from shared.tui.board import Board

Tone = Literal["", "run", "ask", "done", "alarm"]
BoardPlace = Literal["", "middle", "below"]


class Choice(Struct, frozen=True):
    """Something that can be done now: by its keys, by touching its button, or both.

    ``does`` is a command. ``key`` is Textual's name of the key that is shown; ``also`` do the
    same. ``detail`` is a second line on the button where there is room.
    """

    does: str
    key: str
    label: str
    help: str
    also: tuple[str, ...] = ()
    detail: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key that does it."""
        return (self.key, *self.also)


def said(choice: Choice, names: Collection[str] = ()) -> Choice:
    """Return a choice in the language spoken; the names in ``names`` stay as they are."""
    label, help_, detail = (
        words if words in names else _(words)
        for words in (choice.label, choice.help, choice.detail)
    )
    return replace(choice, label=label, help=help_, detail=detail)


class Half(Struct, frozen=True):
    """One player's half. ``big`` is drawn in block digits; ``key`` is shown while it is asked."""

    name: str
    side: str = ""
    big: str = ""
    word: str = ""
    lines: tuple[str, ...] = ()
    tone: Tone = ""
    key: str = ""


class Model(Struct, frozen=True):
    """What the table asks each side: enough for a robot to play without reading the screen.

    ``asks`` says whose key is waited for; ``offers`` are (command, key) pairs. ``codes`` are read
    for seat 0; ``moves`` are the presses of this game by seat.
    """

    phase: str
    table: str
    uid: str = ""
    round_no: int = 0
    players: tuple[str, str] = ("", "")
    names: tuple[str, str] = ("", "")
    game: int = 0
    moves: tuple[int, int] = (0, 0)
    codes: tuple[Code, ...] = ()
    asks: tuple[bool, bool] = (False, False)
    signatures: tuple[Signature, Signature] = (Signature(), Signature())
    offers: tuple[tuple[str, str], ...] = ()
    typed: str = ""
    """The digits of a number that is being typed."""
    counted: int = 0
    """How many such numbers stand already."""

    def key_for(self, command: str) -> str | None:
        """Return the key that does ``command``, or None if it is not offered now."""
        return dict(self.offers).get(command)


class View(Struct, frozen=True):
    """One screenful. Without ``halves`` it is a page with a headline; ``big`` is a number that
    stands above it in block digits where there is room.

    ``compact`` halves leave room for choices; ``grid`` is the number of buttons in a row, 0 for
    all in one. On a ``board`` that ``takes_taps`` squares are entered, ``typed`` so far.
    ``next_ms`` is when the display changes by itself, in ms from now, 0 for never.
    ``focus`` is the command of the choice that two buttons stand on, "" for none.
    """

    phase: str
    title: str = ""
    corner: str = ""
    big: str = ""
    headline: str = ""
    halves: tuple[Half, Half] | None = None
    compact: bool = False
    message: tuple[str, ...] = ()
    alarm: tuple[str, ...] = ()
    board: Board | None = None
    board_at: BoardPlace = ""
    takes_taps: bool = False
    typed: str = ""
    sides: tuple[Choice, ...] = ()
    choices: tuple[Choice, ...] = ()
    grid: int = 0
    tone: Tone = ""
    next_ms: int = 0
    asks: tuple[bool, bool] = (False, False)
    focus: str = ""

    def command_for(self, key: str) -> str | None:
        """Return the command of ``key``, or None if it does nothing now."""
        for choice in (*self.sides, *self.choices):
            if choice.does and key in choice.keys:
                return choice.does
        return None
