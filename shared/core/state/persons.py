"""The persons behind entries: both of a pair, and one who plays in several divisions.

One name stands for one person wherever it stands: by it nobody is called to two matches at once.
Two players of one name are told apart by the name of the division.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from shared.core.state import HallState, Player
from shared.core.state.names import folded
from shared.core.text.language import _

MOST = 2
"""The persons behind one entry, at most."""


def persons_of(player: Player) -> tuple[str, ...]:
    """Return the names of the persons behind an entry: its own where none is said."""
    return player.people or (player.name,)


def persons(state: HallState) -> dict[str, tuple[str, ...]]:
    """Return the persons behind each player id, told apart by name (folded).

    An entry that names its people is those people; one that does not is the person of its own
    name, whatever division that is entered in. Two of one name in one division are two persons:
    each is told by its id until the entries name their people.
    """
    alone = {player.id: player for player in state.players.values() if not player.people}
    same = Counter((player.division, folded(player.name)) for player in alone.values())

    def own(player: Player) -> str:
        name = folded(player.name)
        return player.id if same[player.division, name] > 1 else name

    return {
        player.id: tuple(
            own(alone[name]) if name in alone else folded(name) for name in player.people
        )
        or (own(player),)
        for player in state.players.values()
    }


def also_entered(state: HallState, player: str) -> tuple[Player, ...]:
    """Return the other entries of the persons behind an entry, those that have withdrawn left
    out."""
    known = persons(state)
    mine = set(known.get(player, ()))
    return tuple(
        other
        for other in state.players.values()
        if other.id != player and other.withdrawn_after is None and mine & set(known[other.id])
    )


def namesakes(state: HallState, player: Player) -> tuple[Player, ...]:
    """Return the entries in other divisions that name a person of this one, and are not linked."""
    own = {folded(name) for name in persons_of(player)}
    return tuple(
        other
        for other in state.players.values()
        if other.division != player.division
        and other.withdrawn_after is None
        and own & {folded(name) for name in persons_of(other)}
        and not (player.people and set(player.people) & set(other.people))
    )


def linked(player: Player, others: tuple[Player, ...]) -> Iterator[Player]:
    """Yield the entries that change where the persons of like names are the same: ``player`` first,
    under the names that the others have."""
    spelt = {folded(name): name for other in others for name in persons_of(other)}
    people = tuple(spelt.get(folded(name), name) for name in persons_of(player))
    yield replace(player, people=people)
    yield from (replace(other, people=(other.name,)) for other in others if not other.people)


def apart(player: Player, division: str) -> Player:
    """Return the entry as that of another person than the one of its name elsewhere."""
    return player if player.people else replace(player, people=(f"{player.name} ({division})",))


def typed(text: str) -> tuple[str, ...]:
    """Return the persons that a text names, with commas or strokes between them."""
    parts = (" ".join(part.split()) for part in text.replace("/", ",").split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def objection(people: tuple[str, ...], longest: int) -> str:
    """Return what is wrong with the persons that were typed, names of ``longest`` letters at
    most."""
    if len(people) <= MOST and all(len(name) <= longest for name in people):
        return ""
    return _("An entry is one person, or the two of a pair: Ann, Bo.")
