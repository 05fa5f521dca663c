"""Open play: free players meet, and a player has to take a challenge (APCA-31).

Holds where each player of a division stands, and says which players may sit down together.
``board`` reads it from the state of the hall. The director awards points and judges refusals.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from shared.pairing.open_play.table import Status
from shared.pairing.round_robin.dropouts import How, Meeting

Pair = frozenset[str]
_SITS_DOWN = (Status.FREE, Status.BOUND)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused challenge that was not played yet.

    ``ready`` is None, or the order of declaring so.
    """

    refuser: str
    challenger: str
    ready: int | None = None


@dataclass(frozen=True, slots=True)
class OpenPlay:
    """All players, as they stand now."""

    status: Mapping[str, Status]
    met: frozenset[Pair] = frozenset()
    """Pairs that have finished their match."""
    forfeited: frozenset[Pair] = frozenset()
    """Those of them that did not play it."""
    refusals: tuple[Refusal, ...] = ()

    def due(self, player: str) -> str | None:
        """Return the opponent that a player has to meet first; None if there is none.

        Of several, the one whose refuser was ready first.
        """
        ready = [
            r for r in self.refusals if r.ready is not None and player in (r.refuser, r.challenger)
        ]
        if not ready:
            return None
        first = min(ready, key=lambda refusal: refusal.ready or 0)
        return first.challenger if player == first.refuser else first.refuser

    def unmet(self, player: str) -> tuple[str, ...]:
        """Return the opponents that a player has still to meet, in order of id."""
        return tuple(
            other
            for other, status in sorted(self.status.items())
            if other != player
            and status is not Status.LEFT
            and frozenset((player, other)) not in self.met
        )

    def can_play_now(self, player: str) -> tuple[str, ...]:
        """Return the opponents that a player may sit down with at once; one that is due stands
        alone."""
        if self.status.get(player) not in _SITS_DOWN:
            return ()
        return tuple(
            other
            for other in self.unmet(player)
            if self.status[other] in _SITS_DOWN
            and self.due(player) in (None, other)
            and self.due(other) in (None, player)
        )

    def meetings(self, player: str) -> tuple[Meeting, ...]:
        """Return all scheduled opponents of a player, for what a departure leaves (APCA-30)."""
        others = (other for other in sorted(self.status) if other != player)
        return tuple(Meeting(other, self._how(frozenset((player, other)))) for other in others)

    def _how(self, pair: Pair) -> How:
        if pair in self.forfeited:
            return "forfeited"
        return "played" if pair in self.met else "unplayed"
