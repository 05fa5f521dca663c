"""A readable copy of a replica, for people, other tools and restores: VACUUM INTO.

What comes out of a copy are rows; nothing of its schema gets into a replica.
"""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from sqlite_utils import Database

from shared.core.state import HallState
from shared.pairing.places import division_standings
from shared.store.database import (
    close_database,
    execute_many,
    open_copy,
    open_database,
    sqlite3,
    transaction,
)
from shared.store.errors import CannotOpen, CannotSave
from shared.store.projection import PROJECTED, TableRow
from shared.store.replica import Replica

COPIED: Final = ("log", "vector", *PROJECTED, "chains", "segments")
"""The tables of which a branch takes the rows. The others are about one device, or are made anew:
what is parked or on the shelf, what was read from others and acknowledged by them, a table's
journal."""

STANDINGS_HERE: Final = "standings"
"""The row of ``meta`` that says: the standings are here. A node's own file leaves both out."""


def take_snapshot(replica: Replica, target: Path) -> None:
    """Write a copy to ``target``, with the standings as they are now.

    Raises CannotSave if the file exists or cannot be written. The replica stays as it is.
    """
    if target.exists():
        raise CannotSave(f"{target} exists already. Nothing was written; choose another name.")
    try:
        replica.database.execute("VACUUM INTO ?", [str(target)])
        with closing(sqlite3.connect(str(target), isolation_level=None)) as copy:
            _write_standings(copy, replica.state)
    except sqlite3.Error as error:
        with suppress(OSError):  # a stick that was pulled out has nothing to clear away
            target.unlink(missing_ok=True)
        raise CannotSave(
            f"The snapshot {target} was not written ({error}). Nothing in the hall changed."
            " Make room or name another place, and ask again."
        ) from error


def branch(source: Path, target: Path, *, new_store_id: str) -> None:
    """Make a replica of its own from a copy: the same events under a new store id.

    The rows come into a fresh file with this program's own tables. What a copy had read from
    others and what others had acknowledged to it says nothing about the new one. Raises CannotSave
    if ``target`` exists or cannot be written, CannotOpen if ``source`` is no sound replica.
    """
    if target.exists():
        raise CannotSave(f"{target} exists already. Nothing was written; choose another place.")
    wal = source.with_name(source.name + "-wal")
    with suppress(OSError):
        if wal.stat().st_size:
            raise CannotOpen(
                f"{source} was not closed in order: beside it lies {wal.name}. Take a snapshot of"
                " it where it is used (hall-server snapshot), and use that. Nothing was changed."
            )
    fresh = target.with_name(target.name + ".new")
    try:
        _clear(fresh)
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with closing(open_copy(source)) as copy:
            _import(copy, fresh, new_store_id)
        fresh.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise CannotSave(
            f"{target} was not written ({getattr(error, 'strerror', None) or error}), and {source}"
            " is as it was. Make room or name another place, and ask again."
        ) from error
    finally:
        with suppress(OSError):
            _clear(fresh)


def _import(copy: Any, fresh: Path, new_store_id: str) -> None:
    db = open_database(fresh)
    try:
        with transaction(db):
            meta = dict(copy.execute("SELECT key, value FROM meta"))
            known = {name: str(meta[name]) for name in ("root", "node") if name in meta}
            rows = [*known.items(), ("store", new_store_id)]
            execute_many(db, "INSERT INTO meta VALUES (?, ?)", rows)
            for table in COPIED:
                _import_table(copy, db, table)
    finally:
        close_database(db)


def _import_table(copy: Any, db: Database, table: str) -> None:
    rows = copy.execute(f"SELECT * FROM {table}")  # noqa: S608 - a name of our own
    marks = ",".join("?" * len(rows.description))
    db.conn.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608


def _clear(fresh: Path) -> None:
    """Take away what a branch that was killed has left."""
    for name in (fresh.name, f"{fresh.name}-wal", f"{fresh.name}-shm"):
        fresh.with_name(name).unlink(missing_ok=True)


def _write_standings(copy: Any, state: HallState) -> None:
    """Write the table ``standings``. It is derived, and only stands in copies."""
    copy.execute("BEGIN IMMEDIATE")
    copy.executemany("INSERT INTO standings VALUES (?, ?, ?, ?, ?, ?, ?)", standings(state))
    copy.execute("INSERT OR REPLACE INTO meta VALUES (?, 'here')", [STANDINGS_HERE])
    copy.execute("COMMIT")


def standings(state: HallState) -> list[TableRow]:
    """Return the rows of the table ``standings`` as they follow from a state."""
    return [
        (
            division, place, row.rank, row.player, row.name, row.match_points,
            str(row.honor_points),
        )
        for division in state.divisions
        for place, row in enumerate(division_standings(state, division), start=1)
    ]  # fmt: skip
