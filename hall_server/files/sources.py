"""Which files players can be read from, told by what they begin with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from hall_server.files.cells import UnreadableTable, decoded
from hall_server.files.players_csv import PlayerLine, PlayerList, read_players
from shared.core.crosstable import CrosstableError, parse_crosstable

_ROUNDS_STAY = (
    "The rounds stay in the file: only the players are taken over. 'hall-server standings' orders"
    " a crosstable."
)


class ReportPlayer(Protocol):
    """A player of a tournament report, as a reader of such files gives him."""

    @property
    def line(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def rating(self) -> int | None: ...


def players_of_report(players: Iterable[ReportPlayer]) -> PlayerList:
    """The players of a tournament report (TRF), read already."""
    lines = tuple(PlayerLine(p.line, p.name, rating=p.rating) for p in players)
    return PlayerList(lines, (_ROUNDS_STAY,))


def read_source(data: bytes, columns: Mapping[str, str] | None = None) -> PlayerList:
    """The players of a file. Raises UnreadableTable."""
    if data.startswith(b"PK\x03\x04"):
        message = (
            "This is a workbook or an archive. Save the list as CSV, or look into an archive of"
            " the hall with any zip program."
        )
        raise UnreadableTable(message)
    if _is_crosstable(data):
        return _crosstable(data)
    return read_players(data, columns)


def _is_crosstable(data: bytes) -> bool:
    try:
        text, _ = decoded(data)
    except UnreadableTable:
        return False
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return next(lines, "").startswith("no\tname\tr1\t")


def _crosstable(data: bytes) -> PlayerList:
    try:
        table = parse_crosstable(decoded(data)[0])
    except CrosstableError as error:
        raise UnreadableTable(f"{error}.") from error
    lines = tuple(PlayerLine(at, entry.name) for at, entry in enumerate(table.entries, start=2))
    return PlayerList(lines, (_ROUNDS_STAY,))
