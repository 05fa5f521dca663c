"""The tables beside the log that a person can read. It writes only the rows that differ.

Every row can be made again from the log.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import msgspec
from sqlite_utils import Database

from shared.core.events.entities import Part
from shared.core.events.measures import MatchDecided, Measure
from shared.core.match.outcome import Code, Outcome
from shared.core.state import (
    Decision,
    Device,
    Division,
    HallState,
    Match,
    Player,
    Report,
    Round,
    Table,
    Tournament,
)
from shared.store.database import execute_many

TableRow = tuple[Any, ...]

_LARGEST = 2**63 - 1
"""The largest integer in SQLite. MessagePack's go further, and no event may stop a commit."""


class Projected(NamedTuple):
    """One table. The first of its ``columns`` are the ``keys`` that name a row.

    ``rows`` makes the rows of one value of the state; ``seen`` returns the parts that it reads.
    """

    name: str
    columns: int
    keys: tuple[str, ...]
    rows: Callable[[Any], Iterable[TableRow]]
    seen: Callable[[Any], object]

    def differing(self, old: object, new: object) -> tuple[list[TableRow], list[TableRow]]:
        """Return the keys of the rows to delete, and the rows to write."""
        if old is not None and new is not None and self.seen(old) == self.seen(new):
            return [], []
        count = len(self.keys)
        before = {row[:count]: row for row in self.rows(old)} if old is not None else {}
        after = {row[:count]: row for row in self.rows(new)} if new is not None else {}
        gone = [key for key in before if key not in after]
        return gone, [row for key, row in after.items() if before.get(key) != row]

    def write(self, db: Database, gone: list[TableRow], come: list[TableRow]) -> None:
        """Delete and write rows, inside the transaction of the events that caused them."""
        if gone:
            named = " AND ".join(f"{column} = ?" for column in self.keys)
            execute_many(db, f"DELETE FROM {self.name} WHERE {named}", gone)  # noqa: S608
        if come:
            marks = ",".join("?" * self.columns)
            sql = f"INSERT OR REPLACE INTO {self.name} VALUES ({marks})"  # noqa: S608
            execute_many(db, sql, [_fitting(row) for row in come])


def project(
    db: Database,
    before: HallState,
    after: HallState,
    touched: Mapping[Part, Collection[Any]] | None = None,
) -> None:
    """Write the rows that differ between two states.

    ``touched`` names the keys of each part that may differ. In a part that it does not name, and
    with None in every part, all keys may differ.
    """
    for part, tables in PARTS.items():
        old, new = _part(before, part), _part(after, part)
        if old is new:
            continue
        if touched is None or part not in touched:
            keys: Collection[Any] = old.keys() | new.keys()
        else:
            keys = touched[part]
        pairs = [(old.get(key), new.get(key)) for key in keys]
        for table in tables:
            gone: list[TableRow] = []
            come: list[TableRow] = []
            for was, now in pairs:
                if was is not now:
                    goes, comes = table.differing(was, now)
                    gone += goes
                    come += comes
            table.write(db, gone, come)


def projected(state: HallState) -> dict[str, list[TableRow]]:
    """Return the rows of each table for a state."""
    return {
        table.name: [
            _fitting(row) for value in _part(state, part).values() for row in table.rows(value)
        ]
        for part, tables in PARTS.items()
        for table in tables
    }


def _part(state: HallState, part: Part) -> Mapping[Any, Any]:
    """Return a part of the state by key. The tournament is one value, or none."""
    said = getattr(state, part)
    return said if isinstance(said, Mapping) else {} if said is None else {"": said}


def _fitting(row: TableRow) -> TableRow:
    if any(isinstance(value, int) and value > _LARGEST for value in row):
        return tuple(min(v, _LARGEST) if isinstance(v, int) else v for v in row)
    return row


def utc(ms: int) -> str:
    """Return UTC milliseconds as ISO 8601, for people who read the file."""
    try:
        return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError, OSError):
        return str(ms)


def codes(outcome: Outcome | None) -> str | None:
    """Return an outcome as text, for the first player: ``W D``, ``agreed``, ``W L 12-9``.

    In the last, captures decided the match (SE-7).
    """
    if outcome is None:
        return None
    if outcome.void:
        return outcome.void
    counted = outcome.captures
    captured = () if counted is None else (f"{counted[0]}-{counted[1]}",)
    return " ".join((*outcome.games, *captured))


def _itself(value: object) -> object:
    return value


def _tournament(t: Tournament) -> list[TableRow]:
    return [(t.name, t.zone)]


def _division(d: Division) -> list[TableRow]:
    return [(d.id, d.name, d.rulebook, d.rounds, d.control)]


def _player(p: Player) -> list[TableRow]:
    return [(p.id, p.name, p.division, p.rating, p.club, p.withdrawn_after)]


def _table(t: Table) -> list[TableRow]:
    return [(t.id, t.label, t.device)]


def _device(d: Device) -> list[TableRow]:
    return [(d.node, d.label, d.role, " ".join(d.scopes), int(d.revoked))]


def _round(r: Round) -> list[TableRow]:
    return [(r.division, r.number, utc(r.starts_at), " ".join(r.byes), int(r.contested))]


def _pairing(match: Match) -> list[TableRow]:
    draw, (a, b) = match.draw, match.players
    return [
        (
            match.uid,
            match.key.division,
            match.key.round_no,
            match.table,
            a,
            b,
            match.standing,
            None if draw is None else match.players[draw.first_seat],
            None if draw is None else draw.opening,
            None if draw is None else " ".join(draw.moves),
            None if match.control is None else match.control.name,
        )
    ]


def _games(match: Match) -> list[TableRow]:
    outcome = match.result.outcome
    if outcome is None or match.standing != "in_force":
        return []
    a, b = match.players
    return [
        (match.uid, number, a, b, code, Code(code).reversed)
        for number, code in enumerate(outcome.games, start=1)
    ]


def _result(match: Match) -> list[TableRow]:
    result = match.result
    if result.status == "none" or match.standing != "in_force":
        return []
    won = (None, None) if result.outcome is None else result.outcome.games_won()
    said = [
        {
            "by": "referee" if v.seat is None else match.players[v.seat],
            "outcome_a": codes(v.outcome),
            "event": v.event,
        }
        for v in result.versions
    ]
    versions = json.dumps(said, ensure_ascii=False)
    return [(match.uid, result.status, codes(result.outcome), *won, versions)]


def measure_code(measure: Measure) -> str:
    """Return a measure as text: its tag, then its fields: ``caution 1``, ``match_decided W D``."""
    if isinstance(measure, MatchDecided):
        return f"match_decided {codes(measure.outcome)}".rstrip()
    tag, *fields = msgspec.to_builtins(measure)
    return " ".join([tag, *(_code(field) for field in fields)])


def _code(field: object) -> str:
    match field:
        case None:
            return "-"
        case bool():
            return str(int(field))
        case _:
            return str(field) or "-"


def _decided(decision: Decision) -> TableRow:
    said = "; ".join(measure_code(measure) for _, measure in decision.measures)
    return decision.standing, said, decision.clause, decision.reason


def _rulings(match: Match) -> list[TableRow]:
    if match.standing != "in_force":
        return []
    return [(one.event, match.uid, *_decided(one), utc(one.at)) for one in match.decisions]


def _incident(report: Report) -> list[TableRow]:
    decision = report.decision
    return [
        (
            report.ent,
            report.table,
            None if report.match is None else report.match.uid,
            f"{report.type} {report.which}".rstrip(),
            None if report.seat is None else str(report.seat),
            None if report.about is None else str(report.about),
            report.note,
            utc(report.at),
            utc(report.coming_at) if report.coming_at else None,
            None if decision is None else decision.event,
            *((None,) * 4 if decision is None else _decided(decision)),
        )
    ]


def _seen_of_pairing(match: Match) -> object:
    return match.key, match.table, match.players, match.standing, match.draw, match.control


def _seen_of_result(match: Match) -> object:
    return match.players, match.standing, match.result


def _seen_of_rulings(match: Match) -> object:
    return match.standing, match.decisions


PARTS: Final[dict[Part, tuple[Projected, ...]]] = {
    "tournament": (Projected("tournament", 2, ("name",), _tournament, _itself),),
    "divisions": (Projected("divisions", 5, ("id",), _division, _itself),),
    "players": (Projected("players", 6, ("id",), _player, _itself),),
    "tables": (Projected("tables", 3, ("id",), _table, _itself),),
    "devices": (Projected("devices", 5, ("node",), _device, _itself),),
    "rounds": (Projected("rounds", 5, ("division", "round"), _round, _itself),),
    "matches": (
        Projected("pairings", 11, ("match",), _pairing, _seen_of_pairing),
        Projected("games", 6, ("match", "game"), _games, _seen_of_result),
        Projected("results", 6, ("match",), _result, _seen_of_result),
        Projected("rulings", 7, ("event",), _rulings, _seen_of_rulings),
    ),
    "reports": (Projected("incidents", 14, ("ent",), _incident, _itself),),
}
"""Part of the state → the tables that are made from it."""

PROJECTED: Final = tuple(table.name for tables in PARTS.values() for table in tables)
"""The names of these tables. They are identical wherever the events are."""
