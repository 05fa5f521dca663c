"""A player as the event that registers them, and free ids. Pure; writes nothing."""

import re
import unicodedata
from collections.abc import Collection

from msgspec.structs import replace

from shared.core.events import PlayerRegistered
from shared.core.events.entities import ROOTS, at_venue
from shared.core.state import Player

_OF_A_DESK = 6
"""So many letters of a node tell a hall's laptops apart."""


def registered(player: Player) -> PlayerRegistered:
    """Return the registration that says all that is known of ``player``.

    The division is the one they named; the committee may put them into another.
    """
    return PlayerRegistered(
        player.name,
        player.named_division,
        player.rating,
        player.club,
        player.state,
        player.region,
        player.seed,
        player.table,
        player.people,
        player.plays_up_to,
        player.plays_up_for,
        player.flags,
    )


def naming(player: Player, division: str) -> Player:
    """``player`` with another division named; a committee's placing stays."""
    if player.classified is None:
        return replace(player, division=division)
    return replace(player, classified=replace(player.classified, named=division))


def free_id(taken: Collection[str], venue: str = "", desk: str = "") -> str:
    """Return an id that no player has: p13 after twelve players, under the venue's name if it has
    one.

    ``desk`` is the node that registers them, where others register too: what two of them enter
    unseen by each other stays two players.
    """
    number = len(taken) + 1
    own = f"-{desk[:_OF_A_DESK]}" if desk else ""
    while (ident := at_venue(f"p{number}{own}", venue)) in taken:
        number += 1
    return ident


def division_id(name: str, taken: Collection[str]) -> str:
    """Return a division's id from its name: small letters, digits and dashes, not one of
    ``taken``."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    ident = "-".join(re.findall(r"[a-z0-9]+", plain.lower()))[:32].strip("-") or "division"
    number = 2
    unique = ident
    while unique in taken or unique in ROOTS:
        unique, number = f"{ident}-{number}", number + 1
    return unique
