"""The field as the pairing sees it: numbered from the top, group by group, the bye at the end.

It only arranges; it decides nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from shared.pairing.public_draw import draw_order
from shared.pairing.types import Entrant, Legality, have_met

GroupOrder = Literal["draw", "rating"]

Pair = tuple[int, int]
"""Two numbers of the field, the smaller one first."""


@dataclass(frozen=True, slots=True)
class Field:
    """Players 0..n-1 from the top, within a group in draw order or by rating.

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
    order: GroupOrder = "draw"

    @property
    def odd(self) -> bool:
        """Whether the field is odd, so that a player has the bye."""
        return len(self.players) % 2 == 1

    def legal(self, a: int, b: int) -> bool:
        """Return whether two numbers may be paired; one of them may be the bye."""
        low, high = (a, b) if a < b else (b, a)
        if high == len(self.players):
            return self.legality.bye(self.players[low])
        return self.legality.opponents(self.players[low], self.players[high])

    def costly(self, a: int, b: int) -> bool:
        """Return whether a legal pair is one of those to have few of."""
        if self.legality.costly is None or max(a, b) == len(self.players):
            return False
        return self.legality.costly(self.players[a], self.players[b])

    def met(self, a: int, b: int) -> bool:
        """Return whether two numbers have met before; no player has met the bye."""
        return max(a, b) < len(self.players) and have_met(self.players[a], self.players[b])


def field_of(
    entrants: Sequence[Entrant],
    *,
    seed: str,
    round_no: int,
    legality: Legality,
    order: GroupOrder = "draw",
) -> Field:
    """Put each score group in order; raises ValueError on a player given twice.

    By rating the strongest stand first; equal ratings are drawn, and no rating stands last.
    """
    names = draw_order((e.player for e in entrants), seed=seed, round_no=round_no, purpose="pair")
    drawn_as = {player: number for number, player in enumerate(names)}

    def place(e: Entrant) -> tuple[bool, int, int]:
        if order == "draw":
            return False, 0, drawn_as[e.player]
        return e.rating is None, -(e.rating or 0), drawn_as[e.player]

    players = sorted(entrants, key=lambda e: (-e.match_points, place(e)))
    numbers = range(len(players))
    groups = [tuple(same) for _, same in groupby(numbers, lambda i: players[i].match_points)]
    if len(players) % 2:
        groups.append((len(players),))
    group_of = tuple(index for index, group in enumerate(groups) for _ in group)
    most_met = max(len(e.met) for e in players)
    return Field(tuple(players), tuple(groups), group_of, legality, most_met, order)
