"""The pieces of work that wait for the next commit."""

from dataclasses import dataclass, field

from shared.core.events import Draft, Event
from shared.wire.messages import Vector
from shared.wire.sync.effects import TakeFrom, TakeIn


@dataclass(frozen=True)
class Append:
    """Write events of this node's own, all or none."""

    ticket: int
    drafts: tuple[Draft, ...]


@dataclass(frozen=True)
class Journal:
    """Append to the local journal of a match, and replace its running reading if one is given."""

    ticket: int
    uid: str
    entries: tuple[bytes, ...]
    reading: bytes


@dataclass(frozen=True)
class Acked:
    """Note what the hall acknowledged, with the next commit."""

    vector: Vector
    complete: bool


Work = Append | Journal | Acked | TakeIn | TakeFrom


@dataclass
class WorkDone:
    """The outcome of one piece of work: new events, known events, and refused ids with reasons."""

    work: Work
    events: list[Event] = field(default_factory=list)
    known: list[Event] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
