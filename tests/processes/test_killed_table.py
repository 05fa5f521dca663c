"""kill -9 of a table at random moments of a match: what the other side has answered is there again.

Nobody listens where its hall should be.
"""

import random
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.processes.absent_hall import absent_hall, called, signed
from tests.prove import chunks, times

pytestmark = pytest.mark.processes

SECOND = 1_000
MOVES = 250
"""Presses a game: so many that a match lasts over all its restarts."""
MOST_LINES = 40
"""A life is ended after at most so many lines."""


@dataclass(frozen=True)
class Line:
    """One line that a table told: what happened, and where its match stands then."""

    word: str
    phase: str
    game: int
    moves: tuple[int, int]
    remaining: tuple[int, int]
    running: int
    asked: int
    codes: int

    @property
    def presses(self) -> tuple[int, int]:
        """Comparable over the match: game, and presses in it."""
        return self.game, sum(self.moves)


def read(text: str) -> Line:
    word, phase, game, left, right, *rest = text.split()
    left_ms, right_ms, running, asked, codes = map(int, rest)
    return Line(
        word, phase, int(game), (int(left), int(right)), (left_ms, right_ms), running, asked, codes
    )


def a_life(home: Path, lines: int, seed: int, moves: int = MOVES) -> list[Line]:
    """Let a table play until it has told ``lines`` lines, kill it, and return all that it told."""
    command = [sys.executable, "-m", "tests.board_terminal.killed_table"]
    with subprocess.Popen(
        [*command, str(home), str(moves), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdout is not None
        told = []
        for line in process.stdout:
            told.append(line)
            if len(told) == lines or line.startswith("done"):
                break
        process.kill()
        told += process.stdout.readlines()
    return [read(line) for line in told if line.endswith("\n")]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kills", chunks(times(25, 200), 25), ids=lambda k: f"from-{k.start}")
def test_no_press_that_the_other_side_has_answered_is_lost(tmp_path: Path, kills: range) -> None:
    with absent_hall(tmp_path) as hall:
        home = called(hall)
    chance = random.Random(kills.start)
    last: list[Line] = []
    for kill in kills:
        life = a_life(home, chance.randrange(1, MOST_LINES), seed=kill)
        assert life, "a table that was killed starts again"
        restored = life[0]
        assert restored.word == "restored"
        if last:
            goes_on_from(last, restored)
        last = life
    end = a_life(home, 10_000, seed=0, moves=1)
    assert end[-1].word == "done"
    assert signed(home) == {0, 1}


def goes_on_from(told: list[Line], restored: Line) -> None:
    """What a restarted table shows, beside what it had told before it was killed."""
    assert not restored.running, "both sides are paused"
    last = told[-1]
    pressed = [line for line in told if line.word == "pressed"]
    answered = pressed[-1].presses if pressed else (0, 0)
    if answered[1]:
        answered = (answered[0], answered[1] - 1)
    assert restored.presses >= max(told[0].presses, answered)
    assert restored.codes >= last.codes - 1
    same_game = restored.game == last.game
    if last.phase == "PLAYING" and restored.phase == "RECOVERING" and same_game:
        assert restored.asked > told[0].asked, "the referee is asked"
        shown = [line for line in told if line.word in ("ticked", "restored")][-1]
        assert sum(restored.remaining) <= sum(shown.remaining), "nobody's thinking is given back"
        # It was killed within the second after its last word, in which a player may have pressed
        # whose thinking had not been shown yet.
        assert sum(restored.remaining) >= sum(last.remaining) - 3 * SECOND
