"""A new tournament: what lies in its folder, and what its first events say."""

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner

from board_terminal.cli import main as terminal
from hall_server.referee.cli import main as referee
from hall_server.setting_up import Created, Site, create_tournament
from kiosk.cli import main as kiosk
from shared.core.events import ROLE_SCOPES
from shared.net.address import HallAddress
from shared.net.invite import BadInvite, read_invite
from shared.node.home import MEMBERSHIP, SEED, NotSetUp, join_by_file, load
from shared.store.replica import Replica
from tests.node.hall_kit import event_file


@pytest.fixture(scope="module")
def created(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Created]:
    home = tmp_path_factory.mktemp("new") / "hall"
    made = create_tournament(event_file(2), home, Site("10.0.0.5", 5000, 2, 1))
    return home, made


@pytest.fixture
def replica(created: tuple[Path, Created]) -> Iterator[Replica]:
    home, made = created
    replica = Replica(home / "hall.db", bytes(made.root_key.verify_key), new_store_id="x")
    yield replica
    replica.close()


def test_the_first_events_are_all_in_force(replica: Replica) -> None:
    state = replica.state
    assert state.tournament is not None
    assert (state.tournament.name, state.tournament.zone) == ("Open", "America/Chicago")
    assert (state.alarms, state.unforced) == ((), ())
    assert list(state.players) == ["p1", "p2", "p3", "p4"]
    assert [d.rulebook for d in state.divisions.values()] == ["acf-masters"]
    assert {device.role for device in state.devices.values()} == {
        "hall", "referee", "kiosk", "terminal",
    }  # fmt: skip
    for device in state.devices.values():
        assert device.scopes == ROLE_SCOPES[device.role]
    for table in state.tables.values():
        assert state.devices[table.device].label == f"Table {table.label}"


def test_every_invite_admits_a_device_that_is_enrolled(
    created: tuple[Path, Created], replica: Replica
) -> None:
    home, made = created
    assert set(made.invites) == {"referee-1", "referee-2", "kiosk-1", "table-1", "table-2"}
    for path in made.invites.values():
        assert path.parent == home / "invites"
        invite = read_invite(path.read_text(), root_key=bytes(made.root_key.verify_key))
        device = replica.state.devices[invite.keys.node]
        assert (device.role, device.label) == (invite.role, invite.label)
        assert invite.halls == (HallAddress("10.0.0.5", 5000, 5001, made.hall.curve_public),)


def test_the_tournament_key_is_nowhere_in_the_folder(created: tuple[Path, Created]) -> None:
    home, made = created
    secret = bytes(made.root_key)
    for path in home.rglob("*"):
        if path.is_file():
            held = path.read_bytes()
            assert secret not in held
            assert secret.hex().encode() not in held
            assert path.stat().st_mode & 0o777 == 0o600


def test_a_folder_joins_once_and_keeps_to_its_invite(
    created: tuple[Path, Created], tmp_path: Path
) -> None:
    _, made = created
    home = tmp_path / "terminal"
    with pytest.raises(NotSetUp, match="set up once with --invite FILE"):
        load(home)
    for _ in range(2):
        join_by_file(home, made.invites["table-1"])
    membership, keys = load(home)
    assert (membership.table, membership.role) == ("1", "terminal")
    assert keys.node == read_invite(made.invites["table-1"].read_text()).keys.node
    with pytest.raises(BadInvite, match="already set up as 'Table 1'"):
        join_by_file(home, made.invites["table-2"])
    assert load(home)[1].node == keys.node


PROGRAMS = {
    "kiosk-1": (kiosk, (), "a kiosk"),
    "table-1": (terminal, ("--headless",), "a board terminal"),
    "referee-1": (referee, (), "a referee's laptop"),
}
"""What each device starts, and what it is called."""


@pytest.mark.parametrize(("device", "other"), [*permutations(PROGRAMS, 2)])
def test_an_invite_is_only_good_for_the_program_of_its_device(
    created: tuple[Path, Created], tmp_path: Path, device: str, other: str
) -> None:
    _, made = created
    home = tmp_path / "home"
    program, words, called = PROGRAMS[other]
    invite, theirs = made.invites[device], PROGRAMS[device][2]
    answer = CliRunner().invoke(program, ["--home", str(home), "--invite", str(invite), *words])
    assert answer.exit_code == 1
    assert f"which is {theirs} and not {called}. Nothing was set up" in answer.output
    assert not (home / MEMBERSHIP).exists()

    join_by_file(home, invite)
    again = CliRunner().invoke(program, ["--home", str(home), *words])
    assert again.exit_code == 1
    assert f"which is {theirs} and not {called}. Nothing was changed" in again.output


def test_a_folder_keeps_to_its_tournament(created: tuple[Path, Created], tmp_path: Path) -> None:
    _, made = created
    other = create_tournament(event_file(1), tmp_path / "other", Site("x", 1))
    join_by_file(tmp_path / "terminal", made.invites["table-1"])
    with pytest.raises(BadInvite, match="another tournament"):
        join_by_file(tmp_path / "terminal", other.invites["table-1"])


@pytest.mark.parametrize(("name", "text"), [(MEMBERSHIP, "{}"), (SEED, "xyz"), (SEED, "00")])
def test_a_spoilt_folder_is_told_so_and_can_be_set_up_again(
    created: tuple[Path, Created], tmp_path: Path, name: str, text: str
) -> None:
    _, made = created
    join_by_file(tmp_path, made.invites["kiosk-1"])
    (tmp_path / name).write_text(text)
    with pytest.raises(NotSetUp, match="Start again with --invite FILE"):
        load(tmp_path)


def test_an_invite_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInvite, match=r"cannot be read \(No such file or directory\)"):
        join_by_file(tmp_path, tmp_path / "none.invite")
    (tmp_path / "picture.invite").write_bytes(b"\xff\xd8")
    with pytest.raises(BadInvite, match=r"cannot be read \(its text is not UTF-8\)"):
        join_by_file(tmp_path, tmp_path / "picture.invite")
