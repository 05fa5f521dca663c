"""What reading by position cannot bring: twins under one number, and places read before."""

import msgspec
import pytest

from shared.core.events import ReportFiled
from shared.wire import messages as m
from shared.wire.limits import MAX_BATCH_EVENTS
from shared.wire.sync.effects import FollowerEffect, LinkIs, TakeIn
from shared.wire.sync.outbox import RESEND_MAX_MS, RESEND_MS
from tests.wire.desk import ME, OTHER, Desk, ack, pushed, sent
from tests.wire.hall_sim import HallSim
from tests.wire.memory_log import Author, MemoryLog, author

PLACE = (OTHER.node, OTHER.inc)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def fetch(effects: list[FollowerEffect]) -> m.Fetch | None:
    return next((one for one in sent(effects) if isinstance(one, m.Fetch)), None)


def answer(desk: Desk, asked: m.Fetch, limit: int = MAX_BATCH_EVENTS) -> m.Fetched:
    place = (asked.node.hex(), asked.inc.hex())
    rows = desk.hall.part(place, asked.beyond, asked.after, limit + 1)
    chosen = rows[:limit]
    pairs = tuple((row.signed.data, row.signed.sig) for row in chosen)
    upto = chosen[-1].pos if chosen else asked.after
    return m.Fetched(asked.node, asked.inc, asked.after, upto, len(rows) > limit, pairs)


def twins(desk: Desk) -> None:
    """The hall and this node hold different events under number 2 of an author."""
    for extra, log in enumerate((desk.hall, desk.log)):
        log.say(OTHER)
        log.write(OTHER, f"table/1/report/{extra}", ReportFiled("call"))


def test_a_hall_that_grew_anew_over_places_that_were_read_is_asked_by_author(desk: Desk) -> None:
    """It was restored from an old disk: what it wrote since stands where others stood."""
    desk.hall.say(OTHER, 3)
    desk.log.cursors["hall"] = desk.hall.end

    effects = desk.greeted()
    asked = fetch(effects)
    assert asked == m.Fetch("hall", bytes.fromhex(OTHER.node), bytes.fromhex(OTHER.inc), 0)
    assert desk.follower.phase == "catching_up"

    (taken,) = desk.hear(answer(desk, asked))
    assert desk.commit(taken) == [LinkIs("live")]
    assert desk.log.ids == desk.hall.ids


def test_two_events_under_one_number_are_fetched_and_handed_in(desk: Desk) -> None:
    twins(desk)
    mine = [row.event.id for row in desk.log.rows if row.event.node == OTHER.node]
    desk.log.cursors["hall"] = desk.hall.end

    effects = desk.greeted()
    asked = fetch(effects)
    assert asked is not None
    (push,) = [one for one in sent(effects) if isinstance(one, m.Push)]
    assert [one.id for one in m.signed(push.events)] == mine
    for signed in m.signed(push.events):
        desk.hall.ingest(signed)
    (taken,) = desk.hear(answer(desk, asked))
    assert desk.commit(taken)[-1] == LinkIs("live")

    assert pushed(desk.hear(ack(desk, push.batch))) == []
    assert desk.log.ids == desk.hall.ids


def test_a_twin_that_the_feed_brings_makes_this_node_hand_in_its_own(desk: Desk) -> None:
    """The hall holds the number by now, and not what is here under it."""
    desk.go_live()
    (first,) = desk.log.say(ME)
    assert pushed(desk.follower.poke(desk.now)) == [1]
    mine = desk.log.write(OTHER, "table/1/report/mine", ReportFiled("call"))
    theirs = desk.hall.write(OTHER, "table/1/report/theirs", ReportFiled("call"))

    (taken,) = desk.hear(desk.events(2, 3))
    desk.commit(taken)
    again = m.Ack(1, ((bytes.fromhex(ME.node), bytes.fromhex(ME.inc), 1),))
    (push,) = [one for one in sent(desk.hear(again)) if isinstance(one, m.Push)]

    handed = {one.id for one in m.signed(push.events)}
    assert handed >= {mine.id, theirs.id}
    assert first.id not in handed


def test_event_beyond_a_gap_is_read_once_what_is_fetched_has_filled_it(desk: Desk) -> None:
    """Its position would be passed while the log has no room for it yet."""
    desk.hall.say(OTHER, 3)
    desk.log.cursors["hall"] = desk.hall.end
    asked = fetch(desk.greeted())
    assert asked is not None
    filling = answer(desk, asked)
    before = desk.hall.end
    desk.hall.say(OTHER, 2)

    assert desk.hear(desk.events(before, desk.hall.end)) == []
    (taken,) = desk.hear(filling)
    (pull,) = [one for one in sent(desk.commit(taken)) if isinstance(one, m.Pull)]
    assert pull.after == before
    (rest,) = [e for e in desk.hear(desk.events(before, desk.hall.end)) if isinstance(e, TakeIn)]
    desk.commit(rest)
    assert desk.log.ids == desk.hall.ids
    assert desk.follower.phase == "live"


def test_a_fetch_without_an_answer_is_sent_again_with_growing_patience(desk: Desk) -> None:
    desk.hall.say(OTHER, 3)
    desk.log.cursors["hall"] = desk.hall.end
    asked = fetch(desk.greeted())
    assert fetch(desk.tick(RESEND_MS - 1)) is None
    assert fetch(desk.tick(1)) == asked
    desk.hear(desk.pong())
    assert fetch(desk.tick(2 * RESEND_MS - 1)) is None
    assert fetch(desk.tick(1)) == asked


def test_a_long_part_comes_in_pieces_and_strays_are_not_taken(desk: Desk) -> None:
    desk.hall.say(OTHER, 5)
    desk.log.cursors["hall"] = desk.hall.end
    asked = fetch(desk.greeted())
    assert asked is not None
    first = answer(desk, asked, 2)
    stray = m.Fetched(b"n" * 16, asked.inc, 0, 9, False, ())
    assert desk.hear(stray) == []

    (taken,) = desk.hear(first)
    assert desk.hear(first) == []
    # The feed goes on meanwhile; its commit does not end the fetch.
    assert desk.follower.took(TakeIn((), "hall", 7), [], [], desk.now) == []
    effects = desk.commit(taken)
    rest = fetch(effects)
    assert rest is not None
    assert rest.after == first.upto
    assert desk.hear(first) == []
    (taken,) = desk.hear(answer(desk, rest))
    assert desk.commit(taken) == [LinkIs("live")]
    assert desk.hear(first) == []
    assert desk.log.ids == desk.hall.ids


def test_a_part_that_could_not_be_stored_is_asked_for_later(desk: Desk) -> None:
    desk.hall.say(OTHER, 3)
    desk.log.cursors["hall"] = desk.hall.end
    asked = fetch(desk.greeted())
    assert asked is not None
    (taken,) = desk.hear(answer(desk, asked))
    assert isinstance(taken, TakeIn)

    desk.follower.could_not_take(taken, desk.now)

    assert fetch(desk.tick(RESEND_MAX_MS - 1)) is None
    again = fetch(desk.tick(1))
    assert again is not None
    assert again == msgspec.structs.replace(asked, room=again.room)


def test_a_part_that_fails_after_the_link_is_not_asked_for(desk: Desk) -> None:
    desk.hall.say(OTHER, 3)
    desk.log.cursors["hall"] = desk.hall.end
    asked = fetch(desk.greeted())
    assert asked is not None
    (taken,) = desk.hear(answer(desk, asked))
    assert isinstance(taken, TakeIn)
    desk.hear(m.Refused("revoked", "No."))

    desk.follower.could_not_take(taken, desk.now)

    assert desk.tick(RESEND_MS) == []


def test_unavailable_event_is_asked_for_twice_and_then_left(desk: Desk) -> None:
    """The node refuses these events; it is live all the same, and tries again next time."""
    desk.hall.say(author("stranger"), 2)
    desk.log.cursors["hall"] = desk.hall.end
    first = fetch(desk.greeted())
    assert first is not None
    nothing = m.Fetched(first.node, first.inc, 0, 0, False, ())
    (taken,) = desk.hear(nothing)
    second = fetch(desk.commit(taken))
    assert second is not None
    assert second == msgspec.structs.replace(first, room=second.room)
    (taken,) = desk.hear(nothing)
    assert desk.commit(taken) == [LinkIs("live")]


def test_refused_event_is_offered_again_in_time(desk: Desk) -> None:
    desk.go_live()
    event = desk.log.say(ME)[0]
    desk.follower.poke(desk.now)
    desk.hear(m.Ack(1, (), ((event.id, "its author is not enrolled here yet"),)))
    again = []
    for _ in range(70):
        desk.hear(desk.pong())
        again += [one.batch for one in sent(desk.tick(500)) if isinstance(one, m.Push)]
    assert set(again) == {2}


def forks(sim: HallSim, length: int) -> tuple[Author, list[MemoryLog]]:
    """Return nodes that each hold another history of one author, forked after two events."""
    liar = author("liar")
    sim.hall_log.enrol(liar)
    sim.hall_log.say(liar, 2)
    sim.run(2_000)
    logs = [sim.hall_log, *(node.log for node in sim.nodes)]
    for number, log in enumerate(logs):
        for n in range(length + number % 2):
            log.write(liar, f"table/1/report/{number}-{n}", ReportFiled("call"))
    return liar, logs


@pytest.mark.parametrize("length", [1, 3, MAX_BATCH_EVENTS + 30])
def test_forked_logs_reach_every_node_by_any_path(length: int) -> None:
    """Each side holds other events under the same numbers; after greetings all hold all."""
    sim = HallSim(length, followers=3)
    sim.run(2_000)
    _, logs = forks(sim, length)
    everything = frozenset().union(*(log.ids for log in logs))

    sim.start_hall()
    sim.run(20_000)

    assert all(node.log.ids == everything for node in sim.nodes)
    assert sim.hall_log.ids == everything
    assert {node.link.phase for node in sim.nodes} == {"live"}
