"""A day under each of the other rulebooks: one referee at the real dashboard, robots at the tables.

From registration to the standings, the prizes, the title and the archive.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from shared.core.rulebooks import RULEBOOKS
from tests.processes.test_tournament_day import MASTERS
from tests.processes.tmux import needs_tmux
from tests.processes.tournament_day import NAMES, Day, Event, a_day, asked, assert_kept
from tests.prove import PROVE

pytestmark = pytest.mark.processes

SEEDS = ("4 1 6 2 5", "3 3 1 6 2", "6 2 2 5 1")


def drawn(day: Day) -> int:
    """Two rounds of four; the fourth player comes to the desk, and one score is disputed."""
    day.register("Dov Reed")
    day.referee.pair(1, start="now", seed=SEEDS[0])
    day.settle_the_dispute()
    day.done(2)
    day.referee.pair(2, start="now", seed=SEEDS[1])
    day.done(4)
    return 4


def called(day: Day) -> int:
    """Open play: whoever is free is called to a free table until everybody has met everybody."""
    day.register("Dov Reed")
    pairs = list(combinations(NAMES[:4], 2))
    for number, (one, other) in enumerate((*zip(pairs[:3], pairs[:2:-1], strict=True),), start=1):
        day.referee.call(*one, "1")
        day.referee.call(*other, "2")
        if number == 1:
            day.settle_the_dispute()
        day.done(2 * number)
        day.referee.says(f"One: {2 * number} of 6 matches played")
    return 6


def sheet(day: Day) -> int:
    """A draw sheet of four: the final is called from the board, and a ruling is appealed."""
    day.register("Dov Reed")
    day.referee.pair(1, start="now", seed=SEEDS[0])
    day.settle_the_dispute()
    day.done(2)
    day.referee.appeal("R1 T1", "Clark +, Lee -, Roe -")
    day.referee.call_sheet("M2-1", "1")
    day.done(3)
    return 3


def knockout(day: Day) -> int:
    """A knockout of four, whose second round follows from the first."""
    day.register("Dov Reed")
    day.referee.pair(1, start="now", seed=SEEDS[0])
    day.settle_the_dispute()
    day.done(2)
    day.referee.pair(2, start="now", seed=SEEDS[1])
    day.done(3)
    return 3


LENGTHS = "[division.bracket]\nmain = [3]"
DAYS: dict[str, tuple[Event, Callable[[Day], int]]] = {
    "acf-majors": (Event("acf-majors", players=3, more="rounds = 2", quarrels=True), drawn),
    "acf-minors": (Event("acf-minors", players=3, more="rounds = 2", quarrels=True), drawn),
    "apca": (Event("apca", players=3, quarrels=True), called),
    "usbgf-open": (Event("usbgf-open", players=3, more=LENGTHS, quarrels=True), sheet),
    "usbgf-limited": (Event("usbgf-limited", players=3, more=LENGTHS, quarrels=True), sheet),
    "usbgf-doubles": (Event("usbgf-doubles", players=3, more=LENGTHS, quarrels=True), sheet),
    "standard": (Event("standard", players=3, quarrels=True), knockout),
    "contest": (Event("contest", players=3, quarrels=True), knockout),
}
EVERY_DAY = ("usbgf-open",)
"""The one with an appeal; the others in ``make prove``."""


def test_every_rulebook_has_its_day() -> None:
    assert {*DAYS, MASTERS.rulebook} == set(RULEBOOKS)


@needs_tmux
@pytest.mark.timeout(240)
@pytest.mark.parametrize("rulebook", DAYS if PROVE else EVERY_DAY)
def test_one_referee_runs_the_day(tmp_path: Path, rulebook: str) -> None:
    event, rounds = DAYS[rulebook]
    with a_day(tmp_path, event) as day:
        results = rounds(day)
        day.referee.ends(300, 200)

    status = json.loads(asked(tmp_path, "status", "--json"))
    assert (status["results"], status["open_questions"]) == (results, 0)
    assert_kept(tmp_path)
