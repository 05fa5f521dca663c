"""What a page says before it is laid out: headings, tables, sentences, links. Plain values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from shared.public.draw_sheets import DrawnRound

Tone = Literal["text", "key", "soft", "alert"]
"""``key`` is what people look for, ``soft`` what they may skip, ``alert`` what must be read."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table or a link in a list. ``to`` is the path of a page, "" for none."""

    text: str
    to: str = ""
    name: bool = False
    """Whether it is a person's name, which may be written from right to left."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. A ``spare`` one is left out where there is no room."""

    heading: str
    number: bool = False
    spare: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. ``named`` is the column that names a row; a ``broad`` one may be scrolled.

    In a table of ``pairs`` the two names may stand one below the other.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    named: int = 0
    broad: bool = False
    pairs: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph."""

    text: str
    tone: Tone = "text"


@dataclass(frozen=True, slots=True)
class Lines:
    """Sentences one below the other, as a list."""

    items: tuple[str, ...]
    tone: Tone = "text"


@dataclass(frozen=True, slots=True)
class Links:
    """Links one below the other or side by side."""

    items: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Initials:
    """Links under their first letters; each letter leads to its own."""

    letters: tuple[tuple[str, tuple[Cell, ...]], ...]


@dataclass(frozen=True, slots=True)
class Where:
    """Where a player plays: a table ("" for none) or what holds instead, and sentences."""

    table: str
    headline: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw sheet, round by round."""

    rounds: tuple[DrawnRound, ...]


@dataclass(frozen=True, slots=True)
class Finder:
    """A box to type the first letters of a name in. ``typed`` is what stands in it."""

    typed: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what belongs to it."""

    heading: str
    blocks: tuple[Block, ...]


Block = Grid | Words | Lines | Links | Initials | Where | Draw | Finder | Section


@dataclass(frozen=True, slots=True)
class View:
    """A page: its path, what it is called, and what it says. ``division`` is the one it is of."""

    path: str
    title: str
    note: str = ""
    blocks: tuple[Block, ...] = ()
    division: str = ""
    of_person: bool = False
    """Whether the title is a person's name."""


_NOT_PLAIN = re.compile(r"[^A-Za-z0-9_-]")


def segment(ident: str) -> str:
    """Return an id as a part of a path that is one in every address and on every disk."""
    return _NOT_PLAIN.sub(lambda sign: "".join(f"~{b:02x}" for b in sign[0].encode()), ident)


def player_path(player: str) -> str:
    """Return the path of a player's page: it stays the same whatever becomes of the player."""
    return f"p/{segment(player)}"
