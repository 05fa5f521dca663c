"""A hub over a log in memory, with messages for it and readers of its answers."""

import msgspec

from shared.core.events import Scope
from shared.core.state import EMPTY, Device, HallState
from shared.wire import messages as m
from shared.wire.messages import ToHall
from shared.wire.sync.effects import HubEffect, Reply
from shared.wire.sync.hub import Hub
from shared.wire.sync.sessions import Caller
from tests.wire.memory_log import ROOT, Author, MemoryLog, author, device_of

ONE, TWO = author("terminal 1"), author("terminal 2")
DEVICE = device_of(ONE)
WALL = 1_700_000_000_000


class Hall:
    """A hub over a log, and a clock that the test moves."""

    def __init__(self) -> None:
        self.log = MemoryLog("hall")
        self.log.enrol(ONE)
        self.log.enrol(TWO)
        self.hub = Hub(self.log, root=ROOT.node)
        self.now = 0
        self.state: HallState = EMPTY

    def hear(
        self, message: ToHall, peer: str = "p1", who: Author | None = ONE, *, revoked: bool = False
    ) -> list[HubEffect]:
        device = None if who is None else device_of(who, revoked=revoked)
        caller = Caller(peer, device, f"at-{peer}")
        return self.hub.receive(caller, message, self.state, self.now, WALL)

    @staticmethod
    def device(who: Author, *scopes: Scope) -> Device:
        """Return a device as the hall knows it, with these rights."""
        return msgspec.structs.replace(device_of(who), scopes=scopes)

    def greet(
        self,
        peer: str = "p1",
        who: Author | None = ONE,
        *,
        store: str = "mine",
        start: str = "i",
    ) -> list[HubEffect]:
        return self.hear(hello(store, instance=start), peer, who)


def hello(store: str = "mine", **fields: object) -> m.Hello:
    given = {"protocol": m.PROTOCOL, "root": ROOT.node, "instance": "i", **fields}
    return m.Hello(store=store, role="terminal", **given)  # type: ignore[arg-type]


def refusal(effects: list[HubEffect]) -> str:
    (reply,) = effects
    assert isinstance(reply, Reply)
    assert isinstance(reply.message, m.Refused)
    assert reply.message.sentence.endswith(".")
    return reply.message.code


def pulled(effects: list[HubEffect]) -> m.Events:
    (reply,) = effects
    assert isinstance(reply, Reply)
    assert isinstance(reply.message, m.Events)
    return reply.message


def push(log: MemoryLog, who: Author) -> m.Push:
    rows = [row for row in log.rows if row.event.node == who.node]
    return m.Push(3, tuple((row.signed.data, row.signed.sig) for row in rows))
