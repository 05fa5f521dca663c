"""Pairings for the wall: by table, by name, and playoffs."""

from hall_server.paper.look import Look
from hall_server.paper.sheet import Column, PaperSheet, Table, Text
from shared.core.state import Match, Round
from shared.core.state.persons import sort_key, surname_first
from shared.core.text.language import called
from shared.tui.times import clock_time

_TABLE = Column("Table", "right", strong=True)


def by_table(look: Look, paired: Round) -> PaperSheet:
    """Return a line for each match, the tables in walking order."""
    if paired.contested:
        return _contested(look, paired, "by table")
    rows = [
        (look.table(match.table), *look.names(match), _result(match))
        for match in look.matches(paired)
    ]
    rows += [("–", look.name(player), "has the bye", "") for player in paired.byes]
    columns = (_TABLE, Column("Player"), Column("Opponent"), Column("Result", "centre"))
    return _sheet(look, paired, "by table", Table(columns, tuple(rows), "wall"), 0)


def by_name(look: Look, paired: Round) -> PaperSheet:
    """Return a line for each player, by surname."""
    if paired.contested:
        return _contested(look, paired, "by name")
    lines: list[tuple[str, str, str]] = []
    for match in look.matches(paired):
        for player, opponent in (match.players, match.players[::-1]):
            lines.append((look.name(player), look.table(match.table), look.name(opponent)))
    lines += [(look.name(player), "bye", "") for player in paired.byes]
    lines.sort(key=lambda line: (sort_key(line[0]), line))
    rows = tuple((surname_first(name), table, opponent) for name, table, opponent in lines)
    columns = (Column("Player", strong=True), _TABLE, Column("Opponent"))
    return _sheet(look, paired, "by name", Table(columns, rows, "wall"), 0)


def playoffs(look: Look) -> tuple[PaperSheet, ...]:
    """Return the sheet of the playoff for the division's title, none without one."""
    found = [
        match
        for match in look.state.matches.values()
        if match.playoff
        and match.key.division == look.division.id
        and match.standing != "withdrawn"
    ]
    if not found:
        return ()
    found.sort(key=lambda match: (match.starts_at, match.uid))
    rows = tuple(
        (
            clock_time(match.starts_at, look.zone),
            look.table(match.table),
            *look.names(match),
            _result(match),
        )
        for match in found
    )
    columns = (Column("Time"), _TABLE, Column("Player"), Column("Opponent"),
               Column("Result", "centre"))  # fmt: skip
    table = Table(columns, rows, "wall")
    return (PaperSheet("Playoff for the title", look.division.name, (table,), index=1),)


def _sheet(look: Look, paired: Round, order: str, table: Table, index: int) -> PaperSheet:
    note = f"{look.division.name}, {look.starts(paired)}"
    return PaperSheet(look.posting(paired, order), note, (table,), index=index)


def _contested(look: Look, paired: Round, order: str) -> PaperSheet:
    words = called("This round has two pairings. The referee decides which one counts.")
    return PaperSheet(look.posting(paired, order), look.division.name, (Text(words, "large"),))


def _result(match: Match) -> str:
    if match.result.open_question or match.standing == "contested":
        return called("referee")
    return match.result.outcome.score() if match.result.outcome else ""
