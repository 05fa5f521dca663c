"""The tables of a replica, as migrations. During an event they only add.

The log is the truth; every projected table can be rebuilt from it.
"""

from __future__ import annotations

from contextlib import closing
from typing import Any

from sqlite_utils import Database, Migrations

from shared.core.text.sentence import Sentence
from shared.store.errors import CannotOpen, damaged

migrations = Migrations("playing-hall")


@migrations(name="0001_log")
def _log(db: Database) -> None:
    db.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID")
    db.execute(
        "CREATE TABLE log (pos INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, node TEXT NOT NULL,"
        " inc TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, ent TEXT NOT NULL,"
        " data BLOB NOT NULL, sig BLOB NOT NULL) STRICT"
    )
    db.execute("CREATE INDEX log_place ON log (node, inc, seq)")
    db.execute(
        "CREATE TABLE vector (node TEXT, inc TEXT, seq INTEGER NOT NULL, last TEXT NOT NULL,"
        " PRIMARY KEY (node, inc)) STRICT, WITHOUT ROWID"
    )
    db.execute(
        "CREATE TABLE cursors (store TEXT PRIMARY KEY, pos INTEGER NOT NULL) STRICT, WITHOUT ROWID"
    )
    db.execute(
        "CREATE TABLE acked (node TEXT, inc TEXT, seq INTEGER NOT NULL,"
        " PRIMARY KEY (node, inc)) STRICT, WITHOUT ROWID"
    )


@migrations(name="0002_journal")
def _journal(db: Database) -> None:
    db.execute(
        "CREATE TABLE journal (uid TEXT, n INTEGER, entry BLOB NOT NULL,"
        " PRIMARY KEY (uid, n)) STRICT, WITHOUT ROWID"
    )
    db.execute(
        "CREATE TABLE reading (uid TEXT PRIMARY KEY, reading BLOB NOT NULL) STRICT, WITHOUT ROWID"
    )


@migrations(name="0003_projections")
def _projections(db: Database) -> None:
    for statement in (
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
        "CREATE TABLE standings (division TEXT, place INTEGER, rank INTEGER, player TEXT,"
        " name TEXT, match_points INTEGER, honor_points TEXT, PRIMARY KEY (division, place))"
        " STRICT, WITHOUT ROWID",
    ):
        db.execute(statement)


@migrations(name="0004_clocks")
def _clocks(db: Database) -> None:
    # Of these clocks the batches before the position ``first`` are not read at a start.
    db.execute(
        "CREATE TABLE clocks (ent TEXT PRIMARY KEY, first INTEGER NOT NULL,"
        " presses INTEGER NOT NULL) STRICT, WITHOUT ROWID"
    )


@migrations(name="0005_parked")
def _parked(db: Database) -> None:
    db.execute(
        "CREATE TABLE parked (id TEXT, sig BLOB, data BLOB NOT NULL, PRIMARY KEY (id, sig))"
        " STRICT, WITHOUT ROWID"
    )


@migrations(name="0006_chains")
def _chains(db: Database) -> None:
    db.execute(
        "CREATE TABLE chains (venue TEXT PRIMARY KEY, run BLOB NOT NULL, last INTEGER NOT NULL,"
        " prev BLOB NOT NULL, head BLOB NOT NULL) STRICT, WITHOUT ROWID"
    )
    db.execute(
        "CREATE TABLE segments (venue TEXT, hash BLOB, PRIMARY KEY (venue, hash))"
        " STRICT, WITHOUT ROWID"
    )


def migrate(db: Database, path: str, migrations: Migrations = migrations) -> None:
    """Bring a file up to date. Raises CannotOpen if a newer version has written it, or it is
    damaged."""
    # A power cut in the very first start leaves the table of migrations, with nothing in it yet.
    strangers = set(db.table_names()) - {migrations.migrations_table}
    if strangers and not migrations.applied(db):
        raise CannotOpen(
            Sentence(
                "{path} is a database of another program. Nothing was changed."
                " Choose another --home for this node.",
                path=path,
            )
        )
    with closing(Database(memory=True)) as empty:
        known = {migration.name for migration in migrations.pending(empty)}
    applied = {migration.name for migration in migrations.applied(db)}
    newer = sorted(applied - known)
    if newer and known - applied:  # a newer version has made all of our tables, and more
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


def strange_parts(db: Any) -> tuple[str, ...]:
    """Return what of the schema of a file, a bare connection, is not exactly what this program
    makes: a trigger, a view, a table more, less or with other columns."""
    with closing(Database(memory=True)) as empty:
        migrations.apply(empty)
        ours = _parts(empty)
    found = _parts(db)
    return tuple(
        f"{ascii(kind)[1:-1]} {ascii(name)[:60]}"
        for kind, name in sorted(ours.keys() | found.keys())
        if ours.get((kind, name)) != found.get((kind, name))
    )


def _parts(db: Any) -> dict[tuple[str, str], tuple[str, str | None]]:
    """Return each object of a schema by type and name: its table, and the text that makes it."""
    own = migrations.migrations_table  # sqlite-utils makes it, each version in its own words
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()
    return {
        (str(kind), str(name)): (str(table), None if name == own else sql)
        for kind, name, table, sql in rows
    }
