"""What is known of players' private facts: sealed as every node keeps them, and opened.

Opened values exist only at nodes whose keys may read them. Knows no keys and opens nothing.
"""

import msgspec

from shared.core.events.private import BoxKey, Fees, Person, Private, ReaderKey, TaxForm, Topic


class SealedFact(msgspec.Struct, frozen=True):
    """One version of a private fact that no other has seen: its event and the sealed box."""

    event: str
    at: int
    node: str
    box: bytes
    keys: tuple[ReaderKey, ...]


class Sealed(msgspec.Struct, frozen=True):
    """All private facts as every node keeps them.

    ``facts`` is by entity, several versions where authors had not seen each other's; ``shared``
    holds, by the entity of a device, the keys of boxes that were handed on to it.
    """

    facts: dict[str, tuple[SealedFact, ...]] = {}
    shared: dict[str, tuple[BoxKey, ...]] = {}


class Known(msgspec.Struct, frozen=True):
    """What this node can read of one player: the versions that stand, several if they differ.

    ``unread`` are the topics of which some version is sealed to other keys or damaged.
    """

    person: tuple[Person, ...] = ()
    fees: tuple[Fees, ...] = ()
    tax: tuple[TaxForm, ...] = ()
    unread: tuple[Topic, ...] = ()

    @property
    def differing(self) -> tuple[Topic, ...]:
        """The topics of which two versions stand side by side."""
        topics: tuple[Topic, ...] = ("person", "fees", "tax")
        return tuple(topic for topic in topics if len(getattr(self, topic)) > 1)

    def first(self, kind: type[Private]) -> Private:
        """Return the version of a topic that a form begins with, an empty one where there is
        none."""
        versions: dict[type[Private], tuple[Private, ...]] = {
            Person: self.person, Fees: self.fees, TaxForm: self.tax,
        }  # fmt: skip
        return next(iter(versions[kind]), kind())

    def __repr__(self) -> str:
        return "<Known, private>"


NOTHING_KNOWN = Known()
