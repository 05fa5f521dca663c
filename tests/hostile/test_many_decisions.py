"""A stolen referee key floods one match with decisions. The entries of others cost no more."""

from collections.abc import Callable

import pytest

from shared.core import events as ev
from shared.core.events import Event, Taken, entities
from shared.core.events.measures import Caution, MatchDecided, Paused
from shared.core.fold import Fold
from shared.core.fold.decisions import BUDGET, TOO_MANY, WEIGHT
from shared.core.state import HallState
from tests.core.events_kit import (
    DECISION,
    LAPTOP,
    MATCH,
    ONE,
    REFEREE,
    RESULT,
    ROOT,
    TWO,
    History,
    decides,
    games,
    opened_hall,
    revoke,
    signs,
)
from tests.core.fold.test_cost import calls

FEW, MANY = 600, 1_800
"""Both are more than an author's budget."""
NAMED = 200
Shape = Callable[[History, int], None]
OTHER = entities.match_report(MATCH._replace(uid="m2"), "mine")


def _junk(number: int) -> str:
    return f"{number:032x}"


def of_one_case(past: History, count: int) -> None:
    """All of them decide the same 200 things, differently, unseen by each other."""
    named = tuple(map(_junk, range(NAMED)))
    for n in range(count):
        body = decides(Caution(0), Paused(), settles=named, case=str(n))
        past.write(LAPTOP, DECISION, body, seen=[])


def of_many_cases(past: History, count: int) -> None:
    """Each decides 200 things of its own."""
    for n in range(count):
        named = (_junk(n * NAMED + m) for m in range(NAMED))
        past.write(LAPTOP, DECISION, decides(Caution(0), settles=named), seen=[])


def in_a_chain(past: History, count: int) -> None:
    """Each replaces the one before."""
    before: list[Event] = []
    for n in range(count):
        gone = [event.id for event in before]
        body = decides(MatchDecided.by(games("W W" if n % 2 else "D D")), replaces=gone)
        before = [past.write(LAPTOP, DECISION, body, seen=before)]


def all_by_all(past: History, count: int) -> None:
    """Each replaces the last 200, unseen by those that do so as well."""
    made: list[Event] = []
    for n in range(count):
        gone = [event.id for event in made[-NAMED:]]
        body = decides(*([Caution(0)] if n % 3 else []), replaces=gone)
        made.append(past.write(LAPTOP, DECISION, body, seen=[]))


def costs(shape: Shape, count: int) -> list[int]:
    """Return what honest entries cost after so many decisions: elsewhere, and about the same
    match."""
    past = opened_hall()
    shape(past, count)
    hall = Fold(ROOT)
    hall.add(past.events)
    hall.tell()
    found = []
    written: list[tuple[str, str, ev.Body]] = [
        (TWO, OTHER, ev.ReportFiled("call", 0)),
        (ONE, entities.match_report(MATCH, "mine"), ev.ReportFiled("call", 0)),
        (ONE, RESULT, signs(0, "W W")),
        (ONE, entities.carried(MATCH, "k1"), ev.MeasureDone()),
        (REFEREE, DECISION, decides(Caution(1))),
    ]
    for node, ent, body in written:
        event = past.write(node, ent, body, seen=[])
        found.append(calls(lambda e=event: (hall.add([e]), hall.tell())))  # type: ignore[misc]
    return found


@pytest.mark.parametrize("shape", [of_one_case, of_many_cases, in_a_chain, all_by_all])
def test_an_honest_entry_costs_the_same_however_many_decisions_a_thief_has_made(
    shape: Shape,
) -> None:
    few, many = costs(shape, FEW), costs(shape, MANY)

    *others, decided = zip(few, many, strict=True)
    for before, after in others:
        assert after <= before + 2 * BUDGET // WEIGHT
    # Each decision about the match is counted against its author's budget, and no more is done.
    assert decided[1] <= decided[0] + 25 * (MANY - FEW)


def flooded(count: int = 600) -> tuple[History, HallState]:
    past = opened_hall()
    for n in range(count):
        past.write(LAPTOP, DECISION, decides(Caution(0), case=str(n)), seen=[])
    past.write(REFEREE, DECISION, decides(Caution(1)), seen=[])
    hall = Fold(ROOT)
    hall.add(past.events)
    return past, hall.state()


def test_decisions_beyond_their_authors_budget_are_listed_and_those_of_others_count() -> None:
    past, state = flooded()
    listed = [one for one in state.unforced if one.ent == DECISION]

    made = state.matches[MATCH.uid].decisions
    assert len(made) == BUDGET // WEIGHT + 1
    assert len(listed) == 600 - BUDGET // WEIGHT
    assert {one.reason for one in listed} == {TOO_MANY}
    assert any(one.measure == Caution(1) for one in state.matches[MATCH.uid].taken)
    assert {d.event for d in made} | {one.event for one in listed} >= {
        event.id for event in past.events if event.ent == DECISION
    }


def test_a_key_that_is_withdrawn_takes_its_flood_along() -> None:
    past, _ = flooded()
    revoke(past, REFEREE, LAPTOP, ())
    hall = Fold(ROOT)
    for event in reversed(past.events):
        hall.add([event])
    hall.state()

    state = hall.state()
    assert [one.measure for one in state.matches[MATCH.uid].taken] == [Caution(1)]
    assert {one.reason for one in state.unforced} == {
        "written by a device after its key was revoked"
    }


def test_a_long_chain_of_replacements_ends_with_its_last() -> None:
    past = opened_hall()
    before: list[Event] = []
    for n in range(350):
        body = decides(Caution(0), case=str(n), replaces=[event.id for event in before])
        before = [past.write(REFEREE, DECISION, body)]
    hall = Fold(ROOT)
    hall.add(reversed(past.events))

    match = hall.state().matches[MATCH.uid]
    assert [one.decision.event for one in match.taken] == [before[0].id]


@pytest.mark.parametrize(
    "what",
    [
        *((), ("",), ("x" * 500,), (1,), (None, True), (("caution",), 0), ("caution",)),
        *(("caution", 7), ("caution", 0, 1), ("caution", "0"), ("match_decided", ("?",))),
        *(("match_decided", ("W",) * 500, 3), ("game_lost", 0, 2**53), ("wrong_length", -1)),
    ],
)
def test_unreadable_measure_is_kept_and_does_not_count(
    what: tuple[object, ...],
) -> None:
    past = opened_hall()
    report = past.write(ONE, entities.match_report(MATCH, "r"), ev.ReportFiled("call", 0))
    body = ev.DecisionMade((Taken("k", what),), settles=(report.id,))  # type: ignore[arg-type]
    past.write(REFEREE, DECISION, body)
    past.write(REFEREE, DECISION, decides(Caution(1), case="later"))
    hall = Fold(ROOT)
    hall.add(past.events)
    state = hall.state()

    assert [d.standing for d in state.matches[MATCH.uid].decisions] == ["unknown", "in_force"]
    assert state.reports[report.ent].open
    assert [(a.kind, a.ent) for a in state.alarms] == [("newer_software", DECISION)]
