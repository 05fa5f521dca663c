"""An event that was archived is verified, compared and restored from the archive itself."""

import zipfile
from pathlib import Path

import pytest

from hall_server.files.archive import pack
from tests.hall_server.archives import files_of
from tests.hall_server.test_commands import refused, run
from tests.hall_server.test_restore_cmds import hall, key_file, played, snapshot
from tests.node.hall_kit import Hall

__all__ = ["hall", "played"]


@pytest.fixture
def archive(played: Hall) -> Path:
    target = played.folder / "open.zip"
    outcome = run("export", "event", "--home", played.home, "--out", target)
    assert outcome.exit_code == 0, outcome.output
    return target


def test_an_archive_is_verified_and_equals_its_hall(played: Hall, archive: Path) -> None:
    outcome = run("verify", archive, snapshot(played))
    assert outcome.exit_code == 0, outcome.output
    assert "Both hold the same events and say the same." in outcome.output


def test_a_hall_restored_from_an_archive_equals_the_one_that_was_archived(
    played: Hall, archive: Path
) -> None:
    home = played.folder / "again"
    restored = run("restore", archive, "--home", home, "--keys-from", played.home)
    assert restored.exit_code == 0, restored.output
    again = played.folder / "again.db"
    assert run("snapshot", "--home", home, again).exit_code == 0
    assert run("verify", archive, again).exit_code == 0


def test_a_hall_with_new_keys_is_set_up_from_an_archive(played: Hall, archive: Path) -> None:
    home = played.folder / "new"
    outcome = run("restore", archive, "--home", home, *key_file(played))
    assert outcome.exit_code == 0, outcome.output
    assert "masters round 1: 1 of 2 results" in run("status", "--home", home).output


def respun(archive: Path, **changed: bytes | None) -> Path:
    """Return the archive with files changed or left out, and checksums that fit."""
    files = files_of(archive.read_bytes()) | {
        name.replace("_", "."): data for name, data in changed.items() if data is not None
    }
    for name, data in changed.items():
        if data is None:
            del files[name.replace("_", ".")]
    target = archive.with_name("respun.zip")
    target.write_bytes(pack("Open", 1, files))
    return target


def test_an_archive_whose_parts_do_not_fit_is_refused(played: Hall, archive: Path) -> None:
    log = files_of(archive.read_bytes())["log.jsonl"]
    shorter = b"".join(log.splitlines(keepends=True)[:-1])
    assert "do not hold the same events" in refused("verify", respun(archive, log_jsonl=shorter))
    assert "log.jsonl cannot be read" in refused("verify", respun(archive, log_jsonl=b"{"))
    assert "hall.db is missing" in refused("verify", respun(archive, hall_db=None))


def test_damaged_archive_changes_nothing(played: Hall, archive: Path) -> None:
    data = bytearray(archive.read_bytes())
    with zipfile.ZipFile(archive) as whole:
        entry = whole.getinfo("hall.db")
    data[entry.header_offset + 200] ^= 0xFF
    archive.write_bytes(data)
    home = played.folder / "again"
    said = refused("restore", archive, "--home", home, "--keys-from", played.home)
    assert "is not sound" in said
    assert "Nothing was changed" in said
    assert not home.exists()


def test_half_an_archive_is_named_as_one_and_sets_nothing_up(tmp_path: Path) -> None:
    half = tmp_path / "half.zip"
    half.write_bytes(pack("Open", 1, {"hall.db": b"1" * 5_000})[:200])
    said = refused("restore", half, "--home", tmp_path / "new", "--keys-from", tmp_path)
    assert "half.zip is only the beginning of an archive: its end is missing." in said
    assert not (tmp_path / "new").exists()
