"""A decision that settles or replaces more than one event can name: nothing is lost, all is one."""

import msgspec
import pytest

from shared.core import events as ev
from shared.core.decisions.options import Option
from shared.core.decisions.words import all_said
from shared.core.decisions.writing import undo
from shared.core.events import entities
from shared.core.events.measures import Caution, Dismissed, GameLost, MatchDecided, Measure
from shared.core.events.office import MOST_NAMED
from shared.core.fold import fold
from shared.core.fold.decisions import BUDGET, TOO_MANY
from tests.core.decided_halls import Deciding, opened
from tests.core.events_kit import (
    DECISION,
    LAPTOP,
    MATCH,
    ONE,
    REFEREE,
    RESULT,
    ROOT,
    decides,
    enrolled,
    games,
    revoke,
    signs,
)

MANY = 2 * MOST_NAMED + 50


def written(hall: Deciding) -> list[ev.DecisionMade]:
    """Return the referee's decisions; each of them can travel."""
    found = [e.body for e in hall.past.events if isinstance(e.body, ev.DecisionMade)]
    for body in found:
        assert msgspec.convert(msgspec.to_builtins(body), ev.DecisionMade) == body
    return found


def test_result_with_hundreds_of_versions_is_settled_by_one_ruling_and_opened_by_one_undoing() -> (
    None
):
    hall = Deciding(opened("acf-masters"))
    for number in range(MANY):
        hall.past.write(ONE, RESULT, signs(0, "W W" if number % 2 else "L L"), seen=[])
    assert hall.match.result.status == "conflict"
    assert len(hall.match.result.heads) == MANY
    [question] = [one for one in hall.asked() if one.kind == "conflict"]
    drawn = next(o for o in question.options if o.outcome == games("D D"))
    hall.decide(question, drawn)

    assert [len(body.settles) for body in written(hall)] == [MOST_NAMED, MOST_NAMED, 50]
    assert (hall.match.result.status, hall.match.result.outcome) == ("ruled", games("D D"))
    assert [one.measure for one in hall.match.taken] == [MatchDecided.by(games("D D"))]
    assert not [one for one in hall.asked() if one.kind in ("conflict", "dispute")]

    [last] = [one for one in hall.match.decisions if one.counts]
    hall.past.write(REFEREE, DECISION, undo(last).body)
    assert hall.match.result.status == "conflict"
    assert hall.match.taken == ()


@pytest.mark.parametrize("instead", [(), (Dismissed(),)])
def test_hundreds_of_rulings_that_differ_are_replaced_by_one_that_counts_once(
    instead: tuple[Measure, ...],
) -> None:
    hall = Deciding(opened("acf-masters"))
    hall.past.write(ROOT, entities.device(LAPTOP), enrolled(LAPTOP, "referee", "rule"))
    ent = hall.report("phone", "", 1)
    filed = hall.state.reports[ent].event
    for number in range(MANY // 2):
        for node, measure in ((REFEREE, Caution(0)), (LAPTOP, Caution(1))):
            body = decides(measure, settles=[filed], case=str(number))
            hall.past.write(node, DECISION, body, seen=[])
    [question] = [one for one in hall.asked() if one.kind == "contested"]
    assert question.case is not None
    assert len(question.case.replaces) == MANY
    before = len(written(hall))
    hall.decide(question, Option((GameLost(1, 1),), "ACF-3.II.J"))

    made = written(hall)[before:]
    assert [len(body.replaces) for body in made] == [MOST_NAMED, MOST_NAMED, 50]
    names = ("Ann", "Ben")
    said = all_said((one.measure for one in hall.match.taken), names)
    assert said == "Game 1 is forfeited by Ben."
    assert not hall.state.reports[ent].open
    assert not [one for one in hall.asked() if one.kind == "contested"]

    first = next(one for one in hall.match.decisions if one.counts)
    hall.past.write(REFEREE, DECISION, decides(*instead, replaces=[first.event]))
    assert [one.measure for one in hall.match.taken] == list(instead)


def test_flood_of_versions_is_listed_beyond_the_budget_and_ends_with_the_tables_key() -> None:
    hall = Deciding(opened("acf-masters"))
    cut = hall.past.cut(ONE)
    for number in range(BUDGET + 100):
        hall.past.write(ONE, RESULT, signs(0, "W W" if number % 2 else "L L"), seen=[])
    [question] = [one for one in hall.asked() if one.kind == "conflict"]
    hall.decide(question, next(o for o in question.options if o.outcome == games("D D")))
    state = fold(ROOT, hall.past.events)
    assert {unforced.reason for unforced in state.unforced} == {TOO_MANY}
    assert state.matches[MATCH.uid].result.status == "conflict"

    revoke(hall.past, REFEREE, ONE, cut)
    result = fold(ROOT, hall.past.events).matches[MATCH.uid].result
    assert (result.status, result.outcome) == ("ruled", games("D D"))
