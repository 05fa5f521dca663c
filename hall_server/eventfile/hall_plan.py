"""The map of an event file's tables, from a drawing in text or from their x and y."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from shared.core.events import Spot

if TYPE_CHECKING:
    from hall_server.eventfile.sections import EventFile, TableSection

LARGEST = 200
"""Columns and lines of a map, at most: more fits no screen."""
_WORD = re.compile(r"\S+")


def spots(event: EventFile) -> tuple[Spot, ...]:
    """Return the map of the hall, empty without one. Raises ValueError with a sentence."""
    tables = event.tables()
    if event.event.map:
        return _drawn(event.event.map, {name: t.id for t in tables for name in (t.id, t.label)})
    placed = [table for table in tables if table.x is not None or table.y is not None]
    return _placed(tables) if placed else ()


def _drawn(text: str, ids: Mapping[str, str]) -> tuple[Spot, ...]:
    found: list[Spot] = []
    for y, line in enumerate(text.strip("\n").split("\n")):
        before = -2
        for word in _WORD.finditer(line.expandtabs()):
            if word.end() > LARGEST or y >= LARGEST:
                raise ValueError(
                    f"the map is larger than {LARGEST} columns and lines; draw it smaller"
                )
            table = ids.get(word[0], "")
            last = found[-1] if found else None
            if not table and last is not None and last.words and before == word.start() - 1:
                found[-1] = Spot(last.x, last.y, "", f"{last.words} {word[0]}")
            else:
                found.append(Spot(word.start(), y, table, "" if table else word[0]))
            before = word.end() if not table else -2
    seen = [spot.table for spot in found if spot.table]
    twice = [table for table in seen if seen.count(table) > 1]
    if twice:
        raise ValueError(f"table {twice[0]} stands twice on the map; leave one of them")
    missing = [ident for ident in dict.fromkeys(ids.values()) if ident not in seen]
    if missing:
        raise ValueError(f"the map has no table {', '.join(missing)}; draw every table, or no map")
    return tuple(found)


def _placed(tables: Sequence[TableSection]) -> tuple[Spot, ...]:
    step = max(len(table.label) for table in tables) + 3
    found: list[Spot] = []
    for table in tables:
        if table.x is None or table.y is None:
            raise ValueError(
                f"table {table.id} has no place; give every table an x and a y, or none"
            )
        if not (0 <= table.x < LARGEST and 0 <= table.y < LARGEST):
            raise ValueError(f"table {table.id}: x and y count from 0 to {LARGEST - 1}")
        found.append(Spot(table.x * step, table.y, table.id))
    places = {(spot.x, spot.y) for spot in found}
    if len(places) < len(found):
        raise ValueError("two tables stand in one place; give each an x and y of its own")
    return tuple(found)
