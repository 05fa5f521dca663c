"""A device in whose place another was put: it serves no more, and says what it still has."""

import pytest

from shared.core.events import ClockLogged, ReportFiled
from shared.port import Link
from tests.board_terminal.table_kit import Kit, playing, round_one, scored, state_of
from tests.board_terminal.table_port import put_at_table
from tests.tui.fake_port import START

OTHER = "77" * 16
MINUTE = 60_000


def held_by(kit: Kit, node: str) -> Kit:
    put_at_table(kit.port, node)
    kit.deliver()
    return kit


def test_it_says_which_device_holds_the_table_and_where_to_play() -> None:
    kit = held_by(Kit(), OTHER)
    assert kit.view.phase == "replaced"
    assert kit.view.halves is None
    assert kit.view.headline == "Table 3 has another device now"
    assert "It is Spare tablet. Play on there." in kit.view.message


def test_the_device_that_holds_the_table_is_not_turned_away() -> None:
    assert held_by(Kit(), Kit().port.node_id).view.phase == "seating"


def test_it_stops_in_the_middle_of_a_game_and_offers_nothing() -> None:
    kit = held_by(playing().do("side:1", after=4_000), OTHER)
    assert kit.view.phase == "replaced"
    assert (kit.view.choices, kit.view.sides, kit.model.offers) == ((), (), ())


def test_last_clocks_stay_shown_and_stand_still() -> None:
    kit = playing().do("side:1", after=5 * MINUTE)
    kit.at += 10_000
    held_by(kit, OTHER).tick(3 * MINUTE)
    assert "A. King 1:29:50 · B. Chen 1:25:00" in kit.view.message


@pytest.mark.parametrize(
    "kit", [Kit(), playing(state=state_of(round_one(), control="unclocked"))], ids=["lobby", "none"]
)
def test_clocks_that_have_not_run_are_not_noted_down(kit: Kit) -> None:
    assert "Note down" not in held_by(kit, OTHER).words()


def test_what_was_entered_is_at_the_hall_or_is_counted() -> None:
    kit = held_by(playing(), OTHER)
    assert "Everything entered here is safe and at the hall." in kit.view.message
    kit.port.unsent = {"event-1"}
    kit.port.tell_state()
    kit.deliver()
    assert "1 entry is not yet at the hall: leave this device on." in kit.words()
    kit.port.unsent = {"event-1", "event-2"}
    kit.port.tell_state()
    kit.deliver()
    assert "2 entries are not yet at the hall: leave this device on." in kit.words()


def test_unsaved_entry_is_not_called_safe() -> None:
    kit = scored("W", "D")
    kit.port.refuse = "The disk is full."
    kit.do("side:0")
    assert "safe" not in held_by(kit, OTHER).words()
    assert "NOT SAVED: The disk is full." in kit.words()


def test_nothing_more_is_written_whatever_is_pressed_and_whatever_time_passes() -> None:
    kit = held_by(playing().do("side:1", after=4_000), OTHER)
    written, lines, lives = len(kit.port.drafts), len(kit.port.journals["m1"]), len(kit.port.lives)
    kit.do("side:0", "over", "code:W", "reports", "report:call", "overrule", "retry", after=40_000)
    kit.tick(100 * MINUTE).tick(100 * MINUTE)
    assert len(kit.port.drafts) == written
    assert len(kit.port.journals["m1"]) == lines
    assert len(kit.port.lives) == lives
    assert kit.view.phase == "replaced"


def test_no_going_on_without_the_hall_even_when_the_hall_refuses_as_well() -> None:
    kit = held_by(Kit(), OTHER)
    kit.port.tell_link(Link("refused", START, sentence="Table 3 is held by another device."))
    kit.deliver()
    kit.do("overrule", "side:0")
    assert kit.view.phase == "replaced"
    assert kit.port.drafts == []


def test_after_a_restart_it_still_shows_the_last_clocks_and_writes_nothing() -> None:
    kit = held_by(playing(at=9_000_000).do("side:1", after=5 * MINUTE).tick(10_000), OTHER)
    written, lines = len(kit.port.drafts), len(kit.port.journals["m1"])
    again = kit.restart(at=7).tick(60_000)
    assert "A. King 1:29:50 · B. Chen 1:25:00" in again.view.message
    assert (len(again.port.drafts), len(again.port.journals["m1"])) == (written, lines)


def test_game_goes_on_after_put_back_before_play_continued_elsewhere() -> None:
    kit = playing().do("side:1", after=4_000)
    kit.at += 2_000
    held_by(kit, OTHER).tick(MINUTE)
    held_by(kit, kit.port.node_id)
    assert kit.view.phase == "paused"
    assert "Paused: another device held this table." in kit.words()
    assert [half.big for half in kit.view.halves or ()] == ["1:29:58", "1:29:56"]
    assert len(kit.port.bodies(ClockLogged)) == 1
    kit.do("go_on", "side:0", after=1_000)
    assert kit.view.phase == "playing"
    assert kit.restart().view.phase == "recovering"


def test_put_back_after_the_match_went_on_elsewhere_it_takes_over_from_the_log() -> None:
    kit = held_by(playing().do("side:1", after=4_000), OTHER)
    log = ClockLogged(1, (), (80 * MINUTE, 70 * MINUTE), (9, 10), "30 s")
    kit.port.change_match("m1", clock=log, presses=19)
    kit.deliver()
    held_by(kit, kit.port.node_id)
    assert kit.view.phase == "recovering"
    assert [half.big for half in kit.view.halves or ()] == ["1:20:00", "1:10:00"]
    assert kit.port.bodies(ReportFiled)


def test_contradicting_assignments_do_not_stop_the_table() -> None:
    kit = playing()
    put_at_table(kit.port, OTHER, contested=True)
    kit.deliver()
    assert kit.view.phase == "playing"
