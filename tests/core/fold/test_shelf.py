"""Clock batches that are left on the disk: nothing that is said, or listed, differs by it."""

from collections.abc import Iterable
from itertools import cycle
from random import Random
from typing import Literal, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.core.events import ClockLogged, DeviceAssigned, Event, Press, entities
from shared.core.fold import Fold
from tests.core.events_kit import (
    HALL,
    MATCH,
    ONE,
    REFEREE,
    RESULT,
    ROOT,
    TWO,
    History,
    opened_hall,
    revoke,
    signs,
)
from tests.core.histories import STEPS, Step, play
from tests.prove import times

CLOCK = entities.clock(MATCH)


class Log:
    """What a replica has on its disk: the events as they came, and what it noted of clocks."""

    def __init__(self) -> None:
        self.written: list[Event] = []
        self.noted: dict[str, tuple[str, int]] = {}

    def batches(self, ent: str) -> Iterable[Event]:
        return [event for event in self.written if event.ent == ent]

    def clocks_of(self, node: str, inc: str) -> Iterable[str]:
        own = [event for event in self.written if (event.node, event.inc) == (node, inc)]
        return {event.ent for event in own if event.kind == "t.clock.logged"}

    def take(self, hall: Fold, come: list[Event]) -> None:
        """Add events to a fold and to the disk, as one transaction."""
        hall.add(come)
        self.written += [event for event in come if event not in self.written]
        hall.tell()
        for ent, left in hall.take_moved().items():
            self.noted.pop(ent, None)
            if left is not None:
                self.noted[ent] = left

    def started(self) -> Fold:
        """Return a fold of what a start reads."""
        hall = Fold(ROOT, "", self)
        hall.resume({ent: presses for ent, (_, presses) in self.noted.items()})
        hall.add(self.read_at_start())
        hall.tell()
        return hall

    def read_at_start(self) -> list[Event]:
        """Return all but the batches that come before the first one that is noted."""
        at = {event.id: pos for pos, event in enumerate(self.written)}
        firsts = {ent: at[first] for ent, (first, _) in self.noted.items()}
        return [e for pos, e in enumerate(self.written) if pos >= firsts.get(e.ent, 0)]


def batch(game: int = 1, tenths: int = 5) -> ClockLogged:
    """Return two presses, and a mark by which the bytes are found."""
    return ClockLogged(game, (Press(0, tenths), Press(1, 7)), (9, 9), (1, 1), "every 30 s")


def same(hall: Fold, events: list[Event]) -> None:
    """Check that a fold says what one that keeps everything says."""
    whole = Fold(ROOT)
    whole.add(events)
    assert hall.state() == whole.state()
    for ent in {event.ent for event in events}:
        assert hall.heads(ent) == whole.heads(ent)
        assert hall.events_of(ent) == whole.events_of(ent)


Odd = Literal["result", "twin", "stray twin", "fork", "restart", "broken", "chain", "other"]
Act = int | tuple[Odd, int] | Step
"""So many batches, something about one of the table's last events, or anything else."""

ODD: tuple[Odd, ...] = get_args(Odd)
ACTS: st.SearchStrategy[Act] = st.one_of(
    st.integers(1, 7),
    st.integers(1, 7),
    st.tuples(st.sampled_from(ODD), st.integers(0, 20)),
    STEPS,
)


def do(past: History, act: Act) -> None:
    """Write what a table or another author writes."""
    own = [event for event in past.events if (event.node, event.inc) == (ONE, "a1")]
    match act:
        case int():
            for number in range(act):
                past.write(ONE, CLOCK, batch(tenths=number))
        case Step():
            play(past, [act])
        case (odd, back) if own:
            do_oddly(past, odd, own[-1 - back % len(own)])
        case _:
            pass


def do_oddly(past: History, odd: Odd, of: Event) -> None:
    """Write something that is next to an event of the table, or instead of it."""
    match odd:
        case "result":
            past.write(ONE, RESULT, signs(0, "W W"))
        case "twin":
            past.write(ONE, CLOCK, batch(2), seen=[of], seq=of.seq)
        case "stray twin":
            past.write(ONE, RESULT, signs(0, "D D"), seq=of.seq, prev=of.id)
        case "fork":
            for number in range(6):
                of = past.write(ONE, CLOCK, batch(2, number), seen=[of])
        case "restart":
            for number in range(6):
                past.write(ONE, CLOCK, batch(2, number), inc="b2")
        case "broken":
            past.write(ONE, CLOCK, batch(2), prev=of.id)
        case "chain":
            past.write(ONE, RESULT, signs(0, "W W"), prev=of.id)
        case "other":
            past.write(TWO, CLOCK, batch(2))


@settings(max_examples=times(200, 5_000))
@given(
    acts=st.lists(ACTS, max_size=10),
    sizes=st.lists(st.integers(1, 6), min_size=1, max_size=10),
    starts=st.sets(st.integers(0, 30)),
    order=st.randoms(use_true_random=False),
)
def test_batches_left_on_the_disk_do_not_change_the_state(
    acts: list[Act], sizes: list[int], starts: set[int], order: Random
) -> None:
    past = opened_hall()
    for act in acts:
        do(past, act)
    written(merged(past.events, order), sizes, starts)


@pytest.mark.parametrize(
    "acts",
    [
        *([9, (odd, back), 9] for odd in ODD for back in (0, 1, 5)),
        *([9, "result", 9, (odd, back)] for odd in ("twin", "stray twin") for back in (8, 9, 10)),
        [9, ("fork", 3)],
        ["result"] * 6,
        [9, ("fork", 3), 3, ("fork", 3)],
    ],
    ids=str,
)
def test_clock_anomaly_is_seen_in_any_batch(acts: list[Act]) -> None:
    past = opened_hall()
    for act in acts:
        do(past, (act, 0) if isinstance(act, str) else act)
    written(past.events, [1], set(range(60)))


def test_batch_that_the_shelved_ones_have_seen_and_that_comes_later_is_no_head() -> None:
    """Another device wrote the first batch. Its log comes after a restart of this node."""
    past = opened_hall()
    past.write(TWO, CLOCK, batch(2))
    late = past.events[-1]
    do(past, 9)
    early = [event for event in past.events if event is not late]
    written([*early, late], [1], {len(early) - 1})


def written(events: list[Event], sizes: list[int], starts: set[int]) -> Log:
    """Write events in transactions of some sizes, start anew after some of them, and compare."""
    log, rest = Log(), events
    hall = log.started()
    for turn, size in enumerate(cycle(sizes)):
        if not rest:
            break
        log.take(hall, rest[:size])
        rest = rest[size:]
        same(hall, log.written)
        if turn in starts:
            hall = log.started()
            same(hall, log.written)
    return log


def merged(events: list[Event], order: Random) -> list[Event]:
    """Return the authors' logs, each in its own order, one after the other and among each other."""
    logs: dict[tuple[str, str], list[Event]] = {}
    for event in events:
        logs.setdefault((event.node, event.inc), []).append(event)
    places = [(event.node, event.inc) for event in events]
    if order.random() < 0.3:
        order.shuffle(places)
    return [logs[place].pop(0) for place in places]


def test_long_clock_log_keeps_and_reads_only_its_last_batch() -> None:
    past, log = opened_hall(), Log()
    hall = log.started()
    log.take(hall, past.events)
    for number in range(20):
        log.take(hall, [past.write(ONE, CLOCK, batch(tenths=number))])

    match = hall.state().matches["m1"]
    assert (match.presses, match.clock) == (40, batch(tenths=19))
    asked: list[str] = []
    log.batches = lambda ent: asked.append(ent) or ()  # type: ignore[method-assign, func-returns-value]
    clocks = [event for event in log.read_at_start() if event.ent == CLOCK]
    assert len(clocks) == 1
    again = log.started()
    assert again.state() == hall.state()
    assert asked == []


def test_a_key_that_is_withdrawn_in_the_middle_of_a_match_takes_its_later_batches_along() -> None:
    past = opened_hall()
    do(past, 10)
    revoke(past, REFEREE, ONE, past.cut(ONE, back=5))
    log = written(past.events, [1], {20, 40})

    assert not log.noted
    match = log.started().state().matches["m1"]
    assert (match.presses, match.clock) == (10, batch(tenths=4))


@pytest.mark.parametrize("how", ["restart", "another device"])
def test_withdrawn_key_removes_its_events_and_keeps_later_events_of_others(how: str) -> None:
    past = opened_hall()
    do(past, 6)
    cut = past.cut(ONE, back=4)
    if how == "restart":
        do(past, ("restart", 0))
        cut += past.cut(ONE)[1:]
    else:
        past.write(HALL, entities.table_device("t1"), DeviceAssigned(TWO, past.cut(ONE)))
        for number in range(6):
            past.write(TWO, CLOCK, batch(2, number))
    revoke(past, REFEREE, ONE, cut)
    log = written(past.events, [1], {20, 40})

    assert log.started().state().matches["m1"].presses == 2 * (2 + 6)
