"""The world: virtual time, a network that loses, doubles, delays and cuts, and the machines in it.

Chance comes from one seed. Each message travels as its bytes; each commit is one of SQLite's.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from pathlib import Path
from random import Random

from shared.core.events import DecisionMade, Event, entities
from shared.core.events.entities import MatchKey
from shared.net.hub_sockets import Letter
from shared.store.replica import Replica
from shared.wire.messages import (
    FromHall,
    OnFeed,
    ToHall,
    decode_feed,
    decode_from_hall,
    encode,
)
from tests.simulation.founding import ROOT_KEY, START, found, people
from tests.simulation.ledger import Broken, Ledger
from tests.simulation.machines import Machine
from tests.simulation.nodes import HallWire, SimFollower, SimHall

TICK_MS = 200
LAZY_MS = 1_000
HALLS = ("H1", "H2")
"""The machines that a referee makes the hall."""
COMMIT_MS = 25
"""The longest time of a commit. Messages that come meanwhile wait for the next."""


@dataclass
class Weather:
    """Chances out of 100, and the longest delay in ms."""

    lost: int = 0
    doubled: int = 0
    delay_ms: int = 3


CALM = Weather()
STORM = Weather(lost=15, doubled=8, delay_ms=700)


@dataclass(order=True)
class _Due:
    at: int
    number: int
    work: Callable[[], None] = field(compare=False)


class World:
    """A hall with its machines. ``trace`` tells what happened, to compare two runs."""

    def __init__(self, seed: int, place: Path, bug: str = "") -> None:
        self.chance = Random(seed)
        self.bug = bug
        self.now = 0
        self.weather = CALM
        self.cuts: set[tuple[str, str]] = set()
        self.ledger = Ledger()
        self.liars: set[str] = set()
        self.trace: list[tuple[int, str]] = []
        self.conflicts = 0
        self.twins = 0
        self.barred = 0
        self._due: list[_Due] = []
        self._number = 0
        self.split = False
        self.machines: dict[str, Machine] = {m.name: m for m in people(place)}
        self.machines["H1"].serves = True
        found(self.machines["H1"].disk)
        for machine in self.machines.values():
            self.boot(machine)
        self._later(TICK_MS, self._tick)

    # Machines.

    def boot(self, machine: Machine, *, opens_term: bool = False) -> None:
        """Start a machine on the disk that it has."""
        reuse = self.bug == "reused-incarnation"
        home = machine.home(ROOT_KEY, self.chance, reuse=reuse)
        wall = partial(self._wall, machine)
        books = _Books(self, machine)
        if machine.serves:
            wire = HallWire(partial(self._reply, machine), partial(self._publish, machine))
            hall = SimHall(home, wire, books, lambda: self.now, wall, opens_term=opens_term)
            machine.node = hall
            hall.boot()
            if not hall.state.hall and machine.name != HALLS[0]:
                hall.link._step_back()  # its disk does not know that it was made the hall
        else:
            send = partial(self._send, machine, machine.boots)
            machine.node = SimFollower(home, machine.role, send, books, lambda: self.now, wall)
            machine.node.boot()
        self.connect(machine, machine.hall)

    def connect(self, machine: Machine, hall: str) -> None:
        """A new connection; what was under way on the old one is gone."""
        machine.hall = hall
        self._number += 1
        machine.connection = self._number.to_bytes(8, "big")

    def crash(self, machine: Machine) -> None:
        """The power goes. All connections of a hall break with it."""
        machine.cut_power()
        self._cut_off(machine)

    def set_back(self, machine: Machine) -> None:
        """The machine comes back with an old copy of its disk; some of its events may be gone."""
        lost = machine.set_back(self.chance.choice(machine.backups))
        self._cut_off(machine)
        self.boot(machine)
        on_disk = machine.held.union(*(other.held for other in self.all_machines()))
        self.ledger.excused |= lost - on_disk

    def promote(self, machine: Machine) -> None:
        """The referee makes a machine the hall, on the disk that it has: a new term."""
        self.crash(machine)
        machine.serves, machine.hall = True, machine.name
        self.boot(machine, opens_term=True)
        self.note(f"{machine.name} is made the hall")

    def halls(self) -> list[Machine]:
        """Return who serves now."""
        return [m for m in self.running() if isinstance(m.node, SimHall)]

    def able(self) -> list[Machine]:
        """Return who follows now and could be made the hall."""
        waiting = [m for m in self.running() if m.name in HALLS and m not in self.halls()]
        return [m for m in waiting if m.replica.state.may_be_hall(m.keys.node)]

    def halls_look(self) -> None:
        """Halls that reach each other compare their terms; one that does not come first follows."""
        if not self.split:
            for one in self.halls():
                for other in self.halls():
                    if one is not other:
                        one.node.meets(other.node)  # type: ignore[union-attr, arg-type]
        for machine in self.halls():
            node = machine.node
            assert isinstance(node, SimHall)
            if node.link.superseded_by is not None:
                others = [m for m in self.halls() if m is not machine]
                self._step_back(machine, others[0] if others else self._hall_of(node))

    def _hall_of(self, node: SimHall) -> Machine:
        """Return the machine that a hall believes to be the hall; at first it is that of the
        invites."""
        found = (m for m in self.machines.values() if m.keys.node == node.state.hall)
        return next(found, self.machines[HALLS[0]])

    def _step_back(self, machine: Machine, first: Machine) -> None:
        self.crash(machine)
        machine.serves = False
        for other in self.all_machines():
            if other.hall == machine.name and other is not first:
                self.connect(other, first.name)
        self.boot(machine)
        self.note(f"{machine.name} steps back")

    def _cut_off(self, machine: Machine) -> None:
        for other in self.all_machines():
            if other.hall == machine.name:
                self.connect(other, machine.name)

    def all_machines(self) -> list[Machine]:
        """In a fixed order."""
        return list(self.machines.values())

    def running(self) -> list[Machine]:
        """Return those that have power."""
        return [m for m in self.machines.values() if m.node is not None]

    def everything_signed(self, key: MatchKey) -> tuple[str, ...]:
        """Return all events of a result on running machines: a planted mistake lets a ruling
        settle them."""
        ent = entities.result(key)
        found = {e.id for m in self.running() for e in m.replica.fold.events_of(ent)}
        return tuple(sorted(found))

    def note(self, what: str) -> None:
        """Note what happens, for a later run of the same seed."""
        self.trace.append((self.now, what))

    def _wall(self, machine: Machine) -> int:
        return START + self.now + machine.wall_offset

    # Time.

    def _later(self, ms: int, work: Callable[[], None]) -> None:
        self._number += 1
        heappush(self._due, _Due(self.now + ms, self._number, work))

    def run(self, ms: int) -> None:
        """Let time pass."""
        end = self.now + ms
        while self._due and self._due[0].at <= end:
            due = heappop(self._due)
            self.now = due.at
            due.work()
        self.now = end

    def _tick(self) -> None:
        self._later(TICK_MS, self._tick)
        if self.now % LAZY_MS == 0:
            self.halls_look()
        for machine in self.running():
            assert machine.node is not None
            machine.node.link.tick()
            if self.now % LAZY_MS == 0:
                machine.node.commits.flush(everything=True)
            self.stir(machine)

    def stir(self, machine: Machine) -> None:
        """Something waits at a machine: its disk takes a moment."""
        node = machine.node
        if node is not None and node.waits and not machine.commit_due:
            machine.commit_due = True
            delay = self.chance.randint(1, COMMIT_MS)
            self._later(delay, partial(self._commit, machine, machine.boots))

    def _commit(self, machine: Machine, boots: int) -> None:
        if machine.node is not None and machine.boots == boots:
            machine.commit_due = False
            machine.node.commits.flush()
            self.stir(machine)

    # The network.

    def _fly(self, source: Machine, target: Machine, arrive: Callable[[], None]) -> None:
        if (source.name, target.name) in self.cuts or self._hit(self.weather.lost):
            return
        for _ in range(1 + self._hit(self.weather.doubled)):
            self._later(self.chance.randint(1, self.weather.delay_ms), arrive)

    def _hit(self, percent: int) -> bool:
        return percent > 0 and self.chance.randrange(100) < percent

    def _send(self, machine: Machine, boots: int, message: ToHall) -> None:
        hall = self.machines[machine.hall]
        if machine.boots != boots:
            return
        arrive = partial(self._at_hall, hall, machine, machine.connection, encode(message))
        self._fly(machine, hall, arrive)

    def _at_hall(self, hall: Machine, machine: Machine, connection: bytes, data: bytes) -> None:
        node = hall.node
        if machine.connection != connection or not isinstance(node, SimHall):
            return
        node.link.heard([Letter(machine.keys.curve_public, connection, data)])
        self.stir(hall)

    def _reply(self, hall: Machine, route: bytes, message: FromHall) -> None:
        for machine in self.all_machines():
            if machine.connection == route:
                arrive = partial(self._at_node, machine, route, encode(message), False)
                self._fly(hall, machine, arrive)

    def _publish(self, hall: Machine, topic: bytes, message: OnFeed) -> None:
        data = encode(message)
        for machine in self.running():
            if machine.hall == hall.name and machine is not hall:
                arrive = partial(self._at_node, machine, machine.connection, data, True)
                self._fly(hall, machine, arrive)

    def _at_node(self, machine: Machine, connection: bytes, data: bytes, feed: bool) -> None:
        node = machine.node
        if machine.connection != connection or not isinstance(node, SimFollower):
            return
        node.link.heard([decode_feed(data) if feed else decode_from_hall(data)])
        self.stir(machine)


class _Books:
    """Keeps the ledger for one machine."""

    def __init__(self, world: World, machine: Machine) -> None:
        self._world = world
        self._machine = machine

    def writes(self, replica: Replica, ent: str) -> frozenset[str]:
        ents = [ent]
        parsed = entities.parse(ent)
        if parsed is not None and parsed.entity is entities.match_decision and parsed.match:
            ents.append(entities.result(parsed.match))
        return frozenset(event.id for of in ents for event in replica.fold.events_of(of))

    def wrote(self, events: list[Event], seen: list[frozenset[str]]) -> None:
        ledger = self._world.ledger
        for event, before in zip(events, seen, strict=True):
            ledger.seen[event.id] = before
            ledger.events[event.id] = event
            if isinstance(event.body, DecisionMade):
                self._world.note(f"{self._machine.name} decides about {event.ent}")

    def opened(self, event: Event, held: frozenset[str]) -> None:
        self._world.ledger.known[event.id] = held
        self._world.ledger.accepted.add(event.id)

    def accepted(self, event_ids: tuple[str, ...]) -> None:
        self._world.ledger.accepted |= set(event_ids)

    def at_hall(self, event_ids: set[str]) -> None:
        if not event_ids:
            return
        # What one hall has acknowledged may be read after the connection to the other is made.
        halls = [self._world.machines[name] for name in HALLS]
        if event_ids - halls[0].held - halls[1].held:
            raise Broken(
                f"{self._machine.name} was told that an entry is at the hall,"
                f" and it is on the disk of neither {' nor '.join(HALLS)}"
            )
