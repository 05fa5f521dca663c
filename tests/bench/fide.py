"""A Swiss round of the hall beside one of py4swiss, FIDE's Dutch system, from the same report."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from hall_server.files.round_file import RoundFile, load_round
from shared.machine.clocks import precise_ns
from shared.pairing import Entrant
from shared.pairing.checking.check import check_round
from shared.pairing.public_draw import draw_order
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import SwissRound
from tests.bench.figures import Effort, ms, say, times
from tests.bench.runner import listed

PLAYERS = (100, 1_000)
ROUND, ROUNDS = 9, 12
"""The round that is drawn from a report of those before it, and how many there are."""

WORTH = {"1": 2, "=": 1, "0": 0}
"""Each result in half points."""

Pairs = Sequence[tuple[int, int]]


@dataclass
class Seat:
    """One player of the report: points in halves, colours so far, opponents and their columns."""

    points: int = 0
    whites: int = 0
    met: set[int] = field(default_factory=set)
    columns: list[str] = field(default_factory=list)


@dataclass
class Report:
    """A tournament of wins, draws and losses, decided by hashing, as a report file (TRF16)."""

    players: dict[int, Seat]

    def play(self, round_no: int) -> None:
        """Draw a round, give the colours by turns, and decide it."""
        entrants = [
            Entrant(f"{n}", seat.points, None, False, frozenset(map(str, seat.met)))
            for n, seat in self.players.items()
        ]
        drawn = pair_round(entrants, SwissRound(round_no), seed="bench")
        for table, pair in enumerate(drawn.player_pairs):
            white, black = sorted(map(int, pair), key=lambda n: self.players[n].whites)
            won = draw_order(("1", "=", "0"), seed="bench", round_no=round_no, purpose=f"{table}")
            self.note(white, f"{black:4} w {won[0]}", WORTH[won[0]])
            lost = {"1": "0", "=": "=", "0": "1"}[won[0]]
            self.note(black, f"{white:4} b {lost}", WORTH[lost])
            self.players[white].met.add(black)
            self.players[black].met.add(white)
            self.players[white].whites += 1

    def note(self, player: int, column: str, brought: int) -> None:
        """Write one player's round."""
        seat = self.players[player]
        seat.points += brought
        seat.columns.append(column)

    def text(self, next_round: Pairs = ()) -> str:
        """Return the file, with a round that was only paired."""
        paired = {n: f"{other:4} w  " for n, other in next_round}
        paired |= {other: f"{n:4} b  " for n, other in next_round}
        lines = [f"012 Bench\nXXR {ROUNDS}\nXXC white1"]
        for n, seat in self.players.items():
            now = [paired[n]] if n in paired else []
            rounds = "".join(f"  {each}" for each in [*seat.columns, *now])
            points = f"{seat.points // 2}.{seat.points % 2 * 5}"
            who = f"{n:4} m    {f'Player {n}':<33} {2500 - n:4}"
            lines.append(f"001 {who} {'':26} {points:>4} {n:4}{rounds}")
        return "\n".join(lines) + "\n"


def own(loaded: RoundFile, number: int) -> Pairs:
    """Return the round as the hall draws it."""
    round_ = SwissRound(number, loaded.total_rounds, loaded.rulebook)
    drawn = pair_round(loaded.entrants, round_, seed="bench")
    return [(int(a), int(b)) for a, b in drawn.player_pairs]


def faults(loaded: RoundFile, number: int) -> list[str]:
    """Return what the independent checker has against the round that stands in the file."""
    assert loaded.standing is not None
    round_ = SwissRound(number, loaded.total_rounds, loaded.rulebook)
    found = check_round(loaded.entrants, loaded.standing, round_)
    return [f"{one.clause}: {one.sentence}" for one in found if one.verdict != "holds"]


def bench(effort: Effort) -> None:
    """Print both times for each size, and what the checker says of both rounds."""
    number, legal = effort.pick(ROUND, 3), True
    for players in effort.pick(PLAYERS, (12,)):
        report = Report({n: Seat() for n in range(1, players + 1)})
        for round_no in range(1, number):
            report.play(round_no)
        with TemporaryDirectory() as name:
            path = Path(name) / "report.trf"
            path.write_text(report.text(), encoding="utf-8")
            loaded, parsed = load_round(path, number, total_rounds=ROUNDS), TrfParser.parse(path)
            begun = precise_ns()
            mine = own(loaded, number)
            took = precise_ns() - begun
            begun = precise_ns()
            theirs = [(p.white, p.black) for p in DutchEngine.generate_pairings(parsed)]
            raw = precise_ns() - begun
            say(
                f"  {players:,} players, round {number}: the hall {ms(took)},"
                f" py4swiss {ms(raw)}: {times(raw, took)}"
            )
            for who, pairs in (("the hall", mine), ("py4swiss", theirs)):
                path.write_text(report.text(pairs), encoding="utf-8")
                against = faults(load_round(path, number, total_rounds=ROUNDS), number)
                say(f"  the independent checker on the round of {who}: {listed(against)}")
                legal = legal and not against
    effort.judge(legal, "every round is legal, and none has a better one, by the checker")
