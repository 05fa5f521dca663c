"""The record of a game: moves as made, turns forfeited, positions set right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.draughts.moves import Move, legal_moves, play
from shared.core.draughts.openings import parse_deck
from shared.core.draughts.position import START, Position
from shared.core.draughts.record import (
    Corrected,
    GameRecord,
    Made,
    Passed,
    begun,
    is_half_move,
    position_now,
    replay,
    step,
    taken_back,
)
from shared.core.draughts.rules import ENGLISH, POOL, Rules
from shared.data import read_text
from tests.core.draughts.kit import RULES, at, games


def record(text: str, *entries: Made | Passed | Corrected, rules: Rules = ENGLISH) -> GameRecord:
    return GameRecord(rules, at(text), entries)


def test_a_record_without_entries_stands_at_its_start() -> None:
    assert position_now(GameRecord(POOL)) == START
    assert replay(GameRecord(POOL)) == ()


@given(RULES, st.data())
def test_legal_moves_are_replayed_as_they_were_made(rules: Rules, data: st.DataObject) -> None:
    moves = data.draw(games(rules))
    lines = replay(GameRecord(rules, START, tuple(Made(move.path) for move in moves)))
    position = START
    for number, (line, move) in enumerate(zip(lines, moves, strict=True), start=1):
        assert (line.half_move, line.side, line.before) == (number, position.to_move, position)
        assert (line.move, line.fault, line.stands) == (move, None, True)
        position = play(position, move)
        assert line.after == position


@pytest.mark.clause("ACF-3.III.A")
def test_an_illegal_move_is_on_record_as_made_and_play_goes_on_from_there() -> None:
    game = record("B:W18,32:B14,1", Made((1, 5)), Made((32, 28)), Made((14, 23)))
    lines = replay(game)
    assert [line.fault for line in lines] == ["missed_capture", "missed_capture", None]
    assert all(line.stands for line in lines)


@pytest.mark.clause("ACF-3.III.A", "APCA-14")
def test_an_illegal_move_taken_back_no_longer_stands_and_the_mover_moves_again() -> None:
    game = record("B:W18,32:B14,1", Made((1, 5)))
    game = game.with_entry(taken_back(game, why="14 could jump"))
    game = game.with_entry(Made((14, 23), clock_ms=60_000))
    made, set_right, again = replay(game)
    assert (made.fault, made.stands) == ("missed_capture", False)
    assert (set_right.half_move, set_right.stands) == (1, False)
    assert set_right.after == game.start
    assert (again.half_move, again.side, again.move) == (1, "first", Move((14, 23), (18,)))
    assert position_now(game) == at("W:W32:B1,23")


def test_the_referee_may_set_any_position() -> None:
    setting = Corrected(at("W:W32:B5"), why="the board was knocked over")
    lines = replay(record("B:W32:B1", Made((1, 6)), setting, Made((32, 28))))
    assert [line.half_move for line in lines] == [1, 2, 2]
    assert [line.side for line in lines] == ["first", "second", "second"]
    assert all(line.stands for line in lines)
    assert lines[-1].after == at("B:W28:B5")


def test_later_board_settings_are_taken_back_together_with_the_moves() -> None:
    game = record("B:W32:B1", Made((1, 6)), Corrected(at("W:W32:B5")), Made((32, 28)))
    lines = replay(game.with_entry(taken_back(game, 2)))
    assert [line.stands for line in lines] == [False, False, False, False]
    assert lines[-1].after == game.start
    more = replay(game.with_entry(Corrected(game.start, takes_back=9)))
    assert [line.half_move for line in more] == [1, 2, 2, 1]


def test_moves_can_be_taken_back_one_after_the_other() -> None:
    game = record("B:W32:B1", Made((1, 6)), Made((32, 28)))
    for _ in range(2):
        game = game.with_entry(taken_back(game))
    lines = replay(game)
    assert [line.stands for line in lines] == [False] * 4
    assert [line.half_move for line in lines] == [1, 2, 2, 1]
    assert position_now(game) == game.start


@pytest.mark.parametrize("half_moves", [0, 2])
def test_taking_back_more_moves_than_made_is_refused(half_moves: int) -> None:
    game = record("B:W32:B1", Made((1, 6)))
    with pytest.raises(ValueError, match="1 stand on record"):
        taken_back(game, half_moves)


@pytest.mark.clause("SE-5", "SE-6")
def test_a_forfeited_turn_is_on_record_and_the_other_side_moves() -> None:
    lines = replay(record("B:W32:B1", Passed(), Made((32, 28))))
    assert [(line.half_move, line.side, line.fault) for line in lines] == [
        (1, "first", None),
        (2, "second", None),
    ]
    assert lines[1].after == at("B:W28:B1")


def test_a_capture_that_could_be_two_is_flagged_until_its_squares_are_known() -> None:
    game = record("B:W6,7,14,15:B2", Made((2, 18)))
    (line,) = replay(game)
    assert (line.move, line.fault) == (None, "unclear")
    assert line.after in [play(game.start, move) for move in legal_moves(ENGLISH, game.start)]


@pytest.mark.clause("ACF-1.VIII.A")
def test_a_record_may_begin_with_the_moves_of_the_ballot() -> None:
    for opening in parse_deck(read_text("three_move_deck.tsv")):
        game = begun(ENGLISH, opening.moves)
        assert position_now(game) == at(opening.fen)
        assert all(line.move for line in replay(game))


def test_a_ballot_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="23-27 is no legal move of this opening"):
        begun(ENGLISH, ("11-15", "23-27"))


@given(RULES, st.lists(st.lists(st.integers(1, 32), max_size=4).map(tuple), max_size=12))
def test_a_record_takes_everything_and_replays_it(
    rules: Rules, paths: list[tuple[int, ...]]
) -> None:
    entries = tuple(Made(path) for path in paths)
    lines = replay(GameRecord(rules, START, entries))
    assert [line.entry for line in lines] == list(entries)
    assert all((line.move is None) != (line.fault is None) for line in lines)
    position: Position = START
    for line in lines:
        assert line.before == position
        position = line.after


@pytest.mark.parametrize("length", [31, 32, 33, 64, 65, 400])
def test_a_long_record_is_replayed_as_entry_by_entry(length: int) -> None:
    """Kings go to and fro; every sixth move is taken back."""
    start, there = at("B:WK32:BK1"), ((1, 6), (32, 27), (6, 1), (27, 32))
    record = GameRecord(ENGLISH, start)
    moves = 0
    while len(record.entries) < length:
        if len(record.entries) % 7 == 6:
            record = record.with_entry(taken_back(record))
            moves -= 1
        record = record.with_entry(Made(there[moves % 4]))
        moves += 1
    lines = replay(record)
    position = start
    for line in lines:
        assert line.before == position
        position, _ = step(ENGLISH, position, line.entry)
        assert line.after == position
    assert [line.fault for line in lines] == [None] * len(record.entries)
    stood = [line.half_move for line in lines if line.stands and is_half_move(line)]
    assert stood == list(range(1, len(stood) + 1))
