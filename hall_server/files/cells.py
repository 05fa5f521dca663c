"""CSV as spreadsheets write and read it: encodings, separators, quotes.

Cells that a spreadsheet would run as formulas are written safely.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

FILE_ENCODING: Final = "utf-8-sig"
"""The encoding of a CSV file. Without the mark spreadsheets read accents wrongly."""

SEPARATORS: Final = ",;\t|"
_RISKY = re.compile(r"'*[=+\-@\t\r]")
_GUARDED = re.compile(r"''*[=+\-@\t\r]")
_LARGEST_CELL = 100_000


class UnreadableTable(ValueError):
    """The file is no table; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Record:
    """One row of cells, and the line of the file where it begins."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows of a file without blank ones, and what was assumed about the file."""

    rows: tuple[Record, ...]
    notes: tuple[str, ...]
    called: str = "line"
    """What stands before the number of a row."""


def guarded(text: str) -> str:
    """Return a cell that no spreadsheet runs: a formula gets an apostrophe in front."""
    return f"'{text}" if _RISKY.match(text) else text


def unguarded(text: str) -> str:
    """Return what ``guarded`` was given."""
    return text[1:] if _GUARDED.match(text) else text


def written(rows: Iterable[Sequence[str]], separator: str = ",") -> str:
    """Return rows as CSV text, each cell guarded."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return out.getvalue()


def grid(data: bytes, known: frozenset[str] = frozenset()) -> Grid:
    """Return the table in a file. ``known`` headings help to find its separator.

    Raises UnreadableTable.
    """
    text, encoding = decoded(data)
    notes = [] if encoding == "UTF-8" else [f"The file was read as {encoding}."]
    if not text.strip():
        raise UnreadableTable("The file is empty. Save the list as CSV and name that file.")
    separator = _separator(text, known)
    if separator != ",":
        name = {"\t": "tabs", ";": "semicolons", "|": "bars"}[separator]
        notes.append(f"The cells are separated by {name}.")
    return Grid(_rows(text, separator), tuple(notes))


def decoded(data: bytes) -> tuple[str, str]:
    """Return the text of a file and its probable encoding. Raises UnreadableTable."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16"), "UTF-16"
        except UnicodeDecodeError as error:
            raise UnreadableTable(_NO_TEXT) from error
    if b"\0" in data:
        raise UnreadableTable(_NO_TEXT)
    try:
        return data.decode("utf-8-sig"), "UTF-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), "Windows-1252; look at the accents"


def _separator(text: str, known: frozenset[str]) -> str:
    """Return the separator that gives the first row most known headings, then most cells."""

    def worth(separator: str) -> tuple[int, int]:
        first = next(iter(_rows(text.partition("\n")[0] + "\n", separator)), Record(1, ()))
        return sum(folded_heading(cell) in known for cell in first.cells), len(first.cells)

    return max(SEPARATORS, key=worth)


def folded_heading(cell: str) -> str:
    """Return a heading as small letters and digits only."""
    return re.sub(r"[\W_]+", "", cell.casefold())


def _rows(text: str, separator: str) -> tuple[Record, ...]:
    csv.field_size_limit(_LARGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[Record] = []
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(Record(begins, tuple(unguarded(cell) for cell in cells)))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise UnreadableTable(
            f"line {begins}: {error}. Mend the quotes of this row, or save the file again."
        ) from error
    return tuple(rows)


_NO_TEXT = "This is no text file. Save the list as CSV (not as a workbook) and name that file."
