"""What the state machines ask their driver to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from shared.wire.envelope import Signed
from shared.wire.messages import FromHall, OnFeed, ToHall, Vector

LinkPhase = Literal["offline", "greeting", "catching_up", "live", "refused"]


@dataclass(frozen=True)
class Send:
    """Follower: send a message to the hall if it can be reached now; otherwise drop it."""

    message: ToHall


@dataclass(frozen=True)
class Take:
    """Follower: store events and, in the same transaction, how far the hall's log was read.

    ``upto`` is None for events that were asked for by author: the cursor stays where it is. It
    stays as well if it is not at ``after`` yet: what was to come before could not be stored.
    """

    events: tuple[Signed, ...]
    store: str
    upto: int | None
    after: int = 0


@dataclass(frozen=True)
class HallHas:
    """Follower: the hall says that this much is durable there.

    ``complete`` marks the whole of it: what is not named is not there (a hall restored from an
    old disk may hold less than it once acknowledged). All of it stands in the hall's log up to
    position ``end``.
    """

    vector: Vector
    complete: bool = False
    end: int = 0


@dataclass(frozen=True)
class Kept:
    """Follower: how far the hall and each other lasting node hold the hall's log on a disk.

    ``full``: the hall's own disk takes in nothing more.
    """

    positions: tuple[int, ...]
    full: bool = False


@dataclass(frozen=True)
class LinkIs:
    """Follower: the link changed; ``behind`` counts events still to fetch."""

    phase: LinkPhase
    behind: int = 0
    sentence: str = ""


@dataclass(frozen=True)
class Offset:
    """Follower: the local wall clock is ahead of the hall's by ``ms``, give or take."""

    ms: int
    uncertainty_ms: int


@dataclass(frozen=True)
class Reply:
    """Hub: answer the peer that sent the message."""

    peer: str
    message: FromHall


@dataclass(frozen=True)
class TakeFrom:
    """Hub: store a peer's push and report what became of it by ``Hub.stored``, or ``not_stored``.

    ``device`` is the node that pushed it; more of the authors in ``later`` is taken in later.
    """

    peer: str
    device: str
    batch: int
    events: tuple[Signed, ...]
    later: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Publish:
    """Hub: send to all who subscribe to the feed."""

    topic: bytes
    message: OnFeed


FollowerEffect = Send | Take | HallHas | Kept | LinkIs | Offset
HubEffect = Reply | TakeFrom | Publish
