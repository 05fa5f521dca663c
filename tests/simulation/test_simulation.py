"""Halls in storms: after every heal all hold the same, nothing is lost, every conflict shows.

Each planted mistake has to be found: a simulation that finds nothing proves nothing.
"""

import subprocess
import sys

import pytest

from tests.prove import chunks, times
from tests.simulation.bugs import BUGS
from tests.simulation.habits import HABITS
from tests.simulation.ledger import Broken
from tests.simulation.play import play, replay

SEEDS = times(80, 2_000)
PATIENCE = 140
"""Seeds in which a planted mistake has to be found."""
TRIED_FIRST = {"reused-incarnation": 111, "revoked-key-accepted": 25}
"""Mistakes that only a rare storm shows → a seed that has found them. It only saves time."""
FIRST, *LATER = chunks(SEEDS, 10)
STORMS = (
    pytest.param(FIRST, id="from 0"),
    *(pytest.param(c, id=f"from {c[0]}", marks=pytest.mark.slow) for c in LATER),
)


@pytest.mark.parametrize("seeds", STORMS)
def test_nothing_is_lost_and_all_agree_after_every_heal(seeds: range) -> None:
    for seed in seeds:
        play(seed)


def _found(bug: str) -> tuple[int, str]:
    """Return a seed that finds a planted mistake, and what it says."""
    first = TRIED_FIRST.get(bug, 0)
    for seed in (first, *range(PATIENCE)):
        try:
            play(seed, bug)
        except Broken as broken:
            return seed, str(broken)
    pytest.fail(f"{PATIENCE} halls with the mistake '{bug}' looked right")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("bug", sorted(BUGS))
def test_planted_mistake_is_found(bug: str) -> None:
    seed, sentence = _found(bug)

    assert replay(seed, bug) in sentence


def test_a_seed_plays_the_same_hall_again() -> None:
    one, other = play(3), play(3)

    assert one.trace == other.trace
    assert one.machines["H1"].held == other.machines["H1"].held


@pytest.mark.slow
def test_the_storms_bring_all_that_can_happen() -> None:
    worlds = [play(seed) for seed in range(330, 365)]

    happened = {what for world in worlds for _, what in world.trace}
    assert {habit.__name__ for _, habit in HABITS} <= happened
    assert sum(world.conflicts for world in worlds) > 10
    assert sum(world.barred for world in worlds) > 5
    assert sum(world.twins for world in worlds) > 5
    assert any(world.ledger.excused for world in worlds)


def test_a_failing_seed_is_played_again_by_one_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.simulation", "--seed", "1", "--bug", "last-write-wins"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1, done.stderr
    assert "python -m tests.simulation --seed 1 --bug last-write-wins" in done.stdout
