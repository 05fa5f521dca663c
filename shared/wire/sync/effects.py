"""The effects that the two state machines return. The driver carries them out."""

from dataclasses import dataclass
from typing import Literal

from shared.wire.envelope import Signed
from shared.wire.messages import FromHall, OnFeed, ToHall, Vector

LinkPhase = Literal["offline", "catching_up", "live", "refused"]


@dataclass(frozen=True)
class Send:
    """Follower: send a message to the hall. Drop it if the hall cannot be reached now."""

    message: ToHall


@dataclass(frozen=True)
class TakeIn:
    """Follower: store events and, in the same transaction, how far the hall's log was read.

    The cursor moves from ``after`` to ``upto``. It stays where it is if ``upto`` is None (these
    events were fetched by author) or if the cursor is not at ``after`` yet.
    """

    events: tuple[Signed, ...]
    store: str
    upto: int | None
    after: int = 0


@dataclass(frozen=True)
class HallHas:
    """Follower: the hall holds this much on its disk, in its log up to position ``end``.

    If ``complete``, the hall holds nothing else: a hall restored from an old disk may hold less
    than it once acknowledged.
    """

    vector: Vector
    complete: bool = False
    end: int = 0


@dataclass(frozen=True)
class Copies:
    """Follower: how far the hall and each other lasting node hold the hall's log on a disk.

    ``full``: the hall's disk is full.
    """

    positions: tuple[int, ...]
    full: bool = False


@dataclass(frozen=True)
class LinkIs:
    """Follower: the link has changed. ``behind`` counts the events still to fetch."""

    phase: LinkPhase
    behind: int = 0
    sentence: str = ""


@dataclass(frozen=True)
class Offset:
    """Follower: the local wall clock is ``ms`` ahead of the hall's, give or take."""

    ms: int
    uncertainty_ms: int


@dataclass(frozen=True)
class Reply:
    """Hub: send the answer to a peer."""

    peer: str
    message: FromHall


@dataclass(frozen=True)
class TakeFrom:
    """Hub: store a peer's push, then call ``Hub.stored`` or ``Hub.not_stored``.

    ``device`` is the node that pushed it. The authors in ``later`` are over their budget: the rest
    of their events comes later.
    """

    peer: str
    device: str
    batch: int
    events: tuple[Signed, ...]
    later: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Publish:
    """Hub: send a message to all subscribers of the feed."""

    topic: bytes
    message: OnFeed


FollowerEffect = Send | TakeIn | HallHas | Copies | LinkIs | Offset
HubEffect = Reply | TakeFrom | Publish
