"""What devices are called, and where they stand once they have been moved, in any order."""

import itertools

import pytest
from msgspec.structs import replace

from shared.core import events as ev
from shared.core.events import Event, entities
from shared.core.fold import Fold, fold
from shared.core.state import EMPTY, HallState, Table
from shared.core.state.floor import table_of
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
    reason,
    seats,
)

SPARE = STRANGER


@pytest.fixture
def past() -> History:
    return opened_hall()


def names(past: History, name: str, *, of: str = ONE, seen: list[Event] | None = None) -> Event:
    return past.write(REFEREE, entities.device_name(of), ev.DeviceNamed(name), seen=seen)


def moves(past: History, node: str, table: str, *, before: str = "") -> Event:
    """``node`` comes to a table; all that ``before``, who stood there, has written is seen."""
    body = ev.DeviceAssigned(node, past.cut(before))
    return past.write(REFEREE, entities.table_device(table), body)


def label(past: History, node: str = ONE) -> str:
    return fold(ROOT, past.events).devices[node].label


def test_a_device_bears_its_latest_name_and_the_label_of_its_enrolment_before(
    past: History,
) -> None:
    enrolled_as = label(past)
    names(past, "Tablet 7")
    names(past, "Blue tablet")
    assert (enrolled_as, label(past), label(past, TWO)) == (ONE[:4], "Blue tablet", TWO[:4])


def test_a_name_that_is_known_before_its_device_waits_for_it(past: History) -> None:
    names(past, "Spare", of=SPARE)
    assert SPARE not in fold(ROOT, past.events).devices
    past.write(HALL, entities.device(SPARE), enrolled(SPARE))
    assert label(past, SPARE) == "Spare"


def test_names_come_out_the_same_in_every_order(past: History) -> None:
    later = [
        names(past, "Spare", of=SPARE),
        past.write(HALL, entities.device(SPARE), enrolled(SPARE)),
        names(past, "Blue", of=SPARE),
        names(past, "Red"),
    ]
    before = [event for event in past.events if event not in later]
    whole = fold(ROOT, past.events)
    assert (whole.devices[SPARE].label, whole.devices[ONE].label) == ("Blue", "Red")
    for order in itertools.permutations(later):
        hall = Fold(ROOT)
        hall.add(before)
        hall.state()
        for event in order:
            hall.add([event])
            hall.state()
        assert hall.state() == whole


def test_two_names_that_have_not_seen_each_other_are_a_conflict_until_one_has_seen_both(
    past: History,
) -> None:
    names(past, "Red", seen=[])
    past.write(LAPTOP, entities.device_name(ONE), ev.DeviceNamed("Blue"), seen=[])
    state = fold(ROOT, past.events)
    ent = entities.device_name(ONE)
    assert [(a.kind, a.ent) for a in state.alarms] == [("conflict", ent)]
    assert state.devices[ONE].label in ("Red", "Blue")
    names(past, "Green")
    state = fold(ROOT, past.events)
    assert (state.alarms, state.devices[ONE].label) == ((), "Green")


def test_a_device_that_is_moved_leaves_its_table_and_what_it_wrote_there_stands(
    past: History,
) -> None:
    within = seats(past, ONE)
    moves(past, ONE, "t2", before=TWO)
    moves(past, TWO, "t1", before=ONE)
    late = seats(past, ONE, seat=1)
    state = fold(ROOT, past.events)
    assert (state.tables["t1"].device, state.tables["t2"].device) == (TWO, ONE)
    assert reason(past, within) is None
    assert reason(past, late) == "its author is not the device of this table"
    assert state.alarms == ()


def test_a_table_that_a_device_was_moved_away_from_may_stand_without_one(past: History) -> None:
    past.write(HALL, entities.table("t3"), ev.TableSet("Table 3"))
    moves(past, ONE, "t3")
    moves(past, "", "t1", before=ONE)
    state = fold(ROOT, past.events)
    assert (state.tables["t1"].device, state.tables["t3"].device) == ("", ONE)
    moves(past, ONE, "t1")
    assert fold(ROOT, past.events).tables["t1"].device == ONE


@pytest.mark.parametrize("node", ["-1", "[b]x[/b]", "two words", "é"])
def test_table_may_be_assigned_to_a_device_without_a_name(node: str) -> None:
    """Anyone with the key of a hall may write it; no device stands there, and the fold goes on."""
    past = opened_hall()
    gradual = Fold(ROOT)
    gradual.add(past.events)
    gradual.state()
    given = past.write(HALL, entities.table_device("t1"), ev.DeviceAssigned(node))
    gradual.add([given])
    assert gradual.state().tables["t1"].device == node
    assert gradual.state() == fold(ROOT, past.events)


def standing(*tables: Table) -> HallState:
    return replace(EMPTY, tables={table.id: table for table in tables})


@pytest.mark.parametrize(
    ("tables", "serves"),
    [
        ((), "t1"),
        ((Table("t1", "1", ONE), Table("t2", "2", TWO)), "t1"),
        ((Table("t1", "1", ""), Table("t2", "2", ONE)), "t2"),
        ((Table("t1", "1", TWO), Table("t2", "2", TWO)), "t1"),
        ((Table("t1", "1", TWO), Table("t10", "10", ONE), Table("t9", "9", ONE)), "t9"),
        ((Table("t1", "1", ONE), Table("t2", "2", ONE)), "t1"),
        ((Table("t1", "1", TWO, contested=True), Table("t2", "2", ONE)), "t1"),
        ((Table("t1", "1", TWO), Table("t2", "2", ONE, contested=True)), "t1"),
    ],
    ids=["unknown", "own", "moved", "replaced", "two", "both", "own-contested", "new-contested"],
)
def test_a_device_serves_the_table_that_it_was_given(
    tables: tuple[Table, ...], serves: str
) -> None:
    assert table_of(standing(*tables), ONE, "t1") == serves
