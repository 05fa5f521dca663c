"""A follower before a hall whose answers the test gives."""

from shared.core.events import Event
from shared.wire import messages as m
from shared.wire.envelope import read
from shared.wire.messages import FromHall, OnFeed
from shared.wire.sync.comparison import Groups
from shared.wire.sync.effects import FollowerEffect, LinkIs, Send, TakeIn
from shared.wire.sync.follower import Follower
from tests.wire.memory_log import ROOT, MemoryLog, author

ME = author("me")
OTHER = author("other")


class Desk:
    """A follower, its log, and a hall whose answers the test gives."""

    def __init__(self) -> None:
        self.hall = MemoryLog("hall")
        self.hall.enrol(ME)
        self.hall.enrol(OTHER)
        self.log = self.hall.set_back(2, "mine")
        self.now = 0
        self.follower = Follower(self.log, root=ROOT.node, instance="i1", role="terminal")

    def tick(self, ms: int = 0) -> list[FollowerEffect]:
        self.now += ms
        return self.follower.tick(self.now, self.now)

    def listen(self, ms: int) -> list[FollowerEffect]:
        """Let time pass as it does for a node that has nothing else to do."""
        effects: list[FollowerEffect] = []
        for done in range(0, ms, 100):
            effects += self.tick(min(100, ms - done))
        return effects

    def hear(self, message: FromHall | OnFeed) -> list[FollowerEffect]:
        return self.follower.receive(message, self.now, self.now)

    def welcome(self) -> m.Welcome:
        return m.Welcome("hall", self.hall.end, 0, Groups(self.hall).digests())

    def compared(self, asked: m.ToHall) -> m.Compared:
        assert isinstance(asked, m.Compare)
        lines = Groups(self.hall).lines(asked.groups)
        return m.Compared("hall", self.hall.end, asked.groups, lines)

    def greeted(self) -> list[FollowerEffect]:
        """Return what follows once the hall has answered the greeting and what is asked then."""
        effects = self.hear(self.welcome())
        if [type(message) for message in sent(effects)] == [m.Compare]:
            (asked,) = sent(effects)
            return self.hear(self.compared(asked))
        return effects

    def pong(self) -> m.Pong:
        return m.Pong(self.now, self.now, self.now, "hall", self.hall.end, 0)

    def events(self, after: int, upto: int) -> m.Events:
        pairs = tuple(tuple(row.signed) for row in self.hall.rows[after:upto])
        more = upto < self.hall.end
        return m.Events("hall", after, upto, more, self.hall.end, pairs)  # type: ignore[arg-type]

    def commit(self, take: FollowerEffect) -> list[FollowerEffect]:
        assert isinstance(take, TakeIn)
        new: list[Event] = []
        known: list[Event] = []
        for signed in take.events:
            is_new = self.log.ingest(signed) is not None
            (new if is_new else known).append(read(signed))
        if take.upto is not None:
            self.log.cursors[take.store] = take.upto
        return self.follower.took(take, new, known, self.now)

    def go_live(self) -> None:
        self.log.cursors["hall"] = self.hall.end
        assert self.greeted()[-1] == LinkIs("live")
        self.tick()


def sent(effects: list[FollowerEffect]) -> list[m.ToHall]:
    return [effect.message for effect in effects if isinstance(effect, Send)]


def pushed(effects: list[FollowerEffect]) -> list[int]:
    return [len(message.events) for message in sent(effects) if isinstance(message, m.Push)]


def ack(desk: Desk, batch: int, *refused: tuple[str, str]) -> m.Ack:
    return m.Ack(batch, m.entries(desk.hall.vector), refused)
