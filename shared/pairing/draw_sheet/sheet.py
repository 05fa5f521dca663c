"""The values of a draw sheet: entries, lines, matches and where their two sides come from.

A sheet never changes once it is drawn; results stand beside it.
"""

from dataclasses import dataclass
from typing import Final, Literal

from shared.pairing.draw_sheet.bracket import Bracket

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
        message = f"{self.title} has no match {ident}"
        raise ValueError(message)

    def players(self, entry: str) -> tuple[str, ...]:
        """Return the players of an entry. Raises ValueError for none."""
        for entered in self.entries:
            if entered.id == entry:
                return entered.players
        message = f"{self.title} has no entry {entry}"
        raise ValueError(message)


@dataclass(frozen=True, slots=True)
class SheetResult:
    """Who won a match. ``winner`` NOBODY: neither came, and both lose it."""

    winner: str
    score: tuple[int, int] | None = None
    """Points in the order of the match's sides; None where no game was played."""
