"""The numbered prompts: a whole match by numbers alone, and nothing read out that is not new."""

import subprocess
import sys

from board_terminal.driving.driver import Driver
from board_terminal.running.plain import PlainTable
from shared.core.events import ReportFiled, ResultSigned
from shared.core.match.outcome import Code
from shared.port.told import Link
from tests.board_terminal.table_kit import DECK, Dice, round_one, state_of
from tests.board_terminal.table_port import Mailbox, TablePort
from tests.tui.fake_port import START


class Reader:
    """A person who hears the table and answers by what a prompt says."""

    def __init__(self, *, locked: bool = False) -> None:
        self.heard: list[str] = []
        self.at = 1_000
        self.port = TablePort(state=state_of(round_one()))
        self.mail = Mailbox()
        self.port.start(self.mail)
        flow = Driver(self.port, table="3", deck=DECK, chance=Dice())
        self.plain = PlainTable(
            flow,
            wall=lambda: START,
            monotonic=lambda: self.at,
            zone="UTC",
            locked=locked,
            say=self.heard.append,
        )
        self.port.tell_state()
        self.deliver()

    def deliver(self) -> None:
        while self.mail.told:
            self.plain.hear(self.mail.told.popleft())

    def chooses(self, words: str) -> None:
        """Enter the number of the prompt with ``words``, as it was last read out."""
        [number] = [line.split(".")[0] for line in self.prompts() if words in line]
        self.enters(number)

    def enters(self, text: str) -> None:
        self.at += 2_000
        self.plain.answer(text, self.at)
        self.deliver()

    def prompts(self) -> list[str]:
        last = max(n for n, line in enumerate(self.heard) if line.startswith("Hall: "))
        return [line for line in self.heard[last + 1 :] if line[:1].isdigit()]

    @property
    def words(self) -> str:
        return "\n".join(self.heard)


def sits_and_starts(reader: Reader) -> None:
    reader.chooses("A. King: I sit here")
    reader.chooses("B. Chen: I sit here")
    reader.chooses("start the game")


def plays(reader: Reader, winner: str) -> None:
    reader.chooses("I have moved")
    reader.chooses("Game over")
    reader.chooses(winner)


def test_a_match_is_played_and_signed_by_numbers() -> None:
    reader = Reader()
    sits_and_starts(reader)
    plays(reader, "A. King won")
    reader.chooses("Next game")
    reader.chooses("start the game")
    plays(reader, "Draw")
    reader.chooses("A. King: this score is correct, I sign")
    reader.chooses("B. Chen: this score is correct, I sign")
    signed = reader.port.bodies(ResultSigned)
    assert [body.seat for body in signed if isinstance(body, ResultSigned)] == [0, 1]
    assert {body.outcome.games for body in signed if isinstance(body, ResultSigned)} == {
        (Code.WIN, Code.DRAW)
    }
    assert "signed – at the hall" in reader.words


def test_colors_and_opening_are_read_out_once_they_are_drawn() -> None:
    reader = Reader()
    reader.chooses("A. King: I sit here")
    assert "Red" not in reader.words
    reader.chooses("B. Chen: I sit here")
    assert "Red: A. King, White: B. Chen, opening" in reader.words


def test_the_referee_is_called_and_the_call_is_followed() -> None:
    reader = Reader()
    reader.chooses("Referee")
    reader.chooses("Call referee")
    [report] = reader.port.bodies(ReportFiled)
    assert isinstance(report, ReportFiled)
    assert report.type == "call"
    assert "Call for the referee" in reader.words


def test_a_running_clock_is_read_out_only_when_asked() -> None:
    reader = Reader()
    sits_and_starts(reader)
    before = len(reader.heard)
    for _ in range(30):
        reader.at += 1_000
        reader.plain.tick(reader.at)
    assert len(reader.heard) == before
    reader.enters("")
    assert any("1:29:2" in line for line in reader.heard[before:])


def test_the_numbers_are_those_of_the_keypad() -> None:
    reader = Reader()
    sits_and_starts(reader)
    numbers = [line.split(".")[0] for line in reader.prompts()]
    assert numbers == ["3", "5", "7", "8", "0"]


def test_a_wrong_number_does_nothing_and_says_so() -> None:
    reader = Reader()
    for text in ("99", "2", "-1", "king", "１２", "²"):
        reader.enters(text)
        assert reader.heard[-1].startswith("Nothing was done")
    assert not reader.port.drafts


def test_only_an_unlocked_table_is_left() -> None:
    locked, free = Reader(locked=True), Reader()
    locked.enters("q")
    free.enters("q")
    assert (locked.plain.left, free.plain.left) == (False, True)


def test_a_refusal_is_read_out_with_one_full_stop() -> None:
    reader = Reader()
    reader.port.tell_link(Link("refused", START, sentence="Ask the referee to assign this table."))
    reader.deliver()
    [said] = [line for line in reader.heard if "REFUSED" in line]
    assert said == "Hall: REFUSED – Ask the referee to assign this table."


def test_the_plain_table_is_there_without_textual() -> None:
    code = (
        "import sys; from board_terminal.running import plain, terminal;"
        "sys.exit('textual' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
