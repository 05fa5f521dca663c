"""Many halls, one championship: each hall's log goes up in segments, headquarters folds them.

This file is the room's door: the rest of the hall server imports nothing else of the room. What
needs the NATS client is loaded when it is asked for. Without the extra that raises ImportError.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from hall_server.championship.venue import NO_PART, ChampionshipPart, checked_venue

if TYPE_CHECKING:
    from hall_server.championship.access import new_user
    from hall_server.championship.headquarters import StreamSize, open_headquarters
    from hall_server.championship.intake import VenueStatus
    from hall_server.championship.stream import Access
    from hall_server.championship.uplink import Status, open_uplink

__all__ = [
    "NO_PART",
    "Access",
    "ChampionshipPart",
    "Status",
    "StreamSize",
    "VenueStatus",
    "checked_venue",
    "new_user",
    "open_headquarters",
    "open_uplink",
]

_NEEDS_NATS = {
    "Access": "stream",
    "Status": "uplink",
    "StreamSize": "headquarters",
    "VenueStatus": "intake",
    "new_user": "access",
    "open_headquarters": "headquarters",
    "open_uplink": "uplink",
}
"""The module that each name is loaded from."""


def __getattr__(name: str) -> object:
    """Load a name that needs the NATS client. Raises ImportError without the client."""
    if name not in _NEEDS_NATS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_NEEDS_NATS[name]}"), name)
