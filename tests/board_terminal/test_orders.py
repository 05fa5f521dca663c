"""What referees decide and a table carries out: once, said once, and refused with a reason."""

from typing import Any

import pytest

from shared.core.day import Phase
from shared.core.day.ordered import waiting
from shared.core.events import ClockLogged, MeasureDone, MeasureRefused, entities
from shared.core.events import measures as m
from shared.core.match.outcome import Code
from shared.core.state import Decision, InForce
from shared.port import Draft
from tests.board_terminal.table_kit import Kit, playing, round_one, scored, state_of

MINUTE = 60_000
DONE = MeasureDone()


def decided(kit: Kit, *measures: m.Measure, case: str = "the desk", **more: Any) -> Decision:
    """Let the referee decide unasked; the table hears of it."""
    said = {"clause": "ACF-1.VII", "reason": "Fire alarm", **more}
    decision = kit.port.decide(case, *measures, **said)
    kit.deliver()
    kit.tick(0)
    return decision


def tokens(*decisions: Decision) -> tuple[str, ...]:
    return tuple(token for decision in decisions for token, _ in decision.measures)


def carried(kit: Kit) -> tuple[str, ...]:
    assert kit.driver.desk.session is not None
    return kit.driver.desk.session.carried


def witnessed(kit: Kit) -> list[Draft]:
    return [d for d in kit.port.drafts if isinstance(d.body, MeasureDone | MeasureRefused)]


def said_of(decision: Decision, body: MeasureDone | MeasureRefused) -> list[Draft]:
    key = round_one().key
    return [Draft(entities.carried(key, token), body) for token in tokens(decision)]


def phase(kit: Kit) -> str:
    return kit.view.phase


# -- pauses -------------------------------------------------------------------------------------


def test_the_clock_stands_until_the_referee_lets_the_game_go_on() -> None:
    kit = playing()
    pause = decided(kit, m.Paused())
    assert phase(kit) == "paused"
    assert "Fire alarm" in kit.words()
    before = kit.driver.desk.session
    kit.tick(60_000)
    assert kit.driver.desk.session == before
    resume = decided(kit, m.Resumed())
    assert phase(kit) == "playing"
    assert carried(kit) == tokens(pause, resume)
    assert witnessed(kit) == [*said_of(pause, DONE), *said_of(resume, DONE)]


def test_what_the_referee_has_stopped_goes_on_by_the_referees_word_alone() -> None:
    kit = playing()
    decided(kit, m.Paused())
    kit.do("back")
    assert "Stopped by the referee. (ACF-1.VII) “Fire alarm”" in kit.words()
    assert "go_on" not in dict(kit.model.offers)
    kit.do("go_on")
    assert phase(kit) == "paused"
    assert "it goes on by the referee's word" in kit.words()
    kit = kit.restart()
    assert phase(kit) == "paused"
    decided(kit, m.Resumed())
    assert phase(kit) == "playing"


def test_a_pause_of_the_players_becomes_the_referees_once_the_referee_decides_one() -> None:
    kit = playing().do("pause")
    decided(kit, m.Paused())
    kit.do("go_on")
    assert phase(kit) == "paused"
    assert "Stopped by the referee. (ACF-1.VII) “Fire alarm”" in kit.do("back").words()
    decided(kit, m.Resumed())
    assert phase(kit) == "playing"


def test_a_pause_that_was_lifted_before_it_could_be_carried_out_is_never_carried_out() -> None:
    pause, resume, again = (_one(m.Paused(), "a"), _one(m.Resumed(), "b"), _one(m.Paused(), "c"))
    assert waiting([pause, resume], (), held=False) == []
    assert waiting([pause, resume, again], (), held=False) == [again]
    assert waiting([pause, resume], ("a",), held=True) == [resume]
    assert waiting([pause, resume], ("a", "b"), held=False) == []
    assert waiting([resume], (), held=False) == []
    assert waiting([resume, again], ("c",), held=True) == [], "another pause is not lifted by it"


def test_a_pause_whose_decision_was_replaced_is_lifted_by_the_new_decision() -> None:
    kit = playing()
    pause = decided(kit, m.Paused())
    decided(kit, m.Resumed(), replaces=(pause.event,))
    assert phase(kit) == "playing"


def test_last_decision_on_timing_moves_counts() -> None:
    timed, ended = _one(m.MovesTimed("five_minutes"), "a"), _one(m.TimingEnded(), "b")
    assert waiting([timed, ended], (), held=False) == [ended]
    assert waiting([timed, ended], ("b",), held=False) == []


def _one(measure: m.Measure, token: str) -> InForce:
    decision = Decision(token, "", "", "", 0, ((token, measure),), "", "", (), (), ())
    return InForce(token, measure, decision)


# -- games and times ----------------------------------------------------------------------------


@pytest.mark.clause("SE-7")
def test_time_that_the_referee_calls_is_at_the_hall_at_once() -> None:
    kit = Kit(state_of(round_one(), control="unclocked", rulebook="contest"))
    kit.do("side:0", "side:1", "side:1", "over")
    called = decided(kit, m.TimeCalled())
    assert phase(kit) == "counting"
    assert [type(d.body) for d in kit.port.drafts[-2:]] == [MeasureDone, ClockLogged]
    assert witnessed(kit) == said_of(called, DONE)


@pytest.mark.clause("SE-7")
def test_time_that_the_table_has_called_itself_confirms_the_referees_call() -> None:
    kit = Kit(state_of(round_one(), control="unclocked", rulebook="contest"))
    kit.do("side:0", "side:1", "side:1").tick(30 * MINUTE)
    assert phase(kit) == "counting"
    called = decided(kit, m.TimeCalled())
    assert witnessed(kit) == said_of(called, DONE)
    assert phase(kit) == "counting"


@pytest.mark.clause("ACF-1.VI.B")
def test_the_time_of_the_absent_player_runs_until_they_press_their_side() -> None:
    kit = Kit(state_of(round_one())).do("side:1")
    decided(kit, m.AbsentTimeStarted(""))
    assert phase(kit) == "absent"
    assert "Not here. Time runs." in kit.words()
    kit.do("side:1", after=60_000)
    assert phase(kit) == "absent"
    kit.do("side:0", after=60_000)
    session = kit.driver.desk.session
    assert session is not None
    assert session.clock is not None
    assert session.seated == (True, True)
    assert session.clock.main == (88 * MINUTE, 90 * MINUTE)
    assert session.phase is not Phase.ABSENT


@pytest.mark.clause("ACF-1.VI.B")
def test_the_time_of_the_absent_player_runs_from_when_the_referee_says() -> None:
    kit = Kit(state_of(round_one())).do("side:1")
    at = kit.port.decided("nothing", uid="another match").at
    decided(kit, m.AbsentTimeStarted("", since=at - 7 * MINUTE))
    assert "1:23:00" in kit.words()
    kit.do("side:0", after=MINUTE)
    assert kit.driver.desk.session is not None
    assert kit.driver.desk.session.clock is not None
    left, right = kit.driver.desk.session.clock.main
    assert (round(left, -3), right) == (82 * MINUTE, 90 * MINUTE)


@pytest.mark.clause("ACF-1.VI.A")
def test_a_game_ruled_forfeited_is_entered_and_who_is_late_sits_down_for_the_next() -> None:
    kit = Kit().do("side:0")
    lost = decided(kit, m.GameLost(1, 1), clause="ACF-1.VI.A")
    session = kit.driver.desk.session
    assert session is not None
    assert (phase(kit), session.game, session.codes) == ("seating", 2, (Code.WIN_BY_FORFEIT,))
    assert "Game 1 is forfeited by B. Chen. (ACF-1.VI.A) “Fire alarm”" in kit.words()
    kit = kit.restart().do("side:1")
    assert phase(kit) == "ready"
    assert kit.driver.desk.session is not None
    assert kit.driver.desk.session.codes == (Code.WIN_BY_FORFEIT,)
    assert witnessed(kit) == said_of(lost, DONE)


def test_a_forfeit_of_a_game_that_has_begun_or_is_over_is_left_to_the_players_result() -> None:
    for kit in (playing(), playing().do("over", "code:D", "next", after=1_000)):
        before = kit.driver.desk.session
        decided(kit, m.GameLost(1, 1))
        assert kit.driver.desk.session == before
        assert witnessed(kit) == []


def test_an_excuse_is_shown_and_testified_and_nothing_runs() -> None:
    kit = Kit().do("side:0")
    before = kit.driver.desk.session
    excused = decided(kit, m.Excused(1), reason="The bus was late.")
    assert "B. Chen is excused: nothing is counted. (ACF-1.VII) “The bus was late.”" in kit.words()
    assert before is not None
    assert kit.driver.desk.session is not None
    assert kit.driver.desk.session.phase is before.phase
    assert witnessed(kit) == said_of(excused, DONE)


# -- what a table refuses -----------------------------------------------------------------------


def test_time_of_an_absent_player_is_refused_once_both_are_here() -> None:
    kit = playing()
    decision = decided(kit, m.AbsentTimeStarted(""))
    assert witnessed(kit) == said_of(decision, MeasureRefused("here"))
    assert carried(kit) == ()
    kit.tick().tick()
    assert len(witnessed(kit.restart())) == 1


@pytest.mark.parametrize(
    ("measure", "control", "rulebook", "why"),
    [
        (m.TimeCalled(), "90:00", "acf-majors", "sheet"),
        (m.MovesTimed("lowder"), "90:00", "acf-masters", "sheet"),
        (m.MovesTimed("five_minutes"), "90:00", "acf-majors", "clocked"),
        (m.ClockAssigned("30:00", "game"), "unclocked", "acf-majors", "sheet"),
        (m.ClockAssigned("soon", "game"), "unclocked", "apca", "unknown"),
        (m.TimeAdded(MINUTE, 0), "unclocked", "acf-majors", "no_clock"),
        (m.TimeAdded(0, -90 * MINUTE), "90:00", "acf-majors", "no_time"),
        (m.ClockSet(MINUTE, MINUTE), "unclocked", "acf-majors", "no_clock"),
    ],
)
def test_measure_that_a_table_can_never_carry_out_is_refused_with_the_reason(
    measure: m.Measure, control: str, rulebook: str, why: Any
) -> None:
    kit = playing(state=state_of(round_one(), control=control, rulebook=rulebook))
    before = kit.driver.desk.session
    decision = decided(kit, measure)
    assert witnessed(kit) == said_of(decision, MeasureRefused(why))
    assert kit.driver.desk.session == before


def test_what_comes_after_the_last_game_is_refused() -> None:
    kit = scored("W", "D")
    decision = decided(kit, m.TimeAdded(MINUTE, MINUTE))
    assert witnessed(kit) == said_of(decision, MeasureRefused("over"))


def test_a_refusal_that_was_not_saved_is_written_again_and_the_measure_stays_undone() -> None:
    kit = playing()
    kit.port.refuse = "The disk is full."
    decision = decided(kit, m.AbsentTimeStarted(""))
    assert witnessed(kit) == []
    kit.port.refuse = ""
    kit.tick().tick()
    assert witnessed(kit) == said_of(decision, MeasureRefused("here"))


# -- crashes, replacements, other devices -------------------------------------------------------


def test_a_restart_carries_nothing_out_twice_and_says_nothing_twice() -> None:
    kit = playing()
    pause = decided(kit, m.Paused())
    kit = kit.restart()
    assert carried(kit) == tokens(pause)
    assert witnessed(kit) == said_of(pause, DONE)


def test_a_crash_between_notes_and_event_is_made_good_before_the_clock_is_logged() -> None:
    kit = playing()
    kit.port.refuse = "The disk is full."
    added = decided(kit, m.TimeAdded(0, 2 * MINUTE))
    kit.do("side:1", after=1_000)
    assert witnessed(kit) == []
    kit.port.refuse = ""
    kit = kit.restart()
    assert witnessed(kit) == said_of(added, DONE)
    kinds = [type(d.body) for d in kit.port.drafts]
    assert kinds.index(MeasureDone) < kinds.index(ClockLogged)
    assert "1:31:59" in kit.words()


def test_a_replaced_measure_that_waits_is_not_carried_out_and_one_that_was_stays_a_fact() -> None:
    kit = Kit()
    early = decided(kit, m.TimeAdded(MINUTE, 0))
    kit.port.decide("the desk", m.TimeAdded(0, MINUTE), replaces=(early.event,))
    kit.deliver()
    kit.do("side:0", "side:1").tick(0)
    assert kit.driver.desk.session is not None
    assert kit.driver.desk.session.clock is not None
    assert kit.driver.desk.session.clock.main == (90 * MINUTE, 91 * MINUTE)
    last = kit.driver.desk.state.matches["m1"].decisions[-1]
    decided(kit, replaces=(last.event,))
    assert kit.driver.desk.session.clock.main == (90 * MINUTE, 91 * MINUTE)
    assert carried(kit) == tokens(last)


def test_a_measure_that_a_replacing_decision_keeps_is_carried_out_once() -> None:
    kit = playing()
    first = decided(kit, m.TimeAdded(MINUTE, 0))
    decided(kit, m.TimeAdded(MINUTE, 0), m.Caution(1), replaces=(first.event,))
    assert "1:31:00" in kit.words()
    assert len(witnessed(kit)) == 1


def test_decisions_that_contradict_each_other_move_nothing_at_the_table() -> None:
    kit = playing()
    decided(kit, m.Paused(), standing="contested")
    assert phase(kit) == "playing"
    assert witnessed(kit) == []


def test_a_restart_is_not_settled_by_decisions_that_contradict_each_other() -> None:
    kit = playing().tick().restart()
    ent = list(kit.driver.desk.state.reports)[-1]
    kit.port.decide(ent, m.GoesOn(), standing="contested")
    kit.deliver()
    assert phase(kit) == "recovering"
    assert "the referees have to agree" in kit.do("back").words()


def another(kit: Kit) -> Kit:
    """Return a device without notes, for which the log of the hall is all there is."""
    kit.port.journals.clear()
    kit.port.readings.clear()
    return Kit(port=kit.port, dice=(7,))


def test_a_device_that_takes_the_table_over_does_not_add_time_again() -> None:
    kit = playing().do("side:1", after=1_000)
    decided(kit, m.TimeAdded(2 * MINUTE, 0))
    other = another(kit)
    assert "1:32:00" in other.words()
    assert len(witnessed(other.tick())) == 1


def test_game_that_the_referee_stopped_stays_stopped_at_the_replacement_device() -> None:
    kit = playing().do("side:1", after=1_000)
    decided(kit, m.Paused())
    other = another(kit).do("side:0", "side:1").tick()
    assert phase(other) == "paused"
    assert "go_on" not in dict(other.model.offers)
    assert len(witnessed(other)) == 1
    decided(other, m.Resumed())
    assert phase(other) == "playing"


def test_a_game_that_was_forfeited_before_it_began_is_forfeited_at_the_next_device_too() -> None:
    kit = Kit().do("side:0")
    lost = decided(kit, m.GameLost(1, 1))
    other = another(kit).tick()
    assert other.driver.desk.session is not None
    assert other.driver.desk.session.codes == (Code.WIN_BY_FORFEIT,)
    assert witnessed(other) == said_of(lost, DONE)
