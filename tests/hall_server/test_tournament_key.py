"""The tournament key on the chief referee's stick."""

import json
import runpy
from pathlib import Path

import pytest
from nacl import pwhash
from nacl.signing import SigningKey

from hall_server import setting_up
from hall_server.setting_up import (
    BadKeyFile,
    read_tournament_key,
    write_tournament_key,
)

KEY = SigningKey(bytes(range(32)))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stick") / "open.key"
    write_tournament_key(path, KEY, "correct horse", "Open")
    return path


def test_right_passphrase_opens_the_key_file(file: Path) -> None:
    assert bytes(read_tournament_key(file, "correct horse")) == bytes(KEY)


def test_the_product_makes_each_try_of_a_passphrase_slow() -> None:
    product = runpy.run_path(setting_up.__file__)["STRENGTH"]
    assert product.passes == pwhash.argon2id.OPSLIMIT_MODERATE
    assert product.memory == pwhash.argon2id.MEMLIMIT_MODERATE


@pytest.mark.parametrize("more", [{"memory": 1 << 40}, {"passes": 1 << 20}])
def test_a_file_that_asks_for_endless_work_is_told_so(
    file: Path, tmp_path: Path, more: dict[str, int]
) -> None:
    (tmp_path / "x.key").write_text(json.dumps({**json.loads(file.read_text()), **more}))
    with pytest.raises(BadKeyFile, match="asks for too much"):
        read_tournament_key(tmp_path / "x.key", "correct horse")


@pytest.mark.parametrize("less", [{"memory": 0}, {"passes": 0}, {"passes": -1}])
def test_a_file_that_asks_for_no_work_does_not_open(
    file: Path, tmp_path: Path, less: dict[str, int]
) -> None:
    (tmp_path / "x.key").write_text(json.dumps({**json.loads(file.read_text()), **less}))
    with pytest.raises(BadKeyFile, match="does not open"):
        read_tournament_key(tmp_path / "x.key", "correct horse")


def test_only_its_owner_may_read_it_and_the_key_is_not_in_it(file: Path) -> None:
    assert file.stat().st_mode & 0o777 == 0o600
    assert bytes(KEY).hex() not in file.read_text()
    assert json.loads(file.read_text())["tournament"] == "Open"


def test_wrong_passphrase_does_not_open_the_key_file(file: Path) -> None:
    with pytest.raises(BadKeyFile, match="passphrase does not open"):
        read_tournament_key(file, "Correct horse")


def test_changed_key_file_does_not_open(file: Path, tmp_path: Path) -> None:
    outer = json.loads(file.read_text())
    outer["sealed"] = outer["sealed"][:-2] + ("00" if outer["sealed"][-2:] != "00" else "01")
    (tmp_path / "x.key").write_text(json.dumps(outer))
    with pytest.raises(BadKeyFile, match="does not open"):
        read_tournament_key(tmp_path / "x.key", "correct horse")


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"salt": "zz", "sealed": ""}', '{"salt": 1}'])
def test_another_file_than_a_key_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.key").write_text(text)
    with pytest.raises(BadKeyFile, match="is no tournament key file"):
        read_tournament_key(tmp_path / "x.key", "correct horse")


@pytest.mark.parametrize("salt", ["", "00"])
def test_a_salt_of_another_length_is_refused(tmp_path: Path, salt: str) -> None:
    told = {"salt": salt, "sealed": "00", "passes": 1, "memory": 8192}
    (tmp_path / "x.key").write_text(json.dumps(told))
    with pytest.raises(BadKeyFile, match="does not open"):
        read_tournament_key(tmp_path / "x.key", "correct horse")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadKeyFile, match="is no tournament key file"):
        read_tournament_key(tmp_path / "none.key", "correct horse")
