"""Opens, checks and closes the SQLite file of a node, and runs its transactions.

WAL, synchronous=FULL, exclusive lock: a file has one connection in one thread, so no second
connection can race a checkpoint.
"""

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from sqlite3 import Connection
from typing import Literal, NamedTuple

from sqlite_utils import Database, utils

from shared.core.text.sentence import Sentence
from shared.store.errors import CannotOpen, CannotSave, InUse, NoRoom, damaged
from shared.store.schema import migrate, strange_parts

# The one SQLite library of this process: pysqlite3 where it is installed.
sqlite3 = utils.sqlite3  # type: ignore[attr-defined]

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO)

CACHE_KIB = 8_000
"""Memory for pages of the file: the index of ids fits, of which each commit changes most pages."""
WAL_PAGES = 4_000
"""Pages of the write-ahead log before they move into the file. A late node writes the same index
pages many times, and each move costs two more waits for the disk."""

Fitness = Literal["absent", "sound", "in use", "damaged"]


class FoundFile(NamedTuple):
    """The condition of a replica file; ``detail`` is SQLite's own message."""

    fitness: Fitness
    detail: str = ""


def library_version() -> str:
    """Return the version of the SQLite library in use."""
    version: str = sqlite3.sqlite_version
    return version


def open_database(path: Path, prepare: Callable[[Database, str], None] = migrate) -> Database:
    """Open or create a file; ``prepare`` makes its tables. Raises CannotOpen with what to do."""
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
        # What else is installed on this machine has no business in the log.
        db = Database(connection, execute_plugins=False)
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute(f"PRAGMA wal_autocheckpoint={WAL_PAGES}")
        db.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
        db.execute("PRAGMA foreign_keys=ON")
        verdict = _quick_check(db)
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
            " Check that the folder exists, can be written and has room.",
            path=path,
            error=error,
        )
    )


def look_at(path: Path) -> FoundFile:
    """Return the condition of the replica file at ``path``; change nothing and wait for nothing."""
    if not path.exists():
        return FoundFile("absent")
    # A program that has the file open keeps a -wal beside it. Without one, an immutable reader
    # leaves no such file behind.
    alone = not path.with_name(path.name + "-wal").exists()
    how = "immutable=1" if alone else "mode=ro"
    try:
        with closing(_connected(path, how, timeout=0)) as connection:
            verdict = _quick_check(connection)
    except sqlite3.Error as error:
        text = str(error)
        return FoundFile("in use" if "locked" in text or "busy" in text else "damaged", text)
    return FoundFile("sound") if verdict == "ok" else FoundFile("damaged", verdict.splitlines()[-1])


def _connected(path: Path, how: str, timeout: float = 5.0) -> Connection:
    connection: Connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?{how}", uri=True, timeout=timeout
    )
    return connection


def _quick_check(db: Connection | Database) -> str:
    """Return "ok", or what SQLite finds wrong with a file."""
    return str(db.execute("PRAGMA quick_check(1)").fetchone()[0])


def open_copy(path: Path) -> Connection:
    """Open a copy that is not in use, to read its rows; the connection writes nothing.

    The maker of a copy may have changed it. A schema with a trigger, a view or a table that is not
    this program's is refused before anything else is read. Raises CannotOpen.
    """
    if not path.is_file():
        raise CannotOpen(f"{path} does not exist. Nothing was changed.")
    try:
        db = _connected(path, "mode=ro&immutable=1")
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} is no copy of a tournament ({error}).") from error
    try:
        db.execute("PRAGMA trusted_schema=OFF")
        strange = strange_parts(db)
        if strange:
            raise CannotOpen(
                f"{path} is no copy of a tournament as this version writes it ({strange[0]})."
                " Nothing in it was run, and nothing was changed. Use another copy."
            )
        verdict = _quick_check(db)
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
    """Close the connection. SQLite moves the WAL into the file."""
    with suppress(sqlite3.Error):
        db.close()


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn an error while a file is read into CannotOpen: the file is damaged."""
    try:
        yield
    except (sqlite3.Error, ValueError) as error:
        raise CannotOpen(_why(path, error)) from error


@contextmanager
def transaction(db: Database) -> Iterator[None]:
    """Run one BEGIN IMMEDIATE … COMMIT. A failure takes all of it back; raises CannotSave."""
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
    """Run one statement for many rows, inside a transaction."""
    if rows:
        db.conn.executemany(sql, rows)


def _not_saved(error: Exception) -> str:
    if "full" in str(error):
        return Sentence(
            "The disk of this node is full, so the last entry was NOT saved. Everything before it"
            " is safe. Free some space or call the referee. Then enter it again."
        )
    return Sentence(
        "The last entry was NOT saved ({error}). Everything before it is safe."
        " Call the referee. Then enter it again.",
        error=error,
    )


def _why(path: Path, error: Exception) -> CannotOpen:
    text = str(error)
    if "locked" in text or "busy" in text:
        return InUse(
            Sentence(
                "{path} is in use by another program on this machine."
                " Nothing was changed. Stop the other program, or give this one its own --home.",
                path=path,
            )
        )
    if "full" in text:
        return NoRoom(
            Sentence(
                "The disk that holds {path} is full. Nothing was lost."
                " Free some space, then start again.",
                path=path,
            )
        )
    if "unable to open" in text:  # a full disk has no room for the -wal and -shm files
        return _unopened(path, error, NoRoom)
    return CannotOpen(damaged(path, text))
