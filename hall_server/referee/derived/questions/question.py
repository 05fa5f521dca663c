"""One open question: what happened, what is proposed, and what accepting it would write.

A question is a view of a moment. It is never stored, and it goes when its ground goes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Final, Literal, TypedDict

from shared.core.decisions.facts import Case
from shared.core.decisions.options import Option, options
from shared.core.events import (
    AnnouncementMade,
    Body,
    ChallengeRefused,
    DecisionMade,
    DivisionChanged,
    DivisionLed,
    LogSettled,
    MatchCalled,
    PlayerAttended,
    PlayerOptedOut,
    PlayerPlaced,
    PlayerWithdrawn,
    RightsSet,
    RoundPaired,
    RoundStarted,
    TitleDecided,
)
from shared.core.events.entities import MatchKey
from shared.core.events.measures import ENDS_SOMETHING, read
from shared.core.match.outcome import Seat
from shared.core.state import Match
from shared.core.state.floor import hall_order
from shared.port import Draft

Kind = Literal[
    "dispute", "conflict", "unscored", "flag", "phone", "late", "call", "restart",
    "withdrawn", "forfeit", "contested", "refused", "again", "tie",
    "incident", "round_contested", "lead_contested", "table_contested", "unreported",
    "pair", "start", "alarm",
    "hall", "enrol", "silent", "power", "unstarted", "lowder", "long", "request",
    "overtime", "low", "break", "classify", "changes", "to_call", "slips",
    "closing",
]  # fmt: skip
Opens = Literal[
    "write", "decide", "pair", "look", "note", "hall", "enrol", "fork", "classify", "changes",
    "call", "slips", "check_in", "more",
]  # fmt: skip
"""What accepting does: write the drafts, open the choices, open the pairing, show the floor, take
it off the list until this laptop starts again, weigh a takeover, choose a device's place, say
which of several entries counts, who approves where players play, and why, which of several
changes of a division counts, call a match, type results from slips, accept every check-in that
waits, or show all questions of a kind."""

RULING: tuple[type[Body], ...] = (
    RoundPaired, MatchCalled, ChallengeRefused, PlayerWithdrawn, PlayerOptedOut, AnnouncementMade,
    TitleDecided, RightsSet, DivisionLed, RoundStarted, LogSettled,
    DivisionChanged, PlayerPlaced,
)  # fmt: skip
"""What publishes, or decides about a player."""


class Urgency(IntEnum):
    """How soon a question needs the referee; the lower, the sooner."""

    NOW = 0
    SOON = 1
    LATER = 2

    @property
    def glyph(self) -> str:
        """A mark that a bare console can draw too."""
        return ("‼", "!", "·")[self]


class AtMatch(TypedDict):
    """The fields of a question about one match."""

    table: str
    match: MatchKey


def at(match: Match) -> AtMatch:
    """Return where a question about a match stands."""
    return {"table": match.table, "match": match.key}


@dataclass(frozen=True)
class Question:
    """What needs the referee. ``key`` stays the same as long as it is the same question.

    ``since`` is UTC ms. Accepting decides the first option of ``case``, or writes ``drafts`` where
    ``opens`` is "write".
    """

    key: str
    kind: Kind
    since: int
    title: str
    evidence: tuple[str, ...]
    proposal: str
    urgency: Urgency = Urgency.SOON
    clause: str = ""
    opens: Opens = "write"
    drafts: tuple[Draft, ...] = ()
    table: str = ""
    match: MatchKey | None = None
    division: str = ""
    reports: tuple[str, ...] = ()
    case: Case | None = None
    """What a decision would be about; None where nothing is decided."""
    rank: int = 0
    """Of two that came up at once, the lower first: Masters are paired first (ACF-1.V.A)."""

    @property
    def about(self) -> str:
        """The id of the division that it concerns; "" for the whole event."""
        return self.division if self.match is None else self.match.division

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What can be decided, in the order of its numbers; the first one is the proposal."""
        return () if self.case is None else options(self.case)

    @property
    def order(self) -> tuple[int, int, int, tuple[tuple[int, int, str], ...], str]:
        """Most urgent first, then oldest first, then table by table."""
        return (self.urgency, self.since, self.rank, hall_order(self.table), self.key)


def rules(body: Body) -> bool:
    """Return whether a body ends a game or a match, puts a player out, or publishes: that is
    confirmed before it is written. Everything else can be undone with one key."""
    if isinstance(body, PlayerAttended):
        return body.out_of > 0
    if isinstance(body, DecisionMade):
        return any(isinstance(read(raw), ENDS_SOMETHING) for raw in body.measures)
    return isinstance(body, RULING)


_RESULT: Final[frozenset[Kind]] = frozenset({"dispute", "conflict", "unscored"})
"""What is asked about one result, as more of it becomes known."""


def following(before: Question, found: Iterable[Question]) -> Question | None:
    """Return the question that is about the same case as ``before``; None where none is.

    A case gets another key when what is asked about it changes: a call for which the referee has
    said that they are coming, an empty seat that is reported, a flag that costs more.
    """
    held = tuple(found)
    same = next((each for each in held if each.key == before.key), None)
    return same or next((each for each in held if _goes_on(before, each)), None)


def _goes_on(before: Question, now: Question) -> bool:
    if now.kind != before.kind and not {now.kind, before.kind} <= _RESULT:
        return False
    if before.reports and now.reports:
        return bool(set(before.reports) & set(now.reports))
    return before.match is not None and before.match == now.match and _seats(before) == _seats(now)


def _seats(question: Question) -> tuple[Seat, ...]:
    return question.case.seats if question.case is not None else ()
