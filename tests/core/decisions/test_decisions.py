"""What referees decide, one example each: what counts, what it settles, and what takes it back."""

import itertools
from typing import get_args

import pytest

from shared.core import events as ev
from shared.core.events import Event, Taken, entities
from shared.core.events.entities import MatchKey
from shared.core.events.measures import (
    AbsentTimeStarted,
    Caution,
    DealtWith,
    Dismissed,
    Excused,
    GameLost,
    MatchDecided,
    Measure,
    Paused,
    Resumed,
    Suspended,
    read,
    taken,
)
from shared.core.fold import Fold, fold
from shared.core.state import Alarm, HallState, Report
from shared.core.text.fields import sound
from tests.core.events_kit import (
    DECISION,
    HALL,
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
    key_of,
    opened_hall,
    pairing,
    revoke,
    rule,
    signs,
)

REPORT = entities.match_report(MATCH, "r")


@pytest.fixture
def past() -> History:
    return opened_hall()


def state_of(past: History) -> HallState:
    """Return the state, which is the same for any order of the last events."""
    state = fold(ROOT, past.events)
    hall = Fold(ROOT)
    for event in reversed(past.events):
        hall.add([event])
        hall.tell()
    assert hall.state() == state
    return state


def decided(past: History) -> list[Measure]:
    return [one.measure for one in state_of(past).matches[MATCH.uid].taken]


def report(past: History, ent: str = REPORT) -> Report:
    return state_of(past).reports[ent]


def filed(past: History, ent: str = REPORT, node: str = ONE) -> Event:
    return past.write(node, ent, ev.ReportFiled("phone", 0, 1))


def decide(past: History, *measures: Measure, node: str = REFEREE, **named: list[str]) -> Event:
    return past.write(node, DECISION, decides(*measures, **named))


def apart(past: History, node: str, *measures: Measure, **named: list[str]) -> Event:
    return past.write(node, DECISION, decides(*measures, **named), seen=[])


@pytest.mark.parametrize(
    "measure", [Excused(1), DealtWith(), AbsentTimeStarted("30:00"), Dismissed()]
)
def test_decision_that_costs_no_game_leaves_a_signed_result_as_it_is(
    past: History, measure: Measure
) -> None:
    said = filed(past)
    decide(past, measure, settles=[said.id])
    for seat in (0, 1):
        past.write(ONE, RESULT, signs(1 if seat else 0, "W L"))

    result = state_of(past).matches[MATCH.uid].result
    assert (result.status, result.outcome) == ("confirmed", games("W L"))
    assert not report(past).open


def test_two_games_that_are_lost_in_one_match_both_count(past: History) -> None:
    decide(past, GameLost(1, 1))
    decide(past, GameLost(1, 2))

    assert decided(past) == [GameLost(1, 1), GameLost(1, 2)]


def test_a_reason_that_reads_like_a_decision_changes_nothing(past: History) -> None:
    said = filed(past)
    body = ev.DecisionMade(
        taken("r", Dismissed()), "", "Game 1 is forfeited by Ann: ruled 2–0", (said.id,)
    )
    past.write(REFEREE, DECISION, body)

    assert decided(past) == [Dismissed()]
    assert state_of(past).matches[MATCH.uid].result.status == "none"


def test_decisions_with_and_without_a_report_reach_the_table_alike(past: History) -> None:
    decide(past, Paused())
    decide(past, GameLost(1, 1), settles=[filed(past).id])
    decide(past, Resumed())

    assert decided(past) == [Paused(), GameLost(1, 1), Resumed()]


def test_a_report_that_comes_after_its_decision_is_settled(past: History) -> None:
    said = filed(past)
    made = decide(past, Caution(1), settles=[said.id])
    for order in itertools.permutations([said, made]):
        hall = Fold(ROOT)
        hall.add([event for event in past.events if event not in order])
        for event in order:
            hall.add([event])
            hall.tell()
        assert not hall.state().reports[REPORT].open


def test_a_decision_about_one_match_settles_no_report_of_another(past: History) -> None:
    elsewhere = entities.match_report(MatchKey("men", 1, "m2"), "r")
    said = filed(past, elsewhere, TWO)
    decide(past, Caution(1), settles=[said.id])

    assert report(past, elsewhere).open


def test_a_report_that_says_something_else_later_is_open_again(past: History) -> None:
    decide(past, Caution(1), settles=[filed(past).id])
    past.write(ONE, REPORT, ev.ReportFiled("phone", 1, 0))
    assert report(past).open


def test_a_report_that_was_filed_twice_is_settled_by_who_has_read_one(past: History) -> None:
    first = filed(past)
    filed(past)
    decide(past, Caution(1), settles=[first.id])

    assert not report(past).open


def test_a_decision_stands_with_its_match_when_the_round_is_paired_again(past: History) -> None:
    made = decide(past, GameLost(1, 1))
    past.write(HALL, entities.pairing("men", 1), pairing(("m9", "t1", "ann", "ben")))

    state = state_of(past)
    assert state.matches["m1"].standing == "withdrawn"
    assert [one.event for one in state.matches["m1"].decisions] == [made.id]
    assert state.matches["m9"].decisions == ()


def test_alarm_about_contradicting_rulings_ends_with_the_match(past: History) -> None:
    apart(past, REFEREE, MatchDecided.by(games("W W")))
    apart(past, LAPTOP, MatchDecided.by(games("D D")))
    assert {a.ent for a in state_of(past).alarms if a.kind == "conflict"} == {RESULT, DECISION}

    hall = Fold(ROOT)
    hall.add(past.events)
    hall.state()
    paired = next(event for event in past.events if event.kind == "a.round.paired")
    past.write(HALL, entities.table("t9"), ev.TableSet("Table 9"), seq=paired.seq)
    hall.add(past.events)
    assert hall.state() == fold(ROOT, past.events)
    assert not [a for a in hall.state().alarms if a.kind == "conflict"]


def test_decision_beyond_the_cut_of_its_key_does_not_count(past: History) -> None:
    said = filed(past)
    decide(past, Caution(0), node=LAPTOP)
    cut = past.cut(LAPTOP)
    decide(past, GameLost(1, 1), node=LAPTOP, settles=[said.id])
    assert decided(past) == [Caution(0), GameLost(1, 1)]

    revoke(past, REFEREE, LAPTOP, cut)
    assert decided(past) == [Caution(0)]
    assert report(past).open


def test_a_decision_that_is_replaced_answers_what_it_had_settled_through_the_other(
    past: History,
) -> None:
    first = decide(past, GameLost(1, 1), settles=[filed(past).id])
    second = decide(past, Caution(1), replaces=[first.id])

    assert decided(past) == [Caution(1)]
    answer = report(past).decision
    assert answer is not None
    assert answer.event == second.id


def test_a_decision_that_is_undone_leaves_the_report_open(past: History) -> None:
    first = decide(past, GameLost(1, 1), settles=[filed(past).id])
    decide(past, replaces=[first.id])

    assert decided(past) == []
    assert report(past).open


def test_undoing_a_replacement_restores_the_replaced_decision(past: History) -> None:
    first = decide(past, GameLost(1, 1), settles=[filed(past).id])
    second = decide(past, Caution(1), replaces=[first.id])
    third = decide(past, replaces=[second.id])
    assert decided(past) == [GameLost(1, 1)]

    decide(past, replaces=[third.id])
    assert decided(past) == [Caution(1)]


def test_second_replacement_does_not_restore_the_first_decision(past: History) -> None:
    first = decide(past, GameLost(0, 1), settles=[filed(past).id])
    second = decide(past, GameLost(1, 1), replaces=[first.id])
    decide(past, Caution(1), replaces=[second.id])

    assert decided(past) == [Caution(1)]


def test_two_contradicting_decisions_wait_for_one_that_replaces_both(past: History) -> None:
    said = [filed(past).id]
    one = apart(past, REFEREE, Caution(1), settles=said)
    other = apart(past, LAPTOP, GameLost(1, 1), settles=said)
    assert decided(past) == []
    answer = report(past).decision
    assert answer is not None
    assert answer.standing == "contested"

    third = decide(past, Caution(0), replaces=[one.id])
    assert decided(past) == []
    decide(past, Caution(0), replaces=[third.id, other.id])
    assert decided(past) == [Caution(0)]


def test_two_equal_decisions_count_as_one_and_are_undone_as_one(past: History) -> None:
    said = [filed(past).id]
    one = apart(past, REFEREE, Caution(1), Paused(), settles=said)
    apart(past, LAPTOP, Paused(), Caution(1), settles=said)
    assert decided(past) == [Caution(1), Paused()]

    decide(past, replaces=[one.id])
    assert decided(past) == []
    assert report(past).open


def chief(past: History) -> None:
    opened = ev.TournamentOpened("Open", "UTC", key_of(ROOT), REFEREE)
    past.write(ROOT, entities.tournament(), opened)


def test_the_chiefs_decision_stands_and_so_does_what_replaces_it(past: History) -> None:
    chief(past)
    said = [filed(past).id]
    chiefs = apart(past, REFEREE, Caution(1), settles=said)
    apart(past, LAPTOP, GameLost(1, 1), settles=said)
    assert decided(past) == [Caution(1)]

    decide(past, Caution(0), replaces=[chiefs.id])
    assert decided(past) == [Caution(0)]


def test_outranked_decision_replaces_nothing(past: History) -> None:
    chief(past)
    said = [filed(past).id]
    first = decide(past, Paused())
    past.write(
        LAPTOP, DECISION, decides(GameLost(1, 1), settles=said, replaces=[first.id]), seen=[first]
    )
    past.write(REFEREE, DECISION, decides(Caution(1), settles=said), seen=[first])

    assert decided(past) == [Paused(), Caution(1)]


def test_a_ruling_that_another_decision_contradicts_is_no_result(past: History) -> None:
    said = [filed(past).id]
    apart(past, REFEREE, MatchDecided.by(games("W W")), settles=said)
    apart(past, LAPTOP, Caution(1), settles=said)

    result = state_of(past).matches[MATCH.uid].result
    assert (result.status, result.outcome) == ("conflict", None)


def test_a_ruling_that_is_undone_leaves_what_was_signed(past: History) -> None:
    for seat in (0, 1):
        past.write(ONE, RESULT, signs(1 if seat else 0, "W L"))
    made = rule(past, REFEREE, "W W")
    assert state_of(past).matches[MATCH.uid].result.outcome == games("W W")

    decide(past, replaces=[made.id])
    result = state_of(past).matches[MATCH.uid].result
    assert (result.status, result.outcome) == ("confirmed", games("W L"))


def test_a_ruling_that_replaces_another_has_seen_what_that_one_had(past: History) -> None:
    past.write(ONE, RESULT, signs(0, "W L"))
    made = rule(past, REFEREE, "W W")
    decide(past, MatchDecided.by(games("D D")), replaces=[made.id])
    result = state_of(past).matches[MATCH.uid].result
    assert (result.status, result.outcome) == ("ruled", games("D D"))

    past.write(ONE, RESULT, signs(1, "W L"), seen=[])
    assert state_of(past).matches[MATCH.uid].result.status == "conflict"


def test_a_decision_of_newer_software_is_listed_and_replaces_nothing_here(past: History) -> None:
    said = filed(past)
    first = decide(past, Caution(1))
    newer = ev.DecisionMade(
        (*taken("c", Caution(0)), Taken("k", ("sent_home", 1, ("a", "b")))),
        settles=(said.id,),
        replaces=(first.id,),
    )
    made = past.write(LAPTOP, DECISION, newer)
    decide(past, Paused(), node=LAPTOP)
    state = state_of(past)

    assert decided(past) == [Caution(1), Paused()]
    assert report(past).open
    standings = {one.event: one.standing for one in state.matches[MATCH.uid].decisions}
    assert standings[made.id] == "unknown"
    assert [(alarm.kind, alarm.ent) for alarm in state.alarms] == [("newer_software", DECISION)]

    decide(past, GameLost(1, 1), replaces=[made.id])
    assert decided(past) == [Paused(), GameLost(1, 1)]
    assert not report(past).open
    assert state_of(past).alarms == ()


def test_a_suspension_by_newer_software_is_alarmed_about_too(past: History) -> None:
    ent = entities.player_decision("ann")
    past.write(REFEREE, ent, ev.DecisionMade((Taken("k", ("suspended", "until June")),)))

    state = state_of(past)
    assert state.players["ann"].suspended is None
    assert [alarm.kind for alarm in state.alarms] == ["newer_software"]


def test_two_suspensions_of_a_player_are_lifted_as_one(past: History) -> None:
    ent = entities.player_decision("ann")
    for node in (REFEREE, LAPTOP):
        past.write(node, ent, decides(Suspended(), case="ann"), seen=[])
    out = state_of(past).players["ann"].suspended
    assert out is not None

    past.write(REFEREE, ent, decides(replaces=[out.event]))
    assert state_of(past).players["ann"].suspended is None


def test_a_report_of_a_table_between_matches_is_settled_at_its_table(past: History) -> None:
    ent = entities.table_report("t1", "r")
    said = past.write(ONE, ent, ev.ReportFiled("call"))
    past.write(REFEREE, entities.table_decision("t2"), decides(DealtWith(), settles=[said.id]))
    assert report(past, ent).open

    past.write(REFEREE, entities.table_decision("t1"), decides(DealtWith(), settles=[said.id]))
    assert not report(past, ent).open


def test_measure_that_a_table_carried_out_stays_a_fact(past: History) -> None:
    ent = entities.carried(MATCH, "k")
    past.write(ONE, ent, ev.MeasureRefused("no_clock"))
    assert state_of(past).matches[MATCH.uid].carried["k"].refused == "no_clock"

    done = past.write(ONE, ent, ev.MeasureDone())
    past.write(ONE, ent, ev.MeasureRefused("over"))
    carried = state_of(past).matches[MATCH.uid].carried["k"]
    assert (carried.refused, carried.at) == (None, done.at)


def test_each_measure_travels_and_has_its_texts_looked_at() -> None:
    for kind in get_args(Measure):
        assert kind.__struct_config__.tag is not None
    measure = MatchDecided((*games("W L").games,), points=(7, 3))
    (raw,) = taken("c", measure)
    assert read(raw) == measure
    assert sound(ev.DecisionMade((raw,)))
    for bad in (("own", "a\x00"), ("own", ("b", "a\x1b[2J")), ("a\u202e",)):
        assert not sound(ev.DecisionMade((Taken("k", bad),)))


def test_contested_decisions_are_alarmed_about(past: History) -> None:
    said = [filed(past).id]
    apart(past, REFEREE, Caution(1), settles=said)
    apart(past, LAPTOP, Caution(0), settles=said)
    (alarm,) = state_of(past).alarms
    assert isinstance(alarm, Alarm)
    assert (alarm.kind, alarm.ent) == ("conflict", DECISION)
