"""``private.db``: private facts that a person can read, at nodes whose keys may open them.

It is written again from the log at every start, so it is never the only copy of anything. It has
one connection in the node's thread, as the replica has.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from shared.core.events.private import TOPICS
from shared.core.state.office import Known
from shared.core.text.for_people import why
from shared.store.database import (
    close_database,
    look_at,
    open_database,
    sqlite3,
    transaction,
)
from shared.store.errors import CannotOpen, CannotSave
from shared.store.schema import migrate

PRIVATE_DB = "private.db"
ASIDE = "private.db.damaged"

migrations = Migrations("playing-hall-private")

PRIVATE_TABLES = ("person", "fees", "tax", "unread")
"""The projected tables. Nodes that can open the same events have the same rows."""

TableRow = tuple[object, ...]


@migrations(name="0001_private")
def _private(db: Database) -> None:
    for statement in (
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID",
        "CREATE TABLE person (player TEXT, version INTEGER, versions INTEGER, born TEXT,"
        " phone TEXT, email TEXT, address TEXT, PRIMARY KEY (player, version))"
        " STRICT, WITHOUT ROWID",
        "CREATE TABLE fees (player TEXT, version INTEGER, versions INTEGER, due_cents INTEGER,"
        " paid_cents INTEGER, note TEXT, PRIMARY KEY (player, version)) STRICT, WITHOUT ROWID",
        "CREATE TABLE tax (player TEXT, version INTEGER, versions INTEGER, state TEXT, note TEXT,"
        " PRIMARY KEY (player, version)) STRICT, WITHOUT ROWID",
        "CREATE TABLE unread (player TEXT, topic TEXT, PRIMARY KEY (player, topic))"
        " STRICT, WITHOUT ROWID",
    ):
        db.execute(statement)


class PrivateFile(NamedTuple):
    """The open file. ``said`` tells a person about a damaged file, else it is ""."""

    db: Database
    said: str = ""

    def write(self, before: Mapping[str, Known], after: Mapping[str, Known]) -> None:
        """Write the rows of players that changed. Raises CannotSave."""
        changed = [
            player
            for player in before.keys() | after.keys()
            if before.get(player) is not after.get(player)
        ]
        if not changed:
            return
        with transaction(self.db):
            for player in sorted(changed):
                for table in PRIVATE_TABLES:
                    self.db.execute(f"DELETE FROM {table} WHERE player = ?", [player])  # noqa: S608 - names above
                for table, rows in _rows(player, after.get(player, Known())).items():
                    for row in rows:
                        marks = ", ".join("?" * len(row))
                        self.db.execute(f"INSERT INTO {table} VALUES ({marks})", list(row))  # noqa: S608 - names above

    def close(self) -> None:
        close_database(self.db)


def open_private(folder: Path, root: str) -> PrivateFile:
    """Return ``private.db``, open and without rows; the caller writes them from the log.

    A damaged file is moved aside: the log has everything that it held. Raises CannotOpen for a
    file of another program or tournament, one in use, or one that cannot be written.
    """
    path = folder / PRIVATE_DB
    try:
        return PrivateFile(_opened(path, root))
    except CannotOpen as error:
        look = look_at(path)
        if look.fitness != "damaged" or "unable to open" in look.detail:
            cause = error.__cause__
            if isinstance(cause, OSError | sqlite3.Error):
                raise CannotOpen(f"{path} cannot be used ({cause}).") from cause
            raise
    said = _moved_aside(path)
    return PrivateFile(_opened(path, root), said)


def _opened(path: Path, root: str) -> Database:
    def prepare(db: Database, name: str) -> None:
        migrate(db, name, migrations)

    with suppress(OSError):
        path.chmod(0o600)
    db = open_database(path, prepare)
    try:
        meta = {row[0]: row[1] for row in db.execute("SELECT key, value FROM meta")}
        if meta.get("root", root) != root:
            raise CannotOpen(f"{path} belongs to another tournament. It was left as it is.")
        with transaction(db):
            db.execute("INSERT OR REPLACE INTO meta VALUES ('root', ?)", [root])
            for table in PRIVATE_TABLES:
                db.execute(f"DELETE FROM {table}")  # noqa: S608 - names above
    except sqlite3.Error as error:
        close_database(db)
        raise CannotOpen(f"{path} cannot be used ({error}).") from error
    except CannotSave as error:
        close_database(db)
        raise CannotOpen(f"{path} cannot be written.") from error
    except BaseException:
        close_database(db)
        raise
    return db


def _moved_aside(path: Path) -> str:
    aside = path.with_name(ASIDE)
    try:
        path.replace(aside)
        for ending in ("-wal", "-shm"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
    except OSError as error:
        raise CannotOpen(f"{path} is damaged and cannot be moved aside ({why(error)}).") from error
    return (
        f"{path.name} was damaged and has been written again from the log. Nothing is lost. The"
        f" damaged file lies beside it as {aside.name}. Look at it, then delete it."
    )


def _rows(player: str, known: Known) -> dict[str, list[TableRow]]:
    rows: dict[str, list[TableRow]] = {}
    for topic, kind in TOPICS.items():
        versions = getattr(known, topic)
        rows[topic] = [
            (player, number, len(versions), *(getattr(v, f) for f in kind.__struct_fields__))
            for number, v in enumerate(versions, start=1)
        ]
    rows["unread"] = [(player, topic) for topic in known.unread]
    return rows
