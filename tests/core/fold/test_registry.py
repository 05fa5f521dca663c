"""Events about keys that do not count: they leave the registry as it is and cost it nothing."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core import events as ev
from shared.core.events import Event, entities
from shared.core.fold import Fold, fold
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
    opened_hall,
    revoke,
)

T1 = entities.table_device("t1")
Writes = Callable[[History, str], Event]
JUNK: dict[str, Writes] = {
    "admits": lambda p, n: p.write(n, entities.device(STRANGER), enrolled(STRANGER)),
    "grants": lambda p, n: p.write(
        n, entities.device(STRANGER), enrolled(STRANGER, "hall", "hall")
    ),
    "moves": lambda p, n: p.write(n, T1, ev.DeviceAssigned(TWO)),
    "opens": lambda p, n: p.write(n, entities.term(7), ev.TermOpened(())),
    "leads": lambda p, n: p.write(n, entities.lead("men", 3), ev.DivisionLed("", ())),
    "limits": lambda p, n: p.write(n, entities.rights(REFEREE), ev.RightsSet(())),
    "newer": lambda p, n: p.write(n, entities.device(STRANGER), None),
}


@pytest.fixture
def past() -> History:
    return opened_hall()


@pytest.mark.parametrize("what", JUNK)
@pytest.mark.parametrize("who", ["a table", "a revoked referee", "nobody"])
def test_word_on_keys_that_does_not_count_builds_no_registry(
    past: History, who: str, what: str
) -> None:
    revoke(past, REFEREE, LAPTOP, past.cut(LAPTOP))
    hall = Fold(ROOT)
    hall.add(past.events)
    before = hall.registry()
    devices = hall.state().devices
    author = {"a table": ONE, "a revoked referee": LAPTOP, "nobody": STRANGER}[who]

    hall.add([JUNK[what](past, author)])

    state = hall.state()
    assert hall.registry() is before
    assert state.devices is devices
    assert state == fold(ROOT, past.events)
    assert len(state.unforced) == (0 if what == "newer" else 1)


@pytest.mark.parametrize("author", [HALL, REFEREE, ROOT])
def test_word_on_keys_by_who_may_builds_a_new_one(past: History, author: str) -> None:
    hall = Fold(ROOT)
    hall.add(past.events)
    before = hall.registry()
    hall.add([JUNK["admits"](past, author)])
    assert hall.registry() is not before
    assert STRANGER in hall.state().devices


def test_word_that_does_not_count_and_comes_late_still_puts_others_in_order(past: History) -> None:
    """The table had seen the hall's word, and the referee the table's: so that is the last."""
    between = JUNK["moves"](past, ONE)
    last = past.write(REFEREE, T1, ev.DeviceAssigned(STRANGER), seen=[between])
    whole = fold(ROOT, past.events)
    assert whole.tables["t1"].device == STRANGER
    assert not whole.tables["t1"].contested

    hall = Fold(ROOT)
    hall.add([event for event in past.events if event is not between])
    assert hall.state().tables["t1"].contested
    hall.add([between])
    assert hall.state() == whole
    assert last.id not in {unforced.event for unforced in whole.unforced}


@given(
    steps=st.lists(
        st.tuples(st.sampled_from(sorted(JUNK)), st.sampled_from([ONE, LAPTOP, REFEREE, STRANGER])),
        max_size=6,
    ),
    data=st.data(),
)
def test_what_counts_for_nothing_changes_nothing_in_any_order(
    steps: list[tuple[str, str]], data: st.DataObject
) -> None:
    past = opened_hall()
    revoke(past, REFEREE, LAPTOP, past.cut(LAPTOP))
    for what, author in steps:
        JUNK[what](past, author)
    hall = Fold(ROOT)
    for event in data.draw(st.permutations(past.events)):
        hall.add([event])
        hall.state()
    assert hall.state() == fold(ROOT, past.events)
