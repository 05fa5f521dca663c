"""Enrolments that name the connection key of another device: they put out nobody, in any order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.events import Event, entities
from shared.core.fold import Fold, fold
from shared.core.state import Device, HallState, holders
from tests.core.events_kit import (
    HALL,
    LAPTOP,
    ONE,
    REFEREE,
    ROOT,
    STRANGER,
    TWO,
    History,
    enrolled,
    key_of,
    opened_hall,
    reason,
    revoke,
    seats,
)

TAKEN = "an earlier enrolment gave its connection key to another device"
OTHER_KEY = "an earlier enrolment gave the device another connection key"


@pytest.fixture
def past() -> History:
    return opened_hall()


def state_of(past: History) -> HallState:
    return fold(ROOT, past.events)


def admits(past: History, author: str, node: str, key_from: str, inc: str = "a1") -> Event:
    """``author`` admits ``node`` under the connection key of ``key_from``."""
    body = enrolled(node, key_from=key_from)
    return past.write(author, entities.device(node), body, inc=inc, seen=[])


@pytest.mark.parametrize("victim", [HALL, REFEREE])
def test_key_of_device_that_the_tournament_key_enrolled_is_given_to_no_other(
    past: History, victim: str
) -> None:
    stolen = admits(past, LAPTOP, STRANGER, victim)
    other = admits(past, LAPTOP, victim, STRANGER)

    state = state_of(past)
    assert (reason(past, stolen), reason(past, other)) == (TAKEN, OTHER_KEY)
    assert STRANGER not in state.devices
    assert holders(state.devices.values())[key_of(victim)] == state.devices[victim]


def test_second_enrolment_of_a_key_in_one_log_is_not_in_force(past: History) -> None:
    stolen = admits(past, HALL, STRANGER, TWO)
    other = admits(past, HALL, TWO, STRANGER)

    assert (reason(past, stolen), reason(past, other)) == (TAKEN, OTHER_KEY)
    assert state_of(past).devices[TWO].disputed == ()


def test_key_that_two_authors_give_to_two_devices_is_open_and_both_stand(past: History) -> None:
    stolen = admits(past, LAPTOP, STRANGER, ONE)

    devices = state_of(past).devices
    assert reason(past, stolen) is None
    assert devices[ONE].disputed == devices[STRANGER].disputed == (key_of(ONE),)
    assert key_of(ONE) not in holders(devices.values())
    assert reason(past, seats(past, ONE)) is None


def test_two_keys_that_two_authors_give_to_one_device_are_both_open(past: History) -> None:
    admits(past, LAPTOP, ONE, STRANGER)

    device = state_of(past).devices[ONE]
    assert set(device.disputed) == {key_of(ONE), key_of(STRANGER)}
    assert not {key_of(ONE), key_of(STRANGER)} & holders([device]).keys()


def test_device_admitted_twice_under_its_own_key_has_it_undisputed(past: History) -> None:
    again = admits(past, LAPTOP, ONE, ONE)

    assert reason(past, again) is None
    assert state_of(past).devices[ONE].disputed == ()


@pytest.mark.parametrize("withdrawn", [STRANGER, LAPTOP])
def test_key_is_the_devices_again_once_the_other_or_who_admitted_it_is_withdrawn(
    past: History, withdrawn: str
) -> None:
    before = past.cut(LAPTOP)
    admits(past, LAPTOP, STRANGER, ONE)
    revoke(past, REFEREE, withdrawn, before if withdrawn == LAPTOP else ())

    devices = state_of(past).devices
    assert devices[ONE].disputed == ()
    assert holders(devices.values())[key_of(ONE)] == devices[ONE]


_NODES = (HALL, REFEREE, ONE, TWO, STRANGER, "0" * 32, "f" * 32)
_THEFTS = st.lists(
    st.tuples(st.sampled_from(_NODES), st.sampled_from(_NODES), st.sampled_from(["a1", "b2"])),
    max_size=8,
)


def keeps(device: Device, key: bytes) -> bool:
    """Return whether a device can still connect with a key: it is its own, or it may prove that it
    is."""
    return key in (device.disputed or (device.curve_key,))


@given(thefts=_THEFTS, data=st.data())
def test_thief_who_may_admit_puts_out_nobody_by_naming_keys_in_any_order(
    thefts: list[tuple[str, str, str]], data: st.DataObject
) -> None:
    past = opened_hall()
    said = seats(past, ONE)
    honest = state_of(past).devices
    for node, key_from, inc in thefts:
        admits(past, LAPTOP, node, key_from, inc)
    whole = fold(ROOT, past.events)

    assert all(keeps(whole.devices[node], key_of(node)) for node in honest)
    assert [whole.devices[node] for node in (HALL, REFEREE)] == [honest[HALL], honest[REFEREE]]
    assert said.id not in {unforced.event for unforced in whole.unforced}

    hall = Fold(ROOT)
    for event in data.draw(st.permutations(past.events)):
        hall.add([event])
        if data.draw(st.booleans()):
            hall.state()
    assert hall.state() == whole


def test_thousands_of_devices_under_one_key_are_judged_in_one_pass(past: History) -> None:
    for number in range(3_000):
        admits(past, LAPTOP, f"{number:032x}", HALL)

    state = state_of(past)
    assert len(state.unforced) == 3_000
    assert state.devices[HALL].curve_key == key_of(HALL)
