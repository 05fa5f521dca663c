"""The names of a venue's own things: every id of its event file, put under the venue's name.

Pure. Two halls may both have a table 1; the championship has a table north.1 and a south.1.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from shared.core.events import (
    DivisionOpened,
    Draft,
    HallLaidOut,
    PlayerRegistered,
    entities,
)
from shared.core.events.entities import at_venue
from shared.core.state.venue_line import HEADQUARTERS

_VENUE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,23}")
DOWN = "hq"
"""In the place of a venue, where headquarters publishes what goes down to the halls."""
TAKEN = (DOWN, HEADQUARTERS)
"""The names of headquarters: no venue may be called so."""


def checked_venue(name: str) -> str:
    """``name`` if a venue may be called so. Raises ValueError with a sentence."""
    if not _VENUE.fullmatch(name) or name in TAKEN:
        raise ValueError(
            f"{name!r} cannot be a venue: use 1 to 24 letters, digits, dashes and underscores,"
            f" and not {' or '.join(TAKEN)}"
        )
    return name


def placed(draft: Draft, venue: str) -> Draft:
    """A first event of a hall with its ids under the venue's name; as it is without a venue."""
    if not venue:
        return draft
    body = draft.body
    match body:
        case DivisionOpened():
            tables = tuple(at_venue(table, venue) for table in body.tables)
            body = replace(body, tables=tables, deck=at_venue(body.deck, venue))
        case PlayerRegistered():
            body = replace(
                body,
                division=at_venue(body.division, venue),
                table=at_venue(body.table, venue),
            )
        case HallLaidOut():
            body = replace(
                body,
                spots=tuple(replace(s, table=at_venue(s.table, venue)) for s in body.spots),
            )
        case _:
            pass
    return replace(draft, ent=_placed(draft.ent, venue), body=body)


def _placed(ent: str, venue: str) -> str:
    """An entity's name with the id of the thing that it is about under the venue's."""
    parts = ent.split("/")
    if parts[0] in ("table", "division", "player", "deck"):
        parts[1] = at_venue(parts[1], venue)
    elif parts[0] not in entities.ROOTS:
        parts[0] = at_venue(parts[0], venue)
    return "/".join(parts)
