"""A node and its hall find out in which logs they differ, and only those are asked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.wire import messages as m
from shared.wire.limits import GROUPS
from shared.wire.sync.comparison import Groups, group_of
from shared.wire.sync.effects import FollowerEffect, HallHas, LinkIs, Reply, Send, TakeIn
from shared.wire.sync.outbox import RESEND_MAX_MS
from shared.wire.sync.repair import FETCH_COST
from tests.wire.desk import ME, OTHER, Desk, pushed, sent
from tests.wire.hub_kit import ONE, TWO, Hall
from tests.wire.memory_log import MemoryLog, author
from tests.wire.test_repair import answer, fetch

MANY = 5 * FETCH_COST
"""So many events that it is cheaper to ask for a few authors than to read them by position."""


@pytest.fixture
def desk() -> Desk:
    return Desk()


def levelled(desk: Desk) -> None:
    """Let the node hold what the hall holds, by another hall's log: it has read none of this."""
    for row in desk.hall.rows:
        desk.log.ingest(row.signed)


def asked_of(effects: list[FollowerEffect]) -> m.Compare:
    (asked,) = sent(effects)
    assert isinstance(asked, m.Compare)
    return asked


def test_a_node_that_holds_what_a_new_hall_holds_reads_nothing(desk: Desk) -> None:
    desk.hall.say(OTHER, MANY)
    levelled(desk)

    has, taken = desk.hear(desk.welcome())

    assert has == HallHas(desk.hall.vector, complete=True, end=desk.hall.end)
    assert taken == TakeIn((), "hall", desk.hall.end)
    assert desk.commit(taken) == [LinkIs("live")]


def test_after_a_takeover_a_node_asks_only_for_the_authors_it_lacks(desk: Desk) -> None:
    desk.hall.say(OTHER, MANY)
    levelled(desk)
    new = author("new")
    desk.hall.enrol(new)
    desk.hall.say(new, 2)
    (mine,) = desk.log.say(ME)

    effects = desk.greeted()

    link = next(effect for effect in effects if isinstance(effect, LinkIs))
    assert link == LinkIs("catching_up", 3)
    (push,) = [one for one in sent(effects) if isinstance(one, m.Push)]
    assert [one.id for one in m.signed(push.events)] == [mine.id]
    asked, fetched = fetch(effects), 0
    while asked is not None:
        (taken,) = desk.hear(answer(desk, asked))
        assert isinstance(taken, TakeIn)
        fetched += len(taken.events)
        # Other nodes would take it as held here before it is.
        assert desk.log.cursor("hall") == 0
        effects = desk.commit(taken)
        asked = fetch(effects)
    (onward,) = effects
    assert onward == TakeIn((), "hall", desk.hall.end)
    assert desk.commit(onward) == [LinkIs("live")]
    assert fetched == 3
    assert desk.log.ids >= desk.hall.ids


def test_what_the_hall_takes_in_meanwhile_is_read_after_what_was_asked_for(desk: Desk) -> None:
    desk.hall.say(OTHER, MANY)
    levelled(desk)
    desk.hall.say(OTHER, 2)
    asked = fetch(desk.greeted())
    assert asked is not None
    known = desk.hall.end
    desk.hall.say(OTHER)

    assert desk.hear(desk.events(known, known + 1)) == []
    (taken,) = desk.hear(answer(desk, asked))
    (onward,) = desk.commit(taken)
    (pull,) = sent(desk.commit(onward))[:1]

    assert isinstance(pull, m.Pull)
    assert pull.after == known
    (rest,) = desk.hear(desk.events(known, known + 1))
    assert desk.commit(rest) == [LinkIs("live")]
    assert desk.log.ids == desk.hall.ids


def test_a_node_that_lacks_much_reads_by_position(desk: Desk) -> None:
    desk.hall.say(OTHER, MANY)

    effects = desk.greeted()

    assert fetch(effects) is None
    assert Send(m.Pull("hall", 0)) in effects


def test_an_answer_that_is_lost_is_asked_for_again_and_no_sooner(desk: Desk) -> None:
    desk.hall.say(OTHER, 2)
    first = asked_of(desk.hear(desk.welcome()))

    assert desk.hear(desk.welcome()) == []
    assert desk.listen(RESEND_MAX_MS - 100) == []
    (hello,) = sent(desk.tick(100))
    assert isinstance(hello, m.Hello)
    assert asked_of(desk.hear(desk.welcome())) == first


def test_a_new_connection_is_compared_anew(desk: Desk) -> None:
    desk.hall.say(OTHER, 2)
    first = asked_of(desk.hear(desk.welcome()))

    (hello,) = sent(desk.follower.connected(desk.now))

    assert isinstance(hello, m.Hello)
    assert desk.hear(desk.compared(first)) == []
    assert asked_of(desk.hear(desk.welcome())) == first


@pytest.mark.parametrize("lost", [m.Hello, m.Compare])
def test_a_live_node_greets_over_a_new_connection_until_the_logs_are_compared(
    desk: Desk, lost: type[m.ToHall]
) -> None:
    desk.go_live()
    desk.hall.say(OTHER, 2)
    desk.follower.connected(desk.now)
    if lost is m.Compare:
        asked_of(desk.hear(desk.welcome()))

    greeted = False
    for _ in range(0, RESEND_MAX_MS, 100):
        desk.hear(desk.pong())  # the hall is there: no silence brings the greeting
        greeted |= any(isinstance(message, m.Hello) for message in sent(desk.tick(100)))

    assert greeted
    assert HallHas(desk.hall.vector, complete=True, end=desk.hall.end) in desk.greeted()
    desk.hear(desk.pong())
    later = [message for message in sent(desk.listen(1_000)) if isinstance(message, m.Hello)]
    assert later == []


def test_the_answer_to_an_older_question_is_not_taken(desk: Desk) -> None:
    desk.hall.say(OTHER)
    older = asked_of(desk.hear(desk.welcome()))
    stranger = next(
        each
        for each in map(author, map(str, range(GROUPS)))
        if group_of((each.node, each.inc)) not in older.groups
    )
    desk.hall.say(stranger)
    newer = asked_of(desk.hear(desk.welcome()))

    assert desk.hear(desk.compared(older)) == []
    assert isinstance(desk.hear(desk.compared(newer))[0], HallHas)


def test_the_answer_of_a_hall_that_was_restored_meanwhile_is_not_taken(desk: Desk) -> None:
    desk.hall.say(OTHER, 3)
    asked = asked_of(desk.hear(desk.welcome()))
    desk.hall = desk.hall.set_back(3)

    assert desk.hear(desk.compared(asked)) == []


def test_what_is_entered_while_the_logs_are_compared_is_sent(desk: Desk) -> None:
    desk.hall.say(OTHER)
    asked = asked_of(desk.hear(desk.welcome()))
    answered = desk.compared(asked)
    assert group_of((ME.node, ME.inc)) not in asked.groups
    desk.log.say(ME)

    effects = desk.hear(answered)

    assert effects[0] == HallHas(desk.hall.vector, complete=True, end=desk.hall.end)
    assert pushed(effects) == [1]


@given(st.lists(st.integers(0, 40), max_size=30), st.lists(st.integers(0, 40), max_size=30))
def test_groups_have_one_digest_exactly_if_they_hold_the_same(
    ours: list[int], more: list[int]
) -> None:
    here = MemoryLog("here")
    known = Groups(here)
    for number in ours:
        here.say(author(f"author {number}"))
    known.digests()
    there = here.set_back(here.end, "there")
    for number in more:
        here.say(author(f"author {number}"))

    differ = {
        number
        for number, (one, other) in enumerate(
            zip(known.digests(), Groups(there).digests(), strict=True)
        )
        if one != other
    }

    grown = [key for key, seq in here.vector.items() if seq != there.vector.get(key, 0)]
    assert differ == set(map(group_of, grown))
    assert known.digests() == Groups(here).digests()
    lines = {line[:2] for line in known.lines(differ)}
    assert lines >= {(bytes.fromhex(node), bytes.fromhex(inc)) for node, inc in grown}


def test_a_twin_changes_the_digest_though_the_numbers_are_the_same() -> None:
    here, there = MemoryLog("here"), MemoryLog("there")
    here.say(OTHER)
    there.say(ME)
    there.say(OTHER)
    there.say(OTHER)
    here.say(OTHER)

    number = group_of((OTHER.node, OTHER.inc))
    assert Groups(here).digests()[number] != Groups(there).digests()[number]


@pytest.fixture
def hall() -> Hall:
    return Hall()


def compared(hall: Hall, groups: tuple[int, ...], store: str = "hall") -> list[m.Compared]:
    replies = hall.hear(m.Compare(store, groups))
    return [
        effect.message
        for effect in replies
        if isinstance(effect, Reply) and isinstance(effect.message, m.Compared)
    ]


def test_the_hall_names_each_log_of_the_groups_that_are_asked_for(hall: Hall) -> None:
    hall.greet()
    hall.log.say(ONE, 2)
    hall.log.say(TWO, 3)
    number = group_of((TWO.node, TWO.inc))

    (answer,) = compared(hall, (number, number))

    digest = hall.log.digest((TWO.node, TWO.inc), 3)
    line = (bytes.fromhex(TWO.node), bytes.fromhex(TWO.inc), 3, digest)
    assert answer == m.Compared("hall", hall.log.end, (number, number), (line,))


def test_a_question_about_another_log_is_not_answered(hall: Hall) -> None:
    hall.greet()

    assert compared(hall, (1,), store="another") == []


def test_a_welcome_stays_small_however_many_logs_there_are(hall: Hall) -> None:
    for number in range(300):
        hall.log.say(author(f"author {number}"))

    (reply,) = hall.greet()

    assert isinstance(reply, Reply)
    assert len(m.encode(reply.message)) < 20 * GROUPS
