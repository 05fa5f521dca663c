"""Open play as a table: a player's states, what can happen, what may follow what (APCA-31).

Holds no rule of its own beyond the table. Decides nothing: ``open_play`` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Status(StrEnum):
    """Where a player stands."""

    FREE = "free"
    ASKING = "waiting for an answer to a challenge"
    CHALLENGED = "challenged"
    PLAYING = "playing"
    WITHHELD = "without his card until he is ready for the challenger"
    BOUND = "to meet a challenger before anybody else"
    LEFT = "gone"


@dataclass(frozen=True, slots=True)
class Challenge:
    """A free player asks another one for a match."""

    challenger: str
    opponent: str


@dataclass(frozen=True, slots=True)
class Recall:
    """The challenger takes his challenge back before it is answered."""

    challenger: str
    opponent: str


@dataclass(frozen=True, slots=True)
class Accept:
    """The challenged player takes the challenge: the two play."""

    opponent: str
    challenger: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """The challenged player refuses: his card is withheld, the challenger plays on."""

    opponent: str
    challenger: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Who refused is ready for his challenger: the two meet before either starts another match."""

    refuser: str
    challenger: str


@dataclass(frozen=True, slots=True)
class Excuse:
    """The director gives the card back, and the two need not meet first."""

    refuser: str
    challenger: str


@dataclass(frozen=True, slots=True)
class Start:
    """Two players sit down to a match."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Finish:
    """A match is over after ``games`` games, an even number (APCA-32)."""

    one: str
    other: str
    games: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A player goes for good; a match that he is in counts as not played."""

    player: str


Event = Challenge | Recall | Accept | Refuse | Ready | Excuse | Start | Finish | Leave

_ANY: Final[Mapping[Status, Status]] = {
    status: status for status in Status if status is not Status.LEFT
}
_CARD_BACK: Final[Mapping[Status, Status]] = {
    Status.WITHHELD: Status.FREE,
    Status.BOUND: Status.FREE,
    Status.PLAYING: Status.PLAYING,
}
_SITS_DOWN: Final[Mapping[Status, Status]] = {
    Status.FREE: Status.PLAYING,
    Status.BOUND: Status.PLAYING,
}

TRANSITIONS: Final[Mapping[type, tuple[Mapping[Status, Status], ...]]] = MappingProxyType(
    {
        Challenge: ({Status.FREE: Status.ASKING}, {Status.FREE: Status.CHALLENGED}),
        Recall: ({Status.ASKING: Status.FREE}, {Status.CHALLENGED: Status.FREE}),
        Accept: ({Status.CHALLENGED: Status.PLAYING}, {Status.ASKING: Status.PLAYING}),
        Refuse: ({Status.CHALLENGED: Status.WITHHELD}, {Status.ASKING: Status.FREE}),
        Ready: ({Status.WITHHELD: Status.FREE}, _ANY),
        Excuse: (_CARD_BACK, _ANY),
        Start: (_SITS_DOWN, _SITS_DOWN),
        Finish: ({Status.PLAYING: Status.FREE}, {Status.PLAYING: Status.FREE}),
        Leave: (dict.fromkeys(_ANY, Status.LEFT),),
    }
)
"""For each event, and each player it names in order: the states it may find him in, and what
comes of them. Two rules come after the table: a free player whose refusal is to be made good is
BOUND, and a pending challenge gives way to that."""
