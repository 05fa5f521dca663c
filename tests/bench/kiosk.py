"""Find me in a hall of 2,000 players: from a letter typed to the answer with its map."""

from __future__ import annotations

from time import perf_counter_ns  # noqa: TID251

from kiosk.hall_map import hall_map
from kiosk.session import Session
from kiosk.visit import visit
from shared.core.state import HallState
from tests.bench.figures import row
from tests.kiosk.lobby_states import large_hall
from tests.tui.fake_port import START

PLAYERS = 2_000
ROUNDS = 200
"""Looks that are measured."""


def look(state: HallState, typed: str) -> int:
    """Nanoseconds from what was typed to what is shown."""
    begun = perf_counter_ns()
    seen = visit(state, Session(0, typed), START, "UTC")
    if seen.answer is not None:
        hall_map(state, seen.answer.table, 72, 5)
    return perf_counter_ns() - begun


def bench() -> None:
    """Print what a look costs, and how it grows from a tenth of the players."""
    small, large = large_hall(PLAYERS // 20), large_hall(PLAYERS // 2)
    typed = ("number0", "throck", "ting", "zoe")
    costs = {
        name: sorted(look(state, typed[n % len(typed)]) for n in range(ROUNDS))
        for name, state in (("200 players", small), ("2,000 players", large))
    }
    for name, values in costs.items():
        row(f"find me, {name}", values)
    ratio = costs["2,000 players"][ROUNDS // 2] / costs["200 players"][ROUNDS // 2]
    print(f"  ten times the players cost {ratio:.1f} times the time")  # noqa: T201
