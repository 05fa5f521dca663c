"""Private facts about a player: how they are drafted, and the sealed boxes in which they travel.

Owns those shapes. Opens no box: the core keeps sealed bytes as they are.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from shared.core.events import entities
from shared.core.events.base import Body, kind

Topic = Literal["person", "fees", "tax"]
Day = Annotated[str, Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?$")]
"""YYYY-MM-DD, or "" for unknown."""
FeeCents = Annotated[int, Meta(ge=0, le=100_000_000)]
Short = Annotated[str, Meta(max_length=60)]
Long = Annotated[str, Meta(max_length=300)]
TaxState = Literal["", "needed", "received"]

MAX_BOX = 8 << 10
"""Bytes of a sealed box: the longest facts in the widest letters fit."""
MAX_READERS = 64
"""Keys to which one event seals its box; further ones are given theirs by ``PrivateShared``."""
MAX_SHARED = 1_000
"""Keys of boxes that one event hands on."""

EventId = Annotated[bytes, Meta(min_length=16, max_length=16)]
SealedKey = Annotated[bytes, Meta(min_length=80, max_length=80)]
"""The key of a box (32 bytes), in an anonymous box of its own to one reader's Curve25519 key."""


class Private(Body, frozen=True):
    """Base of what is private. It stands in drafts alone: the store seals it before it is written.

    ``repr`` tells nothing, so that no log, no error and no crash report carries it.
    """

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, private>"


class Person(Private, frozen=True):
    """Birth date and contact."""

    born: Day = ""
    phone: Short = ""
    email: Long = ""
    address: Long = ""


class Fees(Private, frozen=True):
    """What a player owes and has paid, in cents, and a note on it."""

    due: FeeCents = 0
    paid: FeeCents = 0
    note: Long = ""


class TaxForm(Private, frozen=True):
    """How far the tax form that a large prize asks for has got (ACF-3.VI).

    Never the number that the form asks for: that stays on paper.
    """

    state: TaxState = ""
    note: Long = ""


TOPICS: dict[Topic, type[Private]] = {"person": Person, "fees": Fees, "tax": TaxForm}
"""What is private, each topic a fact of its own: a fee taken and a phone corrected do not clash."""

TOPIC_OF: dict[type[Private], Topic] = {kind: topic for topic, kind in TOPICS.items()}
"""The topic that each draft belongs to."""


class ReaderKey(Struct, frozen=True, array_like=True):
    """The key of a box for one reader, by node id."""

    node: EventId
    sealed: SealedKey


@kind("a.player.private", entities.private, by="hall")
class PlayerPrivate(Body, frozen=True):
    """A private fact, sealed: ``box`` is opened with a key that ``keys`` holds for each reader."""

    box: Annotated[bytes, Meta(max_length=MAX_BOX)]
    keys: Annotated[tuple[ReaderKey, ...], Meta(max_length=MAX_READERS)]


class BoxKey(Struct, frozen=True, array_like=True):
    """The key of the box in ``event``, for the reader that the entity names."""

    event: EventId
    sealed: SealedKey


@kind("a.private.shared", entities.private_share, by="hall", termless=True)
class PrivateShared(Body, frozen=True):
    """A reader of private facts lets another device read them too.

    The entity names the device; a device certified after the facts were written is given their
    keys so.
    """

    keys: Annotated[tuple[BoxKey, ...], Meta(max_length=MAX_SHARED)]
