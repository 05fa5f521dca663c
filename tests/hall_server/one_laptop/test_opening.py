"""The folder of a tournament on one laptop, and its key."""

import errno
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from hall_server.one_laptop.answers import Answers, begun
from hall_server.one_laptop.cli import main
from hall_server.one_laptop.opening import KEY, PHRASE, begin
from shared.machine.saving import CannotWrite


def a_tournament(home: Path) -> Path:
    event = begun(Answers("Friday", "acf-majors", players="Ann\nBo"), "UTC").event
    assert event is not None
    return begin(home, event)


def moved(home: Path, to: Path) -> str:
    words = ["--home", str(home), "--move-key", str(to)]
    done = CliRunner().invoke(main, words, input="a long phrase\na long phrase\n")
    assert done.exit_code == 1, done.output
    return " ".join(done.output.split())


def test_key_is_not_moved_over_a_file_that_exists(tmp_path: Path) -> None:
    folder = a_tournament(tmp_path / "home")
    other = tmp_path / "other.key"
    other.write_text("the key of another tournament")
    assert "exists already. Nothing was changed." in moved(tmp_path / "home", other)
    assert other.read_text() == "the key of another tournament"
    assert (folder / KEY).exists()
    assert (folder / PHRASE).exists()


def test_key_stays_where_its_new_place_cannot_be_written(tmp_path: Path) -> None:
    folder = a_tournament(tmp_path / "home")
    (tmp_path / "file").write_text("")
    assert "The key stays in" in moved(tmp_path / "home", tmp_path / "file" / "stick.key")
    assert (folder / KEY).exists()


def test_key_that_is_not_here_is_said(tmp_path: Path) -> None:
    assert "There is no tournament key" in moved(tmp_path / "home", tmp_path / "stick.key")


def test_disk_that_is_full_leaves_no_tournament_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _text: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr("hall_server.setting_up.write_secret", full)
    with pytest.raises(CannotWrite, match="No tournament was begun"):
        a_tournament(tmp_path / "home")
    assert list((tmp_path / "home").iterdir()) == []
