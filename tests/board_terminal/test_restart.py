import pytest

from board_terminal.notes import line, read_notes, unlogged
from shared.core.day import MatchInfo, Phase
from shared.core.day.entries import Recovered, Seated
from shared.core.events import ClockLogged, Press, ReportFiled
from shared.core.events.measures import DealtWith, Dismissed, GoesOn, Measure, OwnWords
from shared.port import JournalLoaded
from tests.board_terminal.table_kit import Kit, playing, put, scored, seated

MINUTE = 60_000


def bigs(kit: Kit) -> list[str]:
    return [half.big for half in kit.view.halves or ()]


def reports(kit: Kit) -> list[str]:
    return [d.ent for d in kit.port.drafts if isinstance(d.body, ReportFiled)]


@pytest.mark.clause("HALL-power-cut")
def test_a_restart_in_a_game_proposes_the_last_saved_times_with_both_clocks_paused() -> None:
    kit = playing().do("side:1", after=5 * MINUTE).tick(10_000)
    after = kit.restart(at=7)
    assert after.view.phase == "recovering"
    assert bigs(after) == ["1:29:50", "1:25:00"]
    after.tick(60_000)
    assert bigs(after) == ["1:29:50", "1:25:00"]


@pytest.mark.clause("HALL-power-cut")
def test_the_referee_is_asked_and_the_presses_are_in_the_log() -> None:
    after = playing().do("side:1", after=4_000).tick().restart()
    body = after.port.drafts[-1].body
    assert isinstance(body, ReportFiled)
    assert body.type == "restart"
    batches = after.port.bodies(ClockLogged)
    assert isinstance(batches[-1], ClockLogged)
    assert batches[-1].presses == (Press(1, 4_000),)
    assert "Restart of this table · at the hall" in after.words()


def test_presses_that_are_in_the_log_already_are_not_logged_again() -> None:
    kit = playing().do("side:1", after=4_000).do("pause")
    assert kit.port.state is not None
    assert kit.port.state.matches["m1"].presses == 1
    after = kit.restart()
    assert len(after.port.bodies(ClockLogged)) == 1


def test_a_saved_press_is_never_taken_back_by_an_older_reading() -> None:
    kit = playing().tick(1_000)
    old = kit.port.readings["m1"]
    kit.do("side:1", after=500)
    kit.port.readings["m1"] = old
    after = kit.restart()
    assert bigs(after) == ["1:30:00", "1:29:59"]
    assert after.driver.desk.session is not None
    assert after.driver.desk.session.clock is not None
    assert after.driver.desk.session.clock.runs == (True, False)


def test_the_game_goes_on_when_both_agree() -> None:
    after = playing().tick(5_000).restart()
    after.do("side:0")
    assert after.view.phase == "recovering"
    assert after.model.asks == (False, True)
    after.do("side:1").tick(1_000)
    assert after.view.phase == "playing"
    assert bigs(after) == ["1:30:00", "1:29:54"]


@pytest.mark.parametrize("measure", [GoesOn(), Dismissed(), DealtWith(), OwnWords()])
def test_the_game_can_go_on_when_the_referee_has_decided(measure: Measure) -> None:
    after = playing().tick(5_000).restart()
    after.port.come(reports(after)[-1])
    after.deliver()
    assert after.view.phase == "recovering"
    after.port.decide(reports(after)[-1], measure)
    after.deliver()
    assert after.view.phase == "paused"
    after.do("go_on").tick(1_000)
    assert bigs(after) == ["1:30:00", "1:29:54"]


def test_second_restart_before_the_players_agreed_proposes_the_same_times() -> None:
    after = playing(at=9_000_000).tick(5_000).restart(at=10).restart(at=10_000_000)
    assert bigs(after) == ["1:30:00", "1:29:55"]


def test_a_reading_of_an_earlier_process_is_not_compared_with_new_stamps() -> None:
    kit = playing(at=9_000_000).tick(5_000)
    old = kit.port.readings["m1"]
    after = kit.restart(at=10).do("side:0", "side:1")
    after.port.readings["m1"] = old
    again = after.restart(at=20)
    assert bigs(again) == ["1:30:00", "1:29:55"]


@pytest.mark.parametrize(
    ("kit", "phase"),
    [(Kit().do("side:0"), "seating"), (seated(), "ready"), (scored("W", "D"), "scoring")],
)
def test_restart_without_a_running_clock_asks_no_question(kit: Kit, phase: str) -> None:
    after = kit.restart()
    assert after.view.phase == phase
    assert reports(after) == []


def test_a_drawn_opening_is_not_drawn_again_after_a_restart() -> None:
    kit = seated(dice=(1, 30))
    after = kit.restart()
    assert after.dice.drawn == 0
    assert "(no. 31 of 156)" in after.words()


def test_a_crash_before_the_draw_was_saved_draws_once_more() -> None:
    kit = Kit(dice=(1, 30)).do("side:0")
    kit.port.refuse = "The disk is full."
    kit.do("side:1")
    kit.port.refuse = ""
    after = kit.restart()
    assert after.view.phase == "ready"
    assert after.dice.drawn == 2


def test_a_finished_match_is_left_as_it_is() -> None:
    kit = scored("W", "D").do("side:0", "side:1")
    lines = len(kit.port.journals["m1"])
    after = kit.restart()
    assert after.view.phase == "waiting"
    assert len(after.port.journals["m1"]) == lines


def test_a_damaged_note_is_passed_over_said_and_reported() -> None:
    kit = playing().do("side:1", after=5_000)
    kit.port.journals["m1"][0] = b"\xc1garbage"
    after = kit.restart()
    assert "Some notes of this match cannot be read" in after.words()
    assert [type(d.body) for d in after.port.drafts].count(ReportFiled) == 1


def test_notes_of_nothing_but_damage_still_open_the_table() -> None:
    kit = Kit()
    kit.port.journals["m1"] = [b"", b"\x00", b"\x93\xa7Pressed\x00"]
    after = kit.restart()
    assert after.view.phase == "seating"
    assert after.driver.desk.damaged == 3


def test_notes_of_another_match_are_not_taken() -> None:
    kit = Kit()
    put(kit.driver, session=None)
    kit.driver.hear(JournalLoaded("other", (line(Seated(0)),), None), 5)
    assert kit.driver.desk.session is None


def test_what_no_batch_has_carried_is_counted_across_games() -> None:
    one, two = Press(0, 1), Press(1, 2)
    presses = {1: (one, two), 2: (two, one)}
    assert unlogged(presses, 0) == presses
    assert unlogged(presses, 1) == {1: (two,), 2: (two, one)}
    assert unlogged(presses, 3) == {2: (one,)}
    assert unlogged(presses, 4) == {}


def test_an_unreadable_reading_falls_back_to_the_notes() -> None:
    info = MatchInfo("m1", ("90:00",), first_seat=0)
    notes = read_notes(info, (line(Seated(0)), line(Seated(1))), b"\xc1")
    assert notes.session.phase is Phase.READY
    assert notes.recovered() == Recovered((90 * MINUTE, 90 * MINUTE))


@pytest.mark.clause("HALL-power-cut")
def test_restart_answered_by_the_players_does_not_wait_for_the_referee() -> None:
    kit = playing().do("side:1", after=5_000).restart()
    state = kit.port.state
    assert state is not None
    [report] = [r for r in state.reports.values() if r.type == "restart"]
    assert report.open
    kit.do("side:0").do("side:1")
    state = kit.port.state
    assert state is not None
    [report] = [r for r in state.reports.values() if r.type == "restart"]
    assert (report.found, report.open) == ("agreed", False)


def test_unreadable_notes_need_the_referee_even_when_the_players_agree() -> None:
    kit = playing().do("side:1", after=5_000)
    kit.port.journals["m1"][-1] = b"\xc1 damaged"
    kit = kit.restart().do("side:0", "side:1")
    state = kit.port.state
    assert state is not None
    [report] = [r for r in state.reports.values() if r.type == "restart"]
    assert (report.found, report.open) == ("damaged", True)
