"""PDN read back, and read from others."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.core.draughts.pdn.game import PdnGame
from shared.core.draughts.pdn.reader import Note, PdnError, ReadGame, read_pdn
from shared.core.draughts.pdn.writer import write_pdn
from shared.core.draughts.position import START, Position
from shared.core.draughts.record import Corrected, GameRecord, Made, Passed, Unknown, replay
from shared.core.draughts.rules import ENGLISH, POOL, Rules
from tests.core.draughts.kit import RULES, at, games, positions
from tests.prove import times

TEXT = st.text(
    st.characters(categories=("L", "N", "P", "S", "Zs"), exclude_characters="{}\u00a0"), max_size=30
).map(lambda text: " ".join(text.replace("[%", "[").split()))
CLOCKS = st.none() | st.integers(0, 36_000_000)


@st.composite
def entries(draw: st.DrawFn) -> Made | Passed | Corrected:
    return draw(
        st.builds(Made, st.lists(st.integers(1, 32), max_size=4).map(tuple), CLOCKS)
        | st.builds(Passed)
        | st.builds(Corrected, positions(), st.integers(0, 4), TEXT)
    )


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Return a game with whatever can happen to one: each move in full, as a board knows it."""
    rules: Rules = draw(RULES)
    start: Position = draw(st.just(START) | positions())
    made = [Made(move.path, draw(CLOCKS)) for move in draw(games(rules, start))]
    record = GameRecord(rules, start, (*made, *draw(st.lists(entries(), max_size=8))))
    spelled = [
        Made(line.move.path, line.entry.clock_ms)
        if isinstance(line.entry, Made) and line.move
        else line.entry
        for line in replay(record)
    ]
    whole = GameRecord(rules, start, tuple(spelled))
    return whole.with_entry(Unknown(draw(TEXT))) if draw(st.booleans()) else whole


@st.composite
def pdn_games(draw: st.DrawFn) -> PdnGame:
    record = draw(records())
    places = st.integers(0, len(record.entries))
    comments = draw(st.lists(st.tuples(places, TEXT.filter(bool)), max_size=4))
    return PdnGame(
        record=record,
        result=draw(st.sampled_from(["first", "second", "draw", "open"])),
        event=draw(TEXT),
        site=draw(TEXT),
        date=draw(TEXT),
        round=draw(TEXT),
        first=draw(TEXT),
        second=draw(TEXT),
        ballot=draw(TEXT),
        ballot_number=draw(TEXT),
        tags=tuple(draw(st.lists(st.tuples(st.sampled_from(["Table", "ECO"]), TEXT), max_size=1))),
        comments=tuple(sorted(comments, key=lambda comment: comment[0])),
    )


def one(text: str) -> ReadGame:
    (game,) = read_pdn(text)
    return game


def moves(text: str) -> list[tuple[int, ...]]:
    return [entry.path for entry in one(text).game.record.entries if isinstance(entry, Made)]


@given(st.lists(pdn_games(), max_size=3))
@settings(max_examples=times(25, 1_000))
def test_written_game_reads_back_unchanged(written: list[PdnGame]) -> None:
    assert [read.game for read in read_pdn(write_pdn(written))] == written


def test_tags_moves_and_result_of_another_program_are_read() -> None:
    read = one(
        '[Event "Open"]\r\n[Black "A"]\r\n[White "B"]\r\n[Result "0-1"]\r\n'
        '[GameType "21,B,8,8,N1,0"]\r\n'
        "\r\n1. 11-15 23-19 2. 8-11! 22-17 $2 3. 4-8 (?) 0-1\r\n"
    )
    assert read.notes == ()
    assert (read.game.event, read.game.first, read.game.second) == ("Open", "A", "B")
    assert read.game.result == "second"
    assert [entry.path for entry in read.game.record.entries] == [
        (11, 15), (23, 19), (8, 11), (22, 17), (4, 8)
    ]  # fmt: skip


def test_comments_of_both_kinds_and_escaped_lines_do_no_harm() -> None:
    read = one("\ufeff{first} 1. 11-15 ; to the end\n% escaped 9-13\n23-19 {[%emt 0:01]} *")
    assert read.game.comments == ((0, "first"), (1, "to the end"), (2, "[%emt 0:01]"))
    assert len(read.game.record.entries) == 2


def test_clocks_belong_to_the_move_before_them() -> None:
    read = one("{[%clk 1:00:00]} 11-15 {[%clk 0:44:10] quick} 23-19 {[%clk soon]} *")
    assert [entry.clock_ms for entry in read.game.record.entries] == [2_650_000, None]
    assert [text for _, text in read.game.comments] == ["[%clk 1:00:00]", "quick", "[%clk soon]"]


def test_variations_are_skipped_and_said_so() -> None:
    read = one(
        '[GameType "21"]\n1. 11-15 (1. 9-13 {why} (1. 9-14) 22-18) 23-19\n(2. 4-8) 2. 8-11 *'
    )
    assert [entry.path for entry in read.game.record.entries] == [(11, 15), (23, 19), (8, 11)]
    assert read.notes == (
        Note(2, 10, "a variation is skipped"),
        Note(3, 1, "a variation is skipped"),
    )


@pytest.mark.clause("ACF-3.III.A")
def test_an_illegal_move_stays_and_is_noted_with_its_place() -> None:
    read = one('[GameType "21"]\n\n1. 11-15 22-18\n2. 8-11 *')
    assert read.notes == (Note(4, 4, "8-11: a capture was missed"),)
    assert [line.fault for line in replay(read.game.record)] == [None, None, "missed_capture"]


def test_a_missing_game_type_and_a_result_that_differs_are_noted() -> None:
    read = one('[Result "1-0"]\n\n11-15 0-1')
    assert read.game.result == "second"
    assert read.notes == (
        Note(1, 1, "no GameType: read as English checkers"),
        Note(3, 7, "the game ends 0-1 and its tag says 1-0"),
    )


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("11-15 2-0", "first"),
        ("11-15 0-2", "second"),
        ("11-15 1-1", "draw"),
        ("11-15 1/2-1/2", "draw"),
        ("11-15 0-0", "open"),
        ("11-15", "open"),
        ('[Result "1-0"]\n11-15', "first"),
        ('[Result "?"]\n11-15', "open"),
        ("11-15 1-0", "first"),
    ],
)
def test_results_are_read_in_either_scoring(text: str, result: str) -> None:
    assert one(text).game.result == result
    assert moves(text) == [(11, 15)]


def test_a_move_that_begins_as_a_result_is_a_move() -> None:
    assert moves("1-10 2-07 1-1") == [(1, 10), (2, 7)]


def test_games_part_at_results_and_at_new_tags() -> None:
    read = read_pdn('11-15 * {of the next} 9-13 1-0\n[Round "3"]\n10-14\n[Round "4"]\n[Site "X"]\n')
    assert [game.game.round for game in read] == ["", "", "3", "4"]
    assert [len(game.game.record.entries) for game in read] == [1, 1, 1, 0]
    assert read[1].game.comments == ((0, "of the next"),)
    assert read_pdn("") == read_pdn(" {nothing} \n") == ()


def test_a_set_up_before_the_first_move_is_where_the_game_begins() -> None:
    for text in ('/FEN "W:W32:B1"/ 32-28 *', '[SetUp "1"]\n[FEN "W:W32:B1"]\n\n1... 32-28 *'):
        record = one(text).game.record
        assert record == GameRecord(ENGLISH, at("W:W32:B1"), (Made((32, 28)),))


def test_a_set_up_without_a_reason_is_a_correction() -> None:
    text = '11-15 /FEN "B:W32:B1"/ {the board fell} {[%clk 1:00:00]} 1-6 *'
    read = one(text).game
    assert read.record.entries[1] == Corrected(at("B:W32:B1"))
    assert read.comments == ((2, "the board fell"), (2, "[%clk 1:00:00]"))
    assert one('11-15 /FEN "B:W32:B1"/').game.record.entries[1] == Corrected(at("B:W32:B1"))


def test_a_set_up_that_is_not_what_its_illegal_move_leaves_is_kept_as_a_correction() -> None:
    read = one('11-15 /FEN "B:W32:B1"/ {[%illegal 23-14]} *').game.record
    assert read.entries[1:] == (Made((23, 14)), Corrected(at("B:W32:B1")))
    assert one('/FEN "B:W32:B1"/ {[%other 1] x} *').game.comments == ((0, "[%other 1] x"),)


def test_a_null_move_is_a_forfeited_turn() -> None:
    assert one("11-15 -- 9-13 *").game.record.entries[1] == Passed()


def test_pool_is_read_by_its_game_type() -> None:
    assert one('[GameType "23"]\n*').game.record.rules == POOL


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("11-15 {never closed", "line 1, column 7: a comment is opened and never closed: add }"),
        ("11-15\n  (9-14", "line 2, column 3: a variation is opened and never closed: add )"),
        ("11-15\n  (9-14 1-0", "line 2, column 3: a variation is opened and never closed: add )"),
        ("11-15 ) 9-14", "line 1, column 7: a variation is closed that was never opened"),
        ('[Event "x]\n', 'line 1, column 1: a tag is written [Name "value"]'),
        ("11-15\n\n 23~19", "line 3, column 2: '2' is no part of a game"),
        ("11-15 hello", "line 1, column 7: 'h' is no part of a game"),
        ("11-45", "line 1, column 1: 11-45 names square 45: use 1 to 32"),
        ("11-15 /FEN W:W1/ ", 'line 1, column 7: a set-up is written /FEN "W:W21:B1"/'),
        ("11-15 /FEN", 'line 1, column 7: a set-up is written /FEN "W:W21:B1"/'),
        ('11-15 /FEN "W:W1:B2:"/', "line 1, column 7: the set-up, at its character 1: "),
        ('[GameType "20"]', "line 1, column 1: GameType '20' is not known here: 21 is English"),
        ('[GameType "x"]', "line 1, column 1: GameType 'x' is not known here"),
        ('\n[FEN "W:W33:B1"]', "line 2, column 1: the tag FEN, at its character 3: 33 is no"),
        ('/FEN "W:W32:B1"/ {[%illegal 40-2]}', "line 1, column 18: '40-2' is no move"),
        ('/FEN "W:W32:B1"/ {[%ruled x]}', "line 1, column 18: 'x' is no number of half-moves"),
    ],
)
def test_malformed_pdn_is_an_error_with_its_line_and_column(text: str, says: str) -> None:
    with pytest.raises(PdnError, match=re.escape(says)) as caught:
        read_pdn(text)
    assert f"line {caught.value.line}, column {caught.value.column}:" in str(caught.value)


@given(st.text(st.sampled_from('[]{}()/;%*-x"\n 0123456789FENWBK:,.!?$'), max_size=80))
def test_any_text_is_read_or_refused_with_its_place(text: str) -> None:
    line = 1
    try:
        read_pdn(text)
    except PdnError as wrong:
        line = wrong.line
    assert 1 <= line <= text.count("\n") + 1
