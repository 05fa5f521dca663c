"""Workbooks (XLSX, XLS, ODS) as tables: each cell as people see it, each row by its number.

Reads values alone: a formula counts by the value that was saved with it, and no macro is run.
"""

import io
import zipfile
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Final

from hall_server.files.cells import Grid, Record, UnreadableTable, grid

_ZIP: Final = b"PK\x03\x04"
_OLD: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How an XLS begins, and any workbook with a password."""
_MOST_BYTES: Final = 256 << 20
"""So much a workbook may hold once it is unpacked."""
_MOST_ROWS, _MOST_COLUMNS = 20_000, 200


def table(data: bytes, known: frozenset[str] = frozenset(), sheet: str = "") -> Grid:
    """Return the table in a file: a workbook's ``sheet``, "" for the first, or a text's.

    ``known`` headings help to find a text's separator. Raises UnreadableTable.
    """
    if data.startswith((_ZIP, _OLD)):
        return _workbook(data, sheet)
    if sheet:
        raise UnreadableTable("This is no workbook, so it has no sheets. Leave --sheet out.")
    return grid(data, known)


def _workbook(data: bytes, wanted: str) -> Grid:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    if data.startswith(_ZIP):
        _refuse_what_is_no_workbook(data)
    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
            name = _sheet(book, wanted)
            sheet = book.get_sheet_by_name(name)
            if sheet.total_height > _MOST_ROWS or sheet.total_width > _MOST_COLUMNS:
                raise UnreadableTable(
                    f"The sheet {name!r} has {sheet.total_height} rows and {sheet.total_width}"
                    f" columns; {_MOST_ROWS} and {_MOST_COLUMNS} are read at most. Copy the list"
                    " alone into a new workbook, and name that file."
                )
            rows = _rows(sheet.to_python(skip_empty_area=False))
            others = [each for each in book.sheet_names if each != name]
    except PasswordError as error:
        raise UnreadableTable(
            "The workbook is protected by a password. Save it without one, or as CSV."
        ) from error
    except (CalamineError, ValueError, OSError) as error:
        if isinstance(error, UnreadableTable):
            raise
        raise UnreadableTable(
            "The workbook cannot be read: it is damaged, or of another kind than it says. Open it"
            " in a spreadsheet and save it again, as XLSX or CSV."
        ) from error
    if not rows:
        raise UnreadableTable(f"The sheet {name!r} is empty. Name another one with --sheet.")
    notes = [f"The sheet {name!r} was read."]
    if others:
        notes = [f"The sheet {name!r} was read; there are also {', '.join(map(repr, others))}."]
    titles = 0
    while titles + 1 < len(rows) and sum(map(bool, rows[titles].cells)) == 1 < len(rows[0].cells):
        titles += 1
    if titles:
        notes.append(f"Rows above row {rows[titles].line} are taken as a title.")
    return Grid(rows[titles:], tuple(notes), f"sheet {name!r}, row")


def _refuse_what_is_no_workbook(data: bytes) -> None:
    """Refuse an archive of another kind, and one that would fill the memory."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names, size = archive.namelist(), sum(each.file_size for each in archive.infolist())
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise UnreadableTable(
            "The workbook is damaged: its end is missing. Copy it again, or save it as CSV."
        ) from error
    if not any(name.startswith("xl/") or name == "content.xml" for name in names):
        raise UnreadableTable(
            "This is an archive and no workbook. Unpack it, and name the list that is in it."
        )
    if size > _MOST_BYTES:
        raise UnreadableTable(
            "The workbook is larger than any list of players. Copy the list alone into a new one."
        )


def _sheet(book: object, wanted: str) -> str:
    names: list[str] = getattr(book, "sheet_names", [])
    if not names:
        raise UnreadableTable("The workbook has no sheet.")
    if not wanted:
        return names[0]
    for name in names:
        if name.casefold() == wanted.casefold():
            return name
    raise UnreadableTable(
        f"The workbook has no sheet {wanted!r}; there are {', '.join(map(repr, names))}."
    )


def _rows(values: Iterable[Iterable[object]]) -> tuple[Record, ...]:
    """Return the rows that hold something, without columns that are empty in all of them."""
    rows = [tuple(map(_shown, row)) for row in values]
    width = max((at for row in rows for at, cell in enumerate(row, start=1) if cell), default=0)
    return tuple(Record(line, row[:width]) for line, row in enumerate(rows, start=1) if any(row))


def _shown(value: object) -> str:
    """Return a cell as people see it: 1800.0 is 1800, a day has no midnight."""
    match value:
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
        case float():
            cents = round(value, 2)
            return f"{cents:.2f}" if cents == value else str(value)
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case date() | time():
            return value.isoformat()
        case timedelta():
            return str(value)
        case _:
            return " ".join(str(value).split())
