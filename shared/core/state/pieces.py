"""Long parts of the state, each one frozen value that is held in pieces.

A new value shares all pieces in which nothing has changed with the one before.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, ValuesView
from itertools import pairwise
from operator import itemgetter
from typing import Generic, TypeVar, overload

from shared.core.events.entities import RoundKey
from shared.core.state.played import Match

V = TypeVar("V")

MOST = 128
"""So many values in one piece; one that grows beyond is parted."""


class _Values(ValuesView[V]):
    """The values of a mapping that is held in ``pieces``."""

    def __init__(self, mapping: Mapping[str, V], pieces: Iterable[Mapping[str, V]]) -> None:
        super().__init__(mapping)
        self._pieces = pieces

    def __iter__(self) -> Iterator[V]:
        for piece in self._pieces:
            yield from piece.values()


class Pieces(Mapping[str, V], Generic[V]):
    """Key → value, in the order of the keys."""

    __slots__ = ("_count", "_firsts", "_held")

    def __init__(self, held: tuple[dict[str, V], ...] = (), firsts: tuple[str, ...] = ()) -> None:
        self._held = held
        self._firsts = firsts
        self._count = sum(map(len, held))

    def __getitem__(self, key: str) -> V:
        at = bisect_right(self._firsts, key) - 1
        if at < 0:
            raise KeyError(key)
        return self._held[at][key]

    def __iter__(self) -> Iterator[str]:
        for piece in self._held:
            yield from piece

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"Pieces({dict(self.items())})"

    def values(self) -> ValuesView[V]:
        """Return all values, without a look at each key."""
        return _Values(self, self._held)

    def changed(self, changes: Mapping[str, V | None]) -> Pieces[V]:
        """Return the mapping with these values set, or removed for None."""
        if not changes:
            return self
        of_piece: dict[int, dict[str, V | None]] = {}
        for key, value in changes.items():
            at = max(0, bisect_right(self._firsts, key) - 1)
            of_piece.setdefault(at, {})[key] = value
        held: list[dict[str, V]] = []
        for at, piece in enumerate(self._held or ({},)):
            held += _parted(piece | of_piece[at]) if at in of_piece else (piece,)
        return Pieces(tuple(held), tuple(next(iter(piece)) for piece in held))


def _parted(values: dict[str, V | None]) -> Iterator[dict[str, V]]:
    """Give what is left of a piece in order, in pieces that are none too long."""
    found = [(key, value) for key, value in values.items() if value is not None]
    kept = sorted(found, key=itemgetter(0))
    count = -(-len(kept) // MOST)
    bounds = [part * len(kept) // count for part in range(count + 1)] if count else []
    for start, end in pairwise(bounds):
        yield dict(kept[start:end])


class Listed(Sequence[V], Generic[V]):
    """Values in the order of their keys: a sequence that equals any other of the same values."""

    __slots__ = ("_pieces",)

    def __init__(self, pieces: Pieces[V]) -> None:
        self._pieces = pieces

    def __len__(self) -> int:
        return len(self._pieces)

    def __iter__(self) -> Iterator[V]:
        return iter(self._pieces.values())

    @overload
    def __getitem__(self, at: int) -> V: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[V, ...]: ...
    def __getitem__(self, at: int | slice) -> V | tuple[V, ...]:
        return tuple(self)[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(tuple(self))


class Matches(Mapping[str, Match]):
    """Uid → match, in order of division, round and uid.

    ``rounds`` holds the matches of each round, ``round_of`` the round of each uid.
    """

    __slots__ = ("round_of", "rounds")

    def __init__(
        self, rounds: Mapping[RoundKey, Mapping[str, Match]], round_of: Mapping[str, RoundKey]
    ) -> None:
        self.rounds = rounds
        self.round_of = round_of

    def __getitem__(self, uid: str) -> Match:
        return self.rounds[self.round_of[uid]][uid]

    def __iter__(self) -> Iterator[str]:
        for held in self.rounds.values():
            yield from held

    def __len__(self) -> int:
        return len(self.round_of)

    def __repr__(self) -> str:
        return f"Matches({dict(self.items())})"

    def values(self) -> ValuesView[Match]:
        """Return all matches, without a look at each uid."""
        return _Values(self, self.rounds.values())
