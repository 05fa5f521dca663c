"""The parts of printed sheets: tables, forms, slips, cards and brackets, as plain values.

They know no page size, no font and no hall. Lengths are millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from shared.core.text.for_people import ForPeople
from shared.core.text.language import ENGLISH, Catalogue

Align = Literal["left", "right", "centre"]

PaperName = Literal["a4", "letter"]
"""The sizes of paper."""

Size = Literal["wall", "desk", "fine"]
"""How a sheet is read: on a wall from two metres, in the hand, or from near."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. Left-aligned columns take the room that is left."""

    heading: str
    align: Align = "left"
    strong: bool = False
    least_mm: int = 0
    """Room for writing by hand."""
    group: str = ""
    """A heading above neighbouring columns with the same group."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, each as wide as ``columns``. ``ruled`` draws a box around every cell."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    size: Size = "desk"
    row_mm: int = 0
    """Least height of a row, for writing by hand."""
    ruled: bool = False
    lines: int = 1
    """Lines in a cell, separated by line ends."""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph. The drawing breaks it into lines."""

    words: str
    size: Literal["huge", "large", "plain", "small"] = "plain"
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A label with a known value, or with empty lines to write on."""

    label: str
    value: str = ""
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Form:
    """Fields in rows; the fields of a row are side by side."""

    rows: tuple[tuple[Field, ...], ...]


@dataclass(frozen=True, slots=True)
class Signatures:
    """Lines to sign on, side by side, with the names beneath."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Square dots in rows, True for a dark one, drawn ``wide_mm`` wide in the middle."""

    rows: tuple[tuple[bool, ...], ...]
    wide_mm: int


Small = Text | Table | Form | Signatures | Picture
"""What fits on a slip."""


@dataclass(frozen=True, slots=True)
class Strips:
    """Slips that are cut apart: ``per_page`` of equal height on a page, each with its ``mark``.

    The mark names the event: the foot of the page stays with the last slip.
    """

    items: tuple[tuple[Small, ...], ...]
    per_page: int
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card: a large mark, and lines of a letter and a text."""

    mark: str
    lines: tuple[tuple[str, str], ...]
    foot: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards of the size of playing cards, to be cut out."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match on a draw sheet: a name, or nothing until it is known.

    ``before`` is the match of this tree that the player comes from; ``source`` names a match
    elsewhere in small print ("loser of M1-3").
    """

    name: str
    before: BracketMatch | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match on a draw sheet. ``round_no``, from 1, is its column.

    ``notes`` are printed below its label: the score or the table, and where the loser goes.
    """

    label: str
    round_no: int
    sides: tuple[BracketSide, BracketSide]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bracket:
    """A part of a draw sheet: its last match, which leads to the others.

    ``headings`` are those of its columns, from round 1.
    """

    last: BracketMatch
    headings: tuple[str, ...]
    winner: str = ""


Block = Small | Strips | Cards | Bracket


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One sheet, on one page or several.

    ``index`` is a column of its first table. Each page's corner shows its first and last entry.
    """

    title: str
    note: str = ""
    blocks: tuple[Block, ...] = ()
    landscape: bool = False
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """Sheets under one name. ``event`` and ``made`` are printed at the foot of every page, in the
    language of ``catalogue``."""

    name: str
    event: str
    made: str
    sheets: tuple[PaperSheet, ...]
    catalogue: Catalogue = ENGLISH


BLANK: Final = "\N{NO-BREAK SPACE}"
"""An empty cell to write in."""


class CannotPrint(ForPeople, ValueError):
    """There is nothing to print; the sentence says why and what can be printed."""
