"""What the hall takes in of one author: a budget that time refills, and nothing lost beyond it."""

import msgspec
import pytest

from shared.core.events import ReportFiled
from shared.core.state import EMPTY
from shared.wire import messages as m
from shared.wire.envelope import Signed
from shared.wire.sync import quota
from shared.wire.sync.effects import HubEffect, Publish, Reply, TakeFrom
from shared.wire.sync.outbox import MOST_PAUSE_MS
from shared.wire.sync.quota import MINUTE_MS, OFFICE, PAUSE_MS, TABLE, TOLD_MS, Budget, author_of
from tests.wire.desk import ME, OTHER, Desk, pushed, sent
from tests.wire.hub_kit import ONE, TWO, Hall
from tests.wire.memory_log import Author, MemoryLog, device_of

SMALL = Budget(10, 1 << 20, 10, 1 << 20, start=1)


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    monkeypatch.setattr(quota, "TABLE", SMALL)
    hall = Hall()
    devices = {who.node: device_of(who) for who in (ONE, TWO)}
    hall.state = msgspec.structs.replace(EMPTY, devices=devices)
    for who in (ONE, TWO):
        hall.greet(who.node, who, store=who.node)
    return hall


def written(hall: Hall, *counts: tuple[Author, int]) -> MemoryLog:
    log = hall.log.set_back(2, "mine")
    for who, count in counts:
        log.say(who, count)
    return log


def hands_in(hall: Hall, who: Author, events: list[Signed]) -> m.Ack:
    """Return a push, its commit where something is taken, and the answer."""
    pairs = tuple((signed.data, signed.sig) for signed in events)
    (effect,) = hall.hear(m.Push(1, pairs), who.node, who)
    if isinstance(effect, TakeFrom):
        stored = [row for signed in effect.events if (row := hall.log.ingest(signed)) is not None]
        (effect,) = hall.hub.stored(effect, hall.log.vector, ())
        hall.hub.publish(stored)
    assert isinstance(effect, Reply)
    assert isinstance(effect.message, m.Ack)
    return effect.message


def of(log: MemoryLog, who: Author) -> list[Signed]:
    return [row.signed for row in log.rows if row.event.node == who.node]


def told(effects: list[HubEffect]) -> list[m.Beyond]:
    heard = [effect.message for effect in effects if isinstance(effect, Publish)]
    return [message for message in heard if isinstance(message, m.Beyond)]


def test_beyond_its_budget_an_author_waits_and_others_do_not(hall: Hall) -> None:
    log = written(hall, (ONE, 25), (TWO, 3))
    many, few = of(log, ONE), of(log, TWO)
    assert hands_in(hall, ONE, many[:12]).later == ()
    before = hall.log.end

    ack = hands_in(hall, ONE, many[12:])
    assert (ack.later, ack.pause_ms, ack.refused) == ((bytes.fromhex(ONE.node),), PAUSE_MS, ())
    assert hall.log.end == before
    assert told(hall.hub.tick(hall.now)) == [m.Beyond((bytes.fromhex(ONE.node),))]

    assert hands_in(hall, TWO, few).later == ()
    assert hall.log.end == before + 3


def test_events_from_any_sender_are_accepted_together_with_others_in_the_push(hall: Hall) -> None:
    log = written(hall, (ONE, 25), (TWO, 3))
    hands_in(hall, ONE, of(log, ONE)[:12])

    ack = hands_in(hall, TWO, [*of(log, ONE)[12:], *of(log, TWO)])
    assert ack.later == (bytes.fromhex(ONE.node),)
    assert hall.log.vector[TWO.node, TWO.inc] == 3
    assert hall.log.vector[ONE.node, ONE.inc] == 12


def test_time_refills_the_budget_and_all_of_it_comes_in_the_end(hall: Hall) -> None:
    events = of(written(hall, (ONE, 40)), ONE)
    tries = 0
    while hall.log.vector.get((ONE.node, ONE.inc), 0) < 40:
        held = hall.log.vector.get((ONE.node, ONE.inc), 0)
        ack = hands_in(hall, ONE, events[held : held + 5])
        hall.now += ack.pause_ms
        tries += 1
    assert 8 < tries < 20
    assert hall.now <= 4 * MINUTE_MS

    assert told(hall.hub.tick(hall.now)) == [m.Beyond((bytes.fromhex(ONE.node),))]
    hall.now += TOLD_MS + 1
    assert told(hall.hub.tick(hall.now)) == [m.Beyond(())]
    assert told(hall.hub.tick(hall.now + MINUTE_MS)) == []


def test_bytes_count_as_events_do(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "TABLE", Budget(1_000, 600, 1_000, 1))
    events = of(written(hall, (ONE, 20)), ONE)

    assert hands_in(hall, ONE, events[:10]).later == ()
    assert hands_in(hall, ONE, events[10:]).later != ()


def test_many_starts_count_as_many_events(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "TABLE", Budget(100, 1 << 20, 1, 1, start=50))
    log = hall.log.set_back(2, "mine")
    who, events = ONE, []
    for _ in range(5):
        log.say(who)
        events.append(log.rows[-1].signed)
        who = who.restarted()
    for signed in events[:2]:
        assert hands_in(hall, ONE, [signed]).later == ()
    assert hands_in(hall, ONE, events[2:]).later != ()


def test_known_event_costs_nothing(hall: Hall) -> None:
    events = of(written(hall, (ONE, 9)), ONE)
    for _ in range(5):
        assert hands_in(hall, ONE, events).later == ()


def test_forged_event_does_not_use_up_a_budget(hall: Hall) -> None:
    events = of(written(hall, (ONE, 30)), ONE)
    pairs = tuple((signed.data, b"x" * 64) for signed in events)
    (take,) = hall.hear(m.Push(1, pairs), TWO.node, TWO)
    assert isinstance(take, TakeFrom)
    hall.hub.stored(take, {}, ())

    assert hands_in(hall, ONE, events[:9]).later == ()


def test_one_push_of_a_device_is_at_work_at_a_time(hall: Hall) -> None:
    log = written(hall, (ONE, 4), (TWO, 1))
    pairs = tuple((signed.data, signed.sig) for signed in of(log, ONE))
    (take,) = hall.hear(m.Push(1, pairs), ONE.node, ONE)
    assert isinstance(take, TakeFrom)
    assert hall.hear(m.Push(2, pairs), ONE.node, ONE) == []
    assert hands_in(hall, TWO, of(log, TWO)).later == ()

    hall.hub.not_stored(take)
    assert hands_in(hall, ONE, of(log, ONE)).later == ()


def test_rights_bring_in_whole_fields(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    referee = hall.device(ONE, "hall", "rule")
    hall.state = msgspec.structs.replace(EMPTY, devices={ONE.node: referee})
    events = of(written(hall, (ONE, 40)), ONE)

    assert hands_in(hall, ONE, events[:20]).later == ()
    assert hands_in(hall, ONE, events[20:]).later == ()
    assert OFFICE.events > TABLE.events


def test_strange_bytes_have_no_author() -> None:
    for data in (b"", b"\xc1", b"\x91\x01", b"\x93\x01\x02\x03", b"\x91" * 5_000):
        assert author_of(Signed(data, b"")) is None


def test_a_follower_waits_with_one_author_and_goes_on_with_the_others() -> None:
    desk = Desk()
    desk.go_live()
    desk.log.say(OTHER, 3)
    assert pushed(desk.follower.poke(desk.now)) == [3]
    desk.log.say(ME, 2)

    later = m.Ack(1, (), (), 2, (bytes.fromhex(OTHER.node),), PAUSE_MS)
    (push,) = [one for one in sent(desk.hear(later)) if isinstance(one, m.Push)]
    assert {author_of(signed) for signed in m.signed(push.events)} == {bytes.fromhex(ME.node)}
    mine = ((bytes.fromhex(ME.node), bytes.fromhex(ME.inc), 2),)
    assert pushed(desk.hear(m.Ack(2, mine))) == []

    desk.now += PAUSE_MS
    assert pushed(desk.follower.poke(desk.now)) == [3]


def test_no_pause_is_longer_than_a_follower_bears() -> None:
    desk = Desk()
    desk.go_live()
    desk.log.say(OTHER, 1)
    desk.follower.poke(desk.now)
    desk.hear(m.Ack(1, (), (), 2, (bytes.fromhex(OTHER.node),), 2**53))

    desk.now += MOST_PAUSE_MS
    assert pushed(desk.follower.poke(desk.now)) == [1]


def test_twins_that_the_hall_takes_in_later_are_handed_in_again() -> None:
    desk = Desk()
    desk.go_live()
    mine = desk.log.write(OTHER, "table/1/report/mine", ReportFiled("call"))
    desk.hall.write(OTHER, "table/1/report/theirs", ReportFiled("call"))
    (taken,) = desk.hear(desk.events(2, 3))
    desk.commit(taken)
    (push,) = [one for one in sent(desk.follower.poke(desk.now)) if isinstance(one, m.Push)]
    assert mine.id in {one.id for one in m.signed(push.events)}

    later = m.Ack(push.batch, (), (), 3, (bytes.fromhex(OTHER.node),), PAUSE_MS)
    assert pushed(desk.hear(later)) == []
    desk.now += PAUSE_MS
    (again,) = [one for one in sent(desk.follower.poke(desk.now)) if isinstance(one, m.Push)]
    assert mine.id in {one.id for one in m.signed(again.events)}
