"""The part of Python's sqlite3 module that the store uses, on apsw, whose disk can be replaced.

``install`` puts it in the place of the library of this process, before the store is imported.
"""

import sys
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import apsw

DISK: list[str] = [""]
"""The name of the VFS that new connections use; "" is the system's own."""

Row = tuple[Any, ...]


class Cursor:
    """A cursor with the attributes that sqlite-utils looks at."""

    def __init__(
        self, connection: apsw.Connection, sql: str, parameters: Sequence[Any] | dict[str, Any]
    ) -> None:
        self.description: Any = None
        cursor = connection.cursor()
        cursor.exec_trace = self._look
        # All at once: a statement that is not read to its end would hold up the next commit.
        self._rows = iter(cursor.execute(sql, parameters).fetchall())
        self.lastrowid = connection.last_insert_rowid()
        self.rowcount = connection.changes()

    def _look(self, cursor: apsw.Cursor, sql: str, parameters: object) -> bool:
        """Read the columns now: a statement without rows is over before it could be asked for
        them."""
        self.description = cursor.get_description() or None
        return True

    def __iter__(self) -> Iterator[Row]:
        return self._rows

    def fetchone(self) -> Row | None:
        return next(self._rows, None)

    def fetchall(self) -> list[Row]:
        return list(self._rows)

    def close(self) -> None:
        """It is read to its end."""


class Connection:
    """A connection without transactions of its own making."""

    def __init__(self, path: str, **_settings: object) -> None:
        self._db = apsw.Connection(path, vfs=DISK[0] or None)
        self._db.set_busy_timeout(2_000)
        self.isolation_level = None

    @property
    def in_transaction(self) -> bool:
        return self._db.in_transaction

    def execute(self, sql: str, parameters: Sequence[Any] | dict[str, Any] = ()) -> Cursor:
        return Cursor(self._db, sql, parameters)

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        self._db.cursor().executemany(sql, rows)

    def executescript(self, sql: str) -> Cursor:
        return self.execute(sql)

    def create_function(self, name: str, arity: int, function: Any, **_settings: object) -> None:
        self._db.create_scalar_function(name, function, arity)

    def close(self) -> None:
        self._db.close()


def install() -> None:
    """From now on this process has no SQLite library but apsw's."""
    module = ModuleType("sqlite3")
    module.__dict__.update(
        connect=Connection,
        Connection=Connection,
        Cursor=Cursor,
        Row=tuple,
        Error=apsw.Error,
        DatabaseError=apsw.Error,
        OperationalError=apsw.Error,
        IntegrityError=apsw.ConstraintError,
        NotSupportedError=apsw.NotFoundError,
        sqlite_version=apsw.sqlite_lib_version(),
        complete_statement=apsw.complete,
        register_adapter=lambda *_: None,
        register_converter=lambda *_: None,
        dbapi2=module,
    )
    for name in ("sqlite3", "sqlite3.dbapi2", "pysqlite3", "pysqlite3.dbapi2"):
        sys.modules[name] = module
