"""The follower, message by message: what it asks, sends and claims."""

from itertools import pairwise

import msgpack
import pytest

from shared.wire import messages as m
from shared.wire.limits import MAX_BATCH_BYTES, MAX_BATCH_EVENTS
from shared.wire.sync.effects import Copies, FollowerEffect, HallHas, LinkIs, Offset, Send, TakeIn
from shared.wire.sync.follower import (
    FEED_MS,
    HELLO_MAX_MS,
    HELLO_MS,
    PING_MS,
    REFUSED_RETRY_MS,
    SILENCE_MS,
    TABLE_PING_MS,
)
from shared.wire.sync.outbox import RESEND_MAX_MS, RESEND_MS
from tests.large import large
from tests.wire.desk import ME, OTHER, Desk, ack, pushed, sent
from tests.wire.memory_log import ROOT


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_node_greets_with_its_store_and_its_start(desk: Desk) -> None:
    (hello,) = sent(desk.tick())

    assert hello == m.Hello(m.PROTOCOL, ROOT.node, "mine", "i1", "terminal")
    assert desk.follower.phase == "offline"


def test_greetings_slow_down_to_the_longest_wait(desk: Desk) -> None:
    greeted = [ms for ms in range(0, 6_000, 100) if sent(desk.tick(0 if ms == 0 else 100))]

    gaps = [b - a for a, b in pairwise(greeted)]
    assert gaps == [HELLO_MS, 2 * HELLO_MS, 4 * HELLO_MS, HELLO_MAX_MS, HELLO_MAX_MS, *gaps[5:]]
    assert set(gaps[5:]) <= {HELLO_MAX_MS}


def test_lost_greeting_is_repeated_once_a_connection_stands(
    desk: Desk,
) -> None:
    assert [type(message) for message in sent(desk.tick())] == [m.Hello]
    assert sent(desk.tick(1)) == []

    assert [type(message) for message in sent(desk.follower.connected(desk.now))] == [m.Hello]


def test_a_live_node_greets_a_hall_that_started_again_and_never_falls_offline(desk: Desk) -> None:
    desk.go_live()
    before = desk.hall.end
    desk.hall.say(OTHER, 2)

    assert [type(message) for message in sent(desk.follower.connected(desk.now))] == [m.Hello]

    assert desk.follower.phase == "live"
    _, asked, behind = desk.greeted()
    assert (asked, behind) == (Send(m.Pull("hall", before)), LinkIs("catching_up", 2))
    (taken,) = desk.hear(desk.events(before, before + 2))
    assert desk.commit(taken) == [LinkIs("live")]


def test_missing_events_are_pulled_after_a_welcome(desk: Desk) -> None:
    desk.hall.say(OTHER, 3)

    effects = desk.greeted()

    assert effects == [
        HallHas(desk.hall.vector, complete=True, end=desk.hall.end),
        Send(m.Pull("hall", 0)),
        LinkIs("catching_up", 5),
    ]
    taken, ahead = desk.hear(desk.events(0, 4))
    assert taken == TakeIn(tuple(row.signed for row in desk.hall.rows[:4]), "hall", 4)
    assert ahead == Send(m.Pull("hall", 4))
    assert desk.commit(taken) == [LinkIs("catching_up", 1)]
    (taken,) = desk.hear(desk.events(4, 5))
    assert desk.commit(taken) == [LinkIs("live")]
    assert desk.log.ids == desk.hall.ids


def test_a_pull_without_an_answer_is_sent_again_with_growing_patience(desk: Desk) -> None:
    desk.hall.say(OTHER)
    desk.greeted()
    times = []
    for _ in range(80):
        effects = desk.tick(100)
        desk.hear(desk.pong())
        if any(isinstance(message, m.Pull) for message in sent(effects)):
            times.append(desk.now)

    gaps = [b - a for a, b in zip([0, *times], times, strict=False)]
    assert gaps[:5] == [RESEND_MS, 600, 1_200, RESEND_MAX_MS, RESEND_MAX_MS]


def test_a_gap_in_the_feed_is_pulled_once(desk: Desk) -> None:
    desk.go_live()
    desk.hall.say(OTHER, 3)

    assert desk.hear(desk.events(3, 4)) == [Send(m.Pull("hall", 2))]
    assert desk.hear(desk.events(4, 5)) == []
    (taken,) = desk.hear(desk.events(2, 5))
    assert desk.commit(taken) == []
    assert desk.follower.phase == "live"


def test_the_feed_in_order_needs_no_pull(desk: Desk) -> None:
    desk.go_live()
    for _ in range(3):
        desk.hall.say(OTHER)
        (taken,) = desk.hear(desk.events(desk.hall.end - 1, desk.hall.end))
        assert desk.commit(taken) == []

    assert desk.log.ids == desk.hall.ids


def test_repeated_message_is_not_accepted_again(desk: Desk) -> None:
    desk.go_live()

    assert desk.hear(desk.events(0, 2)) == []
    assert desk.hear(desk.events(2, 2)) == []


def test_a_heartbeat_tells_of_events_that_the_feed_lost(desk: Desk) -> None:
    desk.go_live()
    desk.hall.say(OTHER)

    assert desk.hear(m.Heartbeat("hall", desk.hall.end, 0)) == [Copies((desk.hall.end,))]
    assert pulls(desk.tick(FEED_MS - 1)) == []
    assert pulls(desk.tick(1)) == [m.Pull("hall", 2)]


def pulls(effects: list[FollowerEffect]) -> list[m.ToHall]:
    return [message for message in sent(effects) if isinstance(message, m.Pull)]


def test_what_the_feed_brings_a_moment_after_an_answer_is_not_asked_for(desk: Desk) -> None:
    desk.go_live()
    desk.hall.say(OTHER, 2)
    asked = desk.hear(desk.pong())

    for upto in (3, 4):
        asked += desk.tick(FEED_MS - 1)
        (taken,) = desk.hear(desk.events(upto - 1, upto))
        asked += [*desk.commit(taken), *desk.hear(desk.pong())]

    assert pulls([*asked, *desk.listen(1_000)]) == []
    assert desk.log.ids == desk.hall.ids


def test_a_gap_in_the_feed_is_pulled_once_also_while_the_feed_is_waited_for(desk: Desk) -> None:
    desk.go_live()
    desk.hall.say(OTHER, 2)

    assert pulls(desk.hear(desk.pong())) == []
    assert pulls(desk.hear(desk.events(3, 4))) == [m.Pull("hall", 2)]
    assert pulls(desk.tick(FEED_MS)) == []


def test_follower_far_behind_is_not_live(desk: Desk) -> None:
    desk.go_live()

    end = desk.hall.end + MAX_BATCH_EVENTS + 1
    effects = desk.hear(m.Heartbeat("hall", end, 0))
    assert effects[-1] == LinkIs("catching_up", MAX_BATCH_EVENTS + 1)
    assert desk.follower.phase == "catching_up"


def test_a_heartbeat_of_another_log_makes_the_node_greet_again(desk: Desk) -> None:
    desk.go_live()

    assert desk.hear(m.Heartbeat("another", 9, 0)) == [LinkIs("offline")]
    assert isinstance(sent(desk.tick())[0], m.Hello)


def test_events_of_another_log_are_not_taken(desk: Desk) -> None:
    desk.go_live()

    assert desk.hear(m.Events("another", 2, 3, False, 3, ())) == []


def test_pings_go_out_while_the_link_is_up(desk: Desk) -> None:
    desk.go_live()
    pings = []
    for _ in range(20):
        pings += [p for p in sent(desk.tick(100)) if isinstance(p, m.Ping)]
        desk.hear(desk.pong())

    assert [b.sent - a.sent for a, b in pairwise(pings)] == [PING_MS] * 3


def test_a_table_that_hears_the_heartbeats_pings_half_as_often(desk: Desk) -> None:
    desk.go_live()
    pings = []
    for n in range(40):
        if n % 5 == 0:
            desk.hear(m.Heartbeat("hall", 2, 0))
        pings += [p for p in sent(desk.tick(100)) if isinstance(p, m.Ping)]
        desk.hear(desk.pong())

    assert {b.sent - a.sent for a, b in pairwise(pings)} == {TABLE_PING_MS}


def test_a_hall_that_died_is_known_within_two_seconds_of_its_last_heartbeat(desk: Desk) -> None:
    desk.go_live()
    for _ in range(10):
        desk.hear(m.Heartbeat("hall", 2, 0))
        desk.hear(desk.pong())
        assert LinkIs("offline") not in desk.listen(500)

    assert LinkIs("offline") in desk.listen(1_500)


def test_a_pong_gives_the_offset_of_the_clocks(desk: Desk) -> None:
    desk.go_live()

    effects = desk.follower.receive(m.Pong(1_000, 5_000, 5_010, "hall", 2, 0), desk.now, 1_030)

    assert effects == [Offset(-3_990, 11)]


def test_silence_is_offline_though_the_feed_is_heard(desk: Desk) -> None:
    """The hall restarted: its feed comes through, its answers do not."""
    desk.go_live()
    said = desk.listen(SILENCE_MS)
    desk.hear(m.Heartbeat("hall", 2, 0))
    said += desk.listen(TABLE_PING_MS - PING_MS)
    desk.hear(desk.events(0, 2))
    assert LinkIs("offline") not in said

    effects = desk.tick(1)

    assert effects[0] == LinkIs("offline")
    assert isinstance(sent(effects)[0], m.Hello)
    assert desk.follower.phase == "offline"


def test_a_disk_that_takes_longer_than_the_silence_is_not_taken_for_a_dead_hall(
    desk: Desk,
) -> None:
    """What the hall said meanwhile lies in the socket: it is read after the tick that is late."""
    for _ in range(3):
        desk.hall.say(OTHER, MAX_BATCH_EVENTS)
    desk.greeted()
    desk.listen(100)
    while desk.follower.phase != "live":
        reached = desk.log.cursor("hall")
        upto = min(desk.hall.end, reached + MAX_BATCH_EVENTS)
        taken = next(e for e in desk.hear(desk.events(reached, upto)) if isinstance(e, TakeIn))
        desk.now += 3 * SILENCE_MS
        desk.commit(taken)
        assert LinkIs("offline") not in desk.tick()
        desk.hear(desk.pong())

    assert desk.log.ids == desk.hall.ids


def test_a_hall_that_died_while_the_node_was_busy_is_noticed_after_one_silence(desk: Desk) -> None:
    desk.go_live()
    assert LinkIs("offline") not in desk.tick(10 * SILENCE_MS)

    assert LinkIs("offline") in desk.listen(SILENCE_MS + 1)


def test_missing_events_are_pushed_and_not_again_once_acknowledged(desk: Desk) -> None:
    desk.go_live()
    event = desk.log.say(ME)[0]
    (push,) = sent(desk.follower.poke(desk.now))
    assert isinstance(push, m.Push)
    assert push.batch == 1
    assert desk.follower.poke(desk.now) == []

    for signed in m.signed(push.events):
        desk.hall.ingest(signed)
    effects = desk.hear(ack(desk, 1))

    assert effects == [HallHas(desk.hall.vector)]
    assert event.id in desk.hall.ids
    assert desk.follower.poke(desk.now) == []
    assert pushed(desk.tick(5_000)) == []


def test_a_push_without_an_answer_is_sent_again_with_growing_patience(desk: Desk) -> None:
    desk.go_live()
    desk.log.say(ME)
    first = sent(desk.follower.poke(desk.now))
    times = []
    for _ in range(80):
        effects = desk.tick(100)
        desk.hear(desk.pong())
        if pushed(effects):
            times.append(desk.now)
            assert [p for p in sent(effects) if isinstance(p, m.Push)] == first

    gaps = [b - a for a, b in zip([0, *times], times, strict=False)]
    assert gaps[:5] == [RESEND_MS, 600, 1_200, RESEND_MAX_MS, RESEND_MAX_MS]


def test_one_batch_at_a_time_and_none_too_large(desk: Desk) -> None:
    desk.go_live()
    desk.log.say(ME, MAX_BATCH_EVENTS + 10)
    assert pushed(desk.follower.poke(desk.now)) == [MAX_BATCH_EVENTS]
    desk.log.say(ME)
    assert pushed(desk.follower.poke(desk.now)) == []

    desk.hall = desk.log.set_back(2 + MAX_BATCH_EVENTS, "hall")
    effects = desk.hear(ack(desk, 1))
    assert pushed(effects) == [11]


def test_a_batch_of_large_events_keeps_within_the_bytes(desk: Desk) -> None:
    desk.go_live()
    for _ in range(4):
        desk.log.write(ME, "table/t1", large(200_000))

    (push,) = sent(desk.follower.poke(desk.now))
    assert isinstance(push, m.Push)
    assert len(push.events) == 2
    assert len(m.encode(push)) <= MAX_BATCH_BYTES


def test_an_old_acknowledgement_confirms_nothing(desk: Desk) -> None:
    desk.go_live()
    desk.log.say(ME)
    desk.follower.poke(desk.now)

    assert desk.hear(ack(desk, 7)) == []
    assert desk.follower.poke(desk.now) == []


def test_a_refused_event_does_not_block_those_of_others(desk: Desk) -> None:
    desk.go_live()
    bad = desk.log.say(ME)[0]
    assert pushed(desk.follower.poke(desk.now)) == [1]
    desk.log.say(OTHER)

    (has, push) = desk.hear(ack(desk, 1, (bad.id, "forged")))

    assert isinstance(has, HallHas)
    assert isinstance(push, Send)
    assert isinstance(push.message, m.Push)
    assert [one.id for one in m.signed(push.message.events)] == [desk.log.rows[-1].event.id]


def test_a_refused_event_is_tried_again_after_the_next_welcome(desk: Desk) -> None:
    desk.go_live()
    bad = desk.log.say(ME)[0]
    desk.follower.poke(desk.now)
    desk.hear(ack(desk, 1, (bad.id, "not yet")))
    assert pushed(desk.tick(100)) == []

    assert pushed(desk.greeted()) == [1]


def test_events_that_came_from_the_hall_are_not_pushed_back(desk: Desk) -> None:
    desk.go_live()
    desk.hall.say(OTHER)
    (taken,) = desk.hear(desk.events(2, 3))

    desk.commit(taken)

    assert desk.follower.poke(desk.now) == []


def test_events_that_could_not_be_stored_are_asked_for_later(desk: Desk) -> None:
    desk.go_live()
    desk.hall.say(OTHER)
    (taken,) = desk.hear(desk.events(2, 3))
    assert isinstance(taken, TakeIn)

    desk.follower.could_not_take(taken, desk.now)

    assert not any(isinstance(p, m.Pull) for p in sent(desk.tick(RESEND_MAX_MS - 1)))
    assert m.Pull("hall", 2) in sent(desk.tick(1))


def test_a_refusal_is_shown_and_asked_again_later(desk: Desk) -> None:
    desk.go_live()
    refused = m.Refused("revoked", "The referee has withdrawn this device's key.")

    assert desk.hear(refused) == [LinkIs("refused", sentence=refused.sentence)]
    assert desk.follower.phase == "refused"
    assert desk.tick(REFUSED_RETRY_MS - 1) == []
    assert isinstance(sent(desk.tick(1))[0], m.Hello)
    assert desk.greeted()[-1] == LinkIs("live")


@pytest.mark.parametrize("end", ["refused", "offline"])
def test_a_commit_that_ends_after_the_link_does_not_make_it_live(desk: Desk, end: str) -> None:
    desk.go_live()
    desk.hall.say(OTHER)
    (taken,) = desk.hear(desk.events(2, 3))
    if end == "refused":
        desk.hear(m.Refused("revoked", "No."))
    else:
        desk.listen(SILENCE_MS + 1)

    assert desk.commit(taken) == []
    assert desk.follower.phase == end


def test_nothing_is_pushed_while_the_hall_is_away(desk: Desk) -> None:
    desk.log.say(ME)

    assert desk.follower.poke(0) == []


def test_a_second_welcome_starts_over(desk: Desk) -> None:
    desk.go_live()
    desk.log.say(ME)
    assert pushed(desk.follower.poke(desk.now)) == [1]

    effects = desk.greeted()

    assert effects[0] == HallHas(desk.hall.vector, complete=True, end=desk.hall.end)
    assert pushed(effects) == [1]


def test_taking_notes_how_far_the_hall_has_each_log(desk: Desk) -> None:
    desk.go_live()
    one, two = desk.log.say(OTHER, 2)
    nothing = TakeIn((), "hall", 2)

    desk.follower.took(nothing, [two], [], desk.now)
    desk.follower.took(nothing, [one], [], desk.now)

    assert desk.follower.poke(desk.now) == []


def test_what_comes_back_from_the_hall_is_at_the_hall(desk: Desk) -> None:
    """The acknowledgement was lost, and the feed brings the event back."""
    desk.go_live()
    desk.log.say(ME)
    (pushing,) = sent(desk.follower.poke(desk.now))
    assert isinstance(pushing, m.Push)
    for signed in m.signed(pushing.events):
        desk.hall.ingest(signed)

    (taken,) = desk.hear(desk.events(2, 3))

    assert desk.commit(taken) == [HallHas({(ME.node, ME.inc): 1}, end=3)]


def test_a_ping_says_how_far_the_clock_is_ahead_once_an_answer_has_told(desk: Desk) -> None:
    desk.go_live()
    desk.follower.receive(m.Pong(1_000, 5_000, 5_010, "hall", 2, 0), desk.now, 1_030)
    (ping,) = (told for told in sent(desk.tick(PING_MS)) if isinstance(told, m.Ping))
    assert ping.ahead_ms == 1_015 - 5_005


def test_a_ping_of_an_older_program_says_nothing_of_its_clock() -> None:
    older = msgpack.packb(msgpack.unpackb(m.encode(m.Ping(5, "hall", 3)))[:4])
    assert m.decode_to_hall(older) == m.Ping(5, "hall", 3, None)
    longer = msgpack.packb([*msgpack.unpackb(m.encode(m.Ping(5, "hall", 3, 9))), "more"])
    assert m.decode_to_hall(longer) == m.Ping(5, "hall", 3, 9)
