"""A round that was paired elsewhere, in the form of a drawn round, so that it can be checked."""

from collections.abc import Iterable

from shared.pairing.checking.try_all import have_met, levels
from shared.pairing.points import Points
from shared.pairing.types import Drawn, Entrant, Float


def as_drawn(
    entrants: Iterable[Entrant], pairs: Iterable[tuple[str, str]], bye: str | None
) -> Drawn:
    """Put pairs into table order, from the most match points down, and list their floats.

    Among pairs of equal points those that meet again sit last (ACF-2.V.D). Pairs with a player
    who is not among ``entrants`` come at the end.
    """
    field = {entrant.player: entrant for entrant in entrants}
    groups = levels(field)

    def points(player: str) -> Points:
        return field[player].match_points if player in field else -1

    def table_order(pair: tuple[str, str]) -> tuple[Points, Points, bool]:
        known = set(pair) <= field.keys()
        return -points(pair[0]), -points(pair[1]), known and have_met(field, *pair)

    seated = [(a, b) if points(a) >= points(b) else (b, a) for a, b in pairs]
    seated.sort(key=table_order)
    known = [(a, b) for a, b in seated if a in field and b in field]
    floats = tuple(
        Float(a, b, points(a), points(b), groups[points(b)] - groups[points(a)])
        for a, b in known
        if points(a) != points(b)
    )
    repeats = tuple(pair for pair in known if have_met(field, *pair))
    return Drawn(tuple(seated), bye, floats, (), repeats)
