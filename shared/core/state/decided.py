"""What referees have to look at, and what they decided: decisions and how they stand, what tables
made of them, reports, alarms, and events that are not in force.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from shared.core.events import Event, Obstacle
from shared.core.events.entities import MatchKey
from shared.core.events.measures import MatchDecided, Measure, PointsGranted
from shared.core.events.votes import Vote
from shared.core.match.outcome import ReportType, Seat

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


class Report(msgspec.Struct, frozen=True):
    """A report from a table and how far it has got; see ``ReportFiled`` for what it says."""

    ent: str
    event: str
    table: str
    match: MatchKey | None
    type: ReportType
    seat: Seat | None
    about: Seat | None
    note: str
    at: int
    which: str = ""
    game: int = 0
    coming_at: int = 0
    """When the referee said that they are coming, UTC ms, 0 while they have not."""
    decision: Decision | None = None
    """The decision that settles it, or one of several that wait for another."""
    found: str = ""
    numbers: tuple[int, ...] = ()

    @property
    def open(self) -> bool:
        """Whether the referee still has to decide: nobody has, and the players did not agree."""
        return self.decision is None and self.found != "agreed"


class Alarm(msgspec.Struct, frozen=True, order=True):
    """Something that a person has to know: equivocation, a conflict, a broken chain."""

    kind: Literal["equivocation", "broken_chain", "conflict", "newer_software", "malformed"]
    ent: str
    sentence: str


class Branch(msgspec.Struct, frozen=True):
    """An event that is not alone in its place: its number, id, entity, and author's time (UTC ms);
    whether it ``counts``, and what it says (None if this software cannot read it)."""

    number: int
    event: str
    ent: str
    at: int
    counts: bool
    said: Event | None = None


class Noted(msgspec.Struct, frozen=True, order=True):
    """A pin: by ``at`` (UTC ms, its author's) ``node`` had the event."""

    event: str
    at: int
    node: str


class Fork(msgspec.Struct, frozen=True):
    """A log of ``node`` in which different events stand in one place, first at ``first``.

    ``branches`` are the last of these on each branch. ``decided``: a person has said, or a cut,
    which of them counts. ``twins`` is how many events there are in such places, ``noted`` are
    the pins of branches.
    """

    node: str
    inc: str
    first: int
    branches: Sequence[Branch]
    decided: bool
    twins: int = 0
    noted: tuple[Noted, ...] = ()


class Unforced(msgspec.Struct, frozen=True, order=True):
    """An event that is kept and listed but not in force, with the reason."""

    event: str
    kind: str
    ent: str
    reason: str
