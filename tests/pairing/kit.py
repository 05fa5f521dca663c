"""Builds fields for the pairing tests, by hand and by playing tournaments."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from shared.pairing import Drawn, Entrant
from shared.pairing.public_draw import draw_order
from shared.pairing.types import Legality, fresh

ORDINARY = Legality(opponents=fresh, bye=lambda player: not player.had_bye)
"""Fresh pairings only (ACF-2.V.C) and one bye a player at most (ACF-2.V.B)."""


def entrants(
    points: Mapping[str, int], *, met: Iterable[str] = (), byes: str = ""
) -> list[Entrant]:
    """Return players named by one letter each; ``met`` holds pairs such as AB."""
    opponents: dict[str, set[str]] = {player: set() for player in points}
    for pair in met:
        opponents[pair[0]].add(pair[1])
        opponents[pair[1]].add(pair[0])
    return [
        Entrant(player, score, None, player in byes, frozenset(opponents[player]))
        for player, score in points.items()
    ]


def cost(field_: Iterable[Entrant], drawn: Drawn) -> list[tuple[int, int]]:
    """Per score group from the top: players floated, and groups they were dropped in all."""
    points = {e.player: e.match_points for e in field_}
    levels = {p: i for i, p in enumerate(sorted(set(points.values()), reverse=True))}
    totals = [(0, 0)] * len(levels)
    reached = [(levels[points[a]], levels[points[b]]) for a, b in drawn.player_pairs]
    if drawn.bye is not None:
        reached.append((levels[points[drawn.bye]], len(levels)))
    for high, low in reached:
        if high != low:
            floated, steps = totals[high]
            totals[high] = (floated + 1, steps + low - high)
    return totals


@dataclass
class Tournament:
    """A field that plays on, its results decided by hashing."""

    count: int
    results: str
    players: dict[str, Entrant] = field(init=False)

    def __post_init__(self) -> None:
        names = [f"p{number:04}" for number in range(self.count)]
        self.players = {name: Entrant(name, 0, None, False, frozenset()) for name in names}

    def entrants(self) -> list[Entrant]:
        return list(self.players.values())

    def play(self, drawn: Drawn, round_no: int) -> None:
        """Majors scoring: 4–0, 3–1, 2–2, bye 3."""
        for table, (a, b) in enumerate(drawn.player_pairs):
            outcomes = ("0", "1", "2", "3", "4")
            scored = int(
                draw_order(outcomes, seed=self.results, round_no=round_no, purpose=str(table))[0]
            )
            self._score(a, scored, b)
            self._score(b, 4 - scored, a)
        if drawn.bye is not None:
            player = self.players[drawn.bye]
            points = player.match_points + 3
            self.players[drawn.bye] = replace(player, match_points=points, had_bye=True)

    def _score(self, name: str, scored: int, opponent: str) -> None:
        player = self.players[name]
        self.players[name] = replace(
            player, match_points=player.match_points + scored, met=player.met | {opponent}
        )


def letters(count: int) -> Iterator[str]:
    return iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:count])
