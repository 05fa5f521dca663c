"""A Swiss round drawn, beside sorting the same field by points and drawing its order by hash."""

from collections.abc import Callable, Sequence
from functools import partial

from shared.machine.clocks import precise_ns
from shared.pairing import Entrant
from shared.pairing.public_draw import draw_order
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import SwissRound
from tests.bench.figures import Effort, ms, row, say
from tests.pairing.kit import Tournament
from tests.pairing.test_exactness import tangled

ROUND = 9
ROUNDS = 12
BARS = ((100, 60, 50_000_000), (1_000, 20, 1_000_000_000))
"""Players, seeds that are drawn, and the bar in nanoseconds."""


def before_round(count: int, round_no: int) -> list[Entrant]:
    """Return the field after the rounds before, their results decided by hashing."""
    tournament = Tournament(count, "bench")
    for number in range(1, round_no):
        tournament.play(pair_round(tournament.entrants(), SwissRound(number), seed="bench"), number)
    return tournament.entrants()


def drawn(field: Sequence[Entrant], round_no: int, total: int, seed: str) -> None:
    """Do the whole of it: order, pairing, proof and trace."""
    pair_round(field, SwissRound(round_no, total), seed=seed)


def sorted_only(field: Sequence[Entrant], seed: str) -> None:
    """Do what every pairing needs: each player's ticket, and the order of points."""
    names = draw_order((e.player for e in field), seed=seed, round_no=ROUND, purpose="pair")
    place = {name: at for at, name in enumerate(names)}
    sorted(field, key=lambda e: (-e.match_points, place[e.player]))


def timed(work: Callable[[str], None], seeds: int) -> list[int]:
    """Return nanoseconds of the work for each seed."""
    took = []
    for seed in range(seeds):
        begun = precise_ns()
        work(str(seed))
        took.append(precise_ns() - begun)
    return took


def bench(effort: Effort) -> None:
    """Print a row for each size with its raw part, and the hard cases of small fields."""
    for count, seeds, bar in effort.pick(BARS, ((20, 1, 0),)):
        for total, what in ((ROUNDS, "round 9 of 12"), (ROUND, "the last round, 9 of 9")):
            field = before_round(count, ROUND)
            whole = row(
                f"{count} players, {what}", timed(partial(drawn, field, ROUND, total), seeds)
            )
            raw = row(
                f"{count} players sorted and drawn", timed(partial(sorted_only, field), seeds)
            )
            say(f"  p99 {whole / raw:.1f} × the raw part")
            effort.judge(whole <= bar, f"p99 ≤ {ms(bar)}")
    late, seeds = before_round(40, ROUNDS - 1), effort.pick(20, 1)
    row("40 players, matched whole, round 11 of 12", timed(partial(drawn, late, 11, 12), seeds))
    hard = tangled(40, 3)
    row("40 players of whom most have met", timed(partial(drawn, hard, 5, 12), seeds))
