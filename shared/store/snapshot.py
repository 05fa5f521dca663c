"""Copies of a replica: a snapshot for people and other tools, and a branch made from a copy.

Only rows of a copy get into a replica, never its schema.
"""

from contextlib import closing, suppress
from pathlib import Path
from sqlite3 import Connection
from typing import Final

from sqlite_utils import Database

from shared.core.state import HallState
from shared.core.text.for_people import why
from shared.machine.saving import remove, take_place
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
"""The tables whose rows a branch takes. The others belong to one device or are made again."""

STANDINGS_HERE: Final = "standings"
"""The row of ``meta`` in a copy that has standings. A node's own file has neither."""


def take_snapshot(replica: Replica, target: Path) -> None:
    """Write a copy with the present standings to ``target``.

    Raises CannotSave if the file exists or cannot be written.
    """
    if target.exists():
        raise CannotSave(f"{target} exists already. Nothing was written; choose another name.")
    try:
        replica.database.execute("VACUUM INTO ?", [str(target)])
        with closing(sqlite3.connect(str(target), isolation_level=None)) as copy:
            _write_standings(copy, replica.state)
    except sqlite3.Error as error:
        with suppress(OSError):  # the stick may be gone
            target.unlink(missing_ok=True)
        raise CannotSave(
            f"The snapshot {target} was not written ({error}). Nothing in the hall changed."
            " Make room or name another place, and ask again."
        ) from error


def branch(source: Path, target: Path, *, new_store_id: str) -> None:
    """Make a new replica from a copy: the same events under a new store id.

    The rows go into a fresh file with this program's own tables. Raises CannotSave if ``target``
    exists or cannot be written, CannotOpen if ``source`` is no sound replica.
    """
    if target.exists():
        raise CannotSave(f"{target} exists already. Nothing was written; choose another place.")
    wal = source.with_name(source.name + "-wal")
    with suppress(OSError):
        if wal.stat().st_size:
            raise CannotOpen(
                f"{source} was not closed properly: {wal.name} lies beside it. Nothing was changed."
                " Take a snapshot where the file is used (hall-server snapshot), and use that."
            )
    fresh = target.with_name(target.name + ".new")
    try:
        _clear(fresh)
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with closing(open_copy(source)) as copy:
            _import(copy, fresh, new_store_id)
        take_place(fresh, target)
    except (OSError, sqlite3.Error) as error:
        raise CannotSave(
            f"{target} was not written ({why(error)}), and {source}"
            " is as it was. Make room or name another place, and ask again."
        ) from error
    finally:
        with suppress(OSError):
            _clear(fresh)


def _import(copy: Connection, fresh: Path, new_store_id: str) -> None:
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


def _import_table(copy: Connection, db: Database, table: str) -> None:
    rows = copy.execute(f"SELECT * FROM {table}")  # noqa: S608 - a name of our own
    marks = ",".join("?" * len(rows.description))
    db.conn.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608


def _clear(fresh: Path) -> None:
    """Remove the files of a branch that was killed."""
    for name in (fresh.name, f"{fresh.name}-wal", f"{fresh.name}-shm"):
        remove(fresh.with_name(name))


def _write_standings(copy: Connection, state: HallState) -> None:
    """Write the table ``standings``, which only copies have."""
    copy.execute("BEGIN IMMEDIATE")
    copy.executemany("INSERT INTO standings VALUES (?, ?, ?, ?, ?, ?, ?)", standings(state))
    copy.execute("INSERT OR REPLACE INTO meta VALUES (?, 'here')", [STANDINGS_HERE])
    copy.execute("COMMIT")


def standings(state: HallState) -> list[TableRow]:
    """Return the rows of the table ``standings`` for a state."""
    return [
        (
            division, line, row.rank, row.player, row.name, row.match_points,
            str(row.honor_points),
        )
        for division in state.divisions
        for line, row in enumerate(division_standings(state, division), start=1)
    ]  # fmt: skip
