"""How a venue of a championship stands, as its uplink or headquarters tells it: never stored."""

from typing import Literal

import msgspec

from shared.core.events import Instant, Number
from shared.core.text.fields import Ident, Note

HEADQUARTERS = "headquarters"
"""The line of headquarters itself; no venue is called so."""


class VenueLine(msgspec.Struct, frozen=True, array_like=True):
    """One venue. ``behind`` events are not in the stream yet; ``since`` is UTC ms of the last
    change of ``state``; ``sentence`` says what is wrong, or what a person should know."""

    venue: Ident
    state: Literal["linked", "no_link", "trouble"]
    since: Instant
    behind: Number = 0
    sentence: Note = ""
