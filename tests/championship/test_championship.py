"""Two halls, their uplinks and headquarters, over a real server: nodes as they run."""

import secrets
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hall_server.championship import ChampionshipPart
from hall_server.championship.headquarters import HeadquartersLink, StreamSize, open_headquarters
from hall_server.championship.stream import Access
from hall_server.championship.uplink import UplinkLink
from hall_server.eventfile import EventFile, parse_event_file
from hall_server.setting_up import Created, Site, create_tournament, new_device
from shared.core.events import Draft, PairedMatch, Role, RoundPaired, entities
from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.address import HallAddress, ListenAt
from shared.net.invite import read_invite
from shared.net.keys import DeviceKeys
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.hall import HallLink
from shared.node.home import Home, engine_home, load
from shared.node.view import NodeLink
from shared.port import VenuesStand
from shared.store.batch import Author
from shared.store.replica import Replica
from tests.championship.kit import PLENTY, ROOT, Server, a_server
from tests.championship.test_intake import EVENT, found_headquarters
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, Ears, Running, free_ports

pytestmark = [pytest.mark.processes, pytest.mark.timeout(120)]
ROOT_KEY = bytes(ROOT.verify_key)


class Told:
    """What an uplink, or headquarters, has said last."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.last: tuple[object, ...] = ()

    def hear(self, *what: object) -> None:
        with self._changed:
            self.last = what
            self._changed.notify_all()

    def until(self, holds: Callable[..., bool]) -> None:
        with self._changed:
            fits = self._changed.wait_for(lambda: bool(self.last) and holds(*self.last), PATIENCE_S)
        assert fits, self.last


@dataclass
class Stage:
    """A championship on one machine. Nodes that a test starts are stopped with it."""

    folder: Path
    server: Server
    running: list[Running] = field(default_factory=list)
    uplinks: dict[str, Running] = field(default_factory=dict)
    created: dict[str, Created] = field(default_factory=dict)
    ports: dict[str, tuple[int, int]] = field(default_factory=dict)
    seeds: dict[str, Path] = field(default_factory=dict)
    """The nkeys of those who need one."""

    def access(self, who: str) -> Access:
        """Return how a venue, or headquarters ("hq"), reaches the server."""
        return Access((self.server.url,), self.seeds.get(who))

    def hall(self, venue: str) -> Running:
        """Return a hall of its own, on the air."""
        home, ports = self.folder / venue, free_ports()
        event = parse_event_file(EVENT.format(name=venue.capitalize()), "event.toml")
        self.created[venue] = create_tournament(
            event, home, Site(LOOPBACK, ports[0]), root=ROOT, part=ChampionshipPart(venue)
        )
        self.ports[venue] = ports
        self._certify_uplink(venue, home)
        membership, keys = load(home)
        own = engine_home(home, membership.root_key, keys)
        return self._start(own, HallLink(ListenAt(LOOPBACK, *ports)))

    def _certify_uplink(self, venue: str, home: Path) -> None:
        device = new_device("standby", "Uplink", "", venue)
        (home / "uplink.seed").write_bytes(device.seed)
        replica = Replica(home / "hall.db", ROOT_KEY, new_store_id="x")
        with replica.batch() as batch:
            batch.append(Author(ROOT, secrets.token_hex(8)), device.enrolment(), at=1)
        replica.close()

    def address(self, venue: str) -> HallAddress:
        return HallAddress(LOOPBACK, *self.ports[venue], self.created[venue].hall.curve_public)

    def cut(self, venue: str) -> None:
        """The hall's link to the championship goes."""
        self.stop(self.uplinks.pop(venue))

    def uplink(self, venue: str) -> Told:
        """Return the uplink of a hall."""
        keys = DeviceKeys.from_seed((self.folder / venue / "uplink.seed").read_bytes())
        told = Told()
        link = UplinkLink(self.address(venue), access=self.access(venue), status_told=told.hear)
        own = engine_home(self.folder / f"{venue}-uplink", ROOT_KEY, keys)
        self.uplinks[venue] = self._start(own, link)
        return told

    def headquarters(self, event: EventFile | None = None) -> tuple[Running, Told]:
        home, told = self.folder / "hq", Told()
        if not home.exists():
            found_headquarters(home, event)
        node = open_headquarters(
            home, self.access("hq"), host=LOOPBACK, port_base=0, size=StreamSize(1, PLENTY),
            venues_told=told.hear,
        )  # fmt: skip
        return self._run(node), told

    def device(self, venue: str, name: str, role: Role) -> Running:
        """Return a device of a venue's hall."""
        keys = read_invite(self.created[venue].invites[name].read_text()).keys
        home = engine_home(self.folder / f"{venue}-{name}", ROOT_KEY, keys)
        return self._start(home, FollowerLink(self.address(venue), role=role, hears_clocks=True))

    def kiosk(self, of: Engine[HeadquartersLink], *, hears: bool = False) -> Running:
        """Return a kiosk at headquarters."""
        return self.screen(of, "kiosk-1", "kiosk", hears=hears)

    def screen(
        self, of: Engine[HeadquartersLink], name: str, role: Role, *, hears: bool = False
    ) -> Running:
        """Return a screen of headquarters."""
        invite = read_invite((self.folder / f"hq/invites/{name}.invite").read_text())
        address = HallAddress(LOOPBACK, *of.link.ports, of.home.keys.curve_public)
        home = engine_home(self.folder / f"hq-{name}", ROOT_KEY, invite.keys)
        return self._start(home, FollowerLink(address, role=role, hears_clocks=hears))

    def _start(self, home: Home, link: NodeLink) -> Running:
        return self._run(Engine(home, link, wall=wall_ms, monotonic=monotonic_ms))

    def _run(self, node: Engine[NodeLink]) -> Running:
        started = Running(node, Ears())
        self.running.append(started)
        node.start(started.ears.hear)
        assert node.wait_ready(PATIENCE_S)
        assert not node.failure, node.failure
        return started

    def stop(self, *nodes: Running) -> None:
        for running in nodes:
            running.node.stop()
            self.running.remove(running)


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with a_server(tmp_path / "nats") as server:
        made = Stage(tmp_path, server)
        try:
            yield made
        finally:
            made.stop(*list(made.running))


def pairing(venue: str) -> Draft:
    match = PairedMatch(f"{venue}.m1", f"{venue}.1", f"{venue}.p1", f"{venue}.p2")
    return Draft(entities.pairing(f"{venue}.masters", 1), RoundPaired(wall_ms(), "seed", (match,)))


def seen(running: Running, *uids: str) -> bool:
    return set(uids) <= set(running.ears.state.matches)


def test_pairings_of_two_halls_are_seen_at_headquarters_and_at_its_kiosk(stage: Stage) -> None:
    hq, told = stage.headquarters()
    halls = [stage.hall(venue) for venue in ("north", "south")]
    for venue in ("north", "south"):
        stage.uplink(venue)
    kiosk = stage.kiosk(hq.node)
    for hall, venue in zip(halls, ("north", "south"), strict=True):
        hall.file(pairing(venue))
    kiosk.ears.until(lambda: seen(kiosk, "north.m1", "south.m1"))
    state = kiosk.ears.state
    assert {m.table for m in state.matches.values()} == {"north.1", "south.1"}
    assert state.alarms == ()
    told.until(
        lambda venues, trouble: not trouble and {v.venue for v in venues} == {"north", "south"}
    )


def test_a_hall_plays_on_without_a_link_and_all_of_it_goes_up_later(stage: Stage) -> None:
    hq, told = stage.headquarters()
    hall, up = stage.hall("north"), stage.uplink("north")
    up.until(lambda status: status.state == "linked" and status.behind == 0)
    stage.server.kill()
    told.until(lambda venues, trouble: bool(trouble))
    hall.file(pairing("north"))
    up.until(lambda status: status.state == "no_link" and status.behind > 0)
    assert seen(hall, "north.m1") or hall.ears.until(lambda: seen(hall, "north.m1")) is None
    stage.server.start()
    hq.ears.until(lambda: seen(hq, "north.m1"))
    up.until(lambda status: status.state == "linked" and status.behind == 0)


def test_the_halls_dashboard_hears_how_its_uplink_fares(stage: Stage) -> None:
    stage.headquarters()
    stage.hall("north")
    laptop = stage.device("north", "referee-1", "referee")
    stage.uplink("north")
    linked = laptop.ears.first(VenuesStand, lambda told: told.lines[0].state == "linked")
    assert linked.lines[0].venue == "north"
    stage.server.kill()
    cut = laptop.ears.first(VenuesStand, lambda told: told.lines[0].state == "no_link")
    assert "plays on" in cut.lines[0].sentence


def test_a_dashboard_at_headquarters_hears_how_the_venues_stand(stage: Stage) -> None:
    hq, _ = stage.headquarters()
    stage.hall("north")
    stage.uplink("north")
    kiosk = stage.kiosk(hq.node, hears=True)
    told = kiosk.ears.first(VenuesStand, lambda told: len(told.lines) == 2)
    assert [(line.venue, line.state) for line in told.lines] == [
        ("north", "linked"),
        ("headquarters", "linked"),
    ]


def test_headquarters_reads_on_where_it_was_stopped(stage: Stage) -> None:
    hq, _ = stage.headquarters()
    hall, _ = stage.hall("north"), stage.uplink("north")
    hq.ears.until(lambda: "north.p1" in hq.ears.state.players)
    stage.stop(hq)
    hall.file(pairing("north"))
    again, _ = stage.headquarters()
    again.ears.until(lambda: seen(again, "north.m1"))
    assert again.ears.state.alarms == ()


def test_headquarters_hears_of_a_hall_that_joins_later(stage: Stage) -> None:
    hq, _ = stage.headquarters()
    stage.hall("north")
    stage.uplink("north")
    hq.ears.until(lambda: "north.p1" in hq.ears.state.players)
    stage.hall("south")
    stage.uplink("south")
    hq.ears.until(lambda: "south.p1" in hq.ears.state.players)
