"""Reads players and rounds from a file whose kind is told by its beginning."""

import re
from collections.abc import Mapping
from typing import Final

from hall_server.files.cells import UnreadableTable, decoded
from hall_server.files.past_rounds import PastRounds, rounds_of_crosstable, rounds_of_report
from hall_server.files.players_csv import PlayerLine, PlayerList, read_players
from hall_server.files.trf_reading import TrfError, parse_trf
from shared.core.rulebooks import Rulebook
from shared.core.standings.crosstable import Crosstable, CrosstableError, parse_crosstable

ROUNDS_STAY: Final = (
    "The rounds stay in the file: only the players are taken over here. 'hall-server import' takes"
    " rounds and results too."
)


def read_source(data: bytes, columns: Mapping[str, str] | None = None) -> PlayerList:
    """Return the players of a file. Raises UnreadableTable."""
    if data.startswith(b"PK\x03\x04"):
        raise UnreadableTable(
            "This is a workbook or an archive. Save the list as CSV, or look into an archive of"
            " the hall with any zip program."
        )
    if _is_crosstable(data):
        return _crosstable(data)
    if _is_report(data):
        return _report(data)
    return read_players(data, columns)


def _is_crosstable(data: bytes) -> bool:
    try:
        text, _ = decoded(data)
    except UnreadableTable:
        return False
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return next(lines, "").startswith("no\tname\tr1\t")


def _is_report(data: bytes) -> bool:
    """Return whether a line has the columns of a TRF player."""
    return any(re.match(rb"001 [ \d]{4} .{9}", line) for line in data.splitlines())


def _report(data: bytes) -> PlayerList:
    try:
        report = parse_trf(decoded(data)[0])
    except TrfError as error:
        raise UnreadableTable(f"{error}.") from error
    lines = tuple(PlayerLine(p.line, p.name, rating=p.rating) for p in report.players)
    return PlayerList(lines, (*report.doubts, ROUNDS_STAY))


def _crosstable(data: bytes) -> PlayerList:
    try:
        table = parse_crosstable(decoded(data)[0])
    except CrosstableError as error:
        raise UnreadableTable(f"{error}.") from error
    at = table_lines(decoded(data)[0], table)
    lines = tuple(PlayerLine(at[entry.number], entry.name) for entry in table.entries)
    return PlayerList(lines, (ROUNDS_STAY,))


def table_lines(text: str, table: Crosstable) -> dict[int, int]:
    """Return the line, from 1, of each number of a crosstable."""
    lines = [
        at
        for at, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1)
        if line.strip() and not line.startswith("#")
    ]
    return {entry.number: at for entry, at in zip(table.entries, lines[1:], strict=True)}


def read_rounds(data: bytes, book: Rulebook) -> PastRounds | None:
    """Return the rounds of a file that ``read_source`` reads, None without rounds."""
    if _is_crosstable(data):
        text = decoded(data)[0]
        table = parse_crosstable(text)
        past = rounds_of_crosstable(table, table_lines(text, table), book)
    elif _is_report(data):
        past = rounds_of_report(parse_trf(decoded(data)[0]), book)
    else:
        return None
    return past if past.rounds else None
