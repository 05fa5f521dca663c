"""A rehearsal in the log: on until it is ended or its time is up, whatever arrives first."""

from itertools import permutations

import pytest

from shared.core import events as ev
from shared.core.events import Body, entities
from shared.core.fold import fold
from shared.core.state.floor import QUIET_MS, pressing
from tests.core.events_kit import (
    HALL,
    MATCH,
    ONE,
    REFEREE,
    ROOT,
    START,
    TWO,
    History,
    opened_hall,
    reason,
    rule,
)

UNTIL = START + 60_000


def opened(root: bytes = b"one", until: int = UNTIL) -> Body:
    return ev.RehearsalOpened(root, b"key", 4000, 4001, until, 60)


def checked(*waits: int) -> Body:
    return ev.DeviceChecked("1.0", 80, 24, 3, -20, 1, waits)


@pytest.fixture
def past() -> History:
    return opened_hall()


def test_a_rehearsal_is_on_until_its_time_is_up(past: History) -> None:
    past.write(HALL, entities.rehearsal(), opened())
    now = fold(ROOT, past.events).rehearsal
    assert now is not None
    assert (now.root_key, now.feed_port, now.sync_port, now.speed) == (b"one", 4001, 4000, 60)
    assert now.is_on(UNTIL - 1)
    assert not now.is_on(UNTIL)


def test_end_of_a_rehearsal_holds_in_any_order_of_arrival(past: History) -> None:
    before = list(past.events)
    past.write(HALL, entities.rehearsal(), opened())
    past.write(HALL, entities.rehearsal(), ev.RehearsalEnded("round 1 was paired"))
    past.write(HALL, entities.rehearsal(), opened(b"two"))
    words = past.events[len(before) :]
    for order in permutations(words):
        state = fold(ROOT, [*order, *before])
        assert state.rehearsal is not None
        assert state.rehearsal.root_key == b"two"
    for order in permutations(words[:2]):
        assert fold(ROOT, [*before, *order]).rehearsal is None


def test_an_end_ends_only_what_its_author_had_seen(past: History) -> None:
    past.write(HALL, entities.rehearsal(), opened())
    past.write(REFEREE, entities.rehearsal(), opened(b"two"), seen=[])
    past.write(HALL, entities.rehearsal(), ev.RehearsalEnded(), seen=[past.events[-2]])
    state = fold(ROOT, past.events)
    assert state.rehearsal is not None
    assert state.rehearsal.root_key == b"two"


def test_newer_of_two_concurrent_rehearsals_is_taken_by_every_node(past: History) -> None:
    past.write(HALL, entities.rehearsal(), opened(b"one"), seen=[])
    past.write(REFEREE, entities.rehearsal(), opened(b"two"), seen=[])
    for events in (past.events, past.events[::-1]):
        state = fold(ROOT, events)
        assert state.rehearsal is not None
        assert state.rehearsal.root_key == b"two"


def test_a_careless_opening_cannot_stop_a_clock_or_keep_a_device_busy(past: History) -> None:
    past.write(HALL, entities.rehearsal(), ev.RehearsalOpened(b"r", b"c", 1, 2, UNTIL, 0, -5, 0))
    now = fold(ROOT, past.events).rehearsal
    assert now is not None
    assert (now.speed, now.moves, now.pace_ms) == (1, 0, 20)


def test_a_table_opens_no_rehearsal(past: History) -> None:
    stray = past.write(ONE, entities.rehearsal(), opened())
    assert fold(ROOT, past.events).rehearsal is None
    assert reason(past, stray) == "its author's key does not hold the right 'hall'"


def test_device_measures_only_itself(past: History) -> None:
    past.write(ONE, entities.check(ONE), checked(40))
    past.write(ONE, entities.check(ONE), checked(40, 55))
    stray = past.write(TWO, entities.check(ONE), checked(9_999))
    checks = fold(ROOT, past.events).checks
    assert list(checks) == [ONE]
    assert checks[ONE].waits == (40, 55)
    assert reason(past, stray) == "a device measures only itself"


def test_a_match_presses_from_half_an_hour_before_its_start_to_its_end(past: History) -> None:
    matches = fold(ROOT, past.events).matches
    assert len(pressing(matches.values(), START - QUIET_MS)) == 2
    assert pressing(matches.values(), START - QUIET_MS - 1) == ()
    rule(past, REFEREE, "W W", match=MATCH)
    [left] = pressing(fold(ROOT, past.events).matches.values(), START)
    assert left.key.uid == "m2"
