"""Knockout: places in the bracket, byes, and a match of as many games as it needs.

Owns seeding and byes (SE-1) and when such a match is over (DARK-KO). The progress of a bracket is
in ``draw_sheet``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from shared.core.text.sentence import Players, Sentence, together
from shared.pairing.public_draw import draw_order
from shared.pairing.types import PairingImpossible


@dataclass(frozen=True, slots=True)
class Bracket:
    """The first round, from the top of the sheet. None is a bye."""

    lines: tuple[tuple[str, str | None], ...]

    @property
    def size(self) -> int:
        """Places in the bracket: a power of two."""
        return 2 * len(self.lines)

    @property
    def rounds(self) -> int:
        """Rounds to the final."""
        return self.size.bit_length() - 1

    @property
    def byes(self) -> tuple[str, ...]:
        """Who goes to round 2 without a match, from the top of the sheet."""
        return tuple(one for one, other in self.lines if other is None)

    @property
    def first_round(self) -> tuple[tuple[str, str], ...]:
        """The matches of round 1, from the top of the sheet."""
        return tuple((one, other) for one, other in self.lines if other is not None)

    def with_late(self, late: Mapping[str, str]) -> Bracket:
        """Return it with late entries on bye lines: ``late`` maps who had the bye to who came."""
        return Bracket(tuple((one, other or late.get(one)) for one, other in self.lines))

    @property
    def entrants(self) -> tuple[str, ...]:
        """All entrants, from the top of the sheet."""
        return tuple(name for line in self.lines for name in line if name is not None)


def seed_places(size: int) -> tuple[int, ...]:
    """Seed numbers from the top of a bracket of ``size`` places, a power of two.

    The seeds 1 and 2 can meet in the final only, 1 to 4 in the semifinals at the earliest, and
    so on. Raises ValueError for another size.
    """
    if size < 1 or size & (size - 1):
        message = f"a bracket has a power of two of places, not {size}"
        raise ValueError(message)
    places: tuple[int, ...] = (1,)
    while len(places) < size:
        total = 2 * len(places) + 1
        places = tuple(number for seed in places for number in (seed, total - seed))
    return places


def bracket(entrants: Sequence[str], *, seed: str, seeded: Sequence[str] = ()) -> Bracket:
    """Place the entrants: ``seeded`` as seeds 1, 2, …, the others as drawn from ``seed`` (SE-1).

    Byes go to the lowest seed numbers.
    Raises PairingImpossible for fewer than two entrants, one who stands twice, or a seeded one
    who has not entered.
    """
    _check(entrants, seeded)
    rest = [name for name in entrants if name not in set(seeded)]
    numbered = [*seeded, *draw_order(rest, seed=seed, round_no=1, purpose="bracket")]
    size = 1 << (len(numbered) - 1).bit_length()
    places = seed_places(size)
    by_number = dict(enumerate(numbered, start=1))
    lines = [
        (by_number[one], by_number.get(other))
        for one, other in zip(places[::2], places[1::2], strict=True)
    ]
    return Bracket(tuple(lines))


def _check(entrants: Sequence[str], seeded: Sequence[str]) -> None:
    faults = [
        Sentence("{player} has entered twice.", player=Players(name))
        for name in sorted(set(entrants))
        if entrants.count(name) > 1
    ]
    faults += [
        Sentence("{player} is seeded twice.", player=Players(name))
        for name in sorted(set(seeded))
        if seeded.count(name) > 1
    ]
    faults += [
        Sentence("{player} is seeded, but has not entered.", player=Players(name))
        for name in dict.fromkeys(seeded)
        if name not in entrants
    ]
    if len(entrants) < 2:
        faults.append(
            Sentence("A bracket needs two entrants; there are {count}.", count=len(entrants))
        )
    if faults:
        mend = Sentence("Mend the list of entrants or of seeds. Nothing was drawn.")
        raise PairingImpossible(together(*faults, mend))
