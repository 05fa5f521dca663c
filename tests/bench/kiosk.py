"""Find me in a large hall: from a letter typed to the answer with its map."""

from kiosk.visits.session import KioskSession
from kiosk.visits.visit import visit
from shared.core.state import HallState
from shared.machine.clocks import precise_ns
from shared.public.hall_map import hall_map
from tests.bench.figures import Effort, ms, percentile, row, say, times
from tests.kiosk.lobby_states import large_hall
from tests.tui.fake_port import START

PLAYERS = 2_000
ROUNDS = 200
"""Looks that are measured."""
SOON_NS = 5_000_000
TYPED = ("number0", "throck", "ting", "zoe")


def look(state: HallState, typed: str) -> int:
    """Return nanoseconds from what was typed to what is shown."""
    begun = precise_ns()
    seen = visit(state, KioskSession(0, typed), START, "UTC")
    if seen.answer is not None:
        hall_map(state, seen.answer.table, 72, 5)
    return precise_ns() - begun


def bench(effort: Effort) -> None:
    """Print what a look costs, and how it grows from a tenth of the players."""
    players, rounds = effort.pick(PLAYERS, 40), effort.pick(ROUNDS, len(TYPED))
    medians, slowest = [], 0
    for count in (players // 10, players):
        state = large_hall(count // 2)
        costs = [look(state, TYPED[n % len(TYPED)]) for n in range(rounds)]
        slowest = row(f"find me, {count:,} players", costs)
        medians.append(percentile(costs, 0.5))
    few, many = medians
    say(f"  ten times the players cost {times(many, few)} the time")
    effort.judge(slowest <= SOON_NS, f"p99 ≤ {ms(SOON_NS)}")
