"""Moves entered at the table: recorded as made, judged after the press and never before."""

import pytest
from msgspec.structs import replace

from shared.core.day import Phase, reading_at, recovery, step
from shared.core.day.moves import captures_meant, record_of
from shared.core.draughts.fen import parse_fen
from shared.core.draughts.pdn.reader import read_pdn
from shared.core.draughts.record import GameRecord, position_now
from shared.core.draughts.rules import RULES
from shared.core.events import ClockLogged, MovesLogged
from tests.board_terminal.table_kit import Kit, put, round_one, state_of


def table(book: str = "standard", control: str = "unclocked") -> Kit:
    state = state_of(round_one(), control=control, rulebook=book)
    return Kit(state).do("side:0", "side:1", "first:0", "moves", "side:1")


def move(kit: Kit, text: str) -> Kit:
    """Type the squares and press the side that is to move."""
    kit.do(*(f"digit:{sign}" for sign in text))
    seat = next(seat for seat in (0, 1) if kit.model.asks[seat])
    return kit.do(f"side:{seat}", after=1_000)


def paths(kit: Kit) -> list[tuple[int, ...]]:
    session = kit.driver.desk.session
    assert session is not None
    return [entry.path for entry in record_of(session).entries]  # type: ignore[union-attr]


@pytest.mark.clause("ACF-3.III.A")
def test_a_move_is_on_record_with_its_press_and_the_board_shows_it() -> None:
    kit = move(move(table(), "11-15"), "23-19")
    assert paths(kit) == [(11, 15), (23, 19)]
    assert kit.model.moves == (1, 1)
    board = kit.view.board
    assert board is not None
    stands = {cell.square: cell.piece for row in board.cells for cell in row}
    assert stands[11] is None
    assert stands[15] is not None
    assert board.last == (23, 19)
    assert kit.driver.desk.typed == ""


@pytest.mark.clause("ACF-3.III.A")
def test_an_illegal_move_is_taken_as_made_and_flagged_after_the_press_alone() -> None:
    kit = move(move(table(), "11-15"), "22-18")
    before = kit.words()
    kit.do(*(f"digit:{sign}" for sign in "8-11"))
    typed = kit.words()
    assert "Illegal" not in before + typed
    assert "Move: 8-11" in typed
    kit.do("side:0")
    assert "Illegal: a capture was missed (DARK-jump)." in kit.words()
    assert paths(kit)[-1] == (8, 11)
    assert kit.model.asks == (False, True), "the game goes on"


@pytest.mark.clause("APCA-10", "APCA-14")
def test_pool_checkers_has_its_own_moves_and_its_own_clause() -> None:
    kit = move(move(table("apca"), "11-15"), "22-18")
    kit = move(kit, "8-11")
    assert "Illegal: a capture was missed (APCA-10)." in kit.words()


@pytest.mark.clause("ACF-3.III.A")
def test_a_press_without_a_move_is_flagged_as_one() -> None:
    kit = table().do("side:0")
    assert "Illegal: the clock was pressed before a move (DARK-arbiter)." in kit.words()


@pytest.mark.clause("ACF-3.III.A")
def test_both_take_the_last_move_back_and_the_mover_moves_again() -> None:
    kit = move(table(control="30:00"), "11-16").do("pause", "undo", "side:1", "side:0", "go_on")
    assert kit.model.asks == (True, False)
    assert position_now(record_of(kit.driver.desk.session)).piece_at(11) is not None  # type: ignore[arg-type]
    kit = move(kit, "11-15")
    assert "nothing to take back" in table().do("pause", "undo").words()


def at_a_fork(fen: str = "B:W6,7,14,15:B2", **more: str) -> Kit:
    """Return a position in which one player, to move, has several captures between two squares."""
    kit = table(**more)
    session = kit.driver.desk.session
    assert session is not None
    rules = RULES[session.info.book.game]
    put(kit.driver, session=replace(session, records={1: GameRecord(rules, parse_fen(fen))}))
    return kit


@pytest.mark.clause("ACF-3.III.A", "ACF-1.X.A.f")
def test_no_clock_runs_while_the_mover_says_which_of_several_captures_it_was() -> None:
    kit = move(at_a_fork(control="30:00"), "2-18")
    assert kit.view.phase == "unclear"
    assert "Which capture was it, A. King?" in kit.words()
    assert {"2x9x18", "2x11x18"} <= set(kit.words().replace(" ", "\n").split())
    assert kit.model.moves == (1, 0), "the press counts"
    before = kit.driver.desk.session
    kit.tick(60_000).do("side:1", "go_on")
    assert kit.view.phase == "unclear", "nothing else is offered before that"
    assert (
        reading_at(before, 1_000).remaining == reading_at(kit.driver.desk.session, kit.at).remaining
    )  # type: ignore[arg-type, union-attr]
    kit.do("was:2-9-18")
    assert (kit.view.phase, paths(kit)[-1]) == ("playing", (2, 9, 18))
    assert kit.model.asks == (False, True)
    left = reading_at(kit.driver.desk.session, kit.at + 5_000).remaining  # type: ignore[arg-type, union-attr]
    assert left == (1_799_000, 1_795_000), "from now on the opponent thinks"


def test_the_pause_for_an_unclear_capture_is_in_the_log() -> None:
    kit = move(at_a_fork(control="30:00"), "2-18")
    [logged] = kit.port.bodies(ClockLogged)
    assert (logged.why, logged.moves) == ("pause", (1, 0))  # type: ignore[union-attr]


@pytest.mark.parametrize("said", ["was:2-11-99", "was:11-15", "was:", "was:2-18"])
def test_only_a_capture_that_fits_what_was_entered_is_taken(said: str) -> None:
    kit = move(at_a_fork(), "2-18").do(said)
    assert kit.view.phase == "unclear"
    assert paths(kit)[-1] == (2, 18)


@pytest.mark.clause("HALL-power-cut")
def test_an_unclear_capture_is_still_asked_about_after_a_restart() -> None:
    session = move(at_a_fork(control="30:00"), "2-18").driver.desk.session
    assert session is not None
    again = step(session, recovery(session, None))
    assert again.phase is Phase.PAUSED
    assert captures_meant(again) == captures_meant(session) != ()


def test_an_unclear_capture_can_be_taken_back_by_both() -> None:
    kit = move(at_a_fork(control="30:00"), "2-18").do("undo", "side:1", "side:0")
    assert kit.view.phase == "paused"
    assert kit.do("go_on").model.asks == (True, False)
    assert kit.do("was:2-9-18").model.asks == (True, False)


@pytest.mark.clause("APCA-20")
def test_more_captures_than_buttons_are_shown_page_by_page() -> None:
    kit = at_a_fork("B:W5,7,8,9,10,17,18,19,25,26,27:BK22", book="apca")
    kit = move(kit, "22-4")
    first = {choice.does for choice in kit.view.choices if choice.does.startswith("was:")}
    assert "31x24x15x22x13x6x15" in kit.words(), "without its ends, which have no room"
    kit.do("more_captures")
    rest = {choice.does for choice in kit.view.choices if choice.does.startswith("was:")}
    assert (len(first), len(rest), first & rest) == (3, 3, set())
    keys = [key for choice in kit.view.choices for key in choice.keys]
    assert len(keys) == len(set(keys))
    assert kit.do(rest.pop()).view.phase == "playing"


def test_the_drawn_opening_stands_on_the_board_and_first_in_the_record() -> None:
    state = state_of(round_one(), control="90:00")
    kit = Kit(state, dice=(0, 7)).do("side:0", "side:1", "moves", "side:0")
    assert len(paths(kit)) == 3
    assert kit.model.asks == (False, True)
    assert "nothing to take back" in kit.do("pause", "undo").words()


@pytest.mark.clause("SE-5")
def test_a_turn_that_passes_is_on_record() -> None:
    kit = table("contest").tick(31_000)
    kit = move(kit, "22-18")
    assert "Illegal" not in kit.words()


@pytest.mark.clause("HALL-power-cut")
def test_the_moves_survive_a_power_cut() -> None:
    kit = move(move(table(), "11-15"), "23-19").tick()
    again = kit.restart().do("side:0", "side:1")
    assert paths(again) == paths(kit)
    assert move(again, "8-11").view.phase == "playing"


def test_a_damaged_line_makes_the_record_incomplete_and_no_later_move_illegal() -> None:
    kit = move(move(move(table(control="30:00"), "11-15"), "23-19"), "8-11")
    lines = kit.port.journals["m1"]
    lines[-2] = b"\xc1 damaged"
    again = kit.restart()
    assert "Some notes of this match cannot be read: check clocks and games." in again.words()
    again.do("side:0", "side:1", "go_on")
    assert "The moves of this game are unknown from here: only press" in again.words()
    seat = next(seat for seat in (0, 1) if again.model.asks[seat])
    again.do(f"side:{seat}", after=1_000)
    assert "Illegal" not in again.words()
    again.do("over", "code:D")
    [logged] = again.port.bodies(MovesLogged)
    assert isinstance(logged, MovesLogged)
    assert "1. 11-15 {[%clk 0:29:59]}" in " ".join(logged.pdn.split())
    assert "as notes of the table are damaged" in " ".join(logged.pdn.split())


def test_a_full_disk_while_moves_are_entered_says_that_the_presses_are_not_saved() -> None:
    kit = move(table(control="30:00"), "11-15")
    kit.port.fail_next("The disk of this table is full.")
    kit = move(kit, "23-19")
    assert paths(kit) == [(11, 15), (23, 19)], "the game goes on"
    assert "NOT SAVED: the latest presses. The disk of this table is full." in kit.words()
    kit.tick()
    assert "NOT SAVED" not in kit.words()
    assert paths(kit.restart()) == [(11, 15), (23, 19)]


@pytest.mark.parametrize(
    ("squares", "said"),
    [
        ("11-17", "no piece moves so"),
        ("16-20", "no piece stood there"),
        ("22-18", "the piece is not the mover's own"),
        ("4-8", "the square was occupied"),
        ("9", "the clock was pressed before a move"),
        ("33", "no piece moves so"),
    ],
)
def test_an_impossible_move_is_named_and_both_are_told_what_to_do(squares: str, said: str) -> None:
    kit = move(table(), squares)
    assert f"Illegal: {said} (" in kit.words()
    assert "Take it back together, or call the referee." in kit.words()
    assert kit.model.asks == (False, True)


def test_players_may_press_and_count_without_entering_moves() -> None:
    kit = Kit(state_of(round_one(), control="unclocked", rulebook="standard"))
    kit.do("side:0", "side:1", "side:1", "side:0")
    assert kit.view.board is None
    assert kit.do("digit:1", "square:11").driver.desk.typed == ""


def test_squares_are_typed_with_or_without_dashes_and_can_be_erased() -> None:
    kit = table().do("digit:9", "digit:1", "digit:4")
    assert kit.driver.desk.typed == "9-14"
    assert kit.do("erase").driver.desk.typed == "9-", "one square at a time"
    assert kit.do("erase", "digit:0").driver.desk.typed == ""
    assert kit.do("square:22", "square:15", "digit:8").driver.desk.typed == "22-15-8"


def test_the_moves_go_into_the_log_once_when_their_game_is_over_and_never_before() -> None:
    kit = move(move(table(control="30:00"), "11-15"), "22-18").tick(31_000).do("pause", "go_on")
    assert kit.port.bodies(MovesLogged) == []
    kit.do("over", "code:W")
    [logged] = kit.port.bodies(MovesLogged)
    assert isinstance(logged, MovesLogged)
    assert logged.game == 1
    [read] = read_pdn(logged.pdn)
    game = read.game
    assert (game.first, game.second, game.result) == ("A. King", "B. Chen", "first")
    assert [entry.path for entry in game.record.entries] == [(11, 15), (22, 18)]  # type: ignore[union-attr]
    kit.tick().do("next")
    assert len(kit.port.bodies(MovesLogged)) == 1
    assert len(kit.restart().port.bodies(MovesLogged)) == 1


def test_match_without_entered_moves_logs_none() -> None:
    kit = Kit(state_of(round_one(), control="unclocked", rulebook="standard"))
    kit.do("side:0", "side:1", "side:1", "side:0", "over", "code:D")
    assert kit.port.bodies(MovesLogged) == []
