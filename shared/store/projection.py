"""Writes what changed between two states into the projected tables. Reads nothing back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlite_utils import Database

from shared.core.state import Device, Division, HallState, Match, Player, Report, Round, Table
from shared.core.words import Code, Outcome

V = TypeVar("V")
K = TypeVar("K")


def project(db: Database, before: HallState, after: HallState) -> None:
    """Write the rows that differ. Runs inside the transaction of the events that caused it."""
    if after.tournament != before.tournament:
        db.execute("DELETE FROM tournament")
        if after.tournament is not None:
            _put(db, "tournament", after.tournament.name, after.tournament.zone)
    _each(before.divisions, after.divisions, _division(db), _drop(db, "divisions", "id"))
    _each(before.players, after.players, _player(db), _drop(db, "players", "id"))
    _each(before.tables, after.tables, _table(db), _drop(db, "tables", "id"))
    _each(before.devices, after.devices, _device(db), _drop(db, "devices", "node"))
    _each(before.rounds, after.rounds, _round(db), _drop_round(db))
    _each(before.matches, after.matches, _match(db), _drop_match(db))
    _each(before.reports, after.reports, _report(db), _drop(db, "incidents", "ent"))


def _each(
    before: Mapping[K, V],
    after: Mapping[K, V],
    write: Callable[[V], None],
    drop: Callable[[K, V], None],
) -> None:
    if after is before:
        return
    for key, value in after.items():
        old = before.get(key)
        if old is not value and old != value:
            if old is not None:
                drop(key, old)
            write(value)
    for key in before.keys() - after.keys():
        drop(key, before[key])


_LARGEST = 2**63 - 1
"""What SQLite's integers hold; MessagePack's go further, and no event may stop a commit."""


def _put(db: Database, table: str, *values: Any) -> None:
    marks = ",".join("?" * len(values))
    db.execute(
        f"INSERT OR REPLACE INTO {table} VALUES ({marks})",  # noqa: S608
        [min(value, _LARGEST) if isinstance(value, int) else value for value in values],
    )


def _drop(db: Database, table: str, key: str) -> Callable[[str, object], None]:
    def drop(value: str, _old: object) -> None:
        db.execute(f"DELETE FROM {table} WHERE {key} = ?", [value])  # noqa: S608

    return drop


def utc(ms: int) -> str:
    """UTC milliseconds as ISO 8601, for people who read the file."""
    try:
        return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError, OSError):
        return str(ms)


def codes(outcome: Outcome | None) -> str | None:
    """An outcome as text, read for the first player: ``W D``, ``void``, ``W L 12-9`` (SE-7)."""
    if outcome is None:
        return None
    if outcome.agreed_void:
        return "void"
    counted = outcome.captures
    captured = () if counted is None else (f"{counted[0]}-{counted[1]}",)
    return " ".join((*outcome.games, *captured))


def _division(db: Database) -> Callable[[Division], None]:
    return lambda d: _put(db, "divisions", d.id, d.name, d.rulebook, d.rounds, d.control)


def _player(db: Database) -> Callable[[Player], None]:
    return lambda p: _put(
        db, "players", p.id, p.name, p.division, p.rating, p.club, p.withdrawn_after
    )


def _table(db: Database) -> Callable[[Table], None]:
    return lambda t: _put(db, "tables", t.id, t.label, t.device)


def _device(db: Database) -> Callable[[Device], None]:
    return lambda d: _put(
        db, "devices", d.node, d.label, d.role, " ".join(d.scopes), int(d.revoked)
    )


def _round(db: Database) -> Callable[[Round], None]:
    return lambda r: _put(
        db, "rounds", r.division, r.number, utc(r.starts_at), " ".join(r.byes), int(r.contested)
    )


def _drop_round(db: Database) -> Callable[[tuple[str, int], Round], None]:
    def drop(key: tuple[str, int], _old: Round) -> None:
        db.execute("DELETE FROM rounds WHERE division = ? AND round = ?", key)

    return drop


def _match(db: Database) -> Callable[[Match], None]:
    return lambda match: _write_match(db, match)


def _drop_match(db: Database) -> Callable[[str, Match], None]:
    """A late node drops each match several times: only from where it stands."""

    def drop(uid: str, old: Match) -> None:
        result = old.result
        tables = ["pairings"]
        if old.standing == "in_force":
            tables += ["games"] * (result.outcome is not None)
            tables += ["results"] * (result.status != "none")
            tables += ["rulings"] * any(version.seat is None for version in result.versions)
        for table in tables:
            db.execute(f"DELETE FROM {table} WHERE match = ?", [uid])  # noqa: S608

    return drop


def _write_match(db: Database, match: Match) -> None:
    draw, result, (a, b) = match.draw, match.result, match.players
    _put(
        db,
        "pairings",
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
    if match.standing != "in_force":
        return
    if result.outcome is not None:
        for number, code in enumerate(result.outcome.games, start=1):
            _put(db, "games", match.uid, number, a, b, code, Code(code).reversed)
    if result.status != "none":
        won = (None, None) if result.outcome is None else result.outcome.games_won()
        said = [
            {
                "by": "referee" if v.seat is None else match.players[v.seat],
                "outcome_a": codes(v.outcome),
                "event": v.event,
            }
            for v in result.versions
        ]
        _put(
            db,
            "results",
            match.uid,
            result.status,
            codes(result.outcome),
            *won,
            json.dumps(said, ensure_ascii=False),
        )
    for version in result.versions:
        if version.seat is None:
            _put(
                db,
                "rulings",
                version.event,
                match.uid,
                codes(version.outcome),
                version.clause,
                version.reason,
                utc(version.at),
            )


def _report(db: Database) -> Callable[[Report], None]:
    def write(report: Report) -> None:
        answer = report.answer
        _put(
            db,
            "incidents",
            report.ent,
            report.table,
            None if report.match is None else report.match.uid,
            f"{report.type} {report.which}".rstrip(),
            None if report.seat is None else str(report.seat),
            None if report.about is None else str(report.about),
            report.note,
            utc(report.at),
            None if answer is None else answer.state,
            None if answer is None else answer.clause,
            None if answer is None else answer.note,
        )

    return write
