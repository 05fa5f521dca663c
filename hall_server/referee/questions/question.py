"""One open question: what happened, what is proposed, and what accepting it would write.

A question is a view of a moment. It is never stored, and it goes when its ground goes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

from shared.core import entities
from shared.core.entities import MatchKey
from shared.core.events import (
    Actor,
    AnnouncementMade,
    AnswerState,
    Body,
    ChallengeRefused,
    DivisionLed,
    LogSettled,
    MatchCalled,
    OrderGiven,
    PlayerOptedOut,
    PlayerSuspended,
    PlayerWithdrawn,
    ReportAnswered,
    RequestAnswered,
    RightsSet,
    RoundPaired,
    RoundStarted,
    RulingMade,
    TitleDecided,
)
from shared.core.state import Match
from shared.core.words import Outcome
from shared.port import Draft

Kind = Literal[
    "dispute", "conflict", "unscored", "flag", "phone", "late", "call", "restart",
    "withdrawn", "forfeit",
    "incident", "round_contested", "lead_contested", "table_contested", "unreported",
    "pair", "start", "alarm",
    "hall", "enrol", "silent", "power", "unstarted", "lowder", "long", "request",
    "overtime", "low", "break", "classify",
]  # fmt: skip
Opens = Literal["write", "decide", "pair", "look", "note", "hall", "enrol", "fork", "classify"]
"""What accepting does: write the drafts, open the choices, open the pairing, show the floor, take
it off the list until this laptop starts again, weigh a takeover, choose a device's place, say
which of several entries counts, or who approves where players play, and why."""

REFEREE = Actor("referee", "key")
RULING: tuple[type[Body], ...] = (
    RulingMade, RoundPaired, MatchCalled, ChallengeRefused, PlayerWithdrawn, PlayerSuspended,
    PlayerOptedOut, OrderGiven, AnnouncementMade, TitleDecided, RightsSet,
    DivisionLed, RoundStarted, LogSettled,
)  # fmt: skip
"""What decides about somebody or publishes, whatever it says; an answer does so where it rules."""


class Urgency(IntEnum):
    """How soon a question needs the referee; the lower, the sooner."""

    NOW = 0
    SOON = 1
    LATER = 2

    @property
    def glyph(self) -> str:
        """A mark that a bare console can draw too."""
        return ("‼", "!", "·")[self]


@dataclass(frozen=True, slots=True)
class Question:
    """What needs the referee. ``key`` stays the same as long as it is the same question.

    ``since`` is UTC ms. ``drafts`` is what accepting writes, empty unless ``opens`` is "write".
    ``choices`` are outcomes that deciding otherwise offers first.
    """

    key: str
    kind: Kind
    urgency: Urgency
    since: int
    title: str
    clause: str
    evidence: tuple[str, ...]
    proposal: str
    opens: Opens = "write"
    drafts: tuple[Draft, ...] = ()
    table: str = ""
    match: MatchKey | None = None
    division: str = ""
    reports: tuple[str, ...] = ()
    choices: tuple[Outcome, ...] = ()
    rank: int = 0
    """Of two that came up at once, the lower first: Masters are paired first (ACF-1.V.A)."""

    @property
    def order(self) -> tuple[int, int, int, str]:
        """Most urgent first, then oldest first."""
        return (self.urgency, self.since, self.rank, self.key)


def ruling(match: Match, outcome: Outcome, clause: str, reason: str) -> Draft:
    """The referee's decision on a match, to be written (ACF-1.VII)."""
    return Draft(entities.result(match.key), RulingMade(outcome, clause, reason), REFEREE)


def rules(body: Body) -> bool:
    """Whether a body decides about somebody, or publishes: that is confirmed before it is written.

    To say that one is coming decides nothing.
    """
    if isinstance(body, ReportAnswered | RequestAnswered):
        return body.state == "ruled"
    return isinstance(body, RULING)


def answer(report: str, state: AnswerState, clause: str = "", note: str = "") -> Draft:
    """The referee's answer to the report, or the wish at a kiosk, that ``report`` names."""
    parsed = entities.parse(report)
    if parsed is not None and parsed.family == "request":
        return Draft(report, RequestAnswered(state, clause, note), REFEREE)
    return Draft(report, ReportAnswered(state, clause, note), REFEREE)
