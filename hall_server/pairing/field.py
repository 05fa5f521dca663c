"""The field as the pairing sees it: numbered in draw order, group by group, the bye at the end.

It only arranges; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from hall_server.pairing.public_draw import draw_order
from hall_server.pairing.types import Entrant, Legality

Pair = tuple[int, int]
"""Two numbers of the field, the smaller one first."""


@dataclass(frozen=True, slots=True)
class Field:
    """Players 0..n-1 from the top, within a group in draw order.

    With an odd number of players the bye takes part as number n, alone in a group of its own
    below the lowest. So "the last one out has the bye" and "as few and as small floats as
    possible" are one rule.
    """

    players: tuple[Entrant, ...]
    groups: tuple[tuple[int, ...], ...]
    group_of: tuple[int, ...]
    legality: Legality
    most_met: int
    """The most opponents that any of the players has met."""

    @property
    def odd(self) -> bool:
        """True when somebody has the bye."""
        return len(self.players) % 2 == 1

    def legal(self, a: int, b: int) -> bool:
        """May these two numbers be paired? One of them may be the bye."""
        low, high = (a, b) if a < b else (b, a)
        if high == len(self.players):
            return self.legality.bye(self.players[low])
        return self.legality.opponents(self.players[low], self.players[high])


def field_of(entrants: Sequence[Entrant], *, seed: str, round_no: int, legality: Legality) -> Field:
    """Draw the order within each score group; raises ValueError on a player given twice."""
    order = draw_order((e.player for e in entrants), seed=seed, round_no=round_no, purpose="pair")
    drawn_as = {player: number for number, player in enumerate(order)}
    players = sorted(entrants, key=lambda e: (-e.match_points, drawn_as[e.player]))
    numbers = range(len(players))
    groups = [tuple(same) for _, same in groupby(numbers, lambda i: players[i].match_points)]
    if len(players) % 2:
        groups.append((len(players),))
    group_of = tuple(index for index, group in enumerate(groups) for _ in group)
    return Field(
        tuple(players), tuple(groups), group_of, legality, max(len(e.met) for e in players)
    )
