"""A node's folder: its secrets are written whole or not at all."""

import os
from pathlib import Path

import pytest

from shared.machine.saving import write_secret


def test_secret_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "hall" / "device.key"
    write_secret(path, "seed")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("seed", 0o600)
    assert path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("step", ["os.open", "os.fsync", "pathlib.Path.replace"])
def test_a_secret_that_could_not_be_written_leaves_the_older_one_and_no_half(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "device.key"
    write_secret(path, "older")

    def fails(*_arguments: object, **_more: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(step, fails)
    with pytest.raises(OSError, match="No space left") as full:
        write_secret(path, "newer")
    assert full.value.filename == str(path)
    monkeypatch.undo()
    assert [file.name for file in tmp_path.iterdir()] == ["device.key"]
    assert path.read_text() == "older"
