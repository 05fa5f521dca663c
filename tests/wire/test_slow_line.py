"""A late node on a line that many share: it catches up, and little waits for it at the hall."""

from collections import deque

import pytest

from shared.core.events import MovesLogged, entities
from shared.core.state import EMPTY
from shared.wire import messages as m
from shared.wire.envelope import read
from shared.wire.limits import FIRST_ROOM, LEAST_ROOM, MAX_BATCH_BYTES
from shared.wire.sync.effects import FollowerEffect, LinkIs, Reply, Send, TakeIn
from shared.wire.sync.follower import Follower
from shared.wire.sync.hub import Hub
from shared.wire.sync.outbox import RESEND_MAX_MS, RESEND_MS
from shared.wire.sync.pace import Pace
from shared.wire.sync.sessions import Caller
from tests.wire.memory_log import ROOT, MemoryLog, author, device_of

ME, OTHER = author("me"), author("other")
STEP_MS = 10
EVENTS, BYTES = 250, 4_000


class Line:
    """A follower, a hub, and a line that carries ``rate`` bytes a second to the follower; others
    leave it a quarter of that in the ms of ``shared``."""

    def __init__(self, rate: int, shared: range = range(0)) -> None:
        self.rate, self.shared = rate, shared
        self.there, self.here = MemoryLog("hall"), MemoryLog("mine")
        self.there.enrol(ME)
        self.there.enrol(OTHER)
        for n in range(EVENTS):
            body = MovesLogged(1, "x" * BYTES)
            self.there.write(OTHER, entities.table_report("1", f"r{n}"), body)
        self.hub = Hub(self.there, root=ROOT.node)
        self.follower = Follower(self.here, root=ROOT.node, instance="i", role="kiosk")
        self.now = 0
        self.waiting: deque[tuple[bytes, m.FromHall]] = deque()
        self.most_waiting = 0
        self.carried = 0
        self._credit = 0.0
        self.links: list[LinkIs] = []

    def until_live(self, patience_ms: int) -> None:
        while not self.links or self.links[-1] != LinkIs("live"):
            self.now += STEP_MS
            assert self.now < patience_ms, self.links[-3:]
            self._carry_out(self.follower.tick(self.now, self.now))
            rate = self.rate // 4 if self.now in self.shared else self.rate
            self._credit = self._credit + rate * STEP_MS / 1000 if self.waiting else 0.0
            while self.waiting and self._credit >= len(self.waiting[0][0]):
                data, message = self.waiting.popleft()
                self._credit -= len(data)
                self.carried += len(data)
                self._carry_out(self.follower.receive(message, self.now, self.now))

    def _carry_out(self, effects: list[FollowerEffect]) -> None:
        for effect in effects:
            match effect:
                case Send(message=message):
                    self._ask(message)
                case TakeIn():
                    new = [read(s) for s in effect.events if self.here.ingest(s) is not None]
                    if effect.upto is not None:
                        self.here.cursors[effect.store] = effect.upto
                    self._carry_out(self.follower.took(effect, new, (), self.now))
                case LinkIs():
                    self.links.append(effect)
                case _:
                    pass

    def _ask(self, message: m.ToHall) -> None:
        caller = Caller("p", device_of(ME))
        for answer in self.hub.receive(caller, message, EMPTY, self.now, self.now):
            assert isinstance(answer, Reply)
            self.waiting.append((m.encode(answer.message), answer.message))
        self.most_waiting = max(self.most_waiting, sum(len(data) for data, _ in self.waiting))


@pytest.mark.parametrize("rate", [30_000, 60_000, 200_000])
def test_a_late_node_catches_up_on_a_slow_line_and_is_not_taken_for_lost(rate: int) -> None:
    line = Line(rate)
    size = EVENTS * BYTES

    line.until_live(3_000 * size // rate)

    assert line.here.ids == line.there.ids
    assert line.carried < 1.5 * size
    assert line.most_waiting < 4 * FIRST_ROOM
    late = [link for link in line.links if link.phase == "offline"]
    assert len(late) <= 1


@pytest.mark.parametrize("begins", range(2_000, 3_000, 100))
def test_a_late_node_is_not_taken_for_lost_while_a_round_begins_on_its_line(begins: int) -> None:
    line = Line(125_000, shared=range(begins, begins + 4_000))

    line.until_live(30_000)

    assert line.now > line.shared.stop
    assert not [link for link in line.links if link.phase == "offline"]


def test_a_late_node_on_a_quick_line_asks_for_the_most_that_there_is() -> None:
    line = Line(50_000_000)

    line.until_live(2_000)

    assert line.carried < 1.1 * EVENTS * BYTES
    assert len(line.here.rows) == len(line.there.rows)


def test_the_pace_follows_the_answers() -> None:
    pace = Pace()
    for after in range(8):
        pace.asks(after, 0)
        pace.answered(10)
    assert (pace.room, pace.patience) == (MAX_BATCH_BYTES, RESEND_MS)

    pace.asks(8, 1_000)
    pace.asks(8, 1_300)
    pace.answered(1_900)
    assert (pace.room, pace.patience) == (MAX_BATCH_BYTES // 2, RESEND_MAX_MS)

    pace.asks(9, 2_000)
    pace.answered(2_300)
    assert (pace.room, pace.patience) == (MAX_BATCH_BYTES // 2, 1_200)

    for _ in range(9):
        pace.lost()
    assert pace.room == LEAST_ROOM
    pace.asks(9, 9_000)
    pace.answered(20_000)
    assert (pace.room, pace.patience) == (LEAST_ROOM, RESEND_MAX_MS)
