"""Questions that rounds, tables and alarms raise."""

import msgspec
import pytest

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question
from hall_server.referee.derived.questions.questions import questions
from shared.core.events import DeviceAssigned, RoundPaired
from shared.core.match.schedule import PostedChange
from shared.core.state import Alarm, Division, HallState, Table
from shared.core.state.office import Decided, Payment, PrizeFund
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    confirmed,
    masters,
    match,
    under_way,
)

HOUR = 60 * MINUTE


def of_kind(state: HallState, kind: str, now: int = START) -> list[Question]:
    return [
        question for question in questions(Moment(state, LIVE, now, {})) if question.kind == kind
    ]


def test_the_first_round_is_paired_when_players_are_there() -> None:
    [question] = of_kind(masters(count=4), "pair")
    assert question.title == "Pair round 1 of 4, Masters"
    assert of_kind(masters(count=1), "pair") == []


@pytest.mark.clause("ACF-3.VIII")
def test_a_complete_round_asks_for_the_next_and_an_open_one_does_not() -> None:
    done = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
    other = under_way("m2", "t2", ("p3", "p4"))
    assert of_kind(masters(done, other), "pair") == []
    [question] = of_kind(
        masters(done, msgspec.structs.replace(other, result=confirmed("D D"))), "pair"
    )
    assert question.title == "Pair round 2 of 4, Masters"
    assert question.opens == "pair"
    assert question.evidence == ("Round 1: 2 matches, all with a result.",)


def test_what_the_referee_wrote_is_counted_by_whoever_wrote_it() -> None:
    """A result from a slip is no ruling, though the referee wrote both."""
    done = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
    slip = msgspec.structs.replace(confirmed("D D"), status="ruled")
    [question] = of_kind(masters(done, under_way("m2", "t2", ("p3", "p4"), result=slip)), "pair")
    assert question.evidence == (
        "Round 1: 2 matches, all with a result. The referee wrote 1 of them.",
    )


@pytest.mark.clause("ACF-2.V.D")
def test_more_rounds_than_opponents_are_told_before_the_first_draw_only() -> None:
    [question] = of_kind(masters(count=4), "pair")
    assert question.evidence[1:] == (
        "! 4 rounds are set, and 4 players have all met after 3: in later rounds some meet again.",
    )
    [question] = of_kind(masters(count=5), "pair")  # and each sits out once
    assert question.evidence == ("5 players are registered.",)


def test_after_the_last_round_title_and_prizes_are_left_until_both_are_settled() -> None:
    done = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
    other = under_way("m2", "t2", ("p3", "p4"), result=confirmed("D D"))
    state = masters(done, other)
    assert of_kind(state, "closing") == []
    whole = msgspec.structs.replace(state.divisions["masters"], rounds=1)
    fund = PrizeFund((30_000, 20_000), 0)
    awards = msgspec.structs.replace(state.awards, prizes={"masters": fund})
    state = msgspec.structs.replace(state, divisions={"masters": whole}, awards=awards)
    [question] = of_kind(state, "closing")
    assert question.title == "Every round is played: Masters"
    assert question.evidence[0].startswith("1. Ann Lee")
    assert question.evidence[-1] == "Prizes: 0 of 3 paid."

    decided = Decided("champion", ("p1",), "", "", START)
    paid = {
        player: Payment(1, 0, "Ref", False, START, player) for player in ("p1", "p2", "p3", "p4")
    }
    one = msgspec.structs.replace(awards, payments=paid)
    assert of_kind(msgspec.structs.replace(state, awards=one), "closing")
    both = msgspec.structs.replace(one, titles={"masters": decided})
    assert of_kind(msgspec.structs.replace(state, awards=both), "closing") == []


@pytest.mark.clause("ACF-1.IV.C")
@pytest.mark.parametrize(("least", "said"), [("4", False), ("5", True), ('"none"', False)])
def test_division_below_the_least_number_of_the_event_is_to_be_merged(
    least: str, said: bool
) -> None:
    state = masters(count=4)
    set_otherwise = msgspec.structs.replace(
        state.divisions["masters"], overrides=f'{{"entry.merge_below_players": {least}}}'
    )
    state = msgspec.structs.replace(state, divisions={"masters": set_otherwise})
    [question] = of_kind(state, "pair")
    sentence = "Fewer than 5 players: merge the division upwards (ACF-1.IV.C)."
    assert (sentence in question.evidence) == said


def test_after_the_last_round_nothing_is_paired() -> None:
    done = under_way("m1", "t1", ("p1", "p2"), round_no=4, result=confirmed("W D"))
    assert of_kind(masters(done), "pair") == []


@pytest.mark.clause("ACF-3.II.I")
def test_matches_not_reported_are_asked_for_after_the_end_of_the_round() -> None:
    silent = under_way("m1", "t1", ("p1", "p2"))
    done = under_way("m2", "t2", ("p3", "p4"), result=confirmed("D D"))
    state = masters(silent, done)
    assert of_kind(state, "unreported", START + 3 * HOUR) == []
    [question] = of_kind(state, "unreported", START + 3 * HOUR + 1)
    assert question.title == "1 not reported, Masters round 1"
    assert question.opens == "look"
    assert "Table 1: Ann Lee – Bo King" in question.evidence


def test_two_pairings_of_a_round_propose_the_one_that_is_under_way() -> None:
    state = masters(
        under_way("m1", "t1", ("p1", "p2"), standing="contested"), contested=[("masters", 1)]
    )
    ghost = match("x1", "t1", ("p1", "p2"), standing="contested")
    state = msgspec.structs.replace(state, matches={**state.matches, "x1": ghost})
    [question] = of_kind(state, "round_contested")
    body = question.drafts[0].body
    assert isinstance(body, RoundPaired)
    assert [paired.uid for paired in body.matches] == ["m1"]
    assert question.drafts[0].ent == "masters/1/pairing"
    assert of_kind(state, "pair") == []


def test_two_pairings_are_left_to_the_referee_when_more_is_under_way_in_the_other() -> None:
    state = masters(match("m1", "t1", ("p1", "p2"), standing="contested"))
    paired = msgspec.structs.replace(state.rounds["masters", 1], contested=True)
    other = under_way("x1", "t1", ("p1", "p2"), standing="contested")
    state = msgspec.structs.replace(
        state, rounds={("masters", 1): paired}, matches={**state.matches, "x1": other}
    )
    [question] = of_kind(state, "round_contested")
    assert question.drafts == ()
    assert question.opens == "pair"


def test_a_table_with_two_devices_proposes_to_keep_the_first() -> None:
    table = Table("t1", "1", "ab" * 16, contested=True)
    [question] = of_kind(masters(count=2, tables=(table,)), "table_contested")
    assert question.drafts[0].ent == "table/t1/device"
    assert question.drafts[0].body == DeviceAssigned("ab" * 16)


def test_alarms_are_shown_but_a_conflict_only_once() -> None:
    alarms = (
        Alarm("conflict", "masters/1/m1/result", "two versions"),
        Alarm("broken_chain", "device/ab", "another predecessor"),
    )
    state = masters(count=2, alarms=alarms)
    [question] = of_kind(state, "alarm")
    assert question.evidence[0] == "another predecessor"
    assert question.opens == "note"


def test_many_alarms_of_a_kind_are_one_question_that_counts_them() -> None:
    def alarms(count: int) -> HallState:
        found = (
            Alarm("newer_software", f"device/{n:032x}", "not known here") for n in range(count)
        )
        return masters(count=2, alarms=tuple(found))

    [question] = of_kind(alarms(40), "alarm")
    assert question.evidence[:2] == (
        "not known here",
        "About: unknown device (00000000)",
    )
    assert question.evidence[-1] == "and 37 more"
    assert [one.key for one in of_kind(alarms(41), "alarm")] == [question.key]
    assert [one.key for one in of_kind(alarms(80), "alarm")] != [question.key]


def on_a_timetable(state: HallState, rulebook: str = "acf-majors", **more: object) -> HallState:
    division = msgspec.structs.replace(
        state.divisions["masters"], rulebook=rulebook, first_day="2023-11-14", rounds=10
    )
    return msgspec.structs.replace(state, divisions={"masters": division}, **more)


@pytest.mark.clause("ACF-1.V.B")
def test_the_next_round_says_when_it_can_start() -> None:
    state = on_a_timetable(masters(count=4))
    [question] = of_kind(state, "pair")
    assert "It can start 12:30: as scheduled." in question.evidence
    hotel = {("masters", 1): PostedChange(1, START + HOUR, "the hotel")}
    [moved] = of_kind(on_a_timetable(masters(count=4), moved=hotel), "pair")
    assert "It can start 23:13: the hotel." in moved.evidence


@pytest.mark.clause("ACF-1.V.A")
def test_before_round_1_it_says_when_registration_closes() -> None:
    [question] = of_kind(on_a_timetable(masters(count=4)), "pair")
    assert "Registration ought to be complete 12:00 (ACF-1.V.A)." in question.evidence


def test_a_first_day_that_is_none_leaves_the_question() -> None:
    """Anyone with the key of a hall may write any word there."""
    state = on_a_timetable(masters(count=4))
    division = msgspec.structs.replace(state.divisions["masters"], first_day="soon")
    [question] = of_kind(msgspec.structs.replace(state, divisions={"masters": division}), "pair")
    assert not any("Registration ought" in line for line in question.evidence)


@pytest.mark.clause("ACF-1.V.A")
def test_masters_are_asked_about_first_and_majors_say_that_they_are() -> None:
    state = masters(count=8)
    majors = Division("majors", "Majors", "acf-majors", 4, "unclocked")
    moved = {
        ident: msgspec.structs.replace(p, division="majors") if int(ident[1:]) > 4 else p
        for ident, p in state.players.items()
    }
    state = msgspec.structs.replace(
        state, players=moved, divisions={"majors": majors, **state.divisions}
    )
    first, second = of_kind(state, "pair")
    assert (first.division, second.division) == ("masters", "majors")
    reminder = "Masters are paired first (ACF-1.V.A): their round 1 is not."
    assert reminder in second.evidence
    assert reminder not in first.evidence


def test_a_round_that_ended_late_starts_at_once() -> None:
    done = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D", at=START + 90 * MINUTE))
    [question] = of_kind(on_a_timetable(masters(done)), "pair", START + 2 * HOUR)
    assert any("round 1 ended late" in line for line in question.evidence)


@pytest.mark.clause("SE-1")
def test_a_knockout_that_is_decided_asks_for_no_further_round() -> None:
    done = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W W"))
    state = masters(done)
    paired = state.rounds["masters", 1]
    slots = tuple(msgspec.structs.replace(m, slot="M1-1") for m in paired.matches)
    knockout = msgspec.structs.replace(state.divisions["masters"], rulebook="contest")
    state = msgspec.structs.replace(
        state,
        rounds={paired.key: msgspec.structs.replace(paired, matches=slots)},
        divisions={"masters": knockout},
    )
    assert of_kind(state, "pair") == []
