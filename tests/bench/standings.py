"""The standings of a large division after its last round, beside adding up the same results."""

import random
from collections import Counter

from shared.core.match.outcome import Code, Outcome
from shared.core.state import HallState, Match, Result
from shared.machine.clocks import precise_ns
from shared.pairing.places import division_standings
from tests.bench.figures import Effort, ms, row, say, times
from tests.kiosk.lobby_states import MASTERS, people
from tests.tui.fake_port import hall, match

PLAYERS, ROUNDS, LOOKS = 1_000, 12, 100
SOON_NS = 50_000_000
POINTS = {Code.WIN: 2, Code.DRAW: 1, Code.LOSS: 0}


def played(players: int, rounds: int) -> HallState:
    """Return a division after so many rounds of two games, no two players met twice."""
    chance, half = random.Random(7), players // 2
    matches: list[Match] = []
    for number in range(1, rounds + 1):
        for n in range(half):
            outcome = Outcome((chance.choice(tuple(POINTS)), chance.choice(tuple(POINTS))))
            pair = (f"p{n}", f"p{half + (n + number) % half}")
            confirmed = Result("confirmed", outcome)
            uid = f"r{number}t{n}"
            matches.append(match(uid, str(n + 1), pair, round_no=number, result=confirmed))
    return hall(players=people(players), matches=matches, divisions=(MASTERS,))


def added_up(state: HallState) -> list[tuple[str, int]]:
    """Return each player's points by the results alone, best first."""
    points: Counter[str] = Counter()
    for one in state.matches.values():
        assert one.result.outcome is not None
        won = sum(POINTS[code] for code in one.result.outcome.games)
        points[one.players[0]] += won
        points[one.players[1]] += 4 - won
    return points.most_common()


def bench(effort: Effort) -> None:
    """Print what the standings cost, and what adding up costs."""
    players, rounds = effort.pick((PLAYERS, ROUNDS), (20, 3))
    state = played(players, rounds)
    own: list[int] = []
    raw: list[int] = []
    for _ in range(effort.pick(LOOKS, 1)):
        begun = precise_ns()
        rows = division_standings(state, MASTERS.id)
        own.append(precise_ns() - begun)
        begun = precise_ns()
        plain = added_up(state)
        raw.append(precise_ns() - begun)
        assert len(rows) == len(plain) == players
    p99 = row(f"standings of {players:,} players after {rounds} rounds", own)
    plain_p99 = row("raw: their results added up and sorted", raw)
    say(f"  p99 {times(p99, plain_p99)} the raw part")
    effort.judge(p99 <= SOON_NS, f"p99 ≤ {ms(SOON_NS)}")
