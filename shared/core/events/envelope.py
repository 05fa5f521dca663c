"""An event around its body: as a draft before it is signed, and as the core sees it."""

import msgspec

from shared.core.events.base import Actor, Body

LogKey = tuple[str, str]
"""One log of an author: node and incarnation."""
Place = tuple[str, str, int]
"""Where an event stands in its author's log: node, incarnation and number, from 1."""


class Draft(msgspec.Struct, frozen=True):
    """An event to be written: the node adds identity, number, heads, time and signature."""

    ent: str
    body: Body
    actor: Actor = Actor()


class Event(msgspec.Struct, frozen=True, gc=False):
    """An event as the core sees it: the envelope's fields and the decoded body.

    Ids are lower-case hex. ``at`` is UTC in milliseconds, for display and audit only. ``body`` is
    None for a kind or body version that this software does not know.
    """

    id: str
    node: str
    inc: str
    seq: int
    at: int
    term: int
    kind: str
    kv: int
    ent: str
    deps: tuple[str, ...]
    actor: Actor
    body: Body | None
    prev: str

    @property
    def place(self) -> Place:
        """The key under which an honest author writes one event only."""
        return (self.node, self.inc, self.seq)
