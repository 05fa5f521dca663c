"""Halls to print: a division of any size under way, with names from many alphabets."""

from typing import Any

import msgspec

from hall_server.paper.look import Look
from hall_server.paper.sheet import Block, Document, PaperSheet, Strips, Table
from shared.core.state import Division, HallState, Match, Player
from shared.core.state import Table as HallTable
from tests.hall_server.referee.halls import confirmed
from tests.tui.fake_port import START, drawn, hall, match

NAMES = (
    "Ann Lee", "Bo King", "Dee Novák", "Gus van der Meer-Hohenzollern", "Хо Константинович Иванов",
    "山田 太郎", "Kit O’Hara", "Lou Åberg", "김철수", "王小明", "Þórður Guðmundsson",
    "Στέλιος Παπάς",
    "Maximilian Alexander von und zu Hohenstein-Schwarzenberg III",
)  # fmt: skip
GAMES = ("W W", "D D", "L D")


def field(
    count: int,
    rounds: int = 1,
    *,
    book: str = "acf-masters",
    open_matches: int = 0,
    total: int = 12,
    names: tuple[str, ...] = NAMES,
    **more: Any,
) -> HallState:
    """``count`` players who have met in turn; the last ``open_matches`` have no result yet.

    With an odd ``count`` one player has the bye in each round.
    """
    division = Division("masters", "Masters", book, total, "90:00")
    players = [
        Player(
            f"p{n}",
            names[n % len(names)] + (f" {n}" if n >= len(names) else ""),
            "masters",
            2200 - 7 * n,
            ("Harbour Club", "", "Texas")[n % 3],
        )
        for n in range(count)
    ]
    seats = [player.id for player in players] + [""] * (count % 2)
    matches: list[Match] = []
    byes: dict[tuple[str, int], str] = {}
    for number in range(1, rounds + 1):
        ring = [seats[0], *seats[1:][number - 1 :], *seats[1:][: number - 1]]
        table = 0
        for one, other in zip(ring[: len(ring) // 2], reversed(ring), strict=False):
            if not one or not other:
                byes["masters", number] = one or other
                continue
            table += 1
            matches.append(match(f"m{number}x{table}", str(table), (one, other), round_no=number))
    played = len(matches) - open_matches
    matches = [
        msgspec.structs.replace(each, draw=drawn(), result=confirmed(GAMES[at % len(GAMES)]))
        if at < played
        else each
        for at, each in enumerate(matches)
    ]
    return hall(
        players=players,
        matches=matches,
        byes=byes,
        divisions=(division,),
        tables=[HallTable(str(n), str(n), "") for n in range(1, max(count // 2, 1) + 1)],
        zone="America/Chicago",
        **more,
    )


def look(state: HallState, division: str = "masters") -> Look:
    return Look(state, state.divisions[division])


def table_of(sheet: PaperSheet) -> Table:
    """Return the first table of a sheet."""
    return next(block for block in sheet.blocks if isinstance(block, Table))


def slips_of(sheet: PaperSheet) -> tuple[tuple[Block, ...], ...]:
    """Return the slips of a sheet."""
    [strips] = [block for block in sheet.blocks if isinstance(block, Strips)]
    return strips.items


def headings(table: Table) -> list[str]:
    return [column.heading for column in table.columns]


def paper(*sheets: PaperSheet, name: str = "test") -> Document:
    return Document(name, "Harbour Open", "Tue 14 Nov 2023, 16:13:20", sheets)


__all__ = ["START", "field", "headings", "look", "paper", "slips_of", "table_of"]
