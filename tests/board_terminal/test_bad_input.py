"""What people and machines do wrong: what was true stays, and the table says what to do."""

import pytest

from shared.core.day import reading_at
from shared.core.events import ResultSigned
from shared.core.match.outcome import Code
from tests.board_terminal.table_kit import Kit, playing, scored, seated


def moves_and_times(kit: Kit) -> tuple[tuple[int, int], tuple[int, int]]:
    session = kit.driver.desk.session
    assert session is not None
    reading = reading_at(session, kit.at)
    assert reading is not None
    return reading.moves, reading.remaining


@pytest.mark.parametrize("keys", [("side:0", "side:1"), ("side:1", "side:0")])
def test_of_both_buttons_at_once_the_running_side_s_ends_one_turn(keys: tuple[str, str]) -> None:
    kit = playing()
    kit.at += 5_000
    kit.do(*keys)
    moves, times = moves_and_times(kit)
    assert moves[1] == 1
    assert times[0] == 90 * 60_000, "nobody thinks in no time"
    assert times[1] == 90 * 60_000 - 5_000


def test_a_button_that_repeats_ends_one_turn() -> None:
    kit = playing().do(*["side:1"] * 20, after=30)
    assert moves_and_times(kit)[0] == (0, 1)
    assert "It is Red's turn." in kit.words()


def test_presses_while_the_clock_is_paused_change_nothing() -> None:
    kit = playing().do("side:1", after=4_000).do("pause", after=1_000)
    before = moves_and_times(kit)
    notes = len(kit.port.journals["m1"])
    kit.do("side:0", "side:1", after=1_000)
    assert moves_and_times(kit) == before
    assert len(kit.port.journals["m1"]) == notes
    assert "Paused" in kit.words()


def test_a_score_of_more_games_than_are_played_cannot_be_entered() -> None:
    kit = scored("W", "W").do("side:0", "different", "code:W", "code:W")
    assert kit.model.phase == "sign_different"
    kit.do("code:W", "sign_different")
    signed = [body for body in kit.port.bodies(ResultSigned) if isinstance(body, ResultSigned)]
    assert all(len(body.outcome.games) == 2 for body in signed)


def test_players_who_sit_at_a_withdrawn_pairing_are_sent_to_wait() -> None:
    kit = Kit().do("side:0")
    kit.port.change_match("m1", standing="withdrawn")
    kit.deliver()
    assert kit.model.phase == "waiting"
    assert "waiting for the next round" in kit.words()


def test_a_game_whose_match_is_moved_to_another_table_is_finished_where_it_is() -> None:
    kit = playing().do("side:1", after=4_000)
    before = moves_and_times(kit)
    kit.port.change_match("m1", table="7")
    kit.deliver()
    assert moves_and_times(kit) == before
    assert "This match was moved to table 7. Finish it here or call the referee." in kit.words()
    assert kit.do("side:0", after=1_000).model.moves == (1, 1)


def test_a_word_that_no_key_has_does_nothing() -> None:
    kit = seated()
    before = kit.driver.desk
    kit.do("castle:0", "", ":")
    assert kit.driver.desk == before


def test_a_press_of_the_side_that_does_not_run_says_whose_turn_it_is() -> None:
    kit = playing().do("side:0", after=3_000)
    assert moves_and_times(kit)[0] == (0, 0)
    assert "It is White's turn." in kit.words()


def test_a_pairing_that_is_withdrawn_in_mid_game_is_finished_where_it_is() -> None:
    kit = playing().do("side:1", after=4_000)
    before = moves_and_times(kit)
    kit.port.change_match("m1", standing="withdrawn")
    kit.deliver()
    assert moves_and_times(kit) == before
    assert "This pairing was withdrawn. Finish the match or call the referee." in kit.words()
    assert kit.do("side:0", after=1_000).model.moves == (1, 1)


def test_notes_that_cannot_be_read_leave_what_can_be_and_say_what_to_check() -> None:
    kit = playing().do("side:1", "side:0", after=4_000)
    kit.port.journals["m1"].insert(3, b"\xff not a line")
    again = kit.restart()
    assert again.model.moves == (1, 1)
    assert "check clocks and games. The referee has been called." in again.words()


def test_a_full_disk_loses_no_signature_unsaid_and_enter_tries_it_again() -> None:
    kit = scored("W", "W")
    kit.port.refuse = "The disk is full: free some space."
    kit.do("side:0")
    assert "NOT SAVED: The disk is full: free some space. Press Enter" in kit.words()
    assert "A. King HAS NOT SIGNED" in kit.words()
    kit.port.refuse = ""
    kit.do("retry")
    assert len(kit.port.bodies(ResultSigned)) == 1
    assert "NOT SAVED" not in kit.words()


def test_a_score_of_three_to_nothing_in_a_match_of_two_games_is_never_asked_for() -> None:
    kit = scored("W", "W").do("different", "code:W", "code:W", "code:W")
    assert kit.model.phase == "scoring"
    assert kit.model.codes == (Code.WIN, Code.WIN)
    assert kit.port.bodies(ResultSigned) == []
