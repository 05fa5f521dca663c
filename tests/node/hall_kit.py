"""A small hall on loopback for tests: its folder, its nodes, and ears that wait for a word."""

import itertools
import os
import random
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import zmq
import zmq.utils.monitor
from nacl.signing import SigningKey

from hall_server.eventfile import EventFile, parse_event_file
from hall_server.setting_up import Site, create_tournament
from shared.core.events import (
    Draft,
    PairedMatch,
    PlayerRegistered,
    ReportFiled,
    ResultSigned,
    Role,
    RoundPaired,
    entities,
)
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import Code, Outcome, Seat
from shared.core.state import EMPTY, HallState
from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.address import HallAddress, ListenAt
from shared.net.invite import read_invite
from shared.net.keys import DeviceKeys, to_z85
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.hall import HallLink
from shared.node.home import Home, engine_home, load
from shared.node.view import NodeLink
from shared.port import HallChanged, Link, LinkChanged, NotSaved, Saved, Told

LOOPBACK = "127.0.0.1"
PATIENCE_S = 60.0
"""So long a test waits before it fails; what it waits for comes in well under a second, where the
machine has nothing else to do."""

T = TypeVar("T", bound=Told)

EVENT_FILE = """
schema = 1
[event]
name = "Open"
zone = "America/Chicago"
tables = {tables}
[[division]]
id = "masters"
rulebook = "acf-masters"
"""


class Ears:
    """A listener: keeps what it is told and lets a test wait for more."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.told: list[Told] = []
        self.link = Link("starting", 0)
        self.state: HallState = EMPTY
        self.unsent: frozenset[str] = frozenset()
        self.on_told: Callable[[Told], None] = lambda told: None

    def hear(self, told: Told) -> None:
        """The listener of a node."""
        self.on_told(told)
        with self._changed:
            self.told.append(told)
            if isinstance(told, LinkChanged):
                self.link = told.link
            if isinstance(told, HallChanged):
                self.state, self.unsent = told.state, told.unsent
            self._changed.notify_all()

    def until(self, holds: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
        """Wait until ``holds``; asked after everything that is told."""
        with self._changed:
            if not self._changed.wait_for(holds, patience_s):
                raise AssertionError(f"did not come: {self.link}, last {self.told[-5:]}"[:2_000])

    def first(self, kind: type[T], fits: Callable[[T], bool] = lambda told: True) -> T:
        """Wait for something that was or will be told."""
        found: list[T] = []

        def look() -> bool:
            found.extend(told for told in self.told if isinstance(told, kind) and fits(told))
            return bool(found)

        self.until(look)
        return found[0]

    def until_link(self, state: str) -> Link:
        self.until(lambda: self.link.state == state)
        return self.link

    def until_sees(self, *events: str) -> None:
        """Wait until reports with these notes, or players with these names, are in the state."""
        wanted = set(events)
        self.until(
            lambda: (
                wanted
                <= {report.note for report in self.state.reports.values()}
                | {player.name for player in self.state.players.values()}
            )
        )

    def answer(self, ticket: int) -> Saved | NotSaved:
        """Return what became of a ticket."""
        saved = [
            told
            for kind in (Saved, NotSaved)
            for told in [self._peek(kind, ticket)]
            if told is not None
        ]
        if saved:
            return saved[0]
        self.until(lambda: bool(self._peek(Saved, ticket) or self._peek(NotSaved, ticket)))
        return self.answer(ticket)

    def _peek(self, kind: type[Saved] | type[NotSaved], ticket: int) -> Saved | NotSaved | None:
        for told in self.told:
            if isinstance(told, kind) and told.ticket == ticket:
                return told
        return None


@dataclass
class Running:
    """A node that runs and the ears that it talks to."""

    node: Engine[Any]
    ears: Ears

    def file(self, draft: Draft) -> str:
        """Write an event; returns its id once it is held here."""
        answer = self.ears.answer(self.node.append(draft))
        assert isinstance(answer, Saved), answer
        return answer.events[0]


@dataclass
class Hall:
    """A tournament in a folder. Nodes that a test starts are stopped with it."""

    folder: Path
    invites: dict[str, Path]
    root_key: SigningKey
    ports: tuple[int, int]
    running: list[Running] = field(default_factory=list)

    @property
    def home(self) -> Path:
        return self.folder / "hall"

    def keys(self, name: str) -> DeviceKeys:
        """Return the keys of a device: ``hall``, ``table-1``, ``kiosk-1``, ``referee-1``."""
        if name == "hall":
            return load(self.home)[1]
        return read_invite(self.invites[name].read_text()).keys

    def address(self, curve_key: bytes | None = None) -> HallAddress:
        return HallAddress(LOOPBACK, *self.ports, curve_key or self.keys("hall").curve_public)

    def start_hall(self, home: Path | None = None) -> Running:
        """Return the hall on the air."""
        membership, keys = load(self.home)
        own = engine_home(home or self.home, membership.root_key, keys)
        started = self._start(self._prepared(own, HallLink(ListenAt(LOOPBACK, *self.ports))))
        assert not started.node.failure, started.node.failure
        return started

    def start(
        self,
        name: str,
        *,
        keys: DeviceKeys | None = None,
        home: Path | None = None,
        address: HallAddress | None = None,
        role: Role = "terminal",
        hears_clocks: bool = False,
    ) -> Running:
        """Return a device's node, in a folder that bears its name."""
        prepared = self.prepare(
            name, keys=keys, home=home, address=address, role=role, hears_clocks=hears_clocks
        )
        return self._start(prepared)

    def prepare(
        self,
        name: str,
        *,
        keys: DeviceKeys | None = None,
        home: Path | None = None,
        address: HallAddress | None = None,
        role: Role = "terminal",
        hears_clocks: bool = False,
    ) -> Running:
        """Return a device's node that is not started yet."""
        root = bytes(self.root_key.verify_key)
        own = keys or self.keys(name)
        link = FollowerLink(address or self.address(), role=role, hears_clocks=hears_clocks)
        return self._prepared(engine_home(home or self.folder / name, root, own), link)

    def _prepared(self, home: Home, link: NodeLink) -> Running:
        prepared = Running(Engine(home, link, wall=wall_ms, monotonic=monotonic_ms), Ears())
        self.running.append(prepared)
        return prepared

    def _start(self, prepared: Running) -> Running:
        prepared.node.start(prepared.ears.hear)
        assert prepared.node.wait_ready(PATIENCE_S)
        return prepared

    def stop(self, *nodes: Running) -> None:
        for running in nodes:
            running.node.stop()
            self.running.remove(running)


@contextmanager
def a_hall(folder: Path, tables: int = 3) -> Iterator[Hall]:
    """A fresh tournament; every node is stopped at the end."""
    ports = free_ports()
    created = create_tournament(event_file(tables), folder / "hall", Site(LOOPBACK, ports[0]))
    # A hall deletes what was used: the invites are handed out on a stick.
    stick = folder / "stick"
    shutil.copytree(folder / "hall" / "invites", stick)
    invites = {name: stick / path.name for name, path in created.invites.items()}
    hall = Hall(folder, invites, created.root_key, ports)
    try:
        yield hall
    finally:
        hall.stop(*list(hall.running))


def event_file(tables: int) -> EventFile:
    text = EVENT_FILE.format(tables=tables)
    for n in range(1, 2 * tables + 1):
        text += f'[[player]]\nname = "Player {n}"\ndivision = "masters"\nrating = {2000 - n}\n'
    return parse_event_file(text, "event.toml")


def _port_bases() -> Iterator[int]:
    """Yield the first of three ports, in any order: other workers of this run try other ones."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    mine = list(range(20_000, 32_000, 3)[worker % 16 :: 16])
    random.SystemRandom().shuffle(mine)
    return itertools.cycle(mine)


_PORT_BASES = _port_bases()


def free_ports() -> tuple[int, int]:
    """Return two neighbouring free ports with a free one after them, each time others.

    They are below those that the system gives to clients: a client that calls a silent port of that
    range can meet itself there.
    """
    for base in itertools.islice(_PORT_BASES, 250):
        if all(_is_free(port) for port in (base, base + 1, base + 2)):
            return base, base + 1
    raise AssertionError("no free ports")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


@contextmanager
def raw_peer(
    hall: Hall, keys: DeviceKeys | None, kind: int = zmq.DEALER, port: int = 0
) -> Iterator[zmq.Socket[bytes]]:
    """A bare socket to the hall's sync port, under CURVE with ``keys`` or in the clear."""
    with _raw_socket(hall, keys, kind) as peer:
        peer.connect(f"tcp://{LOOPBACK}:{port or hall.ports[0]}")
        yield peer


def is_refused(hall: Hall, keys: DeviceKeys | None, kind: int = zmq.DEALER, port: int = 0) -> bool:
    """Return whether the handshake of such a socket fails."""
    with _raw_socket(hall, keys, kind) as peer:
        # ZeroMQ does not try again after a refusal: whoever listens later hears nothing.
        monitor = peer.get_monitor_socket(HANDSHAKES)
        peer.connect(f"tcp://{LOOPBACK}:{port or hall.ports[0]}")
        return handshake_fails(monitor)


_REFUSALS = (
    zmq.EVENT_HANDSHAKE_FAILED_AUTH
    | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
    | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
)
HANDSHAKES = _REFUSALS | zmq.EVENT_HANDSHAKE_SUCCEEDED
"""What a monitor hears of handshakes."""


def handshake_fails(monitor: zmq.Socket[bytes]) -> bool:
    """Return whether the next handshake that a monitor hears of fails."""
    monitor.set(zmq.RCVTIMEO, int(PATIENCE_S * 1000))
    event = zmq.utils.monitor.recv_monitor_message(monitor)["event"]
    return bool(event & _REFUSALS)


@contextmanager
def _raw_socket(hall: Hall, keys: DeviceKeys | None, kind: int) -> Iterator[zmq.Socket[bytes]]:
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    peer = context.socket(kind)
    peer.set(zmq.LINGER, 0)
    peer.set(zmq.RCVTIMEO, int(PATIENCE_S * 1000))
    peer.set(zmq.SNDTIMEO, int(PATIENCE_S * 1000))
    if keys is not None:
        peer.set(zmq.CURVE_PUBLICKEY, to_z85(keys.curve_public))
        peer.set(zmq.CURVE_SECRETKEY, to_z85(keys.curve_secret))
        peer.set(zmq.CURVE_SERVERKEY, to_z85(hall.keys("hall").curve_public))
    try:
        yield peer
    finally:
        peer.disable_monitor()
        context.destroy(linger=0)  # a monitor is a socket of its own


MATCHES = {n: MatchKey("masters", 1, f"m-{n}") for n in range(1, 10)}


def pairing(tables: int = 3) -> Draft:
    """Round 1: match ``m-1`` at table 1, and so on."""
    matches = tuple(
        PairedMatch(f"m-{n}", str(n), f"p{2 * n - 1}", f"p{2 * n}") for n in range(1, tables + 1)
    )
    return Draft(entities.pairing("masters", 1), RoundPaired(1_790_000_000_000, "seed", matches))


def result(table: int, seat: Seat, *games: str) -> Draft:
    outcome = Outcome(tuple(Code(game) for game in games))
    return Draft(entities.result(MATCHES[table]), ResultSigned(seat, outcome))


def player(name: str) -> Draft:
    """Return a late entry, which the hall may write at any time; tests wait for the name."""
    return Draft(entities.player(name), PlayerRegistered(name, "masters"))


def report(note: str, table: int = 1) -> Draft:
    """Return a report whose note tests wait for."""
    return Draft(entities.table_report(str(table), note[:64]), ReportFiled("call", note=note))
