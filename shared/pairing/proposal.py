"""A round that could be published, whatever system drew it. Publishes nothing."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from shared.core.state import HallState
from shared.core.text.sentence import Players
from shared.pairing.checking.check import Finding
from shared.pairing.from_hall import entrants
from shared.pairing.log.lines import AsPublished, LogLine, Relaxation
from shared.pairing.types import Entrant, FirstRound, Float, PairingImpossible, have_met


@dataclass(frozen=True, slots=True)
class Proposal:
    """The pairs of a round in table order, and everything the pairing log has to hold."""

    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]
    findings: tuple[Finding, ...]
    """The check report, clause by clause; none where nothing was drawn."""
    trace: tuple[LogLine, ...]
    algorithm: str
    """Name and version of the draw: the same one gives the same round from the same seed."""
    field: tuple[Entrant, ...]
    floats: tuple[Float, ...] = ()
    slots: tuple[tuple[str, int], ...] = ()
    """Of each pair its place on the draw sheet and the match length in points; none off a sheet."""
    decisive: bool = False
    """Whether each match is played on until one side is ahead: a tie would leave nobody in."""

    @property
    def floated(self) -> frozenset[str]:
        """The players who meet a lower score group."""
        return frozenset(item.player for item in self.floats)

    @property
    def again(self) -> tuple[tuple[str, str], ...]:
        """The pairs that have met before."""
        known = {entrant.player: entrant for entrant in self.field}
        return tuple((a, b) for a, b in self.pairs if have_met(known[a], known[b]))


class PairingSource(Protocol):
    """Proposes rounds."""

    def pair(
        self,
        state: HallState,
        division: str,
        round_no: int,
        seed: str,
        relaxed: Collection[Relaxation] = (),
        first_round: FirstRound | None = None,
    ) -> Proposal:
        """Propose round ``round_no`` of a division from a fresh ``seed``.

        Raises PairingImpossible.
        """


class PublishedPairings:
    """Replays a tournament that was played: ``rounds`` holds the pairs of player ids by round."""

    def __init__(self, rounds: Mapping[int, Sequence[tuple[str, str]]]) -> None:
        self._rounds = rounds

    def pair(
        self,
        state: HallState,
        division: str,
        round_no: int,
        seed: str,
        relaxed: Collection[Relaxation] = (),
        first_round: FirstRound | None = None,
    ) -> Proposal:
        """Propose the round as it was published; the player in no pair has the bye."""
        if round_no not in self._rounds:
            raise PairingImpossible(
                "No published pairing of round {number} was given.", number=round_no
            )
        pairs = tuple((a, b) for a, b in self._rounds[round_no])
        field = entrants(state, division, round_no)
        here = {entrant.player for entrant in field}
        paired = {player for pair in pairs for player in pair}
        if paired - here:
            unknown = Players(*sorted(paired - here))
            raise PairingImpossible("Not in the division or withdrawn: {names}.", names=unknown)
        left = tuple(sorted(here - paired))
        if len(left) > 1:
            raise PairingImpossible(
                "In no pair of round {number}: {names}.", number=round_no, names=Players(*left)
            )
        trace = (AsPublished(round_no, seed),)
        return Proposal(pairs, left, (), trace, "as published", field)
