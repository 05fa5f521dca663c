"""Two different events in one place: which of them counts, and what a thief of a key can change."""

from collections.abc import Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.core import events as ev
from shared.core.events import Event, entities
from shared.core.fold import Fold, fold
from shared.core.state import HallState
from tests.core.events_kit import (
    HALL,
    LAPTOP,
    MATCH,
    ONE,
    REFEREE,
    RESULT,
    ROOT,
    History,
    opened_hall,
    revoke,
    rule,
    signs,
)
from tests.prove import times


def heads(*events: Event) -> ev.VectorCut:
    """Return a cut that names each of these events at its place."""
    return tuple((event.node, event.inc, event.seq, event.id) for event in events)


def ids(*events: Event) -> tuple[bytes, ...]:
    """Return what a pin names these events by."""
    return tuple(bytes.fromhex(event.id) for event in events)


def pin(past: History, by: str, *events: Event, seen: Sequence[Event] | None = None) -> Event:
    """Note, by one node, what stands in the logs of others."""
    return past.write(by, entities.pins(), ev.LogsPinned(ids(*events)), seen=seen)


def settle(past: History, by: str, *events: Event) -> Event:
    """Decide, by the referee, which of these events count."""
    return past.write(by, entities.settled(), ev.LogSettled(heads(*events), "seen"))


def twin(past: History, of: Event, text: str = "L* L*") -> Event:
    """Write another event into an event's place with its author's key."""
    return past.write(of.node, RESULT, signs(0, text), seq=of.seq, prev=of.prev, inc=of.inc)


def said(past: History) -> HallState:
    """Return the state, the same in whatever order the events come."""
    state = fold(ROOT, past.events)
    assert fold(ROOT, past.events[::-1]) == state
    return state


def result_of(past: History) -> tuple[str, ...]:
    """Return the games that stand for the first match, () if none are entered."""
    versions = said(past).matches["m1"].result.versions
    return tuple(code.value for version in versions for code in version.outcome.games)


def alarms(past: History) -> list[str]:
    return [str(a.sentence) for a in said(past).alarms if a.kind == "equivocation"]


def entered() -> tuple[History, Event]:
    """Return a hall in which table 1 has entered a result."""
    past = opened_hall()
    return past, past.write(ONE, RESULT, signs(0, "W W"))


WON, LOST = ("W", "W"), ("L*", "L*")


def test_two_events_in_one_place_do_not_count_while_neither_is_pinned() -> None:
    past, _ = entered()
    twin(past, past.events[-1])
    assert result_of(past) == ()
    assert "neither counts" in alarms(past)[0]


def test_the_event_that_the_hall_had_noted_counts_whatever_is_written_in_its_place() -> None:
    past, first = entered()
    pin(past, HALL, first)
    twin(past, first)
    assert result_of(past) == WON
    assert "the one noted first counts" in alarms(past)[0]


def test_predecessors_of_a_pinned_event_count_with_it() -> None:
    past, first = entered()
    later = past.write(ONE, entities.table_report("t1", "r1"), ev.ReportFiled("call", 0))
    pin(past, REFEREE, later)
    twin(past, first)
    assert result_of(past) == WON


def test_pin_of_an_unknown_event_has_no_effect() -> None:
    past, first = entered()
    past.write(HALL, entities.pins(), ev.LogsPinned((b"unknown" + bytes(9),)))
    twin(past, first)
    assert result_of(past) == ()


def test_pin_of_an_event_that_comes_later_counts_from_then_on() -> None:
    past, first = entered()
    later = past.write(ONE, entities.table_report("t1", "r1"), ev.ReportFiled("call", 0))
    twin(past, first)
    pin(past, REFEREE, later)
    late = Fold(ROOT)
    late.add(event for event in past.events if event is not later)
    assert not late.tell().state.matches["m1"].result.versions
    late.add([later])
    assert late.tell().state.matches["m1"].result.versions[0].outcome.games == WON
    assert late.tell().state == said(past)


def test_a_device_cannot_pin_its_own_log() -> None:
    past, _ = entered()
    ruling = rule(past, REFEREE, "W W")
    rule(past, REFEREE, "D D", seq=ruling.seq)
    pin(past, REFEREE, ruling)
    assert result_of(past) == WON
    assert said(past).matches["m1"].result.status == "entered"
    pin(past, LAPTOP, ruling)
    assert said(past).matches["m1"].result.status == "ruled"


def test_pin_of_a_table_is_not_accepted() -> None:
    past, first = entered()
    other = twin(past, first)
    past.write("cc" * 16, entities.pins(), ev.LogsPinned(ids(other)))
    assert result_of(past) == ()


def test_a_pin_that_contradicts_one_its_author_had_seen_changes_nothing() -> None:
    past, first = entered()
    pin(past, REFEREE, first)
    other = twin(past, first)
    pin(past, HALL, other)
    assert result_of(past) == WON


def test_contradicting_pins_side_by_side_have_no_effect() -> None:
    past, first = entered()
    noted = pin(past, REFEREE, first)
    other = twin(past, first)
    stolen = pin(past, HALL, other, seen=[])
    assert result_of(past) == ()

    before = tuple((i, n, h) for i, n, h in past.cut(HALL, back=1))
    revoke(past, REFEREE, HALL, before)
    assert stolen.id in {unforced.event for unforced in said(past).unforced}
    assert noted.id not in {unforced.event for unforced in said(past).unforced}
    assert result_of(past) == WON


def test_a_referee_s_word_outranks_what_was_noted_and_ends_the_question() -> None:
    past, first = entered()
    pin(past, HALL, first)
    other = twin(past, first)
    settle(past, REFEREE, other)
    assert result_of(past) == LOST
    assert alarms(past) == []
    settle(past, REFEREE, first)
    assert result_of(past) == WON
    assert alarms(past) == []
    assert not said(past).devices[ONE].revoked


def test_the_hall_cannot_settle_what_the_referee_may() -> None:
    past, first = entered()
    other = twin(past, first)
    settle(past, HALL, other)
    assert result_of(past) == ()


def test_a_key_that_is_withdrawn_keeps_what_its_cut_names() -> None:
    past, first = entered()
    cut = past.cut(ONE)
    twin(past, first)
    after = past.write(ONE, entities.table_report("t1", "r1"), ev.ReportFiled("call", 0))
    revoke(past, REFEREE, ONE, cut)
    assert result_of(past) == WON
    assert after.id in {unforced.event for unforced in said(past).unforced}
    assert alarms(past) == []


def test_a_cut_outranks_notes_and_a_referee_s_word() -> None:
    past, first = entered()
    cut = past.cut(ONE)
    other = twin(past, first)
    pin(past, HALL, other)
    settle(past, REFEREE, other)
    revoke(past, REFEREE, ONE, cut)
    assert result_of(past) == WON


def test_stolen_hall_key_erases_no_players() -> None:
    past = opened_hall()
    own = [event for event in past.events if event.node == HALL]
    pin(past, REFEREE, own[-1])
    before = said(past)
    for event in own:
        past.write(HALL, entities.player("x"), ev.PlayerRegistered("X", "men"), seq=event.seq)
    after = said(past)
    assert (after.players, after.divisions, after.tables) == (
        before.players,
        before.divisions,
        before.tables,
    )
    assert after.matches == before.matches


def test_a_referee_s_cut_takes_the_branch_that_counts() -> None:
    past, first = entered()
    pin(past, HALL, first)
    later = past.write(ONE, entities.table_report("t1", "r1"), ev.ReportFiled("call", 0))
    twin(past, first)
    hall = Fold(ROOT)
    hall.add(past.events)
    hall.tell()
    assert hall.head_of((ONE, "a1")) == (later.seq, later.id)
    assert hall.head_of((HALL, "a1")) is None


def honest(past: History, count: int) -> list[Event]:
    """Return what a table reports, each under a name of its own."""
    return [
        past.write(ONE, entities.match_report(MATCH, f"r{n}"), ev.ReportFiled("call", 0))
        for n in range(count)
    ]


@settings(max_examples=times(100, 3_000))
@given(
    before=st.integers(1, 6),
    after=st.integers(0, 4),
    forged=st.lists(st.tuples(st.integers(1, 12), st.integers(0, 12), st.booleans()), max_size=8),
    order=st.randoms(use_true_random=False),
    withdrawn=st.booleans(),
)
def test_pinned_and_single_events_stand_against_a_thief_of_a_table_key(
    before: int,
    after: int,
    forged: list[tuple[int, int, bool]],
    order: Random,
    withdrawn: bool,
) -> None:
    past = opened_hall()
    noted = honest(past, before)
    pin(past, HALL, noted[-1])
    late = [
        past.write(ONE, entities.match_report(MATCH, f"late{n}"), ev.ReportFiled("call", 0))
        for n in range(after)
    ]
    cut = past.cut(ONE)
    stolen = [event for event in past.events if event.node == ONE]
    twins = set()
    for number, (seq, prev, own) in enumerate(forged):
        chain = stolen[prev % len(stolen)].id
        ent = entities.match_report(MATCH, f"f{number}" if own else f"r{seq}")
        body = ev.ReportFiled("phone", 0, note="forged")
        stolen.append(past.write(ONE, ent, body, seen=[], seq=seq, prev=chain))
        twins.add(seq)
        pinned = ev.LogsPinned(ids(stolen[-1]))
        past.write(ONE, entities.pins(), pinned, seen=[], inc="b2")
    if withdrawn:
        revoke(past, REFEREE, ONE, cut)

    shuffled = list(past.events)
    order.shuffle(shuffled)
    state = fold(ROOT, shuffled)
    assert state == fold(ROOT, past.events)
    shaken = set() if withdrawn else twins
    for event in (*noted, *(event for event in late if event.seq not in shaken)):
        assert event.id in {report.event for report in state.reports.values()} or any(
            alarm.ent == event.ent for alarm in state.alarms
        )
        assert not withdrawn or state.reports[event.ent].event == event.id
