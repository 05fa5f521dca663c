"""The tables of a replica, as migrations. A migration only adds.

The log is the truth. Every projected table can be rebuilt from it.
"""

from contextlib import closing
from sqlite3 import Connection

from sqlite_utils import Database, Migrations

from shared.core.text.sentence import Sentence
from shared.store.errors import CannotOpen, damaged

migrations = Migrations("playing-hall")


_TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID",
    "CREATE TABLE log (pos INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, node TEXT NOT NULL,"
    " inc TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, ent TEXT NOT NULL,"
    " data BLOB NOT NULL, sig BLOB NOT NULL) STRICT",
    "CREATE INDEX log_place ON log (node, inc, seq)",
    "CREATE TABLE vector (node TEXT, inc TEXT, seq INTEGER NOT NULL, last TEXT NOT NULL,"
    " PRIMARY KEY (node, inc)) STRICT, WITHOUT ROWID",
    "CREATE TABLE cursors (store TEXT PRIMARY KEY, pos INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE acked (node TEXT, inc TEXT, seq INTEGER NOT NULL, PRIMARY KEY (node, inc))"
    " STRICT, WITHOUT ROWID",
    "CREATE TABLE journal (uid TEXT, n INTEGER, entry BLOB NOT NULL, PRIMARY KEY (uid, n))"
    " STRICT, WITHOUT ROWID",
    "CREATE TABLE reading (uid TEXT PRIMARY KEY, reading BLOB NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE tournament (name TEXT PRIMARY KEY, zone TEXT) STRICT, WITHOUT ROWID",
    "CREATE TABLE divisions (id TEXT PRIMARY KEY, name TEXT, rulebook TEXT, rounds INTEGER,"
    " control TEXT) STRICT, WITHOUT ROWID",
    "CREATE TABLE players (id TEXT PRIMARY KEY, name TEXT, division TEXT, rating INTEGER,"
    " club TEXT, withdrawn_after INTEGER) STRICT, WITHOUT ROWID",
    "CREATE TABLE tables (id TEXT PRIMARY KEY, label TEXT, device TEXT) STRICT, WITHOUT ROWID",
    "CREATE TABLE devices (node TEXT PRIMARY KEY, label TEXT, role TEXT, scopes TEXT,"
    " revoked INTEGER) STRICT, WITHOUT ROWID",
    "CREATE TABLE rounds (division TEXT, round INTEGER, starts_at TEXT, bye TEXT,"
    " contested INTEGER, PRIMARY KEY (division, round)) STRICT, WITHOUT ROWID",
    "CREATE TABLE pairings (match TEXT PRIMARY KEY, division TEXT, round INTEGER,"
    " table_id TEXT, player_a TEXT, player_b TEXT, standing TEXT, first_mover TEXT,"
    " opening INTEGER, opening_moves TEXT, time_control TEXT) STRICT, WITHOUT ROWID",
    "CREATE TABLE games (match TEXT, game INTEGER, player_a TEXT, player_b TEXT,"
    " result_a TEXT, result_b TEXT, PRIMARY KEY (match, game)) STRICT, WITHOUT ROWID",
    "CREATE TABLE results (match TEXT PRIMARY KEY, status TEXT, outcome_a TEXT,"
    " games_won_a INTEGER, games_won_b INTEGER, versions TEXT) STRICT, WITHOUT ROWID",
    "CREATE TABLE rulings (event TEXT PRIMARY KEY, match TEXT, standing TEXT, measures TEXT,"
    " clause TEXT, reason TEXT, at TEXT) STRICT, WITHOUT ROWID",
    "CREATE TABLE incidents (ent TEXT PRIMARY KEY, table_id TEXT, match TEXT, type TEXT,"
    " reported_by TEXT, about TEXT, note TEXT, at TEXT, coming_at TEXT, ruling TEXT,"
    " standing TEXT, measures TEXT, clause TEXT, reason TEXT) STRICT, WITHOUT ROWID",
    "CREATE TABLE standings (division TEXT, line INTEGER, place INTEGER, player TEXT,"
    " name TEXT, match_points INTEGER, honor_points TEXT, PRIMARY KEY (division, line))"
    " STRICT, WITHOUT ROWID",
    # A start does not read the batches of these clocks before the position ``first``.
    "CREATE TABLE clocks (ent TEXT PRIMARY KEY, first INTEGER NOT NULL, presses INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID",
    "CREATE TABLE parked (id TEXT, sig BLOB, data BLOB NOT NULL, PRIMARY KEY (id, sig))"
    " STRICT, WITHOUT ROWID",
    "CREATE TABLE chains (venue TEXT PRIMARY KEY, run BLOB NOT NULL, last INTEGER NOT NULL,"
    " prev BLOB NOT NULL, head BLOB NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE segments (venue TEXT, hash BLOB, PRIMARY KEY (venue, hash))"
    " STRICT, WITHOUT ROWID",
)


@migrations(name="0001_replica")
def _replica(db: Database) -> None:
    for statement in _TABLES:
        db.execute(statement)


def migrate(db: Database, path: str, migrations: Migrations = migrations) -> None:
    """Bring a file up to date.

    Raises CannotOpen if another program or a newer version has written it, or if it is damaged.
    """
    # A power cut in the very first start leaves an empty table of migrations.
    strangers = set(db.table_names()) - {migrations.migrations_table}
    if strangers and not migrations.applied(db):
        raise CannotOpen(
            Sentence(
                "{path} is a database of another program. Nothing was changed."
                " Choose another --home for this node.",
                path=path,
            )
        )
    with closing(Database(memory=True, execute_plugins=False)) as empty:
        known = {migration.name for migration in migrations.pending(empty)}
    applied = {migration.name for migration in migrations.applied(db)}
    newer = sorted(applied - known)
    if newer and known - applied:  # a newer version would have made all of our tables too
        raise CannotOpen(damaged(path, f"it says that {newer[0]!r} made its tables"))
    if newer:
        raise CannotOpen(
            Sentence(
                "{path} was written by a newer version of the playing hall ({version})."
                " Nothing was changed. Install that version on this node and start again.",
                path=path,
                version=newer[-1],
            )
        )
    migrations.apply(db)


def strange_parts(db: Connection) -> tuple[str, ...]:
    """Return the differences between a file's schema and this program's.

    A difference is a trigger, a view, or a table that is extra, missing or has other columns.
    """
    with closing(Database(memory=True, execute_plugins=False)) as empty:
        migrations.apply(empty)
        ours = _parts(empty.conn)
    found = _parts(db)
    return tuple(
        f"{ascii(kind)[1:-1]} {ascii(name)[:60]}"
        for kind, name in sorted(ours.keys() | found.keys())
        if ours.get((kind, name)) != found.get((kind, name))
    )


def _parts(db: Connection) -> dict[tuple[str, str], tuple[str, str | None]]:
    """Return each object of a schema by type and name, with its table and its SQL."""
    own = migrations.migrations_table  # its SQL differs from one sqlite-utils to the next
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()
    return {
        (str(kind), str(name)): (str(table), None if name == own else sql)
        for kind, name, table, sql in rows
    }
