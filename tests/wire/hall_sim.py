"""A hall in a box: one hub, several followers, and a network that loses, doubles and delays.

Time is a number, chance comes from a seed. Each message travels as its bytes.
"""

from collections import deque
from dataclasses import dataclass, field
from heapq import heappop, heappush
from random import Random

from shared.core.events import Event
from shared.core.state import EMPTY
from shared.wire.envelope import BadEvent, read
from shared.wire.messages import (
    FromHall,
    OnFeed,
    Push,
    decode_feed,
    decode_from_hall,
    decode_to_hall,
    encode,
)
from shared.wire.sync.effects import (
    FollowerEffect,
    HallHas,
    HubEffect,
    LinkIs,
    Publish,
    Reply,
    Send,
    TakeFrom,
    TakeIn,
)
from shared.wire.sync.follower import Follower
from shared.wire.sync.hub import Hub
from shared.wire.sync.log import Stored
from shared.wire.sync.sessions import Caller
from tests.wire.memory_log import ROOT, Author, MemoryLog, author, device_of

TICK_MS = 100
HALL = author("hall")


@dataclass
class Node:
    """A follower with its log, its queue of uncommitted work and its connection."""

    author: Author
    log: MemoryLog
    follower: Follower
    connection: str
    link: LinkIs = field(default_factory=lambda: LinkIs("offline"))
    queue: deque[TakeIn] = field(default_factory=deque)
    up: bool = True


@dataclass(order=True)
class _Flying:
    at: int
    number: int
    connection: str = field(compare=False)
    to: str = field(compare=False)
    data: bytes = field(compare=False)


@dataclass
class Weather:
    """Chances out of 100, and the longest delay in ms."""

    lost: int = 0
    doubled: int = 0
    delay_ms: int = 2
    commit_fails: int = 0


CALM = Weather()
STORM = Weather(lost=20, doubled=10, delay_ms=900, commit_fails=10)


class HallSim:
    """Drives the state machines as the nodes do. ``pushed`` counts by event id."""

    def __init__(self, seed: int, followers: int = 3) -> None:
        self.random = Random(seed)
        self.now = 0
        self.weather = CALM
        self.pushed: dict[str, int] = {}
        self._flying: list[_Flying] = []
        self._number = 0
        authors = [author(f"node {number}") for number in range(followers)]
        self.hall_author = HALL
        self.hall_log = MemoryLog("hall")
        for each in (HALL, *authors):
            self.hall_log.enrol(each)
        self.first_end = self.hall_log.end
        self.devices = {each.node: device_of(each) for each in authors}
        self.hall_up = True
        self._hall_queue: deque[TakeFrom] = deque()
        self.hub = Hub(self.hall_log, root=ROOT.node)
        self.nodes: list[Node] = []
        for number, each in enumerate(authors):
            log = MemoryLog(f"store {number}")
            self.nodes.append(Node(each, log, self._follower(log, each), ""))
            self._connect(self.nodes[-1])

    # What may happen in a hall.

    def write(self, node: Node) -> None:
        """Enter something at a node, once the node knows that it is admitted."""
        if not node.log.knows(node.author):
            return
        node.log.say(node.author)
        if node.up:
            self._carry_out(node, node.follower.poke(self.now))

    def write_at_hall(self) -> None:
        self.hall_log.say(self.hall_author)
        self._publish(self.hall_log.rows[-1:])

    def stop_hall(self) -> None:
        """The hall's process dies: what was not committed is gone, and so are connections."""
        self.hall_up = False
        self._hall_queue.clear()
        self._flying = []

    def start_hall(self, log: MemoryLog | None = None) -> None:
        self.stop_hall()
        self.hall_up = True
        self.hall_log = log or self.hall_log
        self.hall_author = self.hall_author.restarted()
        self.hub = Hub(self.hall_log, root=ROOT.node)
        for node in self.nodes:
            self._connect(node)

    def restore_hall(self) -> None:
        """The hall comes back from an old copy of its disk."""
        self.start_hall(
            self.hall_log.set_back(self.random.randint(self.first_end, self.hall_log.end))
        )

    def promote(self, node: Node) -> None:
        """Another machine becomes the hall, with the log of one of the nodes."""
        if all(node.log.knows(each.author) for each in self.nodes):
            self.start_hall(node.log.set_back(node.log.end, f"hall {self._number}"))

    def restart(self, node: Node) -> None:
        """A node's process dies and starts again."""
        node.queue.clear()
        self._flying = [m for m in self._flying if m.connection != node.connection]
        node.author = node.author.restarted()
        node.follower = self._follower(node.log, node.author)
        node.link = LinkIs("offline")
        self._connect(node)

    def reconnect(self, node: Node) -> None:
        """The connection breaks and is made anew; both processes live."""
        self._flying = [m for m in self._flying if m.connection != node.connection]
        self._connect(node)

    # Time.

    def run(self, ms: int) -> None:
        """Let time pass."""
        end = self.now + ms
        while self.now < end:
            step = min(end, self.now + TICK_MS - self.now % TICK_MS)
            while self._flying and self._flying[0].at <= step:
                message = heappop(self._flying)
                self.now = max(self.now, message.at)
                self._deliver(message)
            self.now = step
            self._commit_all()
            if self.now % TICK_MS == 0:
                self._tick()

    def settled(self) -> bool:
        """Return whether every node holds what the hall holds, knows it, and says that it is
        live."""
        return all(
            node.log.ids == self.hall_log.ids
            and node.follower.phase == node.link.phase == "live"
            and not node.log.unacked(node.author.node)
            for node in self.nodes
        )

    def _tick(self) -> None:
        if self.hall_up:
            self._hall_does(self.hub.tick(self.now))
        for node in self.nodes:
            self._carry_out(node, node.follower.tick(self.now, self.now))

    # The wires.

    def _follower(self, log: MemoryLog, who: Author) -> Follower:
        return Follower(log, root=ROOT.node, instance=who.inc, role="terminal")

    def _connect(self, node: Node) -> None:
        self._number += 1
        node.connection = f"connection {self._number}"

    def _fly(self, connection: str, to: str, data: bytes) -> None:
        copies = 0 if self._chance(self.weather.lost) else 1 + self._chance(self.weather.doubled)
        for _ in range(copies):
            self._number += 1
            at = self.now + self.random.randint(1, self.weather.delay_ms)
            heappush(self._flying, _Flying(at, self._number, connection, to, data))

    def _chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def _deliver(self, flying: _Flying) -> None:
        node = next((n for n in self.nodes if n.connection == flying.connection), None)
        if node is None or not self.hall_up:
            return
        if flying.to == "hall":
            message = decode_to_hall(flying.data)
            device = self.devices[node.author.node]
            caller = Caller(node.connection, device)
            effects = self.hub.receive(caller, message, EMPTY, self.now, self.now)
            self._hall_does(effects)
        else:
            decode = decode_feed if flying.to == "feed" else decode_from_hall
            heard: FromHall | OnFeed = decode(flying.data)
            self._carry_out(node, node.follower.receive(heard, self.now, self.now))

    def _hall_does(self, effects: list[HubEffect]) -> None:
        for effect in effects:
            match effect:
                case Reply(peer=peer, message=message):
                    self._fly(peer, "node", encode(message))
                case Publish(message=message):
                    for node in self.nodes:
                        self._fly(node.connection, "feed", encode(message))
                case TakeFrom():
                    self._hall_queue.append(effect)

    def _carry_out(self, node: Node, effects: list[FollowerEffect]) -> None:
        for effect in effects:
            match effect:
                case Send(message=message):
                    if isinstance(message, Push) and self.hall_up:
                        for stored in node.log.rows:
                            if (stored.signed.data, stored.signed.sig) in message.events:
                                self.pushed[stored.event.id] = (
                                    self.pushed.get(stored.event.id, 0) + 1
                                )
                    if self.hall_up:
                        self._fly(node.connection, "hall", encode(message))
                case TakeIn():
                    node.queue.append(effect)
                case HallHas(vector=vector, complete=complete):
                    node.log.note_acked(node.author.node, vector, complete=complete)
                case LinkIs():
                    node.link = effect
                case _:
                    pass

    # The disks.

    def _commit_all(self) -> None:
        """Commit all that waits; a commit that fails is taken back whole."""
        while self._hall_queue:
            take = self._hall_queue.popleft()
            if not self._chance(self.weather.commit_fails):
                self._hall_takes(take)
            else:
                self.hub.not_stored(take)
        for node in self.nodes:
            while node.queue:
                taken = node.queue.popleft()
                if self._chance(self.weather.commit_fails):
                    node.follower.could_not_take(taken, self.now)
                else:
                    self._node_takes(node, taken)

    def _hall_takes(self, take: TakeFrom) -> None:
        written: list[Stored] = []
        refused: list[tuple[str, str]] = []
        for signed in take.events:
            try:
                stored = self.hall_log.ingest(signed)
            except BadEvent as error:
                refused.append((signed.id, str(error)))
            else:
                written += [] if stored is None else [stored]
        # The hall answers with how far it holds the logs of all authors in the push.
        places = dict(self.hall_log.vector)
        self._hall_does(self.hub.stored(take, places, refused))
        self._publish(written)

    def _publish(self, written: list[Stored]) -> None:
        if self.hall_up:
            self._hall_does(self.hub.publish(written))

    def _node_takes(self, node: Node, take: TakeIn) -> None:
        new: list[Event] = []
        known: list[Event] = []
        for signed in take.events:
            try:
                stored = node.log.ingest(signed)
            except BadEvent:
                continue
            (known if stored is None else new).append(read(signed))
        if take.upto is not None and take.after <= node.log.cursor(take.store):
            node.log.cursors[take.store] = take.upto
        self._carry_out(node, node.follower.took(take, new, known, self.now))
        if new:
            self._carry_out(node, node.follower.poke(self.now))
