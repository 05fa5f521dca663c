"""The rules by which a result comes to count, one example each."""

import pytest

from shared.core.events import DeviceAssigned, Event, ResultSigned, TableSet, entities
from shared.core.fold import Fold, fold
from shared.core.match.outcome import Outcome
from shared.core.state import Alarm, Result
from tests.core import events_kit
from tests.core.events_kit import (
    HALL,
    LAPTOP,
    ONE,
    REFEREE,
    RESULT,
    ROOT,
    TWO,
    History,
    games,
    opened_hall,
    pairing,
    signs,
)


@pytest.fixture
def past() -> History:
    return opened_hall()


def result(past: History) -> Result:
    state = fold(ROOT, past.events)
    found = state.matches["m1"].result
    alarmed = any(a.kind == "conflict" and a.ent == RESULT for a in state.alarms)
    assert alarmed == (found.status == "conflict")
    return found


def sign(past: History, seat: int, text: str, seen: list[Event] | None = None) -> Event:
    return past.write(ONE, RESULT, signs(1 if seat else 0, text), seen=seen)


def rule(past: History, text: str, seen: list[Event] | None = None, node: str = REFEREE) -> Event:
    return events_kit.rule(past, node, text, seen=seen)


def hand_over(past: History) -> None:
    """Table 1 goes from terminal 1 to terminal 2; what was written so far stays."""
    body = DeviceAssigned(TWO, past.cut(ONE))
    past.write(HALL, entities.table_device("t1"), body)


def says(found: Result) -> list[tuple[int | None, str]]:
    return [(v.seat, " ".join(v.outcome.games)) for v in found.versions]


@pytest.mark.parametrize("void", [Outcome((), "agreed"), Outcome((), "void", awarded=(99, 0))])
def test_no_two_players_make_their_match_void_or_award_points(past: History, void: Outcome) -> None:
    past.write(ONE, RESULT, ResultSigned(0, void))
    past.write(ONE, RESULT, ResultSigned(1, void))
    assert result(past).outcome == Outcome(())


def test_match_without_an_entry_has_no_result(past: History) -> None:
    found = result(past)

    assert (found.status, found.outcome, found.versions, found.heads) == ("none", None, (), ())
    assert not found.counts
    assert not found.open_question


def test_entry_of_one_side_alone_does_not_count(past: History) -> None:
    first = sign(past, 0, "W D")

    found = result(past)
    assert (found.status, found.outcome, found.heads) == ("entered", None, (first.id,))
    assert says(found) == [(0, "W D")]


def test_equal_entries_of_both_sides_confirm(past: History) -> None:
    sign(past, 0, "W D")
    second = sign(past, 1, "W D")

    found = result(past)
    assert (found.status, found.outcome, found.heads) == ("confirmed", games("W D"), (second.id,))
    assert found.counts


def test_both_sides_alike_confirm_also_when_neither_saw_the_other(past: History) -> None:
    first = sign(past, 0, "W D", seen=[])
    second = sign(past, 1, "W D", seen=[])

    found = result(past)
    assert (found.status, found.outcome) == ("confirmed", games("W D"))
    assert found.heads == tuple(sorted((first.id, second.id)))


def test_the_same_side_twice_confirms_nothing(past: History) -> None:
    sign(past, 0, "W D")
    sign(past, 0, "W D")

    assert result(past).status == "entered"


def test_a_side_that_saw_the_other_and_differs_disputes(past: History) -> None:
    sign(past, 0, "W D")
    sign(past, 1, "D D")

    found = result(past)
    assert (found.status, found.outcome) == ("disputed", None)
    assert found.open_question
    assert says(found) == [(0, "W D"), (1, "D D")]


def test_a_side_may_correct_itself_until_both_agree(past: History) -> None:
    sign(past, 0, "W D")
    sign(past, 1, "D D")
    sign(past, 0, "D D")

    found = result(past)
    assert (found.status, found.outcome) == ("confirmed", games("D D"))
    assert says(found) == [(0, "D D"), (1, "D D")]


def test_a_side_that_changes_its_mind_takes_the_agreement_back(past: History) -> None:
    sign(past, 0, "W D")
    sign(past, 1, "W D")
    sign(past, 1, "D D")

    assert result(past).status == "disputed"


def test_two_versions_side_by_side_are_a_conflict(past: History) -> None:
    sign(past, 0, "W D", seen=[])
    sign(past, 1, "D D", seen=[])

    found = result(past)
    assert (found.status, found.outcome, len(found.heads)) == ("conflict", None, 2)
    assert found.open_question


def test_two_devices_that_did_not_see_each_other_conflict_over_one_seat(past: History) -> None:
    first = sign(past, 0, "W D", seen=[])
    hand_over(past)
    past.write(TWO, RESULT, signs(0, "D D"), seen=[])

    found = result(past)
    assert found.status == "conflict"
    assert sorted(says(found)) == [(0, "D D"), (0, "W D")]
    assert first.id in found.heads


def test_two_devices_that_say_the_same_agree(past: History) -> None:
    sign(past, 0, "W D", seen=[])
    hand_over(past)
    past.write(TWO, RESULT, signs(0, "W D"), seen=[])
    sign_two = past.write(TWO, RESULT, signs(1, "W D"))

    found = result(past)
    assert (found.status, found.outcome, found.heads) == (
        "confirmed",
        games("W D"),
        (sign_two.id,),
    )


def test_an_own_pair_of_versions_stays_disputed_when_the_other_side_takes_one(
    past: History,
) -> None:
    sign(past, 0, "W D", seen=[])
    sign(past, 0, "D D", seen=[])
    sign(past, 1, "D D")

    assert result(past).status == "disputed"


def test_times_and_actors_do_not_make_outcomes_differ(past: History) -> None:
    past.write(ONE, RESULT, signs(0, "W D"), seen=[], at=5)
    past.write(ONE, RESULT, signs(1, "W D"), seen=[], at=9_000_000)

    assert result(past).status == "confirmed"


def test_a_ruling_settles_what_it_has_seen(past: History) -> None:
    signed = [sign(past, 0, "W D", seen=[]), sign(past, 1, "D D", seen=[])]
    ruling = rule(past, "W D")

    found = result(past)
    assert (found.status, found.outcome) == ("ruled", games("W D"))
    assert found.heads == tuple(sorted(event.id for event in signed))
    (version,) = found.versions
    assert (version.seat, version.clause, version.reason) == (None, "ACF-1.XI", "seen")
    assert version.event == ruling.id


def test_ruling_keeps_what_both_had_signed_before_it(past: History) -> None:
    sign(past, 0, "W W", seen=[])
    sign(past, 1, "W W")
    rule(past, "W L")
    assert (result(past).before, result(past).corrected) == (games("W W"), True)


def test_ruling_on_a_dispute_corrects_nothing(past: History) -> None:
    sign(past, 0, "W D", seen=[])
    sign(past, 1, "D D", seen=[])
    rule(past, "W D")
    assert (result(past).before, result(past).corrected) == (None, False)


def test_a_ruling_needs_no_statement(past: History) -> None:
    rule(past, "L* L*")

    assert (result(past).status, result(past).outcome) == ("ruled", games("L* L*"))


def test_a_ruling_covers_the_versions_before_those_that_it_names(past: History) -> None:
    sign(past, 0, "W W", seen=[])
    last = sign(past, 0, "D D")
    rule(past, "W D", seen=[last])

    assert result(past).status == "ruled"


def test_a_head_that_arrives_after_the_ruling_opens_the_case_again(past: History) -> None:
    first = sign(past, 0, "W D", seen=[])
    rule(past, "W D", seen=[first])
    sign(past, 1, "D D", seen=[])

    found = result(past)
    assert (found.status, found.outcome) == ("conflict", None)
    assert says(found) == [(None, "W D"), (1, "D D")]


def test_a_head_that_says_what_was_ruled_leaves_the_ruling(past: History) -> None:
    first = sign(past, 0, "D D", seen=[])
    rule(past, "W D", seen=[first])
    sign(past, 1, "W D", seen=[])

    assert (result(past).status, result(past).outcome) == ("ruled", games("W D"))


def test_a_late_version_that_its_author_corrected_does_not_open_the_case(past: History) -> None:
    rule(past, "W D", seen=[])
    late = sign(past, 0, "D D", seen=[])
    sign(past, 0, "W D", seen=[late])

    assert (result(past).status, result(past).outcome) == ("ruled", games("W D"))


def test_one_side_cannot_correct_the_late_version_of_the_other(past: History) -> None:
    rule(past, "W D", seen=[])
    late = sign(past, 0, "D D", seen=[])
    sign(past, 1, "W D", seen=[late])

    assert result(past).status == "conflict"


def test_a_side_that_objects_to_a_ruling_opens_the_case_again(past: History) -> None:
    rule(past, "W D")
    sign(past, 1, "D D")

    assert result(past).status == "conflict"


def test_two_rulings_side_by_side_conflict(past: History) -> None:
    rule(past, "W D", seen=[])
    rule(past, "D D", seen=[], node=LAPTOP)

    found = result(past)
    assert (found.status, found.outcome) == ("conflict", None)
    assert sorted(says(found)) == [(None, "D D"), (None, "W D")]


def test_two_rulings_alike_merge(past: History) -> None:
    rule(past, "W D", seen=[])
    rule(past, "W D", seen=[], node=LAPTOP)

    assert (result(past).status, result(past).outcome) == ("ruled", games("W D"))


def test_a_later_ruling_that_names_the_earlier_one_undoes_it(past: History) -> None:
    earlier = rule(past, "W D")
    rule(past, "D D", seen=[earlier])

    found = result(past)
    assert (found.status, found.outcome) == ("ruled", games("D D"))
    assert says(found) == [(None, "D D")]


def test_a_ruling_settles_a_conflict_of_rulings(past: History) -> None:
    rule(past, "W D", seen=[])
    rule(past, "D D", seen=[], node=LAPTOP)
    rule(past, "W W")

    assert (result(past).status, result(past).outcome) == ("ruled", games("W W"))


def test_a_ruling_counts_again_once_what_it_names_has_arrived(past: History) -> None:
    first = sign(past, 0, "D D", seen=[])
    second = sign(past, 0, "W W")
    rule(past, "W D", seen=[second])

    without = [event for event in past.events if event.id != second.id]
    assert fold(ROOT, without).matches["m1"].result.status == "conflict"
    assert result(past).status == "ruled"
    assert first.id not in result(past).heads


def test_the_result_of_a_match_that_was_paired_again_stays_with_its_uid(past: History) -> None:
    sign(past, 0, "W D")
    sign(past, 1, "W D")
    past.write(
        HALL,
        entities.pairing("men", 1),
        pairing(("m3", "t1", "ann", "cid"), ("m4", "t2", "ben", "dot")),
    )

    state = fold(ROOT, past.events)
    assert state.matches["m1"].standing == "withdrawn"
    assert state.matches["m1"].result.status == "confirmed"
    assert state.matches["m3"].result.status == "none"


def test_an_alarm_of_conflict_ends_with_the_match(past: History) -> None:
    hall = Fold(ROOT)
    sign(past, 0, "W D", seen=[])
    sign(past, 1, "D D", seen=[])
    hall.add(past.events)
    alarm = Alarm("conflict", RESULT, "two versions of this result stand side by side")
    assert alarm in hall.state().alarms

    paired = next(event for event in past.events if event.kind == "a.round.paired")
    past.write(HALL, entities.table("t9"), TableSet("Table 9"), seq=paired.seq)
    hall.add(past.events)

    state = hall.state()
    assert "m1" not in state.matches
    assert alarm not in state.alarms
    assert state == fold(ROOT, past.events)
