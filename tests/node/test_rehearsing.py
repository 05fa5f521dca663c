"""A device between its own app and a rehearsal: it always comes back, and leaves nothing behind."""

from pathlib import Path

import pytest

from shared.core.state.office import Rehearsal
from shared.net.address import HallAddress
from shared.node.home import Membership, join_by_file, load
from shared.node.open import open_follower
from shared.port import NodePort
from shared.program.rehearsing import Guest, Own, membership_of, run_and_rehearse
from shared.tui.app import HallApp
from tests.node.hall_kit import a_hall
from tests.tui.fake_port import START, FakePort

ON = Rehearsal(b"r" * 32, b"k" * 32, 4000, 4001, START + 60_000, 60, 6, 100, 7, START)


class Leaves(HallApp):
    """An app that is left at once, for a rehearsal or for good."""

    TICK_S = None

    def __init__(self, goes_to: Rehearsal | None = None) -> None:
        super().__init__(FakePort(), wall=lambda: START, monotonic=lambda: 0)
        self.goes_to = goes_to

    def on_mount(self) -> None:
        self.call_after_refresh(self.exit)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of table 1."""
    with a_hall(tmp_path) as hall:
        join_by_file(tmp_path / "table-1", hall.invites["table-1"])
    return tmp_path / "table-1"


class Device:
    """Its own app is left for a rehearsal once, and the second time for good."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.apps: list[Leaves] = []
        self.guests: list[Membership] = []
        self.keys: list[str] = []

    def own(self) -> Own:
        node, _ = open_follower(self.home)
        self.apps.append(Leaves(None if self.apps else ON))
        return Own(self.apps[-1], node)

    def guest(self, port: NodePort, membership: Membership, _rehearsal: Rehearsal) -> Guest:
        self.guests.append(membership)
        self.keys.append(port.node_id)
        return Guest(Leaves())

    def run(self) -> int:
        with pytest.raises(SystemExit) as ended:
            run_and_rehearse(self.home, self.own, self.guest, headless=True)
        code = ended.value.code
        assert isinstance(code, int)
        return code


def test_device_visits_the_rehearsal_once_under_its_own_key_and_comes_back(home: Path) -> None:
    device = Device(home)
    assert device.run() == 0
    assert len(device.apps) == 2
    assert device.apps[1].declines == {ON.root_key}
    own, keys = load(home)
    [there] = device.guests
    assert device.keys == [keys.node]
    assert (there.root_key, there.table, there.role) == (ON.root_key, own.table, own.role)
    assert not list(home.glob("rehearsal-*"))


@pytest.mark.parametrize("error", [OSError("no room"), RuntimeError("a mistake")])
def test_whatever_goes_wrong_there_the_table_goes_on_here(home: Path, error: Exception) -> None:
    device = Device(home)

    def fails(*_: object) -> Guest:
        raise error

    device.guest = fails  # type: ignore[method-assign,assignment]
    assert device.run() == 0
    assert len(device.apps) == 2
    assert not list(home.glob("rehearsal-*"))


def test_a_power_cut_in_a_rehearsal_leaves_no_folder_for_long(home: Path) -> None:
    (home / "rehearsal-abc").mkdir()
    (home / "rehearsal-abc" / "hall.db").touch()
    Device(home).run()
    assert sorted(path.name for path in home.iterdir()) == ["device.key", "node.json"]


def test_the_rehearsals_hall_is_where_the_real_one_was_reached(home: Path) -> None:
    own, _ = load(home)
    reached = HallAddress("10.1.2.3", 47301, 47302, b"real")
    [there] = membership_of(own, reached, ON).halls
    assert there == HallAddress("10.1.2.3", 4000, 4001, ON.curve_key)
