"""One key, one place: restarts, disks that were copied, devices that use one invite."""

import pytest

from shared.wire import messages as m
from shared.wire.sync.effects import HubEffect, Publish, Reply
from shared.wire.sync.hub import HEARTBEAT_MS, SEEN_MS
from shared.wire.sync.sessions import ENDED_MS, SESSION_MS, TOLD_MS, Caller
from tests.wire.hub_kit import ONE, TWO, Hall, hello, refusal
from tests.wire.memory_log import author


@pytest.fixture
def hall() -> Hall:
    return Hall()


def is_welcome(effects: list[HubEffect]) -> bool:
    return [type(e.message) for e in effects if isinstance(e, Reply)] == [m.Welcome]


def test_a_key_in_use_elsewhere_is_refused_and_the_first_is_not_disturbed(hall: Hall) -> None:
    hall.greet("p1", store="mine", start="a")
    hall.now += SESSION_MS

    assert refusal(hall.greet("p2", store="copied", start="b")) == "in_use"
    assert hall.hear(m.Ping(1), "p1") != []
    assert hall.hear(m.Ping(1), "p2") == []


def test_a_key_that_fell_silent_may_come_back_from_another_disk(hall: Hall) -> None:
    hall.greet("p1", store="mine", start="a")
    hall.now += SESSION_MS + 1

    (reply,) = hall.greet("p2", store="new", start="b")
    assert isinstance(reply, Reply)
    assert isinstance(reply.message, m.Welcome)
    assert hall.hear(m.Ping(1), "p1") == []


def test_the_same_start_may_come_back_at_once_over_another_connection(hall: Hall) -> None:
    hall.greet("p1", store="mine", start="a")
    hall.greet("p2", store="mine", start="a")

    assert hall.hear(m.Ping(1), "p2") != []
    assert hall.hear(m.Ping(1), "p1") == []


def test_a_process_that_was_started_again_is_in_once_the_one_before_it_is_silent(
    hall: Hall,
) -> None:
    hall.greet("p1", start="a")
    assert hall.greet("p2", start="b") == []
    hall.now += ENDED_MS
    assert hall.greet("p2", start="b") == []
    hall.now += 1

    assert is_welcome(hall.greet("p2", start="b"))


def test_a_copied_disk_beside_its_original_is_turned_away_and_both_are_named(hall: Hall) -> None:
    hall.greet("p1", start="a")
    assert hall.greet("p2", start="b") == []
    hall.now += 500
    hall.hear(m.Ping(1), "p1")

    (reply,) = hall.greet("p2", start="b")
    assert isinstance(reply, Reply)
    assert isinstance(reply.message, m.Refused)
    assert reply.message.code == "in_use"
    assert "on another device, at at-p1. This one is at at-p2." in reply.message.sentence
    assert hall.hear(m.Ping(2), "p1") != []
    assert hall.hear(m.Ping(2), "p2") == []


def test_a_copy_that_came_first_keeps_the_place_while_it_speaks(hall: Hall) -> None:
    """The hall cannot know which of two is the original; a person is told of both."""
    hall.greet("p1", start="a")
    hall.now += SESSION_MS
    hall.greet("p2", start="b")
    hall.now += 100
    hall.greet("p1", start="a")
    hall.now += 500
    hall.hear(m.Ping(1), "p2")

    assert refusal(hall.greet("p1", start="a")) == "in_use"


def told(hall: Hall) -> list[m.Doubles]:
    return [
        effect.message
        for effect in hall.hub.tick(hall.now)
        if isinstance(effect, Publish) and isinstance(effect.message, m.Doubles)
    ]


def test_the_feed_tells_of_devices_that_run_twice_as_long_as_they_do(hall: Hall) -> None:
    hall.greet("p1", store="mine", start="a")
    assert told(hall) == []
    hall.greet("p2", store="other", start="b")
    hall.now += HEARTBEAT_MS

    label = hall.device(ONE).label
    line = m.DoubleUse(label, "at-p1", "at-p2")
    assert told(hall) == [m.Doubles((line,))]
    assert hall.hub.doubles == (line,)
    hall.now += TOLD_MS
    assert told(hall) == [m.Doubles(())]
    hall.now += HEARTBEAT_MS
    assert told(hall) == []


def test_a_laptop_that_is_a_hall_and_a_screen_runs_two_disks_and_not_one_twice(hall: Hall) -> None:
    laptop = author("laptop")
    able = hall.device(laptop, "term")

    def greet(peer: str, store: str, start: str) -> list[HubEffect]:
        said = hello(store, instance=start)
        return hall.hub.receive(Caller(peer, able, f"at-{peer}"), said, hall.state, hall.now, 0)

    assert is_welcome(greet("screen", "one", "a"))
    assert is_welcome(greet("server", "two", "b"))
    assert greet("copy", "one", "c") == []
    hall.now += 500
    hall.hub.receive(Caller("screen", able), m.Ping(1), hall.state, hall.now, 0)
    assert refusal(greet("copy", "one", "c")) == "in_use"


def test_without_an_address_the_sentence_names_none(hall: Hall) -> None:
    device = hall.device(ONE)
    for peer, store in (("p1", "mine"), ("p2", "other")):
        said = hello(store, instance=peer)
        effects = hall.hub.receive(Caller(peer, device), said, hall.state, hall.now, 0)
    (reply,) = effects
    assert isinstance(reply, Reply)
    assert isinstance(reply.message, m.Refused)
    assert "on another device. What this device" in reply.message.sentence


def seen(hall: Hall) -> list[tuple[m.SeenLine, ...]]:
    return [
        effect.message.lines
        for effect in hall.hub.tick(hall.now)
        if isinstance(effect, Publish) and isinstance(effect.message, m.Seen)
    ]


def test_the_feed_tells_when_each_device_was_heard_and_how_far_its_clock_is_ahead(
    hall: Hall,
) -> None:
    assert seen(hall) == []
    hall.greet("p1", ONE, start="a")
    hall.greet("p2", TWO, start="b")
    hall.hear(m.Ping(1, "hall", 0, -3_200), "p2", TWO)
    one, two = bytes.fromhex(ONE.node), bytes.fromhex(TWO.node)
    hall.now = HEARTBEAT_MS
    assert seen(hall) == [
        tuple(
            sorted([m.SeenLine(one, 500), m.SeenLine(two, 500, -3_200)], key=lambda line: line.node)
        )
    ]
    hall.now += SEEN_MS - HEARTBEAT_MS
    hall.hear(m.Ping(2), "p1", ONE)
    assert seen(hall) == []
    hall.now += HEARTBEAT_MS
    ((*lines,),) = seen(hall)
    assert {line.node: line.ago_ms for line in lines} == {
        one: HEARTBEAT_MS,
        two: SEEN_MS + HEARTBEAT_MS,
    }


def test_a_device_that_came_back_is_told_of_once(hall: Hall) -> None:
    hall.greet("p1", start="a")
    hall.now += SESSION_MS + 1
    hall.greet("p2", start="b")
    ((line,),) = seen(hall)
    assert line.ago_ms == 0
