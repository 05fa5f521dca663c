"""The hub, message by message: what it answers, gives and acknowledges."""

import pytest

from shared.core.events import Role
from shared.core.state import EMPTY, HallState, Table
from shared.wire import messages as m
from shared.wire.limits import MAX_BATCH_BYTES, MAX_BATCH_EVENTS, MAX_MESSAGE, MAX_STRETCH_EVENTS
from shared.wire.messages import ToHall
from shared.wire.sync.comparison import Groups
from shared.wire.sync.effects import Publish, Reply, TakeFrom
from shared.wire.sync.hub import HEARTBEAT_MS, Hub
from shared.wire.sync.sessions import Caller
from tests.large import large
from tests.wire.hub_kit import DEVICE, ONE, TWO, WALL, Hall, hello, pulled, push, refusal
from tests.wire.memory_log import ROOT, Author, MemoryLog, author, device_of


@pytest.fixture
def hall() -> Hall:
    return Hall()


MESSAGES: list[ToHall] = [
    hello(),
    m.Compare("hall", (1,)),
    m.Pull("hall", 0),
    m.Fetch("hall", b"n" * 16, b"i" * 8, 0),
    m.Push(1, ()),
    m.Ping(5),
    m.Live("t1", b"clock"),
]


def test_a_greeting_is_answered_with_a_digest_of_each_group_of_logs(hall: Hall) -> None:
    assert hall.greet() == [
        Reply("p1", m.Welcome("hall", 2, 0, Groups(hall.log).digests())),
    ]


@pytest.mark.parametrize("message", MESSAGES)
def test_a_key_that_is_not_enrolled_is_refused_whatever_it_says(
    hall: Hall, message: ToHall
) -> None:
    assert refusal(hall.hear(message, who=None)) == "not_admitted"


@pytest.mark.parametrize("message", MESSAGES)
def test_a_revoked_key_is_refused_from_its_next_message_on(hall: Hall, message: ToHall) -> None:
    hall.greet()

    assert refusal(hall.hear(message, revoked=True)) == "revoked"


@pytest.mark.parametrize("message", MESSAGES[1:])
def test_request_without_a_greeting_is_not_answered(hall: Hall, message: ToHall) -> None:
    assert hall.hear(message) == []
    assert hall.hub.heard_from(ONE.node, 0) is None


@pytest.mark.parametrize("message", MESSAGES[1:])
def test_the_connection_of_one_key_does_not_serve_another(hall: Hall, message: ToHall) -> None:
    hall.greet("p1", ONE)

    assert hall.hear(message, "p1", TWO) == []


def test_another_version_is_refused(hall: Hall) -> None:
    assert refusal(hall.hear(hello(protocol=m.PROTOCOL + 1))) == "protocol"
    assert hall.hear(m.Ping(1)) == []


def test_another_tournament_is_refused(hall: Hall) -> None:
    assert refusal(hall.hear(hello(root="ab" * 16))) == "other_tournament"
    assert hall.hear(m.Ping(1)) == []


def test_another_device_may_greet_meanwhile(hall: Hall) -> None:
    hall.greet("p1", ONE)
    hall.greet("p2", TWO, store="theirs")

    assert hall.hear(m.Ping(1), "p1", ONE) != []
    assert hall.hear(m.Ping(1), "p2", TWO) != []


def test_a_ping_is_answered_with_times_and_the_end_of_the_log(hall: Hall) -> None:
    hall.greet()

    assert hall.hear(m.Ping(77)) == [Reply("p1", m.Pong(77, WALL, WALL, "hall", 2, 0))]


def test_the_hub_knows_when_a_node_last_spoke(hall: Hall) -> None:
    hall.greet()
    hall.now = 400
    hall.hear(m.Ping(1))

    assert hall.hub.heard_from(ONE.node, 1_000) == 600
    assert hall.hub.heard_from(TWO.node, 1_000) is None


def test_the_heartbeat_carries_the_end_of_the_log(hall: Hall) -> None:
    beat = Publish(m.TOPIC_HEARTBEAT, m.Heartbeat("hall", 2, 0))

    assert hall.hub.tick(0) == [beat]
    assert hall.hub.tick(HEARTBEAT_MS - 1) == []
    assert hall.hub.tick(HEARTBEAT_MS) == [beat]


def test_the_heartbeat_tells_how_far_other_lasting_disks_hold_the_log(hall: Hall) -> None:
    kiosk, standby = author("kiosk"), author("standby")

    def ping(who: Author, role: Role, upto: int, store: str = "hall") -> None:
        device = device_of(who, role=role)
        for message in (hello(who.node), m.Ping(1, store, upto)):
            hall.hub.receive(Caller(who.node, device), message, EMPTY, 0, WALL)

    ping(ONE, "terminal", 2)
    assert hall.hub.kept == ()
    ping(kiosk, "kiosk", 1)
    ping(standby, "standby", 99)
    assert hall.hub.kept == (2, 1)
    beat = hall.hub.tick(0)[0]
    assert isinstance(beat, Publish)
    assert beat.message == m.Heartbeat("hall", 2, 0, (2, 1))

    # It counts in another log now: what it holds of this one is not known.
    ping(kiosk, "kiosk", 1, "another")
    assert hall.hub.kept == (2,)


def test_pull_gives_the_events_after_a_position(hall: Hall) -> None:
    hall.greet()
    hall.log.say(TWO, 3)

    got = pulled(hall.hear(m.Pull("hall", 3)))
    assert (got.after, got.upto, got.more, got.end) == (3, 5, False, 5)
    assert m.signed(got.events) == [row.signed for row in hall.log.rows[3:]]


def test_a_pull_by_the_position_of_another_log_begins_at_the_beginning(hall: Hall) -> None:
    hall.greet()

    got = pulled(hall.hear(m.Pull("another", 99)))
    assert (got.after, got.upto, len(got.events)) == (0, 2, 2)


@pytest.mark.parametrize("after", [2, 99, 2**53])
def test_a_pull_beyond_the_end_gives_nothing(hall: Hall, after: int) -> None:
    hall.greet()

    assert pulled(hall.hear(m.Pull("hall", after))) == m.Events(
        "hall", 2, 2, False, 2, (), asked=True
    )


def test_a_pull_gives_no_more_events_than_a_stretch_may_have(hall: Hall) -> None:
    hall.log.say(TWO, MAX_STRETCH_EVENTS + 20)
    hall.greet()

    got = pulled(hall.hear(m.Pull("hall", 0, MAX_BATCH_BYTES)))
    assert len(got.events) == MAX_STRETCH_EVENTS
    assert (got.more, got.upto) == (True, MAX_STRETCH_EVENTS)
    rest = pulled(hall.hear(m.Pull("hall", got.upto)))
    assert (rest.more, len(rest.events)) == (False, 22)


def test_a_pull_gives_no_more_bytes_than_a_batch_may_have(hall: Hall) -> None:
    hall.greet()
    for _ in range(5):
        hall.log.write(ROOT, "table/t1", large(200_000))
    upto, seen = 2, 0
    while upto < hall.log.end:
        got = pulled(hall.hear(m.Pull("hall", upto, room=MAX_BATCH_BYTES)))
        assert got.events
        assert len(m.encode(got)) <= MAX_BATCH_BYTES + 1_000 <= MAX_MESSAGE
        upto, seen = got.upto, seen + len(got.events)

    assert seen == 5


def test_a_log_that_ends_early_is_not_read_for_ever(hall: Hall) -> None:
    class Shrunk(MemoryLog):
        @property
        def end(self) -> int:
            return len(self.rows) + 5

    log = Shrunk("hall")
    hub = Hub(log, root=ROOT.node)
    caller = Caller("p1", DEVICE)
    hub.receive(caller, hello(), EMPTY, 0, WALL)

    got = pulled(hub.receive(caller, m.Pull("hall", 0), EMPTY, 0, WALL))
    assert (got.upto, got.events) == (0, ())


def test_a_push_is_stored_before_it_is_acknowledged(hall: Hall) -> None:
    hall.greet()
    theirs = hall.log.set_back(2, "mine")
    theirs.say(ONE, 2)

    (take,) = hall.hear(push(theirs, ONE))
    assert take == TakeFrom("p1", ONE.node, 3, tuple(row.signed for row in theirs.rows[2:]))

    places = {(ONE.node, ONE.inc): 2}
    refused = [("ab" * 16, "forged")]
    assert isinstance(take, TakeFrom)
    assert hall.hub.stored(take, places, refused) == [
        Reply("p1", m.Ack(3, m.entries(places), (("ab" * 16, "forged"),), 2))
    ]


def test_a_push_of_a_connection_that_is_gone_is_acknowledged_all_the_same(hall: Hall) -> None:
    take = TakeFrom("gone", ONE.node, 4, ())

    assert hall.hub.stored(take, {}, []) == [Reply("gone", m.Ack(4, (), (), 2))]


def with_tables(*tables: Table) -> HallState:
    others = {name: getattr(EMPTY, name) for name in EMPTY.__struct_fields__ if name != "tables"}
    return HallState(**others, tables={table.id: table for table in tables})


def test_only_the_device_of_a_table_publishes_its_clock(hall: Hall) -> None:
    hall.greet("p1", ONE)
    hall.greet("p2", TWO, store="theirs")
    hall.state = with_tables(Table("t1", "Table 1", ONE.node))

    hall.hear(m.Live("t1", b"clock"), "p1", ONE)
    hall.hear(m.Live("t1", b"lie"), "p2", TWO)
    hall.hear(m.Live("t9", b"no table"), "p1", ONE)

    assert clocks(hall, 0) == [(m.Reading("t1", 0, b"clock"),)]


def clocks(hall: Hall, now: int) -> list[tuple[m.Reading, ...]]:
    """Return the clocks that the feed carries now, message by message."""
    told = [effect.message for effect in hall.hub.tick(now) if isinstance(effect, Publish)]
    return [message.lines for message in told if isinstance(message, m.Readings)]


def test_a_heartbeat_brings_the_latest_reading_of_each_clock_and_its_age(hall: Hall) -> None:
    names = [f"t{n}" for n in range(300)]
    hall.greet()
    hall.state = with_tables(*(Table(name, name, ONE.node) for name in names))
    assert clocks(hall, 0) == []

    for hall.now, data in ((100, b"early"), (300, b"late" * 500)):
        for name in names:
            assert hall.hear(m.Live(name, data)) == []

    assert clocks(hall, HEARTBEAT_MS - 1) == []
    told = clocks(hall, HEARTBEAT_MS)
    assert [line for lines in told for line in lines] == [
        m.Reading(name, HEARTBEAT_MS - 300, b"late" * 500) for name in names
    ]
    assert len(told) == 2
    assert all(len(m.encode(m.Readings(lines))) < MAX_MESSAGE for lines in told)
    assert clocks(hall, 2 * HEARTBEAT_MS) == []


def test_new_events_are_published_with_their_positions(hall: Hall) -> None:
    hall.log.say(ONE, 2)
    rows = hall.log.rows[2:]

    assert hall.hub.publish(rows) == [
        Publish(
            m.TOPIC_EVENTS,
            m.Events("hall", 2, 4, False, 4, tuple((r.signed.data, r.signed.sig) for r in rows)),
        )
    ]
    assert hall.hub.publish([]) == []


def test_many_or_large_events_are_published_in_pieces(hall: Hall) -> None:
    hall.log.say(ONE, MAX_BATCH_EVENTS + 1)
    for _ in range(3):
        hall.log.write(ROOT, "table/t1", large(200_000))
    effects = hall.hub.publish(hall.log.rows[2:])
    pieces = [e.message for e in effects if isinstance(e, Publish)]

    upto = 2
    for piece in pieces:
        assert isinstance(piece, m.Events)
        assert piece.after == upto
        assert len(piece.events) <= MAX_BATCH_EVENTS
        assert len(m.encode(piece)) <= MAX_BATCH_BYTES + 20_000
        assert piece.more == (piece.upto < hall.log.end)
        upto = piece.upto
    assert upto == hall.log.end
    assert len(pieces) == 3
