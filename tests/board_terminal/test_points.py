"""A match of points at the table: every action in one or two presses, with the network absent."""

import pytest

from board_terminal.desk.setting import match_info
from board_terminal.notes import read_notes
from shared.core.backgammon.worth import Win
from shared.core.day import Phase, outcome
from shared.core.events import ClockLogged, FlagLogged, ResultSigned
from shared.core.match.outcome import Code, Outcome
from tests.board_terminal.points_kit import MINUTE, board, game, opened, table
from tests.board_terminal.table_kit import Kit

W, L = Code.WIN, Code.LOSS


def told(kit: Kit) -> FlagLogged | None:
    """Return what the hall is told of a flag at this moment."""
    score = kit.port.lives[-1].score
    assert score is not None
    return score.flag


def logged(kit: Kit) -> FlagLogged | None:
    """Return what the log says of a flag."""
    last = kit.port.bodies(ClockLogged)[-1]
    assert isinstance(last, ClockLogged)
    assert last.score is not None
    return last.score.flag


def signed(kit: Kit) -> list[Outcome]:
    return [
        body.outcome for body in kit.port.bodies(ResultSigned) if isinstance(body, ResultSigned)
    ]


@pytest.mark.clause("USBGF-4.6", "USBGF-4.5")
def test_the_final_score_is_what_both_sides_sign() -> None:
    kit = game(game(game(table(length=5), 0, 2), 1, 2), 0, 3)
    assert kit.model.phase == "scoring"
    assert "White, A. King, wins 5–2. Correct?" in kit.words()
    kit.do("side:0", "side:1")
    assert signed(kit) == [Outcome((W,), points=(5, 2))] * 2
    assert kit.driver.desk.phase is Phase.DONE
    assert "A. King wins 5–2" in kit.words()


@pytest.mark.clause("USBGF-4.5")
def test_a_claim_without_contact_needs_the_opponents_word() -> None:
    kit = table().do("side:0", "over", "resign")
    assert "Who resigns what? Without contact only." in kit.words()
    assert "Who claims what? Without contact only." in kit.do("back", "claim").words()
    kit.do("claim:1:2")
    assert "B. Chen claims: gammon, 2 points. A. King: accept?" in kit.words()
    kit.do("refuse:0")
    assert (kit.model.phase, board(kit).match.score) == ("playing", (0, 0))
    kit.do("over", "claim", "claim:1:2", "side:0")
    assert board(kit).match.score == (0, 2)
    assert kit.do("side:0", "over", "claim", "back").view.headline == "Who won, and how?"


@pytest.mark.clause("USBGF-3.6")
@pytest.mark.parametrize("winner", [0, 1])
def test_the_winner_of_the_opening_roll_begins_whatever_the_side(winner: int) -> None:
    kit = table().do(f"side:{winner}")
    assert kit.model.asks == (winner == 0, winner == 1)
    kit = game(kit.do("over", "won:1:1"), winner)
    assert [half.side for half in kit.view.halves or ()] == ["White", "Black"]


@pytest.mark.clause("USBGF-4.4.3")
def test_a_double_and_its_answer_are_one_press_each_and_turn_the_clock() -> None:
    kit = table().do(*opened(0), "double:0", after=5_000)
    assert (kit.model.phase, kit.model.asks) == ("doubled", (False, True))
    assert "A. King doubles to 2. B. Chen: take or pass?" in kit.words()
    kit.do("take:1", after=2_000)
    assert (kit.model.phase, kit.model.asks) == ("playing", (True, False))
    assert "Cube at 2, owned by B. Chen." in kit.words()
    assert kit.model.moves == (1, 1), "the cube is no turn"
    kit.do("double:0")
    assert "the opponent owns the cube." in kit.words()


@pytest.mark.clause("USBGF-4.4.3")
def test_the_answerers_own_half_takes() -> None:
    kit = table().do(*opened(0), "double:0", "side:1")
    assert board(kit).cube.value == 2


@pytest.mark.clause("USBGF-4.5")
def test_a_pass_ends_the_game_at_the_cube_before_the_double() -> None:
    kit = table().do(*opened(0), "double:0", "pass:1")
    assert (kit.model.phase, board(kit).match.score) == ("rolling", (1, 0))
    batches = kit.port.bodies(ClockLogged)
    assert isinstance(batches[-1], ClockLogged)
    assert batches[-1].why == "game end"


@pytest.mark.clause("USBGF-4.4.6")
def test_crawford_is_said_by_its_word_and_no_double_counts_in_it() -> None:
    kit = game(table(length=3), 0, 2)
    assert "Crawford game: no cube" in kit.words()
    kit.do(*opened(1), "double:1")
    assert "the Crawford game is played without the cube." in kit.words()
    kit.do("over", "won:1:1")
    assert "post-Crawford: the cube is back" in kit.words()
    assert kit.do(*opened(1), "double:1").model.phase == "doubled"


@pytest.mark.clause("USBGF-4.4.9")
def test_a_dead_cube_is_refused_in_a_sentence_and_the_game_goes_on() -> None:
    kit = game(game(table(length=4), 0, 1), 0, 1).do(*opened(0), "double:0", "take:1", "side:0")
    kit.do("double:1", "take:0", "side:1", "double:0")
    assert "null and void: the cube is dead" in kit.words()
    assert kit.model.phase == "playing"


@pytest.mark.clause("USBGF-4.5")
def test_a_resignation_is_accepted_or_the_game_and_its_clock_go_on() -> None:
    kit = table().do("side:0", "over", "resign", "resign:0:2")
    assert "A. King resigns: gammon, 2 points. B. Chen: accept?" in kit.words()
    kit.do("refuse:1")
    assert (kit.model.phase, kit.model.asks) == ("playing", (True, False))
    kit.do("over", "resign", "resign:0:2", "side:1")
    assert board(kit).match.score == (0, 2)


def test_back_from_the_question_who_won_lets_the_clock_go_on() -> None:
    kit = table().do("side:0", "over", "resign", "back")
    assert kit.model.phase == "points_over"
    assert kit.do("back").model.phase == "playing"


@pytest.mark.clause("USBGF-4.3", "USBGF-3.5")
def test_a_flag_loses_the_match_once_both_have_signed_that_it_was_noticed() -> None:
    kit = table(length=7).do("side:0").tick(14 * MINUTE + 12_000)
    assert "FLAG DOWN" in kit.words()
    kit.do("claim_flag")
    assert "The reserve of A. King has expired." in kit.words()
    assert (kit.model.phase, kit.model.asks) == ("flag_noticed", (True, True))
    kit.do("side:1")
    assert "The flag of A. King was noticed: A. King loses the match?" in kit.words()
    assert kit.do("side:1").model.asks == (True, False)  # once more is not for the other
    kit.do("side:0")
    assert kit.model.phase == "scoring"
    assert "Decided by the flag (USBGF-4.3)." in kit.words()
    assert kit.do("side:0", "side:1").driver.desk.phase is Phase.DONE
    assert signed(kit)[0].games == (L,)


@pytest.mark.clause("USBGF-4.3", "USBGF-5")
def test_a_flag_that_one_player_does_not_sign_waits_for_the_director() -> None:
    kit = table(length=7).do("side:0").tick(14 * MINUTE + 12_000).do("claim_flag", "side:1")
    assert "Where they differ the director decides." in kit.words()
    assert kit.do("back").model.phase == "flag_noticed"
    assert kit.model.key_for("reports") is not None
    assert not signed(kit)


@pytest.mark.clause("USBGF-4.3", "USBGF-5")
def test_a_player_who_does_not_agree_says_so_with_a_key_and_the_hall_hears_it() -> None:
    kit = table(length=7).do("side:0").tick(14 * MINUTE + 12_000).do("claim_flag", "side:1")
    assert told(kit) == logged(kit) == FlagLogged(0)
    assert kit.model.key_for("disagree") == "7"
    kit.do("disagree")
    assert (kit.model.phase, kit.model.asks) == ("flag_noticed", (True, True))
    words = "A. King does not agree: the director decides. Both can still sign."
    assert words in kit.words()
    assert told(kit) == logged(kit) == FlagLogged(0, None, 0)
    assert words in kit.restart().words()
    assert told(kit) == FlagLogged(0, None, 0)
    kit.do("side:1", "side:0")
    assert (kit.model.phase, told(kit), logged(kit)) == ("scoring", None, None)


@pytest.mark.clause("USBGF-4.3", "USBGF-5")
def test_a_claim_and_that_the_opponent_does_not_agree_with_it_reach_the_hall() -> None:
    kit = table(length=2).do("side:0").tick(4 * MINUTE + 12_000).do("claim_flag", "flag_claimed:2")
    assert told(kit) == FlagLogged(0, Win.GAMMON)
    assert told(kit.do("back")) == FlagLogged(0)
    kit.do("flag_claimed:2", "disagree")
    assert told(kit) == logged(kit) == FlagLogged(0, Win.GAMMON, 1)
    words = "B. Chen does not agree to the gammon: the director decides."
    assert words in kit.words()
    assert told(kit.do("side:1")) == FlagLogged(0, Win.GAMMON, 1), "until both have signed"


@pytest.mark.clause("USBGF-4.3", "USBGF-4.7")
def test_a_flag_that_both_take_back_is_told_no_more() -> None:
    kit = table(length=7).do("side:0").tick(14 * MINUTE + 12_000).do("claim_flag", "side:1")
    kit.do("disagree", "undo")
    assert "Take back the claim of the flag?" in kit.words()
    kit.do("side:0", "side:1")
    assert (kit.model.phase, told(kit), logged(kit)) == ("paused", None, None)


@pytest.mark.clause("USBGF-4.3")
def test_a_claim_of_game_and_match_needs_the_opponent_and_has_to_win() -> None:
    kit = table(length=2).do("side:0").tick(4 * MINUTE + 12_000).do("claim_flag", "flag_claimed:1")
    assert "The claim does not count: it would not win the match" in kit.driver.desk.hint
    kit.do("flag_claimed:2")
    assert "A. King claims game and match: gammon?" in kit.words()
    assert kit.model.asks == (False, True)
    assert kit.do("side:0").model.phase == "agree"
    won = kit.do("side:1")
    assert (won.model.phase, outcome(won.driver.desk.session)) == (  # type: ignore[arg-type]
        "scoring",
        Outcome((W,), points=(2, 0)),
    )


@pytest.mark.clause("USBGF-4.3")
def test_a_clock_that_stops_at_the_flag_is_called_once_and_waits_for_both() -> None:
    kit = table(control="5:00d12").do("side:0").tick(5 * MINUTE + 12_000).tick(1_000)
    assert kit.driver.desk.hint == ""
    assert "The reserve of A. King has expired." in kit.words()
    kit.do("side:0", "side:1")
    assert kit.model.phase == "scoring"
    assert kit.do("side:0", "side:1").driver.desk.phase is Phase.DONE
    assert signed(kit)[0].games == (L,)


def test_without_an_expired_reserve_there_is_no_flag_to_claim() -> None:
    kit = table().do("side:0")
    assert kit.model.key_for("claim_flag") is None
    assert kit.do("claim_flag").model.phase == "playing"


@pytest.mark.clause("USBGF-2.2a")
def test_in_the_first_hour_a_break_is_for_urgent_need_and_what_is_left_is_shown() -> None:
    kit = game(table(), 0).do("break")
    assert "urgent need only (USBGF-2.2a)" in kit.words()
    kit.do("break:0")
    assert "on a break" in kit.words()
    assert kit.do("side:1", after=2 * MINUTE).model.phase == "rolling", "nobody begins alone"
    kit.do("break", "break:0")
    assert "break 4:00" in kit.words()
    assert "used 2:00, left 4:00" in kit.do("break").words()
    kit.do("back")
    assert kit.do("side:1").model.phase == "playing"


@pytest.mark.clause("USBGF-4.8")
def test_a_wrong_length_is_found_between_games_or_in_one() -> None:
    kit = game(table(length=7), 0, 3).do("length", "length:3")
    assert kit.model.phase == "scoring"
    assert "Decided at a wrong length (USBGF-4.8)." in kit.words()
    kit = table(length=7).do("side:0", "pause", "length", "length:5")
    assert "Wrong length: to 5 after this game." in kit.words()
    kit.do("go_on", "over", "won:0:1")
    assert "to 5" in kit.view.corner


@pytest.mark.clause("USBGF-4.7")
def test_the_last_entry_is_taken_back_by_both_and_the_game_stands_paused() -> None:
    kit = table().do("side:0").do("over", "won:1:2", after=7_000)
    assert board(kit).match.score == (0, 2)
    kit.do("undo", "side:0")
    assert board(kit).match.score == (0, 2), "one side alone changes nothing"
    kit.do("side:1", after=60_000)
    assert (kit.model.phase, board(kit).match.score) == ("paused", (0, 0))
    assert kit.do("go_on").model.asks == (True, False)
    reading = kit.view.halves
    assert reading is not None
    assert reading[0].big == "14:00", "the minute of the correction is nobody's"
    assert "nothing to take back" in kit.do("pause", "undo").words()


@pytest.mark.clause("USBGF-4.7")
def test_a_double_by_mistake_and_the_end_of_the_match_are_taken_back() -> None:
    kit = table(length=1).do("side:1", "over", "won:0:1")
    assert kit.model.phase == "scoring"
    kit.do("different", "undo", "side:1", "side:0")
    assert (kit.model.phase, board(kit).winner) == ("paused", None)
    kit = table().do(*opened(0), "double:0", "take:1", "pause", "undo", "side:0", "side:1")
    assert board(kit).cube.value == 1
    kit = table().do("side:0").do("over", "won:0:1", "side:1", "pause", "undo", "side:0", "side:1")
    assert (kit.model.phase, board(kit).game) == ("rolling", 1)


@pytest.mark.clause("USBGF-4.6")
def test_a_side_may_sign_another_score_and_both_go_to_the_referee() -> None:
    kit = game(game(table(length=3), 0, 2), 0, 1).do("side:0", "different", "seat:1")
    assert kit.model.phase == "codes"
    kit.do("code:L")
    assert kit.model.phase == "loser_points"
    kit.do("points:-1", "points:1", "points:1", "points:-1", "points:0")
    assert "B. Chen signs: B. Chen wins 3–1" in kit.words()
    kit.do("sign_different")
    assert kit.view.phase == "disputed"
    assert signed(kit) == [Outcome((W,), points=(3, 0)), Outcome((L,), points=(1, 3))]


@pytest.mark.clause("HALL-power-cut")
def test_score_and_cube_survive_a_power_cut_in_a_game() -> None:
    kit = game(table(), 0, 2).do(*opened(1), "double:1", "take:0", "side:1", after=1_000).tick()
    again = kit.restart()
    assert again.view.phase == "recovering"
    again.do("side:0", "side:1")
    assert (again.model.phase, again.model.asks) == ("playing", (True, False))
    assert board(again).match.score == (2, 0)
    assert (board(again).cube.value, board(again).cube.owner) == (2, 0)


def test_every_line_of_the_notes_can_be_replayed() -> None:
    kit = game(game(table(length=5), 0, 3), 1, 1)
    kit.do(*opened(0), "double:0", "take:1", "over", "resign", "resign:1:1", "side:0")
    match = kit.driver.desk.match
    assert match is not None
    notes = read_notes(match_info(kit.driver.desk.state, match), kit.port.journals["m1"], None)
    assert notes.damaged == 0
    assert notes.session == kit.driver.desk.session
    assert kit.model.phase == "scoring"


def test_without_a_clock_either_side_doubles_and_nobody_has_to_press() -> None:
    kit = table(control="unclocked").do("side:0", "double:1")
    assert (kit.model.phase, board(kit).doubler) == ("doubled", 1)
    kit.do("take:0", "double:0")
    assert board(kit).doubler == 0


@pytest.mark.parametrize("book", ["usbgf-open", "usbgf-limited", "usbgf-doubles"])
def test_a_match_of_each_division_is_played_with_the_hall_gone(book: str) -> None:
    kit = table(book, {"usbgf-doubles": "3/15"}.get(book, "2/12"), length=3)
    kit.port.online = False
    game(kit, 1, 2)
    game(kit, 1, 1).do("side:0", "side:1")
    assert signed(kit) == [Outcome((L,), points=(0, 3))] * 2
    assert "held here" in kit.words()


def test_a_device_in_the_place_of_another_goes_on_from_score_and_cube_of_the_log() -> None:
    kit = game(table(), 0, 2).do(*opened(1), "double:1", "take:0", "side:1", "pause", after=1_000)
    kit.port.journals.clear()
    kit.port.readings.clear()
    again = kit.restart()
    assert again.view.phase == "recovering"
    again.do("side:0", "side:1")
    assert board(again).match == board(kit).match
    assert board(again).cube == board(kit).cube
    again.do("over", "won:1:2")
    assert board(again).match.score == (2, 4)


def test_a_device_that_comes_after_a_signature_shows_the_score_that_was_signed() -> None:
    kit = game(game(table(length=3), 0, 2), 0).do("side:0")
    kit.port.journals.clear()
    kit.port.readings.clear()
    again = kit.restart()
    assert again.view.phase == "scoring"
    again.do("side:1")
    assert signed(again) == [Outcome((W,), points=(3, 0))] * 2


@pytest.mark.clause("USBGF-4.7")
def test_a_game_end_taken_back_is_not_taken_over_again_from_the_log() -> None:
    kit = game(table(), 0, 2).do("undo", "side:0", "side:1")
    kit.port.tell_state()
    kit.deliver()
    assert (kit.model.phase, board(kit).match.score) == ("paused", (0, 0))
    again = kit.restart()
    assert board(again).match.score == (0, 0)


def doubles(kit: Kit) -> list[str]:
    return [choice.does for choice in kit.view.choices if choice.does.startswith("double:")]


@pytest.mark.clause("USBGF-4.4.3", "USBGF-4.4.6", "USBGF-4.4.9")
def test_a_double_is_offered_only_to_a_side_that_may_double_now() -> None:
    centred = table().do("side:0")
    assert doubles(centred) == [], "the opening roll is played first"
    assert "the opening roll is played first" in centred.do("double:0").words()
    assert doubles(centred.do("side:0", after=5_000)) == ["double:1"]
    assert doubles(centred.do("side:1", after=5_000)) == ["double:0"]
    owned = table().do(*opened(0), "double:0", "take:1", after=1_000)
    assert doubles(owned) == [], "the opponent owns the cube"
    assert doubles(owned.do("side:0", after=5_000)) == ["double:1"]
    crawford = game(table(length=2), 0).do("side:1")
    assert "Crawford game: no cube." in crawford.words()
    assert doubles(crawford) == []
    dead = table(length=1).do("side:0")
    assert doubles(dead) == [], "the game at 1 wins the match"


@pytest.mark.clause("USBGF-4.4.3")
def test_without_a_clock_only_the_owner_of_the_cube_is_offered_the_double() -> None:
    kit = table(control="unclocked").do("side:0")
    assert doubles(kit) == ["double:0", "double:1"]
    assert doubles(kit.do("double:0", "take:1")) == ["double:1"]
