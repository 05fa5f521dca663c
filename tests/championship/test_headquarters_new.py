"""``headquarters new``: with divisions of its own, or to look on."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from nacl.signing import SigningKey

from hall_server.commands.championship import headquarters_command
from hall_server.setting_up import write_tournament_key
from shared.core.state import HallState
from shared.store.replica import Replica
from tests.championship.test_divisions import NATIONALS_FILE

pytestmark = pytest.mark.slow

ROOT = SigningKey(bytes(32))


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    write_tournament_key(tmp_path / "key", ROOT, "open sesame", "Nationals")
    (tmp_path / "pass").write_text("open sesame\n")
    return tmp_path


def new(stick: Path, *options: str) -> Result:
    arguments = ["new", *options, "--home", str(stick / "hq"), "--key-file", str(stick / "key"),
                 "--passphrase-file", str(stick / "pass")]  # fmt: skip
    return CliRunner().invoke(headquarters_command, arguments)


def state_of(stick: Path) -> HallState:
    replica = Replica(stick / "hq/hall.db", bytes(ROOT.verify_key), new_store_id="x")
    try:
        return replica.state
    finally:
        replica.close()


def rights(state: HallState) -> set[str]:
    (laptop,) = (device for device in state.devices.values() if device.role == "referee")
    return set(laptop.scopes)


def test_with_an_event_file_its_referees_pair_and_the_tables_are_the_halls(stick: Path) -> None:
    (stick / "nationals.toml").write_text(NATIONALS_FILE)
    done = new(stick, str(stick / "nationals.toml"), "--stand-in", "north")
    assert done.exit_code == 0, done.output
    state = state_of(stick)
    division = state.divisions["open"]
    assert (division.tables, division.stand_ins) == (("north.1", "south.1"), ("north",))
    assert state.pairs("open")
    assert (state.tables, len(state.players)) == ({}, 4)
    assert {"pair", "rule"} <= rights(state)
    assert {device.role for device in state.devices.values()} == {"hall", "referee", "kiosk"}


def test_headquarters_made_by_name_has_screens_without_rights(stick: Path) -> None:
    assert new(stick, "--name", "Nationals").exit_code == 0
    assert rights(state_of(stick)) == set()


def test_a_table_without_a_hall_is_refused(stick: Path) -> None:
    (stick / "nationals.toml").write_text(NATIONALS_FILE.replace("north.1", "1"))
    done = new(stick, str(stick / "nationals.toml"))
    assert done.exit_code != 0
    assert 'write [[table]] with id = "north.1"' in done.output
    assert not (stick / "hq").exists()
