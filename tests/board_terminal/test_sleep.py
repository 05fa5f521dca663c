"""A machine that sleeps under a running clock: both sides stand, and the referee is asked."""

import pytest

from shared.core.events import ClockLogged, ReportFiled
from shared.core.events.measures import GoesOn
from shared.machine.clocks import asleep_ms
from tests.board_terminal.table_kit import Kit, playing


def reports(kit: Kit) -> list[ReportFiled]:
    return [body for body in kit.port.bodies(ReportFiled) if isinstance(body, ReportFiled)]


def asleep(kit: Kit, ms: int = 2_520_000) -> Kit:
    """Close the lid for 42 minutes; the clock that stamps presses does not count them."""
    kit.slept += ms
    return kit


@pytest.mark.clause("ACF-1.X.A.f", "HALL-power-cut")
def test_a_sleep_is_noticed_both_stand_as_before_and_the_referee_is_asked() -> None:
    kit = asleep(playing().tick(10_000)).tick(700)
    assert kit.view.phase == "recovering"
    assert (
        "This table slept for 42:00. Both clocks are stopped and show the times from before."
        in kit.words()
    )
    assert "1:29:50" in kit.words()
    [report] = reports(kit)
    assert (report.type, report.which, report.note) == ("restart", "slept", "")
    assert (report.found, report.numbers) == ("slept", (2_520_000,))
    assert kit.driver.sounds == 1
    last = kit.port.bodies(ClockLogged)[-1]
    assert isinstance(last, ClockLogged)
    assert last.why == "sleep"


@pytest.mark.clause("HALL-power-cut")
def test_the_game_goes_on_when_both_agree_and_no_time_is_lost_or_given() -> None:
    kit = asleep(playing().tick(10_000)).tick(1_000)
    kit.do("side:0", "side:1")
    assert kit.view.phase == "playing"
    kit.do("side:1", after=5_000)
    assert "1:29:45" in kit.words()


def test_a_key_that_was_meant_for_a_running_clock_does_not_agree_to_anything() -> None:
    kit = asleep(playing().tick(1_000)).do("side:1")
    assert kit.view.phase == "recovering"
    assert kit.model.asks == (True, True)


@pytest.mark.clause("HALL-power-cut")
def test_the_answer_to_one_interruption_does_not_settle_the_next() -> None:
    kit = asleep(playing().tick(1_000)).tick(1_000)
    first = next(d.ent for d in kit.port.drafts if isinstance(d.body, ReportFiled))
    kit.port.decide(first, GoesOn(), clause="HALL-power-cut")
    kit.deliver()
    assert kit.view.phase == "paused"
    kit.dice.rolls = [1]
    asleep(kit.do("go_on")).tick(1_000)
    assert kit.view.phase == "recovering"
    kit.tick().port.tell_state()
    kit.deliver()
    assert kit.view.phase == "recovering"
    assert len(reports(kit)) == 2


@pytest.mark.parametrize("act", ["pause", "over"])
def test_a_sleep_while_no_clock_runs_asks_nothing(act: str) -> None:
    kit = asleep(playing().do(act)).tick(1_000)
    assert reports(kit) == []
    assert kit.view.phase != "recovering"
    kit.do("go_on", "back").tick(1_000)
    assert kit.view.phase == "playing"


def test_sleep_below_two_seconds_is_ignored() -> None:
    kit = asleep(playing().tick(1_000), 1_999).tick(1_000)
    assert kit.view.phase == "playing"


def test_the_sleep_survives_a_restart_of_the_table() -> None:
    kit = asleep(playing().tick(10_000)).tick(1_000).restart()
    assert kit.view.phase == "recovering"
    assert "1:29:50" in kit.words()


def test_how_long_this_machine_slept_never_shrinks() -> None:
    before = asleep_ms()
    assert asleep_ms() >= before - 1
