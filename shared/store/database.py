"""Opens and closes the one SQLite connection of a node, and runs its transactions.

WAL, synchronous=FULL, exclusive lock: one connection in one thread, so that no second connection
can race a checkpoint.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlite_utils import Database, utils

from shared.core.text.sentence import Sentence
from shared.store.errors import CannotOpen, CannotSave, InUse, NoRoom, damaged
from shared.store.schema import migrate, strange_parts

# The one SQLite library of this process: pysqlite3 where it is installed.
sqlite3 = utils.sqlite3  # type: ignore[attr-defined]


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO)

WAL_PAGES = 4_000
"""Pages of the write-ahead log before they are moved into the file: a late node's stretches write
the same pages of the indexes again and again, and each move is two more waits for the disk."""


def library_version() -> str:
    """The version of the SQLite library in use."""
    version: str = sqlite3.sqlite_version
    return version


def open_database(path: Path, prepare: Callable[[Database, str], None] = migrate) -> Database:
    """Open or create a file, a replica unless told. Raises CannotOpen with what to do."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
        connection = sqlite3.connect(
            str(path), isolation_level=None, timeout=2.0, cached_statements=256
        )
    except (OSError, sqlite3.Error) as error:
        full = isinstance(error, OSError) and error.errno in _NO_ROOM
        raise _unopened(path, error, NoRoom if full else CannotOpen) from error
    try:
        db = Database(connection)
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute(f"PRAGMA wal_autocheckpoint={WAL_PAGES}")
        db.execute("PRAGMA foreign_keys=ON")
        verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise CannotOpen(damaged(path, verdict))
        prepare(db, str(path))
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.DatabaseError):
            raise _why(path, error) from error
        raise
    return db


def _unopened(path: Path, error: Exception, kind: type[CannotOpen]) -> CannotOpen:
    return kind(
        Sentence(
            "{path} cannot be opened: {error}. Nothing was changed."
            " Check that the folder exists, is writable and has room.",
            path=path,
            error=error,
        )
    )


def open_copy(path: Path) -> Any:
    """Open a copy that nobody uses, to read its rows: a bare connection that writes nothing.

    Whoever made it may have changed it: a schema with a trigger, a view or a table that is not of
    this program is refused before anything in it is read. Raises CannotOpen.
    """
    if not path.is_file():
        raise CannotOpen(f"{path} does not exist. Nothing was changed.")
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} is no copy of a tournament ({error}).") from error
    try:
        db.execute("PRAGMA trusted_schema=OFF")
        strange = strange_parts(db)
        if strange:
            raise CannotOpen(
                f"{path} is no copy of a tournament as this version writes it ({strange[0]})."
                " Nothing in it was carried out, and nothing was changed. Use another copy."
            )
        verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise CannotOpen(f"{path} is damaged ({verdict}).")
    except sqlite3.Error as error:
        db.close()
        raise CannotOpen(f"{path} is no copy of a tournament ({error}).") from error
    except BaseException:
        db.close()
        raise
    return db


def close_database(db: Database) -> None:
    """Close the connection; the WAL is folded in by SQLite."""
    with suppress(sqlite3.Error):
        db.close()


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Read what a file holds; what cannot be read says that it is damaged. Raises CannotOpen."""
    try:
        yield
    except (sqlite3.Error, ValueError) as error:
        raise CannotOpen(_why(path, error)) from error


@contextmanager
def transaction(db: Database) -> Iterator[None]:
    """One BEGIN IMMEDIATE … COMMIT. On failure everything is taken back: raises CannotSave."""
    try:
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("COMMIT")
    except sqlite3.Error as error:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise CannotSave(_not_saved(error)) from error
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def execute_many(db: Database, sql: str, rows: Sequence[Sequence[object]]) -> None:
    """One statement for many rows, inside a transaction."""
    if rows:
        db.conn.executemany(sql, rows)


def _not_saved(error: Exception) -> str:
    if "full" in str(error):
        return Sentence(
            "The disk of this node is full, so the last entry was NOT saved. Everything before it"
            " is safe. Free some space or call the referee; then enter it again."
        )
    return Sentence(
        "The last entry was NOT saved ({error}). Everything before it is safe."
        " Call the referee; then enter it again.",
        error=error,
    )


def _why(path: Path, error: Exception) -> CannotOpen:
    text = str(error)
    if "locked" in text or "busy" in text:
        return InUse(
            Sentence(
                "{path} is in use by another program on this machine."
                " Nothing was changed. Stop the other one, or give this one its own --home.",
                path=path,
            )
        )
    if "full" in text:
        return NoRoom(
            Sentence(
                "The disk that holds {path} is full. Nothing was lost."
                " Free some space and start again.",
                path=path,
            )
        )
    if "unable to open" in text:  # of the files beside it: a full disk has no room for their names
        return _unopened(path, error, NoRoom)
    return CannotOpen(damaged(path, text))
