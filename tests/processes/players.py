"""Two players at a table's screen: they read it, and press what it asks of them."""

from typing import Literal

from board_terminal.view.held import SETTLE_MS
from shared.machine.clocks import monotonic_ms
from tests.processes.tmux import Pane, joined

Who = Literal["left", "right"]
LEFT: Who = "left"
RIGHT: Who = "right"
KEYS: dict[Who, str] = {LEFT: "1", RIGHT: "3"}
TURN = "▶"


class Players:
    """Both players."""

    def __init__(self, pane: Pane) -> None:
        self.pane = pane
        self._pressed: dict[str, tuple[str, int]] = {}

    def press(self, asked: str, *keys: str) -> None:
        """Keys that answer ``asked``, each let go since it answered something else.

        A table takes a key that comes again too soon for one that is held down.
        """
        for key in keys:
            before, at = self._pressed.get(key, (asked, 0))
            if before != asked:
                self.pane.rest(at + SETTLE_MS)
            self.pane.press(key)
            self._pressed[key] = (asked, monotonic_ms())

    def at(self, words: str, *keys: str) -> None:
        """Wait for words on the screen, then press keys."""
        self.pane.until(words)
        self.press(words, *keys)

    def says(self, *words: str) -> None:
        """The screen says all of this, now or in a moment."""
        self.pane.until(*words)

    def asked(self, words: str) -> Who:
        """Return whose half says ``words``, as soon as one half alone does."""
        self.pane.when(lambda screen: len(self._halves(screen, words)) == 1)
        [who] = self._halves(self.pane.text, words)
        return who

    def answers(self, who: Who, words: str) -> None:
        """The half of ``who`` asks; the player presses their key, and it asks no more."""
        self.pane.when(lambda screen: who in self._halves(screen, words))
        self.press(words, KEYS[who])
        self.pane.when(lambda screen: who not in self._halves(screen, words))

    def both(self, words: str) -> None:
        """Both halves ask, and each player answers on their own."""
        for who in (LEFT, RIGHT):
            self.answers(who, words)

    def sit_down(self) -> None:
        self.both("Sit and press here")

    def start(self) -> None:
        """Start the game on the side that is asked."""
        self.answers(self.asked("Press to start"), "Press to start")

    def move(self, turns: int) -> None:
        """So many moves, each with a press of the side to move."""
        for _ in range(turns):
            self.answers(self.asked(TURN), TURN)

    def end_game(self, key: str) -> None:
        """The game is over: 1 the left player won, 2 a draw, 3 the right player won."""
        self.at(TURN, "5")
        self.at("Who won?", key)

    def offer_draw(self, who: Who, *, accepted: bool) -> None:
        self.at("8 Draw?", "8")
        self.at("Who offers a draw?", "4" if who == LEFT else "6")
        self.at("offers a draw.", "8" if accepted else "9")

    def next_game(self) -> None:
        self.at("5 Next game", "5")
        self.start()

    def wins_roll(self, who: Who) -> None:
        """A game of a match of points begins with the winner of the opening roll."""
        self.answers(who, "Won the opening roll? Press here")

    def double(self, by: Who) -> None:
        """After the opening roll and its answer ``by`` doubles, and the other one takes."""
        self.move(2)
        assert self.asked(TURN) == by
        self.at("8 Double", "8")
        self.answers(LEFT if by == RIGHT else RIGHT, "Take? Press here")

    def end_points(self, key: str) -> None:
        """Who won and how: a column of the keypad each, single at the top."""
        self.at(TURN, "5")
        self.at("Who won, and how?", key)

    def points_game(self, winner: Who, key: str, *, double: bool = False) -> None:
        self.wins_roll(winner)
        if double:
            self.double(winner)
        self.end_points(key)

    def resigns(self, key: str) -> None:
        self.at(TURN, "5")
        self.at("8 Resigns", "8")
        self.at("Who resigns what?", key)

    def sign(self) -> None:
        """Both sign what stands on the screen, and wait for the next round."""
        self.both("Correct? Press here")

    def report(self, *keys: str) -> None:
        """The list of reports, and keys of what is asked from there."""
        self.pane.when(lambda screen: "0 Referee" in screen or "0 Director" in screen)
        self.press("0", "0")
        self.at("sent at once", *keys)

    def set_pin(self, whose: str, digits: str) -> None:
        """Typed twice; ``whose`` is 4 for the left player, 6 for the right one."""
        self.at("9 PIN", "9")
        self.at("Who sets a PIN?", whose)
        self.at("digits or more", *digits, "Enter")
        self.at("the same once more", *digits, "Enter")

    def sign_with_pin(self, who: Who, digits: str) -> None:
        self.pane.when(lambda screen: who in self._halves(screen, "Correct? Press here"))
        self.press("Correct? Press here", KEYS[who])
        self.at("your PIN, to sign", *digits, "Enter")
        self.pane.when(lambda screen: "your PIN" not in screen)

    def sees_it_signed(self) -> None:
        self.says("waiting for the next round", "Signed by both · held here", "OFFLINE since")

    def _halves(self, screen: str, words: str) -> set[Who]:
        middle = self.pane.width // 2
        lines = screen.splitlines()
        sides = {LEFT: joined(_column(lines, 0, middle)), RIGHT: joined(_column(lines, middle))}
        return {who for who, said in sides.items() if words in said}


def _column(lines: list[str], begin: int, end: int | None = None) -> str:
    # The wall between the halves may stand in either of them, and parts a question over two lines.
    return "\n".join(line[begin:end].replace("█", " ") for line in lines)
