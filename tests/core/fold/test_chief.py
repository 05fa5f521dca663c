"""Rulings side by side: a conflict, unless the event says that the chief's word stands."""

import itertools

import pytest

from shared.core.events import Event, TournamentOpened, entities
from shared.core.fold import Fold, fold
from shared.core.state import Result
from tests.core import events_kit
from tests.core.events_kit import (
    LAPTOP,
    ONE,
    REFEREE,
    RESULT,
    ROOT,
    History,
    games,
    key_of,
    opened_hall,
    signs,
)


def hall(chief: str) -> History:
    """Return a hall whose event names a chief referee, or none."""
    past = opened_hall()
    opened = TournamentOpened("Open", "UTC", key_of(ROOT), chief)
    past.write(ROOT, entities.tournament(), opened)
    return past


def result(past: History) -> Result:
    return fold(ROOT, past.events).matches["m1"].result


def rule(past: History, node: str, text: str, seen: list[Event]) -> Event:
    return events_kit.rule(past, node, text, seen=seen)


@pytest.mark.parametrize("first", [REFEREE, LAPTOP])
def test_the_chiefs_ruling_outranks_one_that_it_has_not_seen(first: str) -> None:
    past = hall(REFEREE)
    said = past.write(ONE, RESULT, signs(0, "W W"))
    second = LAPTOP if first == REFEREE else REFEREE
    for node in (first, second):
        rule(past, node, "D D" if node == REFEREE else "L L", [said])

    found = result(past)

    assert (found.status, found.outcome) == ("ruled", games("D D"))
    assert found.heads == (said.id,)


def test_rulings_without_a_chief_conflict_side_by_side() -> None:
    past = hall("")
    rule(past, REFEREE, "D D", [])
    rule(past, LAPTOP, "L L", [])

    assert result(past).status == "conflict"


def test_an_assistant_who_has_seen_the_chiefs_ruling_undoes_it() -> None:
    past = hall(REFEREE)
    chiefs = rule(past, REFEREE, "D D", [])
    rule(past, LAPTOP, "L L", [chiefs])

    assert result(past).outcome == games("L L")


def test_two_rulings_of_the_chief_side_by_side_conflict() -> None:
    past = hall(REFEREE)
    rule(past, REFEREE, "D D", [])
    rule(past, REFEREE, "L L", [])

    assert result(past).status == "conflict"


def test_a_version_that_the_assistant_alone_had_seen_opens_the_case_again() -> None:
    past = hall(REFEREE)
    said = past.write(ONE, RESULT, signs(0, "W W"))
    rule(past, LAPTOP, "L L", [said])
    rule(past, REFEREE, "D D", [])

    assert result(past).status == "conflict"


def test_chief_may_become_known_before_or_after_the_rulings() -> None:
    past = hall(REFEREE)
    rule(past, REFEREE, "D D", [])
    rule(past, LAPTOP, "L L", [])
    named, *rulings = past.events[-3:]
    states = []
    for order in itertools.permutations([named, *rulings]):
        hall_fold = Fold(ROOT)
        hall_fold.add(past.events[:-3])
        for event in order:
            hall_fold.add([event])
            hall_fold.state()
        states.append(hall_fold.state())

    assert all(state == states[0] == fold(ROOT, past.events) for state in states)
