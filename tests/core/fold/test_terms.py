"""Terms: who is the hall, and what becomes of authority that its opener had not seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core import events as ev
from shared.core.events import Event, entities
from shared.core.fold import fold
from shared.core.state import FoundAt, HallState
from tests.core.events_kit import (
    HALL,
    LAPTOP,
    ONE,
    REFEREE,
    RESULT,
    ROOT,
    STRANGER,
    History,
    enrolled,
    games,
    opened_hall,
    pairing,
    reason,
    revoke,
    rule,
    signs,
)

ROUND = entities.pairing("men", 2)
UNSEEN = "written in an earlier term, unseen by the hall that opened term {}"


@pytest.fixture
def past() -> History:
    return opened_hall()


def state_of(past: History) -> HallState:
    return fold(ROOT, past.events)


def opens(
    past: History, node: str, number: int, cut: ev.VectorCut | None = None, *, term: int = 0
) -> Event:
    seen = past.seen() if cut is None else cut
    return past.write(node, entities.term(number), ev.TermOpened(seen), term=term, seen=[])


def pairs(past: History, node: str, *, term: int = 0, uid: str = "x1") -> Event:
    return past.write(node, ROUND, pairing((uid, "t1", "ann", "cid")), term=term)


def test_before_any_takeover_there_is_no_term(past: History) -> None:
    past.write(REFEREE, entities.table("t1"), ev.TableSet("A"), term=7)

    assert (state_of(past).term, state_of(past).hall) == (0, "")


def test_author_of_a_term_opening_is_the_hall(past: History) -> None:
    opens(past, LAPTOP, 1)

    assert (state_of(past).term, state_of(past).hall) == (1, LAPTOP)
    assert state_of(past).unforced == ()


def test_unseen_entries_of_the_old_hall_are_listed_and_not_in_force(past: History) -> None:
    seen = past.write(HALL, entities.table("t1"), ev.TableSet("A"))
    opens(past, LAPTOP, 1)
    late = pairs(past, HALL)
    other_start = past.write(HALL, entities.table("t2"), ev.TableSet("B"), inc="b2")

    assert reason(past, seen) is None
    assert reason(past, late) == UNSEEN.format(1)
    assert reason(past, other_start) == UNSEEN.format(1)
    assert ("men", 2) not in state_of(past).rounds
    assert state_of(past).tables["t2"].label == "Table 2"


def test_the_old_hall_writes_on_in_the_new_term_once_it_follows(past: History) -> None:
    opens(past, LAPTOP, 1)

    assert reason(past, pairs(past, HALL, term=1)) is None


def test_testimony_is_not_bound_to_terms(past: History) -> None:
    opens(past, LAPTOP, 1)
    late = past.write(ONE, RESULT, signs(0, "W W"))

    assert reason(past, late) is None


def test_keys_are_not_bounded_by_terms(past: History) -> None:
    opens(past, LAPTOP, 1)
    admitted = past.write(HALL, entities.device(STRANGER), enrolled(STRANGER))
    withdrawn = revoke(past, REFEREE, ONE, past.cut(ONE))

    assert (reason(past, admitted), reason(past, withdrawn)) == (None, None)
    assert state_of(past).devices[ONE].revoked


def test_an_assignment_of_the_old_hall_moves_no_device(past: History) -> None:
    opens(past, LAPTOP, 1)
    late = past.write(HALL, entities.table_device("t1"), ev.DeviceAssigned(STRANGER))

    assert reason(past, late) == UNSEEN.format(1)
    assert state_of(past).tables["t1"].device == ONE


def test_the_tournament_key_is_above_all_terms(past: History) -> None:
    opens(past, LAPTOP, 1)

    assert reason(past, rule(past, ROOT, "W W")) is None


def test_only_a_certified_key_opens_a_term(past: History) -> None:
    event = opens(past, ONE, 1)

    assert reason(past, event) == "its author's key does not hold the right 'term'"
    assert state_of(past).term == 0


def test_a_revoked_key_opens_no_term_beyond_its_cut(past: History) -> None:
    revoke(past, ROOT, LAPTOP, past.cut(LAPTOP))
    event = opens(past, LAPTOP, 1)

    assert reason(past, event) == "written by a device after its key was revoked"
    assert (state_of(past).term, state_of(past).hall) == (0, "")


def test_a_hall_that_is_revoked_is_no_hall_though_its_term_stands(past: History) -> None:
    opens(past, LAPTOP, 1)
    revoke(past, ROOT, LAPTOP, past.cut(LAPTOP))

    assert (state_of(past).term, state_of(past).hall) == (1, "")


def test_each_later_term_bounds_what_came_before_it(past: History) -> None:
    opens(past, LAPTOP, 1)
    unseen_by_first = pairs(past, HALL)
    opens(past, HALL, 2, term=1)
    unseen_by_second = past.write(LAPTOP, entities.table("t1"), ev.TableSet("A"), term=1)

    assert reason(past, unseen_by_first) == UNSEEN.format(1)
    assert reason(past, unseen_by_second) == UNSEEN.format(2)
    assert (state_of(past).term, state_of(past).hall) == (2, HALL)


def test_a_term_that_the_next_hall_had_not_heard_of_is_barred_by_it(past: History) -> None:
    before = past.seen()
    lost = opens(past, REFEREE, 1, before)
    opens(past, LAPTOP, 2, before, term=1)

    assert reason(past, lost) == UNSEEN.format(2)
    assert (state_of(past).term, state_of(past).hall) == (2, LAPTOP)


def test_two_halls_of_one_term_keep_what_either_had_seen_and_are_told_of(past: History) -> None:
    before = past.seen()
    told_one = past.write(HALL, entities.table("t1"), ev.TableSet("A"))
    left = opens(past, LAPTOP, 1)
    right = opens(past, REFEREE, 1, before)

    state = state_of(past)
    assert [reason(past, event) for event in (told_one, left, right)] == [None] * 3
    assert state.hall == min(left.node, right.node)
    assert [alarm.ent for alarm in state.alarms] == ["term/1"]

    opens(past, REFEREE, 2, term=1)
    assert state_of(past).alarms == ()


def test_a_node_says_only_of_itself_where_it_is(past: History) -> None:
    here = ev.NodePlaced("10.0.0.7", 47301, 47302, 47303)
    own = past.write(LAPTOP, entities.address(LAPTOP), here)
    alien = past.write(REFEREE, entities.address(HALL), here)
    terminal = past.write(ONE, entities.address(ONE), here)

    assert reason(past, own) is None
    assert reason(past, alien) == "a node says only of itself where it is"
    assert reason(past, terminal) == "its author's key does not hold the right 'term'"
    assert state_of(past).places == {LAPTOP: FoundAt("10.0.0.7", 47301, 47302, 47303)}


def test_a_key_may_be_the_hall_as_long_as_it_is_certified_and_not_withdrawn(
    past: History,
) -> None:
    assert state_of(past).may_be_hall(LAPTOP)
    assert not state_of(past).may_be_hall(ONE)
    assert not state_of(past).may_be_hall(STRANGER)

    revoke(past, ROOT, LAPTOP, ())
    assert not state_of(past).may_be_hall(LAPTOP)


@given(data=st.data())
def test_a_takeover_and_a_return_mean_the_same_in_any_order(data: st.DataObject) -> None:
    past = opened_hall()
    before = past.seen()
    late = pairs(past, HALL)
    opens(past, LAPTOP, 1, before)
    past.write(ONE, RESULT, signs(0, "W W"))
    rule(past, LAPTOP, "W D", term=1)
    opens(past, REFEREE, 1, before)
    opens(past, HALL, 2, term=1)
    again = pairs(past, HALL, term=2, uid="x2")

    state = fold(ROOT, data.draw(st.permutations(past.events)))

    assert (state.term, state.hall) == (2, HALL)
    assert [unforced.event for unforced in state.unforced] == [late.id]
    assert state.rounds["men", 2].event == again.id
    assert state.matches["m1"].result.outcome == games("W D")
