"""A page: its view and its commands. Both stand in one file."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from board_terminal.changes.change import Change
from board_terminal.pages.look import Look
from board_terminal.view.view import View
from shared.core.match.outcome import Seat

Does: TypeAlias = Callable[[Change, str], None]
"""Does a command; it gets the rest of the command after the word."""


class Page(NamedTuple):
    """``does`` has the words of the commands that ``shows`` offers; ``side`` is a half's key."""

    shows: Callable[[Look], View]
    does: Mapping[str, Does] = {}


def seat_of(rest: str) -> Seat:
    """Return the seat that a command names."""
    return 1 if rest == "1" else 0
