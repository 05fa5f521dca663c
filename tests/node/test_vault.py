"""A node's private facts where its file cannot be written: shown all the same, and said."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.core.events import DeviceRevoked, Draft, entities
from shared.core.state.office import Known
from shared.node.vault import Vault
from shared.store.batch import Author
from shared.store.private_db import PRIVATE_DB
from shared.store.replica import Replica
from tests.store.private_kit import ANN, LATER, OWES, private
from tests.store.store_kit import (
    HALL,
    REFEREE,
    ROOT,
    TABLES,
    by,
    enrolment,
    fill,
    open_replica,
    set_up,
    small_disk,
    write,
)


@pytest.fixture
def replica(tmp_path: Path) -> Iterator[Replica]:
    made = open_replica(tmp_path / "hall.db")
    set_up(made)
    yield made
    made.close()


@pytest.mark.needs("mount")
def test_a_full_disk_is_said_and_the_file_is_written_when_there_is_room(
    tmp_path: Path, replica: Replica
) -> None:
    with small_disk(tmp_path / "disk", "8m") as disk:
        vault = Vault(disk, replica, HALL)
        write(replica, by(HALL), private(ANN))
        told = vault.look()
        assert told is not None
        assert (told.players, told.said) == ({"p1": Known((ANN,))}, "")
        filler = fill(disk)
        many = [private(ANN, f"q{n}") for n in range(3_000)]
        write(replica, by(HALL), *many)
        told = vault.look()
        assert told is not None
        assert len(told.players) == 3_001
        assert told.said.startswith("private.db is not up to date (")
        assert "Nothing is lost: the log holds every private fact" in told.said
        filler.unlink()
        write(replica, by(HALL), private(OWES))
        told = vault.look()
        assert told is not None
        assert told.said == ""
        vault.close()
        file = sqlite3.connect(disk / PRIVATE_DB)
        assert file.execute("SELECT count(*) FROM person").fetchone() == (3_001,)
        file.close()


def test_a_table_opens_nothing_makes_no_file_and_hands_nothing_on(
    tmp_path: Path, replica: Replica
) -> None:
    write(replica, by(HALL), private(ANN))
    vault = Vault(tmp_path / "table", replica, TABLES["1"])
    assert vault.look() is None
    assert vault.to_share(lambda device: True) == []
    vault.close()
    assert not (tmp_path / "table" / PRIVATE_DB).exists()


def test_nothing_is_told_twice_or_after_the_key_was_withdrawn(
    tmp_path: Path, replica: Replica
) -> None:
    write(replica, by(HALL), private(ANN))
    vault = Vault(tmp_path / "referee", replica, REFEREE)
    assert vault.look() is not None
    assert vault.look() is None
    gone = DeviceRevoked((), "stolen")
    write(replica, by(HALL), Draft(entities.device(REFEREE.node), gone), private(OWES))
    assert vault.look() is None
    vault.close()


def test_a_command_that_visits_reads_and_leaves_no_file(tmp_path: Path, replica: Replica) -> None:
    write(replica, by(HALL), private(ANN))
    vault = Vault(None, replica, HALL)
    told = vault.look()
    assert told is not None
    assert (told.players, told.said) == ({"p1": Known((ANN,))}, "")
    vault.close()
    assert not list(tmp_path.rglob(PRIVATE_DB))


def test_keys_are_handed_on_once(tmp_path: Path, replica: Replica) -> None:
    write(replica, by(HALL), private(ANN))
    write(replica, Author(ROOT, "01" * 8), enrolment(LATER, "standby", "Standby"))
    vault, newcomer = Vault(None, replica, HALL), Vault(None, replica, LATER)
    vault.look()
    told = newcomer.look()
    assert told is not None
    assert told.players == {"p1": Known(unread=("person",))}
    drafts = vault.to_share(lambda device: True)
    assert len(drafts) == 1
    assert vault.to_share(lambda device: True) == []
    write(replica, by(HALL), *drafts)
    assert vault.to_share(lambda device: True) == []
    told = newcomer.look()
    assert told is not None
    assert told.players == {"p1": Known((ANN,))}
