import pytest

from board_terminal.notes import SavedReading
from shared.core.day import Phase
from shared.core.day.entries import Entry, Pressed
from shared.core.events import ClockLogged, Press
from shared.port import Stopped
from shared.wire.codec import unpack
from tests.board_terminal.table_kit import Kit, playing, round_one, round_two, state_of

MINUTE = 60_000


def entries(kit: Kit) -> list[Entry]:
    return [unpack(line, Entry) for line in kit.port.journals["m1"]]


def bigs(kit: Kit) -> list[str]:
    return [half.big for half in kit.view.halves or ()]


def test_a_press_ends_the_turn_and_is_in_the_notes_with_its_stamp() -> None:
    kit = playing().do("side:1", after=5_000)
    assert entries(kit)[-1] == Pressed(1, kit.at)
    assert kit.model.asks == (True, False)
    assert kit.model.moves == (0, 1)


def test_a_press_out_of_turn_changes_nothing_and_says_whose_turn_it_is() -> None:
    kit = playing()
    before = len(entries(kit))
    kit.do("side:0", after=5_000)
    assert len(entries(kit)) == before
    assert "It is White's turn." in kit.words()


def test_the_running_side_is_marked_by_sign_word_and_panel() -> None:
    left, right = playing().view.halves or ()
    assert (left.word, left.tone) == ("", "")
    assert (right.word, right.tone) == ("▶ THINKING", "run")


def test_the_reading_is_saved_each_second_and_with_each_press() -> None:
    kit = playing().tick(1_000)
    saved = unpack(kit.port.readings["m1"], SavedReading)
    assert saved.remaining == (90 * MINUTE, 90 * MINUTE - 1_000)
    kit.do("side:1", after=500)
    saved = unpack(kit.port.readings["m1"], SavedReading)
    assert saved.remaining == (90 * MINUTE, 90 * MINUTE - 1_500)
    assert saved.lines == len(kit.port.journals["m1"])


def test_between_two_ticks_of_one_second_the_reading_is_left_alone() -> None:
    kit = playing().tick(1_000)
    first = kit.port.readings["m1"]
    kit.tick(100)
    assert kit.port.readings["m1"] == first


def test_presses_enter_the_log_every_thirty_seconds() -> None:
    kit = playing().do("side:1", "side:0", after=4_000)
    kit.tick(20_000)
    assert kit.port.bodies(ClockLogged) == []
    kit.tick(10_000)
    batch = kit.port.bodies(ClockLogged)[0]
    assert isinstance(batch, ClockLogged)
    assert batch.presses == (Press(1, 4_000), Press(0, 4_000))
    assert (batch.game, batch.moves, batch.why) == (1, (1, 1), "30 s")
    kit.tick(40_000)
    assert len(kit.port.bodies(ClockLogged)) == 1


@pytest.mark.parametrize(
    ("commands", "why"), [(("pause",), "pause"), (("over", "code:W"), "game end")]
)
def test_pause_and_game_end_log_the_remaining_times(commands: tuple[str, ...], why: str) -> None:
    kit = playing().do("side:1", after=4_000).do(*commands)
    batch = kit.port.bodies(ClockLogged)[-1]
    assert isinstance(batch, ClockLogged)
    assert (batch.presses, batch.why) == ((Press(1, 4_000),), why)


@pytest.mark.parametrize(
    ("commands", "why"), [(("pause",), "pause"), (("over", "code:W"), "game end")]
)
def test_a_pause_and_the_end_of_a_game_are_logged_without_a_press_too(
    commands: tuple[str, ...], why: str
) -> None:
    kit = playing().do("side:1", after=4_000).tick(31_000).tick(6 * MINUTE).do(*commands)
    batch = kit.port.bodies(ClockLogged)[-1]
    assert isinstance(batch, ClockLogged)
    assert (batch.presses, batch.why) == ((), why)
    assert batch.remaining_ms == (90 * MINUTE - 31_000 - 6 * MINUTE, 90 * MINUTE - 4_000)


def test_tenths_are_shown_only_below_ten_seconds() -> None:
    kit = playing().tick(90 * MINUTE - 10_000)
    assert bigs(kit)[1] == "0:10"
    kit.tick(100)
    assert bigs(kit)[1] == "0:09.9"


def test_the_display_wakes_when_it_changes() -> None:
    kit = playing().tick(300)
    assert kit.view.next_ms == 700
    kit.tick(90 * MINUTE - 300 - 5_030)
    assert kit.view.next_ms == 30


@pytest.mark.clause("ACF-1.X.A.h")
def test_from_five_minutes_on_ticks_are_allowed_and_the_table_says_so_silently() -> None:
    kit = playing().tick(85 * MINUTE - 1_000)
    assert "ticks allowed" not in kit.words()
    kit.tick(1_000)
    left, right = kit.view.halves or ()
    assert "ticks allowed (≤ 5:00)" in right.lines
    assert left.lines == ("0 moves",)


@pytest.mark.clause("ACF-1.X.A.f")
def test_a_pause_stops_both_clocks_until_the_game_goes_on() -> None:
    kit = playing().do("pause", after=2_000).tick(60_000)
    assert bigs(kit) == ["1:30:00", "1:29:58"]
    assert kit.view.phase == "paused"
    kit.do("side:1", "go_on").tick(1_000)
    assert bigs(kit) == ["1:30:00", "1:29:57"]


@pytest.mark.clause("ACF-1.X.A.b")
def test_a_fallen_flag_freezes_the_clocks_and_proposes_both_games() -> None:
    kit = playing().do("side:1", "side:0", after=MINUTE).tick(100 * MINUTE)
    assert kit.model.phase == "scoring"
    assert "Red, A. King, wins 2–0, 1 game by forfeit. Correct?" in kit.words()
    assert "White's flag is down: the score follows from ACF-1.X.A.b." in kit.words()
    left, right = kit.view.halves or ()
    assert right.lines == ("■ FLAG DOWN",)
    assert left.lines == ("1:29:00",)
    batch = kit.port.bodies(ClockLogged)[-1]
    assert isinstance(batch, ClockLogged)
    assert batch.why == "flag"
    assert kit.port.lives[-1].flag == 1


def test_press_after_the_flag_fell_is_too_late_before_either_player_noticed_it() -> None:
    kit = playing().do("side:1", after=90 * MINUTE)
    assert kit.model.phase == "scoring"
    assert kit.model.moves == (0, 0)


def test_game_over_asks_who_won_in_words_with_names() -> None:
    kit = playing().do("over")
    assert [c.label for c in kit.view.choices] == ["A. King won", "Draw", "B. Chen won", "Back"]
    assert kit.view.headline == "Game 1 is over. Who won?"


def test_taking_back_game_over_restarts_the_clock() -> None:
    kit = playing().do("over", after=1_000).do("back", after=30_000).tick(1_000)
    assert kit.view.phase == "playing"
    assert bigs(kit)[1] == "1:29:58"


def test_both_players_keys_answer_who_won() -> None:
    assert playing().do("over", "side:1").model.codes == ("L",)
    assert playing().do("over", "side:0").model.codes == ("W",)


@pytest.mark.clause("ACF-1.X.A.b")
def test_the_clocks_are_carried_into_the_second_game() -> None:
    kit = playing().do("side:1", "over", after=10 * MINUTE).do("code:W", "next")
    assert bigs(kit) == ["1:20:00", "1:20:00"]
    assert kit.view.corner == "Game 2 of 2"


@pytest.mark.clause("ACF-3.II.A")
def test_the_break_between_the_games_is_counted_down() -> None:
    kit = playing().do("over", "code:W", after=1_000)
    assert "Break: 5:00 left." in kit.words()
    kit.tick(61_000)
    assert "Break: 3:59 left." in kit.words()
    kit.tick(4 * MINUTE)
    assert "The break is over." in kit.words()


def test_an_unclocked_match_counts_moves_and_shows_no_time() -> None:
    kit = playing(state=state_of(round_one(), control="unclocked"))
    kit.do("side:1", "side:0", after=MINUTE).tick(200 * MINUTE)
    assert bigs(kit) == ["1", "1"]
    assert kit.view.phase == "playing"
    assert not kit.port.lives[-1].clocked


def test_the_hall_is_told_when_the_reading_changed_and_on_each_press() -> None:
    kit = playing()
    kit.port.lives.clear()
    kit.tick(0).tick(0)
    assert len(kit.port.lives) <= 1
    kit.do("side:1", after=10)
    assert kit.port.lives[-1].running == (0,)
    assert kit.port.lives[-1].moves == (0, 1)


def test_a_match_that_is_being_played_stays_when_its_pairing_is_withdrawn() -> None:
    kit = playing(state=state_of(round_one(), round_two()))
    kit.port.change_match("m1", standing="withdrawn")
    kit.deliver()
    assert kit.model.uid == "m1"
    assert "This pairing was withdrawn." in kit.words()
    kit.do("over", "code:W", "next", "side:1", "over", "code:W", "side:0", "side:1", after=1_000)
    kit.port.tell_state()
    kit.deliver()
    assert kit.model.uid == "m2"


def test_a_match_keeps_its_own_notes_when_the_next_one_is_opened() -> None:
    kit = playing(state=state_of(round_one(), round_two()))
    kit.do("over", "code:W", "next", "side:1", "over", "code:W", "side:0", "side:1", after=1_000)
    assert (kit.model.uid, kit.model.phase, kit.model.codes) == ("m2", "seating", ())


def test_presses_that_could_not_be_saved_are_said_and_tried_again_in_order() -> None:
    kit = playing()
    kit.port.fail_next("The disk is full.")
    kit.do("side:1", after=1_000)
    assert "NOT SAVED: the latest presses. The disk is full." in kit.words()
    kit.do("side:0", after=1_000)
    kit.tick()
    assert "NOT SAVED" not in kit.words()
    assert entries(kit)[-2:] == [Pressed(1, kit.at - 2_000), Pressed(0, kit.at - 1_000)]


def test_a_node_that_stopped_leaves_the_clocks_to_be_noted_down() -> None:
    kit = playing().tick(5_000)
    kit.port.tell(Stopped("The disk of this table cannot be written."))
    kit.deliver()
    assert "A. King 1:30:00 · B. Chen 1:29:55" in kit.view.message
    kit.do("side:1")
    assert kit.driver.desk.session is not None
    assert kit.driver.desk.session.phase is Phase.PLAYING
    assert kit.model.moves == (0, 0)
