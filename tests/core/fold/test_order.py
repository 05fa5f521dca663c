"""The state is a function of the set of events: not of order, repetition, or batches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.events import Event
from shared.core.fold import Fold, fold
from shared.core.state import EMPTY, HallState
from tests.core.events_kit import ONE, RESULT, ROOT, opened_hall, signs
from tests.core.histories import histories


def in_batches(events: list[Event], sizes: list[int]) -> HallState:
    """Fold piece by piece, and look at the state after each piece."""
    hall = Fold(ROOT)
    start = 0
    for size in sizes:
        hall.add(events[start : start + size])
        start += size
        hall.state()
    hall.add(events[start:])
    return hall.state()


@given(events=histories(), data=st.data())
def test_any_order_gives_the_same_state(events: list[Event], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(events))

    assert fold(ROOT, shuffled) == fold(ROOT, events)


@given(events=histories(), data=st.data())
def test_events_heard_twice_change_nothing(events: list[Event], data: st.DataObject) -> None:
    again = data.draw(st.lists(st.sampled_from(events), max_size=20))
    hall = Fold(ROOT)
    hall.add(events)
    before = hall.state()

    assert hall.add(again) == set()
    assert hall.state() == before == fold(ROOT, [*again, *events])


@given(events=histories(), data=st.data())
def test_any_batches_give_the_same_state(events: list[Event], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(events))
    sizes = data.draw(st.lists(st.integers(1, 8), max_size=40))

    assert in_batches(shuffled, sizes) == fold(ROOT, events)


@given(events=histories())
def test_a_look_after_each_event_changes_nothing(events: list[Event]) -> None:
    assert in_batches(events, [1] * len(events)) == fold(ROOT, events)
    assert in_batches(events[::-1], [1] * len(events)) == fold(ROOT, events)


@given(events=histories(), data=st.data())
def test_heads_depend_on_the_set_of_events_alone(events: list[Event], data: st.DataObject) -> None:
    one, other = Fold(ROOT), Fold(ROOT)
    one.add(events)
    other.add(data.draw(st.permutations(events)))

    for ent in {event.ent for event in events}:
        assert one.heads(ent) == other.heads(ent)
        assert one.events_of(ent) == other.events_of(ent)


@given(events=histories())
def test_no_received_event_is_lost(events: list[Event]) -> None:
    """Each event stands in the index of its entity, or in a log that is known to be forked."""
    hall = Fold(ROOT)
    hall.add(events)
    state = hall.state()
    places: dict[object, set[str]] = {}
    for event in events:
        places.setdefault(event.place, set()).add(event.id)

    alarmed = {(alarm.kind, alarm.ent) for alarm in state.alarms}
    forked = {(fork.node, fork.inc) for fork in state.forks}
    for event in events:
        if len(places[event.place]) > 1:
            assert (event.node, event.inc) in forked
        else:
            assert event in hall.events_of(event.ent)
            assert event.body is not None or ("newer_software", event.ent) in alarmed


def test_no_events_give_an_empty_hall() -> None:
    assert fold(ROOT, []) == EMPTY


@pytest.mark.parametrize("look", [True, False])
def test_a_state_that_was_handed_out_does_not_change(look: bool) -> None:
    past = opened_hall()
    hall = Fold(ROOT)
    hall.add(past.events)
    state = hall.state()
    assert state.matches["m1"].result.status == "none"

    hall.add([past.write(ONE, RESULT, signs(0, "W W"))])
    if look:
        assert hall.state().matches["m1"].result.status == "entered"

    assert state.matches["m1"].result.status == "none"
