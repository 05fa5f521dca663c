"""What the thief of a key writes costs the others nothing: counted in calls, not in time."""

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from shared.core import events as ev
from shared.core.events import Event, entities
from shared.core.fold import Fold
from shared.core.fold.in_force import MOST_HEADS
from tests.core.events_kit import (
    HALL,
    MATCH,
    ONE,
    REFEREE,
    RESULT,
    ROOT,
    STRANGER,
    TWO,
    History,
    enrolled,
    opened_hall,
    signs,
)

FEW, MANY = 100, 1_000
Shape = Callable[[History, Event, int], None]


def calls(work: Callable[[], object]) -> int:
    """Return how many functions are called meanwhile."""
    count = 0

    def note(_: FrameType, what: str, __: object) -> None:
        nonlocal count
        count += what in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def in_one_place(past: History, first: Event, count: int) -> None:
    for n in range(count):
        ent = entities.match_report(MATCH, f"x{n}")
        body = ev.ReportFiled("call", 0)
        past.write(ONE, ent, body, seen=[], seq=first.seq, prev=first.prev)


def in_two_branches(past: History, first: Event, count: int) -> None:
    for branch in "ab":
        prev = first.id
        for n in range(count // 2):
            ent = entities.match_report(MATCH, f"{branch}{n}")
            body = ev.ReportFiled("call", 0)
            prev = past.write(ONE, ent, body, seen=[], seq=first.seq + 1 + n, prev=prev).id


def in_many_branches(past: History, first: Event, count: int) -> None:
    for n in range(count):
        body, seq = ev.ReportFiled("call", 0), first.seq + 1 + n // 2
        past.write(ONE, entities.match_report(MATCH, f"x{n}"), body, seen=[], seq=seq, prev="ab")


def costs(shape: Shape, count: int) -> list[int]:
    """Return what each kind of entry costs the hall after so many twins."""
    past = opened_hall()
    first = past.write(ONE, RESULT, signs(0, "W W"))
    shape(past, first, count)
    hall = Fold(ROOT)
    hall.add(past.events)
    hall.tell()
    report = ev.ReportFiled("call", 0)
    pins = [ev.LogsPinned((bytes([number]) * 16,)) for number in (1, 2)]
    written: list[tuple[str, str, ev.Body]] = [
        (TWO, entities.table_report("t2", "mine"), report),
        (REFEREE, entities.pins(), pins[0]),
        (REFEREE, entities.pins(), pins[1]),
        (ROOT, entities.device(STRANGER), enrolled(STRANGER)),
        (HALL, entities.player("eve"), ev.PlayerRegistered("Eve", "men")),
    ]
    found = []
    for node, ent, body in written:
        event = past.write(node, ent, body, seen=[])
        found.append(calls(lambda e=event: (hall.heads(e.ent), hall.add([e]), hall.tell())))  # type: ignore[misc]
    other = past.write(TWO, RESULT, signs(1, "L* L*"), seq=1, prev="", seen=[])
    found.append(calls(lambda: (hall.add([other]), hall.tell())))
    return found


@pytest.mark.parametrize("shape", [in_one_place, in_two_branches, in_many_branches])
def test_an_entry_costs_the_hall_the_same_however_many_twins_a_thief_has_written(
    shape: Shape,
) -> None:
    few, many = costs(shape, FEW), costs(shape, MANY)
    for before, after in zip(few, many, strict=True):
        assert after <= before + 20


def test_a_flood_leaves_room_in_an_event_for_what_counts() -> None:
    past = opened_hall()
    pinned = past.write(REFEREE, entities.pins(), ev.LogsPinned(()), seen=[])
    for _ in range(MOST_HEADS + 10):
        past.write(ONE, entities.pins(), ev.LogsPinned(()), seen=[])
    hall = Fold(ROOT)
    hall.add(past.events)
    hall.tell()
    heads = hall.heads(entities.pins())
    assert len(heads) == MOST_HEADS
    assert heads[0] == pinned.id
