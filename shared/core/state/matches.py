"""All matches of a tournament as one frozen mapping, held round by round.

A new value shares the rounds in which nothing has changed with the one before.
"""

from collections.abc import Iterator, Mapping, ValuesView

from shared.core.events.entities import RoundKey
from shared.core.state.played import Match


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
        """Return all matches."""
        return _Values(self)


class _Values(ValuesView[Match]):
    """The matches without a look at each uid."""

    _mapping: Matches

    def __iter__(self) -> Iterator[Match]:
        for held in self._mapping.rounds.values():
            yield from held.values()
