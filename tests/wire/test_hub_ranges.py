"""One author's events by number, for a node whose log differs from the hub's."""

import pytest

from shared.wire import messages as m
from shared.wire.limits import MAX_BATCH_BYTES, MAX_BATCH_EVENTS, MAX_MESSAGE
from shared.wire.sync.effects import HubEffect, Reply
from tests.large import large
from tests.wire.hub_kit import ONE, TWO, Hall


@pytest.fixture
def hall() -> Hall:
    return Hall()


def fetched(effects: list[HubEffect]) -> m.Fetched:
    (reply,) = effects
    assert isinstance(reply, Reply)
    assert isinstance(reply.message, m.Fetched)
    return reply.message


def test_one_author_is_fetched_by_number(hall: Hall) -> None:
    hall.greet()
    hall.log.say(ONE, 3)
    hall.log.say(TWO, 3)
    node, inc = bytes.fromhex(ONE.node), bytes.fromhex(ONE.inc)

    got = fetched(hall.hear(m.Fetch("hall", node, inc, 1)))

    assert (got.node, got.inc, got.after, got.upto, got.more) == (node, inc, 0, 5, False)
    assert [one.id for one in m.signed(got.events)] == [r.event.id for r in hall.log.rows[3:5]]


@pytest.mark.parametrize("size", [0, MAX_BATCH_BYTES // 4])
def test_a_long_log_of_one_author_is_fetched_in_pieces(hall: Hall, size: int) -> None:
    hall.greet()
    count = 5 if size else 2 * MAX_BATCH_EVENTS
    for _ in range(count):
        hall.log.write(ONE, "table/1", large(size))
    fetch = m.Fetch("hall", bytes.fromhex(ONE.node), bytes.fromhex(ONE.inc), 0)
    ids: list[str] = []
    more = True
    while more:
        got = fetched(hall.hear(fetch))
        assert len(m.encode(got)) < MAX_MESSAGE
        ids += [one.id for one in m.signed(got.events)]
        more, fetch = got.more, m.Fetch("hall", fetch.node, fetch.inc, 0, got.upto)

    assert ids == [row.event.id for row in hall.log.rows if row.event.node == ONE.node]


def test_a_fetch_by_the_position_of_another_log_begins_at_the_beginning(hall: Hall) -> None:
    hall.greet()
    hall.log.say(ONE, 2)
    fetch = m.Fetch("another", bytes.fromhex(ONE.node), bytes.fromhex(ONE.inc), 0, 99)

    got = fetched(hall.hear(fetch))

    assert (got.after, got.upto, len(got.events)) == (99, 4, 2)
