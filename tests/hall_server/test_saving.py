"""A file is written whole or not at all, whatever becomes of the stick it is written to."""

import errno
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from shared.machine.saving import CannotWrite, save
from tests.store.store_kit import fill, small_disk

TROUBLES = {
    errno.EIO: "Input/output error",
    errno.ENOSPC: "No space left on device",
    errno.ENODEV: "No such device",
    errno.EROFS: "Read-only file system",
}
STEPS = ("open", "fsync", "replace")


def failing(code: int) -> Callable[..., None]:
    def fails(*_arguments: object, **_more: object) -> None:
        raise OSError(code, os.strerror(code))

    return fails


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("code", TROUBLES)
@pytest.mark.parametrize("older", [True, False])
def test_a_stick_that_fails_at_any_step_leaves_the_older_file_and_nothing_half(
    code: int, step: str, older: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kit.pdf"
    if older:
        path.write_bytes(b"older")
    whole = {"open": "os.open", "fsync": "os.fsync", "replace": "pathlib.Path.replace"}
    monkeypatch.setattr(whole[step], failing(code))
    with pytest.raises(CannotWrite) as told:
        save(path, b"newer")
    monkeypatch.undo()
    assert [file.name for file in tmp_path.iterdir()] == (["kit.pdf"] if older else [])
    if older:
        assert path.read_bytes() == b"older"
    kept = "the older file stays as it was, and nothing" if older else "nothing"
    assert str(told.value) == (
        f"{path} was not written ({TROUBLES[code]}); {kept} in the hall changed."
        " Make room or name another place, and ask again."
    )


def test_a_stick_that_was_pulled_out_and_its_folder_with_it_is_told(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    with pytest.raises(CannotWrite, match="No such file or directory"):
        save(stick / "kit.pdf", b"newer")
    assert not stick.exists()


@pytest.mark.processes
@pytest.mark.needs("mount")
def test_a_real_stick_that_is_full_keeps_the_older_file_and_takes_the_newer_one_later(
    tmp_path: Path,
) -> None:
    with small_disk(tmp_path / "stick") as stick:
        save(stick / "kit.pdf", b"older")
        filler = fill(stick)
        with pytest.raises(CannotWrite, match="No space left on device"):
            save(stick / "kit.pdf", b"newer" * 10_000)
        assert sorted(file.name for file in stick.iterdir()) == ["filler", "kit.pdf"]
        assert (stick / "kit.pdf").read_bytes() == b"older"
        filler.unlink()
        save(stick / "kit.pdf", b"newer" * 10_000)
        assert (stick / "kit.pdf").read_bytes() == b"newer" * 10_000


@pytest.mark.processes
@pytest.mark.needs("mount")
def test_a_real_stick_that_can_no_longer_be_written_to_is_told(tmp_path: Path) -> None:
    with small_disk(tmp_path / "stick") as stick:
        save(stick / "kit.pdf", b"older")
        subprocess.run(["mount", "-o", "remount,ro", stick], check=True)
        with pytest.raises(CannotWrite, match="Read-only file system"):
            save(stick / "kit.pdf", b"newer")
        assert [file.name for file in stick.iterdir()] == ["kit.pdf"]


@pytest.mark.processes
@pytest.mark.needs("mount")
def test_a_real_stick_that_is_pulled_out_while_it_is_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Out between the last byte and the file's name: the folder under the stick stays clean."""
    real = os.fsync
    with small_disk(tmp_path / "stick") as stick:
        save(stick / "kit.pdf", b"older")

        def pulled(handle: int) -> None:
            subprocess.run(["umount", "--lazy", stick], check=True)
            monkeypatch.undo()
            real(handle)

        monkeypatch.setattr("os.fsync", pulled)
        with pytest.raises(CannotWrite, match=r"was not written \(No such file or directory\)"):
            save(stick / "kit.pdf", b"newer")
        assert list(stick.iterdir()) == []
        # What small_disk takes away is there again.
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", stick], check=True)


def test_a_file_system_that_syncs_no_folders_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def of_files_alone(handle: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{handle}"):  # noqa: PTH112
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        real(handle)

    monkeypatch.setattr("os.fsync", of_files_alone)
    save(tmp_path / "kit.pdf", b"newer")
    assert (tmp_path / "kit.pdf").read_bytes() == b"newer"


def test_a_disk_that_fails_after_the_file_has_its_name_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync
    calls: list[int] = []

    def second_fails(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 2:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(handle)

    monkeypatch.setattr("os.fsync", second_fails)
    with pytest.raises(CannotWrite, match=r"does not confirm it \(Input/output error\)"):
        save(tmp_path / "kit.pdf", b"newer")
