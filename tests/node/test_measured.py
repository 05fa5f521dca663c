"""What a device measures of itself in a rehearsal, and that app and node notice nothing of it."""

import msgspec

from shared.core.events import DeviceChecked, Draft, PlayerSeated, ResultSigned
from shared.core.match.outcome import Code, Outcome
from shared.port import HallChanged, Link, Pinged, Saved, Told
from shared.program.rehearsing import Measured
from tests.tui.fake_port import START, FakePort, hall

SIGNED = Draft("result", ResultSigned(0, Outcome((Code.WIN, Code.WIN))))


class Clocked:
    """A measured port, what its app heard, and the clock in the test's hand."""

    def __init__(self) -> None:
        self.now = 0
        self.node = FakePort()
        self.port = Measured(self.node, software="1.2", monotonic=lambda: self.now)
        self.port.size = lambda: (80, 24)
        self.heard: list[Told] = []
        self.port.start(self.heard.append)
        self.node.auto_save = False

    def ping(self, round_trip_ms: int = 4, offset_ms: int = 0) -> None:
        self.node.tell(Pinged(round_trip_ms, offset_ms))

    def link(self, state: str) -> None:
        self.node.tell_link(Link(state, START))  # type: ignore[arg-type]

    def words(self) -> list[DeviceChecked]:
        return [d.body for d in self.node.drafts if isinstance(d.body, DeviceChecked)]


def test_the_first_ping_makes_the_first_word() -> None:
    device = Clocked()
    device.link("live")
    assert device.words() == []
    device.ping(4, -30)
    assert device.words() == [DeviceChecked("1.2", 80, 24, 4, -30)]
    device.ping(9, 500)
    assert len(device.words()) == 1


def test_a_result_is_timed_from_the_press_to_the_word_of_the_hall() -> None:
    device = Clocked()
    device.link("live")
    device.ping()
    device.now = 1_000
    ticket = device.port.append(SIGNED)
    device.now = 1_010
    device.node.tell(Saved(ticket, ("e1",)))
    device.node.tell_hall(hall(), {"e1"})
    device.now = 1_250
    device.node.tell_hall(hall(), set())
    assert device.words()[-1].waits == (250,)
    device.now = 9_000
    device.node.tell_hall(hall(), set())
    assert device.words()[-1].waits == (250,)


def test_other_entries_are_not_timed() -> None:
    device = Clocked()
    device.link("live")
    device.ping()
    ticket = device.port.append(Draft("presence", PlayerSeated()))
    device.node.tell(Saved(ticket, ("e1",)))
    device.node.tell_hall(hall(), set())
    assert device.words()[-1].waits == ()


def test_each_loss_of_the_hall_is_counted_and_told_when_it_is_back() -> None:
    device = Clocked()
    device.link("live")
    device.ping()
    for state in ("catching_up", "offline", "offline", "catching_up", "live", "offline"):
        device.link(state)
    assert [word.lost for word in device.words()] == [0, 1]
    device.link("live")
    assert device.words()[-1].lost == 2


def test_the_shortest_ping_says_how_far_the_clock_is_off() -> None:
    device = Clocked()
    device.ping(50, 25)
    device.ping(2, 3)
    device.ping(80, 40)
    device.link("live")
    assert [(w.round_trip_ms, w.offset_ms) for w in device.words()] == [(2, 3)]


def test_app_hears_all_but_the_answers_to_the_ports_own_events() -> None:
    device = Clocked()
    device.link("live")
    device.ping()
    own = device.node.tickets
    device.node.tell(Saved(own, ("check",)))
    ticket = device.port.append(SIGNED)
    device.node.tell(Saved(ticket, ("e1",)))
    device.node.tell(HallChanged(hall(), frozenset({"e1"})))
    heard = [msgspec.structs.asdict(told).get("ticket") for told in device.heard]
    assert heard == [None, ticket, None]
    assert device.port.node_id == device.node.node_id
