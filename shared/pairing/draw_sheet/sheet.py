"""The values of a draw sheet: its bracket with seeds and byes (SE-1), entries, lines, matches and
where their two sides come from.

A sheet never changes once it is drawn; results stand beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from shared.core.text.language import N_
from shared.core.text.sentence import Sentence, together
from shared.pairing.public_draw import draw_order
from shared.pairing.types import PairingImpossible, each_fault


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
        raise ValueError(f"a bracket has a power of two of places, not {size}")
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
    faults = each_fault(N_("{player} has entered twice."), _twice(entrants))
    faults += each_fault(N_("{player} is seeded twice."), _twice(seeded))
    strangers = [name for name in dict.fromkeys(seeded) if name not in entrants]
    faults += each_fault(N_("{player} is seeded, but has not entered."), strangers)
    if len(entrants) < 2:
        faults.append(
            Sentence("A bracket needs two entrants; there are {count}.", count=len(entrants))
        )
    if faults:
        mend = Sentence("Mend the list of entrants or of seeds. Nothing was drawn.")
        raise PairingImpossible(together(*faults, mend))


def _twice(names: Sequence[str]) -> list[str]:
    return sorted(name for name, times in Counter(names).items() if times > 1)


Side = Literal["main", "losers", "final", "consolation", "last_chance"]
"""Which part of the sheet a match stands in."""

NOBODY: Final = ""
"""Stands for a side that stays empty, because neither player of the match before it came."""


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """One entrant: a player, or the two of a doubles entry."""

    id: str
    """Unique in the sheet."""
    players: tuple[str, ...]
    """Ids of the players, the same in every sheet that they stand in."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An entry that the draw has put here."""

    entry: str


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The winner of that match."""

    match: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    """The loser of that match."""

    match: str


Source = Placed | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True)
class Lengths:
    """Match lengths in points as posted, from the first round of each part; the last repeats.

    Raises ValueError for a length below one, or none for the main part.
    """

    main: tuple[int, ...]
    losers: tuple[int, ...] = ()
    """The main part's lengths hold where there are none."""
    consolation: tuple[int, ...] = ()
    final: tuple[int, ...] = ()
    """Of a double elimination: the final, then the final again."""
    last_chance: tuple[int, ...] = ()
    """Those of the consolation hold where there are none."""

    def __post_init__(self) -> None:
        if not self.main:
            raise ValueError("post at least one match length")
        if any(length < 1 for part in self._parts().values() for length in part):
            raise ValueError("a match is at least one point long")

    def of(self, side: Side, round_no: int) -> int:
        """Return the length of a match in round ``round_no``, from 1, of a part."""
        posted = self._parts()[side] or self.main
        return posted[min(round_no, len(posted)) - 1]

    def _parts(self) -> dict[Side, tuple[int, ...]]:
        final = self.final or self.main[-1:]
        return {
            "main": self.main,
            "losers": self.losers,
            "consolation": self.consolation,
            "final": final,
            "last_chance": self.last_chance or self.consolation,
        }


@dataclass(frozen=True, slots=True)
class SheetMatch:
    """A match on the sheet."""

    id: str
    """Part, round, place from the top: ``M2-1``, ``L3-2``, ``C1-1``, ``S1-1``; ``F1``, ``F2``."""
    side: Side
    round_no: int
    """From 1, within its part."""
    sources: tuple[Source, Source]
    length: int
    """Posted match length in points."""
    only_if: tuple[str, int] | None = None
    """Played only if in that match the side of that number, 0 or 1, has won."""


@dataclass(frozen=True, slots=True)
class DrawSheet:
    """A draw sheet. Each match stands after those that its sides come from."""

    title: str
    entries: tuple[SheetEntry, ...]
    bracket: Bracket
    """The first round with its byes, as it is printed; of entry ids."""
    matches: tuple[SheetMatch, ...]
    deciders: tuple[str, ...]
    """The match that decides the event; a later one stands in for an earlier if it is played."""
    consolation_decider: str | None = None
    last_chance_decider: str | None = None
    loser_alone: bool = False
    """Whether a consolation was asked for and not drawn: round 1 alone has one match, one loser."""

    def match(self, ident: str) -> SheetMatch:
        """Return the match of that id. Raises ValueError for none."""
        for match in self.matches:
            if match.id == ident:
                return match
        raise ValueError(f"{self.title} has no match {ident}")

    def players(self, entry: str) -> tuple[str, ...]:
        """Return the players of an entry. Raises ValueError for none."""
        for entered in self.entries:
            if entered.id == entry:
                return entered.players
        raise ValueError(f"{self.title} has no entry {entry}")


@dataclass(frozen=True, slots=True)
class SheetResult:
    """Who won a match. ``winner`` NOBODY: neither came, and both lose it."""

    winner: str
    score: tuple[int, int] | None = None
    """Points in the order of the match's sides; None where no game was played."""
