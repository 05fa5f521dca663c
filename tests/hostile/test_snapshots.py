"""A changed snapshot: nothing of its schema runs, and false rows are found."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from shared.core.events import KIND_OF, ReportFiled
from shared.node.home import engine_home, load
from shared.store.projection import PROJECTED
from shared.store.replica import Replica
from tests.forging import unchecked
from tests.hall_server.test_commands import refused, run
from tests.hall_server.test_restore_cmds import hall, own_keys, played, snapshot
from tests.node.hall_kit import Hall

__all__ = ["hall", "played"]

SWALLOWS = "CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM log WHERE pos = new.pos; END"
"""With it a hall acknowledges results and stores none."""

PROGRAMS = {
    "a trigger": SWALLOWS,
    "a view": "CREATE VIEW look AS SELECT * FROM log",
    "a view in a table's place": "ALTER TABLE games RENAME TO kept;"
    " CREATE VIEW games AS SELECT * FROM kept",
    "a table": "CREATE TABLE mine (a)",
    "an index": "CREATE INDEX mine ON results (upper(match))",
    "a column": "ALTER TABLE log ADD COLUMN mine TEXT DEFAULT ''",
    "no index": "DROP INDEX log_place",
    "no table": "DROP TABLE games",
    "another text": "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET"
    " sql = replace(sql, 'seq INTEGER NOT NULL', 'seq INTEGER') WHERE name = 'log'",
}
LIES = {
    "tournament": "UPDATE tournament SET name = 'Mine'",
    "divisions": "UPDATE divisions SET rounds = 99",
    "players": "UPDATE players SET rating = rating + 400 WHERE id = 'p2'",
    "tables": "UPDATE tables SET label = 'Mine' WHERE id = '1'",
    "devices": "UPDATE devices SET scopes = 'hall pair rule term admit' WHERE role = 'kiosk'",
    "rounds": "UPDATE rounds SET bye = 'p1'",
    "pairings": "UPDATE pairings SET player_a = player_b, player_b = player_a",
    "games": "INSERT INTO games VALUES ('m-2', 1, 'p3', 'p4', 'W', 'L')",
    "results": "UPDATE results SET outcome_a = 'L L'",
    "rulings": "DELETE FROM rulings",
    "incidents": "INSERT INTO incidents (ent, note) VALUES ('table/1/report/x', 'he cheated')",
    "standings": "UPDATE standings SET match_points = 99 WHERE player = 'p2'",
    "vector": "INSERT INTO vector VALUES ('00', '00', 9, '00')",
    "clocks": "INSERT INTO clocks SELECT ent, pos, 0 FROM log LIMIT 1",
}


def spoil(copy: Path, script: str) -> None:
    with closing(sqlite3.connect(copy)) as db:
        db.executescript(script)
        db.commit()


def own_schema(path: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as db:
        return set(db.execute("SELECT type, name FROM sqlite_schema"))


@pytest.mark.parametrize("what", PROGRAMS)
def test_snapshot_with_a_changed_schema_is_refused_and_becomes_no_hall(
    played: Hall, what: str
) -> None:
    copy, home = snapshot(played), played.folder / "restored"
    spoil(copy, PROGRAMS[what])

    for command in (("verify", copy), ("restore", copy, "--home", home, *own_keys(played))):
        said = refused(*command)
        assert "is no copy of a tournament as this version writes it" in said
        assert "Nothing in it was run, and nothing was changed." in said
    assert not home.exists()


@pytest.mark.parametrize("table", LIES)
def test_table_with_unsigned_rows_is_named(played: Hall, table: str) -> None:
    copy, home = snapshot(played), played.folder / "restored"
    spoil(copy, LIES[table])

    assert f"the table {table} does not hold what the events say" in refused("verify", copy)
    restored = refused("restore", copy, "--home", home, *own_keys(played))
    assert "is not sound" in restored
    assert not home.exists()


def test_a_table_that_was_emptied_is_named(played: Hall) -> None:
    whole = snapshot(played)
    for table in ("standings", "results", "players", "vector"):
        copy = whole.with_name(f"{table}.db")
        shutil.copy(whole, copy)
        spoil(copy, f"DELETE FROM {table}")
        assert f"the table {table} does not hold what the events say" in refused("verify", copy)


def test_a_file_without_standings_is_a_nodes_own_and_verify_says_so(played: Hall) -> None:
    copy = snapshot(played)
    spoil(copy, "DELETE FROM standings; DELETE FROM meta WHERE key = 'standings'")

    for file in (copy, played.home / "hall.db"):
        assert (
            "holds no standings, like the file that a node works with" in run("verify", file).output
        )


def test_every_table_that_is_derived_has_its_lie() -> None:
    assert {*PROJECTED, "standings", "vector", "clocks"} == set(LIES)


@pytest.mark.parametrize(
    "script",
    [
        "UPDATE log SET kind = 't.report.filed' WHERE pos = 5",
        "UPDATE log SET ent = 'player/p9' WHERE pos = 5",
        "UPDATE log SET seq = seq + 100 WHERE pos = 5",
    ],
)
def test_an_entry_that_is_filed_as_another_is_named(played: Hall, script: str) -> None:
    copy = snapshot(played)
    spoil(copy, script)

    assert "entry 5 stands under another author, number, kind or entity" in refused("verify", copy)


def test_an_event_with_a_number_without_measure_costs_verify_no_memory(played: Hall) -> None:
    """Anyone with a table's key may sign any number."""
    copy, keys, inc = snapshot(played), played.keys("table-1"), "ab" * 8
    ent, body = "table/1/report/r", ReportFiled("call")
    event = unchecked(keys.sign, ent, body, inc=inc, seq=2**53, at=1_790_000_000_000, prev="")
    with closing(sqlite3.connect(copy)) as db:
        [last] = db.execute("SELECT max(pos) FROM log").fetchone()
        row = (last + 1, event.id, keys.node, inc, 2**53, KIND_OF[ReportFiled].name, ent, *event)
        db.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        db.commit()

    assert f"of {keys.node[:8]}'s log abababab number 1 is missing" in refused("verify", copy)


def test_restored_hall_has_our_own_schema_and_no_unsigned_rows(
    played: Hall,
) -> None:
    copy, home = snapshot(played), played.folder / "restored"
    spoil(
        copy,
        "INSERT INTO journal VALUES ('m-1', 1, x'00'); INSERT INTO parked VALUES ('0', x'', x'00');"
        " INSERT INTO acked VALUES ('0', '0', 9); INSERT INTO cursors VALUES ('0', 9);"
        " INSERT INTO meta VALUES ('mine', 1)",
    )

    outcome = run("restore", copy, "--home", home, *own_keys(played))

    assert outcome.exit_code == 0, outcome.output
    assert own_schema(home / "hall.db") == own_schema(played.home / "hall.db")
    with closing(sqlite3.connect(home / "hall.db")) as db:
        for table in ("journal", "parked", "acked", "cursors"):
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
        assert {key for (key,) in db.execute("SELECT key FROM meta")} == {"root", "node", "store"}
    membership, keys = load(home)
    own = engine_home(home, membership.root_key, keys)
    again = Replica(home / "hall.db", membership.root_key, new_store_id=own.new_store_id)
    held = again.end
    again.close()
    server = played.start_hall(home)
    server.ears.until(lambda: "m-1" in server.ears.state.matches)
    assert server.node.replica.end >= held
