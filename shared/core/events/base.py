"""What every event shares: the types of its fields, its body, its envelope, and how a kind of event
is declared above the body that it carries.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from shared.core.events.entities import Entity
from shared.core.text.fields import Ident, Word

Scope = Literal["hall", "pair", "rule", "term", "admit"]
Role = Literal["hall", "standby", "referee", "terminal", "kiosk"]
DrawAnswer = Literal["open", "accepted", "refused"]
Number = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""A whole number as it may travel: a hostile one must not overflow a column or a calendar."""
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
"""How many there are of something."""
RoundNo = Annotated[int, msgspec.Meta(ge=0, le=999)]
"""The number of a round, from 1; 0 for none or, in some events, for what stands there."""
GameNo = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
"""The number of a game in its match, from 1; 0 for none."""
Rating = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
"""A rating, 0 for none."""
Points = Annotated[int, msgspec.Meta(ge=0, le=9_999)]
"""A match length, or points."""
Length = Annotated[int, msgspec.Meta(ge=1, le=9_999)]
"""A match length in points."""
Millis = Annotated[int, msgspec.Meta(ge=-(10**11), le=10**11)]
"""A length of time in ms, up to three years: what a clock has left may be below 0."""
Port = Annotated[int, msgspec.Meta(ge=1, le=65_535)]
"""A TCP port."""
Instant = Annotated[int, msgspec.Meta(ge=0, le=253_402_300_799_999)]
"""UTC in milliseconds, up to the end of the year 9999."""
ALWAYS: Instant = 253_402_300_799_999
"""The last instant: what has no end of its own."""

Cut = tuple[tuple[Ident, Number, Ident], ...]
"""A cut through one node's events: for each incarnation (hex) the last seq that still counts, and
the id of the event there: what counts with it is what it chains back to."""
ALL_HELD: Cut = (("all held", 0, ""),)
"""In a draft: a cut after everything that the node holds when it writes the event."""
VectorCut = tuple[tuple[Ident, Ident, Number, Ident], ...]
"""A cut through the events of many nodes: node and incarnation (hex), last seq and its id."""

EventId = Annotated[bytes, msgspec.Meta(min_length=16, max_length=16)]
"""The id of an event, as it is short on the wire. It names the bytes of the event, and so its
author, incarnation and number too."""

SCOPES: tuple[Scope, ...] = ("hall", "pair", "rule", "term", "admit")
ROLE_SCOPES: dict[Role, tuple[Scope, ...]] = {
    "hall": ("hall", "pair", "term", "admit"),
    "standby": ("hall", "pair", "term", "admit"),
    "referee": ("hall", "pair", "rule", "term", "admit"),
    "terminal": (),
    "kiosk": (),
}


def _tag(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


class Actor(msgspec.Struct, frozen=True, array_like=True):
    """Who stands behind an event and how that was confirmed.

    ``who`` is a seat ("0", "1"), "referee", "device" or "hall"; ``how`` is "unverified press",
    "pin", "key" or "software".
    """

    who: Word = "device"
    how: Word = "software"


class Tagged(msgspec.Struct, frozen=True, array_like=True, tag=_tag, gc=False):
    """Base of values of many kinds. One travels as a plain tuple: its tag, then its fields."""

    def as_plain(self) -> Any:
        """Return it as it travels."""
        return _frozen(msgspec.to_builtins(self))

    def tells_all(self, plain: Sequence[object]) -> bool:
        """Return whether a plain tuple that was read as this value has no field more."""
        return len(plain) <= 1 + len(self.__struct_fields__)


class Body(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of all event bodies. What holds no circle needs no search for circles: ``gc=False``."""


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


B = TypeVar("B", bound=Body)

Writer = Literal["tournament key", Scope, "table", "kiosk", "device"]
"""Who may write a kind: the tournament key alone; a key that holds the right of that name; the
device that is assigned to the table; a kiosk; any enrolled device."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of event: its name, its body, the fact that it speaks about, and who writes it.

    Kinds that begin with ``t.`` are testimony, kinds that begin with ``a.`` authority. ``version``
    is the newest body version that this software reads. A ``termless`` kind is authority that no
    term bounds: a key that was admitted or withdrawn stays so, whichever node is the hall, and a
    node may always say where it is. A kind ``of_itself`` counts only from the device that its
    entity names; one that is ``seen_by_referees`` counts from a key that may rule as well.
    """

    name: str
    body: type[Body]
    about: Entity
    by: Writer
    termless: bool = False
    of_itself: bool = False
    seen_by_referees: bool = False
    version: int = 1
    is_testimony: bool = field(init=False)
    """Whether it is what a device saw, and no decision."""
    scope: Scope | None = field(init=False)
    """The right that its author needs; None where a rule of its own says who writes it."""

    def __post_init__(self) -> None:
        scope = next((scope for scope in SCOPES if scope == self.by), None)
        object.__setattr__(self, "is_testimony", self.name.startswith("t."))
        object.__setattr__(self, "scope", scope)


KINDS: dict[str, Kind] = {}
"""Name → kind, in the order of their declarations."""

KIND_OF: dict[type[Body], Kind] = {}
"""Body type → kind."""


def kind(
    name: str,
    about: Entity,
    *,
    by: Writer,
    termless: bool = False,
    of_itself: bool = False,
    seen_by_referees: bool = False,
) -> Callable[[type[B]], type[B]]:
    """Declare the body below as a kind of event. See ``Kind`` for what is said of it."""

    def declare(body: type[B]) -> type[B]:
        declared = Kind(name, body, about, by, termless, of_itself, seen_by_referees)
        if name in KINDS or body in KIND_OF:
            raise ValueError(f"{name} is declared twice")
        KINDS[name] = KIND_OF[body] = declared
        return body

    return declare


def is_read(name: str, version: int) -> bool:
    """Return whether this software reads a kind in a body version."""
    known = KINDS.get(name)
    return known is not None and version <= known.version
