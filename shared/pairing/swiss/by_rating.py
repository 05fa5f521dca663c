"""Puts the top half of each score group against its bottom half (ACF-2.V.C, "FIDE pairings").

Works on a paired round: who is floated stays, and re-pairings stay; the others of a group change
partners among themselves.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from shared.pairing.swiss.field import Field, Pair
from shared.pairing.swiss.matching import max_weight_matching

_MATCHED_AT_ONCE = 40


def in_halves(field: Field, pairs: Sequence[Pair]) -> list[Pair]:
    """Return the round with each group's own fresh pairs made anew, in order of rating.

    From the top down each player of the top half gets the highest player of the bottom half who is
    left and has not met them, such that the rest can still be paired. As few players as possible
    meet within one half.
    """
    nobody = len(field.players)
    kept: list[Pair] = []
    own: dict[int, list[int]] = {}
    for a, b in pairs:
        if b == nobody or field.group_of[a] != field.group_of[b] or field.met(a, b):
            kept.append((a, b))
        else:
            own.setdefault(field.group_of[a], []).extend((a, b))
    for members in own.values():
        kept += _halves(field, sorted(members))
    return kept


def _halves(field: Field, members: list[int]) -> list[Pair]:
    half = len(members) // 2
    top, bottom = members[:half], members[half:]
    made = _first_fit(field, top, bottom)
    if len(made) == half:
        return made
    # The lowest of both halves are matched exactly; for as many the first fit may stand.
    exact = max(0, half - _MATCHED_AT_ONCE // 2)
    while True:
        made = _first_fit(field, top[:exact], bottom)
        taken = {number for pair in made for number in pair}
        rest = _matched(field, [m for m in members if m not in taken], set(top))
        if len(made) == exact and rest is not None:
            return made + rest
        # All of them pair up in the round that was given.
        exact //= 2


def _first_fit(field: Field, top: Iterable[int], bottom: Iterable[int]) -> list[Pair]:
    left = list(bottom)
    made = []
    for a in top:
        b = next((b for b in left if field.legal(a, b) and not field.met(a, b)), None)
        if b is None:
            break
        left.remove(b)
        made.append((a, b))
    return made


def _matched(field: Field, members: Sequence[int], top: set[int]) -> list[Pair] | None:
    """Return all of them paired fresh, with few pairs inside one half; None if that cannot be."""
    count = len(members)
    place = [(count + 1) ** (count - i) for i in range(count)]
    astray = (count + 1) ** (count + 1)
    out = astray * (count + 1)
    weights = {}
    for (i, a), (j, b) in combinations(enumerate(members), 2):
        if field.legal(a, b) and not field.met(a, b):
            inside = (a in top) == (b in top)
            weights[i, j] = 2 * out - place[i] * j - (astray if inside else 0)
    mates = max_weight_matching(count, weights)
    if None in mates:
        return None
    return [(members[i], members[j]) for i, j in enumerate(mates) if j is not None and i < j]
