"""``private.db``: the same rows in any order of arrival, and written again whatever befell it."""

import random
import sqlite3
import stat
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.core.events import Fees, Private
from shared.core.state.office import Known
from shared.store.errors import CannotOpen, CannotSave
from shared.store.private_db import (
    ASIDE,
    PRIVATE_DB,
    PRIVATE_TABLES,
    PrivateFile,
    open_private,
)
from shared.store.replica import Replica
from shared.store.sealing import Opener
from shared.wire.envelope import BadEvent
from tests.store.private_kit import ANN, OWES, PRIVATE, READERS, private
from tests.store.store_kit import HALL, REFEREE, by, fill, open_replica, set_up, small_disk, write

KNOWN = {"p1": Known((ANN,), (OWES,)), "p2": Known((), (Fees(1), Fees(2)), unread=("tax",))}
ROOT = "ab" * 16


def rows(file: PrivateFile) -> dict[str, list[tuple[object, ...]]]:
    return {t: file.db.execute(f"SELECT * FROM {t}").fetchall() for t in PRIVATE_TABLES}


def filled(folder: Path) -> None:
    file = open_private(folder, ROOT)
    file.write({}, KNOWN)
    file.close()


def test_rows_hold_the_facts_of_each_person(tmp_path: Path) -> None:
    file = open_private(tmp_path, ROOT)
    file.write({}, KNOWN)
    assert rows(file) == {
        "person": [("p1", 1, 1, ANN.born, ANN.phone, ANN.email, ANN.address)],
        "fees": [
            ("p1", 1, 1, OWES.due, OWES.paid, OWES.note),
            ("p2", 1, 2, 1, 0, ""),
            ("p2", 2, 2, 2, 0, ""),
        ],
        "tax": [],
        "unread": [("p2", "tax")],
    }
    file.write(KNOWN, {"p1": Known((ANN,))})
    assert rows(file)["fees"] == rows(file)["unread"] == []
    assert len(rows(file)["person"]) == 1
    file.close()


@settings(max_examples=25)
@given(
    bodies=st.lists(st.tuples(PRIVATE, st.sampled_from(["p1", "p2"]), st.booleans()), max_size=8),
    seed=st.integers(0, 2**32),
)
def test_any_order_of_arrival_gives_the_same_rows(
    bodies: list[tuple[Private, str, bool]], seed: int
) -> None:
    with TemporaryDirectory() as folder:
        home = Path(folder)
        here, other = (
            open_replica(home / "a" / "hall.db"),
            open_replica(home / "b" / "hall.db", "b"),
        )
        try:
            set_up(here)
            for body, player, by_hall in bodies:
                write(here, by(HALL if by_hall else REFEREE), private(body, player))
            arrives(here, other, random.Random(seed))
            told = [Opener(READERS["hall"]).known(r.state.private) for r in (here, other)]
            assert told[0] == told[1]
            files = [open_private(home / name, here.root) for name in ("a", "b")]
            # One is filled at once, the other in steps as a node would while events arrive.
            files[0].write({}, told[0])
            halfway = {player: Known() for player in told[1]}
            files[1].write({}, halfway)
            files[1].write(halfway, told[1])
            assert rows(files[0]) == rows(files[1])
            for file in files:
                file.close()
        finally:
            here.close()
            other.close()


def arrives(source: Replica, target: Replica, chance: random.Random) -> None:
    events = source.after(0, source.end)
    mixed = chance.sample(events, len(events))
    for stored in [*mixed, *mixed]:
        with target.batch() as batch:
            try:
                batch.ingest(stored.signed)
            except BadEvent:
                continue


def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    filled(tmp_path)
    path = tmp_path / PRIVATE_DB
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    open_private(tmp_path, ROOT).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_missing_or_older_file_is_filled_from_the_log_without_a_word(tmp_path: Path) -> None:
    filled(tmp_path)
    again = open_private(tmp_path, ROOT)
    assert rows(again) == {table: [] for table in PRIVATE_TABLES}
    assert again.said == ""
    again.write({}, KNOWN)
    assert len(rows(again)["fees"]) == 3
    again.close()


@pytest.mark.parametrize("damage", ["text", "middle", "short"])
def test_a_damaged_file_is_moved_aside_and_said(tmp_path: Path, damage: str) -> None:
    filled(tmp_path)
    path = tmp_path / PRIVATE_DB
    data = bytearray(path.read_bytes())
    if damage == "text":
        data[:] = b"my shopping list, which is no database at all\n" * 9
    elif damage == "middle":
        data[4096:8192] = b"\xff" * 4096
    else:
        del data[5000:]
    path.write_bytes(data)
    file = open_private(tmp_path, ROOT)
    assert file.said.startswith("private.db was damaged and has been written again from the log")
    file.write({}, KNOWN)
    assert len(rows(file)["person"]) == 1
    assert (tmp_path / ASIDE).read_bytes() == bytes(data)
    file.close()


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / PRIVATE_DB
    with sqlite3.connect(path) as foreign:
        foreign.execute("CREATE TABLE recipes (name TEXT)")
    foreign.close()
    before = path.read_bytes()
    with pytest.raises(CannotOpen, match="a database of another program"):
        open_private(tmp_path, ROOT)
    assert path.read_bytes()[96:] == before[96:]


def test_the_file_of_another_tournament_is_left_as_it_is(tmp_path: Path) -> None:
    filled(tmp_path)
    with pytest.raises(CannotOpen, match="belongs to another tournament"):
        open_private(tmp_path, "cd" * 16)
    same = sqlite3.connect(tmp_path / PRIVATE_DB)
    assert same.execute("SELECT count(*) FROM person").fetchone() == (1,)
    same.close()


def test_a_file_in_use_is_left_to_its_user(tmp_path: Path) -> None:
    first = open_private(tmp_path, ROOT)
    with pytest.raises(CannotOpen, match="locked"):
        open_private(tmp_path, ROOT)
    first.close()


@pytest.mark.needs("mount")
def test_a_disk_that_is_read_only_is_said(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        filled(disk)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(CannotOpen, match=r"private\.db cannot be"):
            open_private(disk, ROOT)
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)


@pytest.mark.needs("mount")
def test_a_full_disk_keeps_the_rows_that_were_there(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        file = open_private(disk, ROOT)
        file.write({}, KNOWN)
        filler = fill(disk)
        many = {f"q{n}": Known((ANN,)) for n in range(4_000)}
        with pytest.raises(CannotSave):
            file.write(KNOWN, KNOWN | many)
        assert len(rows(file)["person"]) == 1
        filler.unlink()
        file.write(KNOWN, {**KNOWN, "p3": Known((ANN,))})
        assert len(rows(file)["person"]) == 2
        file.close()
