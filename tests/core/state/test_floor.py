from typing import get_args

import pytest

from shared.core.events.entities import MatchKey
from shared.core.state import EMPTY, HallState, Match, MatchStanding, Result, ResultStatus
from shared.core.state.floor import current_match, finished, matches_at

DONE = Result("confirmed")


def a_match(
    uid: str,
    *,
    table: str = "3",
    round_no: int = 1,
    starts_at: int = 0,
    standing: MatchStanding = "in_force",
    result: Result = Result(),  # noqa: B008
) -> Match:
    key = MatchKey("masters", round_no, uid)
    return Match(key, table, ("a", "b"), starts_at, standing, result=result)


def a_state(*matches: Match) -> HallState:
    from msgspec.structs import replace

    return replace(EMPTY, matches={match.uid: match for match in matches})


def current(*matches: Match) -> str | None:
    match = current_match(a_state(*matches), "3")
    return match.uid if match else None


def test_a_table_without_a_match_has_none() -> None:
    assert current() is None
    assert current(a_match("elsewhere", table="4")) is None


def test_the_unfinished_match_of_the_earliest_start_comes_first() -> None:
    assert current(a_match("late", starts_at=200), a_match("early", starts_at=100)) == "early"


def test_at_one_start_the_lower_round_comes_first() -> None:
    assert current(a_match("b", round_no=3), a_match("a", round_no=2)) == "a"


def test_a_finished_match_gives_way_to_an_unfinished_one_however_late() -> None:
    done = a_match("done", starts_at=100, result=DONE)
    assert current(done, a_match("next", starts_at=9_000)) == "next"


def test_when_all_are_finished_the_last_one_stays() -> None:
    first = a_match("first", starts_at=100, result=DONE)
    second = a_match("second", starts_at=200, result=DONE)
    assert current(second, first) == "second"


@pytest.mark.parametrize("standing", ["withdrawn", "contested"])
def test_a_match_that_is_not_in_force_is_not_played(standing: MatchStanding) -> None:
    assert current(a_match("gone", standing=standing)) is None


def test_a_match_signed_by_one_side_only_is_unfinished() -> None:
    entered = a_match("entered", starts_at=1, result=Result("entered"))
    assert current(entered, a_match("next", starts_at=2)) == "entered"


def test_a_dispute_does_not_keep_the_table_from_its_next_round() -> None:
    disputed = a_match("disputed", starts_at=1, result=Result("disputed"))
    assert current(disputed, a_match("next", starts_at=2)) == "next"
    assert current(disputed) == "disputed"


def test_finished_means_signed_by_both_or_ruled() -> None:
    by_status = {
        status: finished(a_match("m", result=Result(status))) for status in get_args(ResultStatus)
    }
    assert by_status == {
        "none": False,
        "entered": False,
        "confirmed": True,
        "disputed": True,
        "conflict": True,
        "ruled": True,
    }


def test_the_order_does_not_depend_on_the_order_of_arrival() -> None:
    matches = [a_match("b", starts_at=5), a_match("a", starts_at=5), a_match("c", starts_at=1)]
    forward = [m.uid for m in matches_at(a_state(*matches), "3")]
    backward = [m.uid for m in matches_at(a_state(*reversed(matches)), "3")]
    assert forward == backward == ["c", "a", "b"]
