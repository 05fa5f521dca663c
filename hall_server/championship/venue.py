"""A hall's part in a championship: its venue, and the ids of its event file under that name.

Pure. Two halls can both have a table 1; the championship has a table north.1 and a south.1.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from shared.core.events import (
    DivisionLed,
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
"""Stands for the venue where headquarters publishes to the halls."""
TAKEN = (DOWN, HEADQUARTERS)
"""Names of headquarters, which no venue can have."""


class ChampionshipPart(NamedTuple):
    """What a new hall is in a championship; a hall on its own has no venue.

    ``headquarters`` has no tables and no devices at tables: the halls have them. Without
    divisions of its own, its referees' laptops only look on. ``stand_ins`` are venues that can
    take over the pairing of the divisions.
    """

    venue: str = ""
    headquarters: bool = False
    stand_ins: tuple[str, ...] = ()

    def leads(self, divisions: Iterable[str]) -> Iterator[Draft]:
        """Yield what names the stand-ins of each division."""
        for division in divisions if self.stand_ins else ():
            body = DivisionLed(self.venue, (), self.stand_ins, "the event file")
            yield Draft(entities.lead(division, 1), body)

    def placed(self, draft: Draft) -> Draft:
        """Return one of the hall's first events with its ids under the venue's name."""
        return _under(draft, self.venue) if self.venue else draft


NO_PART = ChampionshipPart()
"""The part of a hall that stands alone."""


def checked_venue(name: str) -> str:
    """Return ``name`` if a venue can have it. Raises ValueError with a sentence."""
    if not _VENUE.fullmatch(name) or name in TAKEN:
        raise ValueError(
            f"{name!r} cannot be a venue: use 1 to 24 letters, digits, dashes and underscores,"
            f" and not {' or '.join(TAKEN)}"
        )
    return name


def _under(draft: Draft, venue: str) -> Draft:
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
    return replace(draft, ent=_entity_under(draft.ent, venue), body=body)


def _entity_under(ent: str, venue: str) -> str:
    """Return an entity's name with the id in it under the venue's name."""
    parts = ent.split("/")
    if parts[0] in ("table", "division", "player", "deck"):
        parts[1] = at_venue(parts[1], venue)
    elif parts[0] not in entities.ROOTS:
        parts[0] = at_venue(parts[0], venue)
    return "/".join(parts)
