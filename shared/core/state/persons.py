"""Who stands behind the entries: one person may play in several divisions and in pairs."""

from __future__ import annotations

from collections import Counter

from shared.core.state import HallState, Player
from shared.core.state.names import folded


def persons(state: HallState) -> dict[str, tuple[str, ...]]:
    """The persons behind each player id, told apart by name (folded).

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
    """The other entries of the persons behind an entry, those that have withdrawn left out."""
    known = persons(state)
    mine = set(known.get(player, ()))
    return tuple(
        other
        for other in state.players.values()
        if other.id != player and other.withdrawn_after is None and mine & set(known[other.id])
    )
