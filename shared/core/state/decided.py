"""What referees decided: each decision, how it stands, and what tables made of its measures."""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from shared.core.events import Obstacle
from shared.core.events.measures import MatchDecided, Measure, PointsGranted
from shared.core.events.votes import Vote

Standing = Literal["in_force", "replaced", "outranked", "contested", "unknown"]
"""How a decision stands: it counts; another one stands in its place; the chief referee decided
otherwise (ACF-1.VII); two differ that had not seen each other; it holds a measure that only newer
software can read."""


class Decision(msgspec.Struct, frozen=True):
    """A decision: each measure with its token, and what it settles and replaces (event ids).

    ``reason`` is the referee's own words; ``at`` is UTC ms, ``node`` its author's, ``how`` how it
    was confirmed who decided.
    """

    event: str
    ent: str
    node: str
    how: str
    at: int
    measures: tuple[tuple[str, Measure], ...]
    clause: str
    reason: str
    settles: tuple[str, ...]
    replaces: tuple[str, ...]
    votes: tuple[Vote, ...]
    standing: Standing = "in_force"

    @property
    def decides(self) -> MatchDecided | None:
        """How the match ends by it; None where it does not say."""
        return next((one for _, one in self.measures if isinstance(one, MatchDecided)), None)

    @property
    def counts(self) -> bool:
        """Whether its measures are in force."""
        return self.standing == "in_force"

    @property
    def stands(self) -> bool:
        """Whether nothing took its place: it counts, or waits for one that decides between two."""
        return self.standing in ("in_force", "contested")


class InForce(msgspec.Struct, frozen=True):
    """A measure that counts, its token, and the decision that it is of."""

    token: str
    measure: Measure
    decision: Decision


def in_force(decisions: Iterable[Decision]) -> Iterator[InForce]:
    """Yield the measures that count, oldest decision first, each token once."""
    told: set[str] = set()
    for decision in decisions:
        for token, measure in decision.measures if decision.counts else ():
            if token not in told:
                told.add(token)
                yield InForce(token, measure, decision)


def granted(decisions: Iterable[Decision]) -> int:
    """Return the match points that the decisions about a player grant outside the rounds
    (APCA-30)."""
    counting = (one.measure for one in in_force(decisions))
    return sum(measure.points for measure in counting if isinstance(measure, PointsGranted))


class Carried(msgspec.Struct, frozen=True):
    """What a table made of a measure: ``refused`` says why it could not, None that it is done."""

    refused: Obstacle | None
    at: int
