"""What every event body shares: its base, its actor, and the types its fields are made of."""

from typing import Annotated, Literal

import msgspec

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
Rating = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]
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

SCOPES: tuple[Scope, ...] = ("hall", "pair", "rule", "term", "admit")
ROLE_SCOPES: dict[Role, tuple[Scope, ...]] = {
    "hall": ("hall", "pair", "term", "admit"),
    "standby": ("hall", "pair", "term", "admit"),
    "referee": ("hall", "pair", "rule", "term", "admit"),
    "terminal": (),
    "kiosk": (),
}


class Actor(msgspec.Struct, frozen=True, array_like=True):
    """Who stands behind an event and how that was confirmed.

    ``who`` is a seat ("0", "1"), "referee", "device" or "hall"; ``how`` is "unverified press",
    "pin", "key" or "software".
    """

    who: Word = "device"
    how: Word = "software"


class Body(msgspec.Struct, frozen=True, array_like=True):
    """Base of all event bodies."""
