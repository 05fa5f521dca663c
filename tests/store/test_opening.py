"""Opening a replica: each file that cannot be used is told in a sentence and left as it is."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from nacl.signing import SigningKey
from sqlite_utils import Database, hookimpl
from sqlite_utils.plugins import pm

from shared.store.errors import CannotOpen, StoreError
from shared.store.replica import Replica
from tests.store.store_kit import (
    TABLES,
    by,
    fill,
    open_replica,
    report,
    set_up,
    small_disk,
    write,
)

HOLD = """
import sys
from shared.store.replica import Replica
replica = Replica({path!r}, bytes.fromhex({root!r}), new_store_id="x")
print("open", flush=True)
sys.stdin.read()
replica.close()
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A replica's file, closed, with some hundred events in it."""
    path = tmp_path / "hall.db"
    replica = open_replica(path)
    set_up(replica)
    write(replica, by(TABLES["1"]), *(report(f"r{n}", f"note {n} " * 20) for n in range(300)))
    replica.close()
    return path


def refusal(path: Path) -> str:
    """Return the sentence with which the file is refused; it was not touched."""
    before = path.read_bytes()
    with pytest.raises(CannotOpen) as caught:
        open_replica(path)
    assert path.read_bytes() == before
    sentence = str(caught.value)
    assert str(path) in sentence
    assert "\n" not in sentence
    return sentence


def overwrite(path: Path, at: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def test_overwritten_pages_are_refused_as_damaged(file: Path) -> None:
    size = file.stat().st_size
    overwrite(file, size // 2 // 4096 * 4096, b"\xa5" * 8192)
    sentence = refusal(file)
    assert "is damaged" in sentence
    assert "Move it aside and keep it" in sentence


def test_overwritten_header_is_refused_as_damaged(file: Path) -> None:
    overwrite(file, 0, b"not a database at all " * 10)
    assert "is damaged" in refusal(file)


def test_truncated_file_is_refused_as_damaged(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    assert "is damaged" in refusal(file)


def test_text_file_is_refused_as_damaged(tmp_path: Path) -> None:
    (tmp_path / "hall.db").write_text("Dear referee,\n" * 400)
    assert "is damaged" in refusal(tmp_path / "hall.db")


@pytest.mark.parametrize("nearby", [b"note 150", b"table/1/report/r150"])
def test_event_with_changed_bytes_inside_a_sound_page(file: Path, nearby: bytes) -> None:
    """One flipped bit in an event would be a forgery that this node hands on as its own."""
    data = file.read_bytes()
    changed = 0
    at = data.find(nearby)
    while at >= 0:
        overwrite(file, at, bytes([data[at] ^ 1]))
        changed += 1
        at = data.find(nearby, at + 1)
    assert changed
    assert "is damaged" in refusal(file)


TEXTS = [
    ("meta", "key"), ("meta", "value"), ("log", "id"), ("log", "node"), ("log", "inc"),
    ("log", "kind"), ("log", "ent"), ("vector", "node"), ("vector", "inc"),
    ("players", "name"), ("tables", "label"), ("incidents", "note"),
    ("_sqlite_migrations", "name"),
]  # fmt: skip


@pytest.mark.parametrize("bit", [0x80, 0x01])
@pytest.mark.parametrize(("table", "column"), TEXTS)
def test_a_flipped_bit_in_a_text_is_damage_or_is_put_right(
    file: Path, table: str, column: str, bit: int
) -> None:
    """A text that is no UTF-8 any more ended the engine; one that is changed misled the start."""
    plain = sqlite3.connect(file)
    plain.text_factory = bytes
    [text] = plain.execute(f"SELECT {column} FROM {table} ORDER BY {column} DESC").fetchone()
    flipped = bytes([text[0] ^ bit]) + text[1:]
    plain.execute(
        f"UPDATE {table} SET {column} = CAST(? AS TEXT) WHERE {column} = CAST(? AS TEXT)",
        [flipped, text],
    )
    plain.commit()
    plain.close()
    if table in ("meta", "log", "_sqlite_migrations"):
        assert "is damaged" in refusal(file) or table == "meta"
        return
    open_replica(file).close()  # what only tells of the log is not read back


def test_an_event_that_is_no_event(file: Path) -> None:
    plain = sqlite3.connect(file)
    plain.execute("UPDATE log SET data = x'00' WHERE pos = 100")
    plain.commit()
    plain.close()
    assert "is damaged" in refusal(file)


def test_an_event_that_is_missing_from_the_middle_of_the_log(file: Path) -> None:
    plain = sqlite3.connect(file)
    plain.execute("DELETE FROM log WHERE pos = 100")
    plain.commit()
    plain.close()
    assert "is damaged" in refusal(file)


def test_a_file_that_a_newer_version_wrote(file: Path) -> None:
    plain = sqlite3.connect(file)
    plain.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
        " VALUES ('playing-hall', '0099_seating', '2026-01-01')"
    )
    plain.commit()
    plain.close()
    sentence = refusal(file)
    assert "written by a newer version of the playing hall (0099_seating)" in sentence


def test_file_of_another_tournament_is_refused(file: Path) -> None:
    before = file.read_bytes()
    other = bytes(SigningKey(bytes([200]) * 32).verify_key)
    with pytest.raises(CannotOpen, match=r"another tournament\. Nothing was changed"):
        Replica(file, other, new_store_id="x")
    assert file.read_bytes() == before
    open_replica(file).close()


def test_a_file_that_another_program_has_open(file: Path) -> None:
    root = open_replica(file)
    root_key = root.root_key.hex()
    root.close()
    script = HOLD.format(path=str(file), root=root_key).replace(
        f"Replica({str(file)!r}", f"Replica(__import__('pathlib').Path({str(file)!r})"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        assert "is in use by another program" in refusal(file)
        holder.communicate()
    open_replica(file).close()


def test_a_plugin_of_the_database_library_has_no_part_in_the_log(file: Path) -> None:
    met: list[sqlite3.Connection] = []

    class Curious:
        """What somebody may have installed for other work."""

        @hookimpl
        def prepare_connection(self, conn: sqlite3.Connection) -> None:
            met.append(conn)

    curious = Curious()
    pm.register(curious)
    try:
        Database(memory=True).close()
        assert len(met) == 1
        open_replica(file).close()
        assert len(met) == 1
    finally:
        pm.unregister(curious)


@pytest.mark.needs("mount")
def test_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(CannotOpen, match="Check that the folder exists, can be written"):
            open_replica(disk / "home" / "hall.db")


def test_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(CannotOpen, match="cannot be opened"):
        open_replica(tmp_path / "home" / "hall.db")


def test_path_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "hall.db").mkdir()
    with pytest.raises(CannotOpen, match="cannot be opened"):
        open_replica(tmp_path / "hall.db")


@pytest.mark.needs("mount")
def test_a_disk_that_is_full_from_the_start(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        filler = fill(disk)
        with pytest.raises(StoreError, match="full"):
            open_replica(disk / "hall.db")
        filler.unlink()
        replica = open_replica(disk / "hall.db")
        set_up(replica)
        replica.close()
