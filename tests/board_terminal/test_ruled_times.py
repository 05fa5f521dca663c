"""What the referee's word does to the clocks of a table: times set, time taken, after a restart."""

import pytest

from shared.core.events.measures import ClockSet, Measure, TimeAdded
from tests.board_terminal.points_kit import table as points_table
from tests.board_terminal.table_kit import Kit, playing, round_one, state_of

MINUTE = 60_000


def bigs(kit: Kit) -> list[str]:
    return [half.big for half in kit.view.halves or ()]


def decided(kit: Kit, measure: Measure) -> Kit:
    """Decide the newest report."""
    ent = list(kit.driver.desk.state.reports)[-1]
    kit.port.decide(ent, measure, clause="HALL-power-cut")
    kit.deliver()
    return kit


@pytest.mark.clause("HALL-power-cut")
def test_after_a_restart_the_referee_sets_other_times_and_both_see_them() -> None:
    kit = playing().do("side:1", after=5 * MINUTE).tick(10_000).restart()
    decided(kit, ClockSet(80 * MINUTE, 75 * MINUTE + 30_000))
    assert kit.view.phase == "paused"
    assert bigs(kit) == ["1:20:00", "1:15:30"]
    note = "The game goes on from A. King 1:20:00, B. Chen 1:15:30. (HALL-power-cut)"
    assert f"The referee: {note}" in kit.words()
    kit.do("go_on").tick(MINUTE)
    assert bigs(kit) == ["1:19:00", "1:15:30"], "the same side is to move"
    assert bigs(kit.restart()) == ["1:19:00", "1:15:30"]


@pytest.mark.clause("HALL-power-cut")
def test_times_that_the_players_had_agreed_on_meanwhile_are_set_all_the_same() -> None:
    kit = playing().tick(MINUTE).restart().do("side:0", "side:1").tick(2 * MINUTE)
    assert kit.view.phase == "playing"
    decided(kit, ClockSet(70 * MINUTE, 60 * MINUTE))
    assert (kit.view.phase, bigs(kit)) == ("paused", ["1:10:00", "1:00:00"])


@pytest.mark.clause("ACF-1.X.A.e")
def test_a_ruling_takes_time_from_a_running_clock() -> None:
    kit = playing().tick(MINUTE).do("report:call")
    decided(kit, TimeAdded(0, -2 * MINUTE))
    assert (kit.view.phase, bigs(kit)) == ("playing", ["1:30:00", "1:27:00"])
    assert "B. Chen loses 2 minutes." in kit.words()


@pytest.mark.clause("USBGF-4.1.8", "USBGF-4.3")
def test_a_noticed_flag_that_the_director_takes_back_lets_the_game_go_on() -> None:
    kit = points_table(length=7).do("side:0").tick(15 * MINUTE).do("claim_flag", "report:call")
    assert kit.view.phase == "flag_noticed"
    decided(kit, ClockSet(2 * MINUTE, 14 * MINUTE))
    assert (kit.view.phase, bigs(kit)) == ("paused", ["2:00", "14:00"])
    kit.do("go_on", "side:0", after=5_000)
    assert (kit.view.phase, kit.model.asks) == ("playing", (False, True))
    assert bigs(kit.restart()) == bigs(kit)


@pytest.mark.clause("USBGF-4.3", "USBGF-1")
def test_times_after_a_flag_that_both_signed_are_set_once_they_have_taken_it_back() -> None:
    kit = points_table(length=7).do("side:0").tick(15 * MINUTE)
    kit.do("claim_flag", "side:0", "side:1", "report:call")
    decided(kit, ClockSet(2 * MINUTE, 14 * MINUTE))
    assert kit.view.phase == "scoring"
    kit.do("different", "undo", "side:0", "side:1", "report:call")
    assert kit.view.phase == "flag_noticed"
    decided(kit, ClockSet(3 * MINUTE, 14 * MINUTE))
    board = kit.driver.desk.session.board
    assert board is not None
    assert (kit.view.phase, board.winner, bigs(kit)) == ("paused", None, ["3:00", "14:00"])


@pytest.mark.clause("ACF-1.X.B.a")
def test_no_times_are_set_where_no_clock_keeps_them() -> None:
    kit = playing(state=state_of(round_one(), control="unclocked")).do("report:call")
    decided(kit, ClockSet(MINUTE, MINUTE))
    assert kit.view.phase == "playing"
