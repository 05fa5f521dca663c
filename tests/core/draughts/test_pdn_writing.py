"""Records written as PDN."""

import pytest

from shared.core.draughts.fen import fen
from shared.core.draughts.openings import parse_deck
from shared.core.draughts.pdn.game import PdnGame
from shared.core.draughts.pdn.lexer import clock_ms, clock_text
from shared.core.draughts.pdn.writer import write_pdn
from shared.core.draughts.position import START
from shared.core.draughts.record import Corrected, GameRecord, Made, Passed, begun, taken_back
from shared.core.draughts.rules import ENGLISH, POOL
from shared.data import read_text
from tests.core.draughts.kit import at

MOVES = GameRecord(ENGLISH, START, (Made((11, 15)), Made((23, 19)), Made((8, 11)), Made((22, 17))))


def movetext(record: GameRecord) -> str:
    return " ".join(write_pdn([PdnGame(record=record)]).partition("\n\n")[2].split())


def test_the_first_mover_has_the_odd_half_moves() -> None:
    assert movetext(MOVES) == "1. 11-15 23-19 2. 8-11 22-17 *"


def test_a_game_names_its_players_its_type_and_its_ballot() -> None:
    opening = parse_deck(read_text("three_move_deck.tsv"))[2]
    game = PdnGame(
        record=begun(ENGLISH, opening.moves),
        result="first",
        event="The “Open”",
        site='Hall "B"\\2',
        date="2026.11.21",
        round="3",
        first="King, Ann",
        second="Müller, Bo",
        ballot=opening.text,
        ballot_number=str(opening.number),
        tags=(("Table", "14"),),
    )
    assert write_pdn([game]) == (
        '[Event "The “Open”"]\n'
        '[Site "Hall \\"B\\"\\\\2"]\n'
        '[Date "2026.11.21"]\n'
        '[Round "3"]\n'
        '[Black "King, Ann"]\n'
        '[White "Müller, Bo"]\n'
        '[Opening "9-13 22-17 13x22"]\n'
        '[OpeningNumber "3"]\n'
        '[Result "1-0"]\n'
        '[GameType "21"]\n'
        '[Table "14"]\n'
        "\n"
        "1. 9-13 22-17 2. 13x22 1-0\n"
    )


@pytest.mark.parametrize(
    ("result", "text"), [("first", "1-0"), ("second", "0-1"), ("draw", "1/2-1/2"), ("open", "*")]
)
def test_the_first_movers_score_stands_first(result: str, text: str) -> None:
    written = write_pdn([PdnGame(record=MOVES, result=result)])
    assert f'[Result "{text}"]\n' in written
    assert written.endswith(f" {text}\n")


def test_pool_is_game_type_23_and_a_board_set_up_is_a_tag() -> None:
    record = GameRecord(POOL, at("W:W32:BK1"), (Made((32, 28)), Made((1, 5)), Made((28, 24))))
    written = write_pdn([PdnGame(record=record)])
    assert '[GameType "23"]\n[SetUp "1"]\n[FEN "W:W32:BK1"]\n' in written
    assert movetext(record) == "1... 32-28 2. 1-5 28-24 *"


def test_a_capture_that_could_be_another_is_written_in_full() -> None:
    assert (
        movetext(GameRecord(ENGLISH, at("B:W6,7,14,15:B2"), (Made((2, 9, 18)),))) == "1. 2x9x18 *"
    )


def test_clocks_and_comments_follow_their_move() -> None:
    record = GameRecord(
        ENGLISH, START, (Made((11, 15), 4_790_500), Made((23, 19), 4_795_000), Made((8, 11)))
    )
    game = PdnGame(record=record, comments=((0, "toss: {heads}"), (3, "draw offered\n [%clk 1]")))
    assert " ".join(write_pdn([game]).partition("\n\n")[2].split()) == (
        "{toss: (heads)} 1. 11-15 {[%clk 1:19:50.500]} 1... 23-19 {[%clk 1:19:55]} "
        "2. 8-11 {draw offered [ %clk 1]} *"
    )


@pytest.mark.clause("ACF-3.III.A")
def test_an_illegal_move_is_a_set_up_that_any_reader_can_follow() -> None:
    record = GameRecord(ENGLISH, at("B:W18,32:B14,1"), (Made((1, 5), 1000),))
    assert movetext(record) == (
        '/FEN "W:W18,32:B5,14"/ {[%illegal 1-5] a capture was missed} {[%clk 0:00:01]} *'
    )
    back = record.with_entry(taken_back(record, why="by the referee"))
    assert movetext(back.with_entry(Made((14, 23)))) == (
        '/FEN "W:W18,32:B5,14"/ {[%illegal 1-5] a capture was missed} {[%clk 0:00:01]} '
        '/FEN "B:W18,32:B1,14"/ {[%ruled 1] by the referee} 1. 14x23 *'
    )
    pressed = GameRecord(ENGLISH, at("B:W32:B1"), (Made(()),))
    assert "{[%illegal -] the clock was pressed before a move}" in movetext(pressed)


def test_a_game_that_begins_with_an_illegal_move_says_where_it_began() -> None:
    written = write_pdn([PdnGame(record=GameRecord(ENGLISH, START, (Made((9, 18)),)))])
    assert f'[SetUp "1"]\n[FEN "{fen(START)}"]\n' in written
    assert "[FEN" not in write_pdn([PdnGame(record=MOVES)])


@pytest.mark.clause("SE-5")
def test_a_forfeited_turn_counts_as_a_half_move() -> None:
    record = GameRecord(ENGLISH, at("B:W32:B1"), (Passed(), Made((32, 28)), Made((1, 6))))
    assert movetext(record) == (
        '/FEN "W:W32:B1"/ {[%pass] the turn was forfeited} 1... 32-28 2. 1-6 *'
    )


def test_numbers_stay_with_the_sides_when_a_position_is_set() -> None:
    record = GameRecord(
        ENGLISH, START, (Made((11, 15)), Corrected(START), Made((11, 15)), Made((23, 19)))
    )
    assert movetext(record).endswith("{[%ruled 0]} 2. 11-15 23-19 *")


def test_lines_are_short() -> None:
    record = GameRecord(
        ENGLISH, at("B:WK32:BK1"), (Made((1, 5)), Made((32, 28)), Made((5, 1)), Made((28, 32))) * 40
    )
    lines = write_pdn([PdnGame(record=record), PdnGame(record=record)]).splitlines()
    assert max(map(len, lines)) <= 79
    assert sum(line.startswith("[Result") for line in lines) == 2


@pytest.mark.parametrize(
    ("ms", "text"),
    [(0, "0:00:00"), (4_800_000, "1:20:00"), (59_999, "0:00:59.999"), (36_000_000, "10:00:00")],
)
def test_a_clock_reads_back_to_the_millisecond(ms: int, text: str) -> None:
    assert clock_text(ms) == text
    assert clock_ms(text) == ms


@pytest.mark.parametrize("text", ["", "12:00", "0:61:00", "w0:12:00", "0:00:00.1234"])
def test_malformed_clock_text_is_not_read(text: str) -> None:
    assert clock_ms(text) is None
    assert clock_ms("0:00:09.5") == 9_500
