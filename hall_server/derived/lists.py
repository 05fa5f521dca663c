"""Lists of players by rating, and of what they owe and have paid. Pure; fees are private facts."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from shared.core.events import Fees
from shared.core.state import HallState, Player
from shared.core.state.office import NOTHING_KNOWN, Known
from shared.core.state.persons import sort_key


def by_rating(state: HallState, division: str = "") -> tuple[Player, ...]:
    """Return the players of a division, of each for "": the highest first, the unrated last."""
    order = {ident: at for at, ident in enumerate(state.divisions)}
    found = [p for p in state.players.values() if division in ("", p.division)]
    return tuple(
        sorted(
            found,
            key=lambda p: (order.get(p.division, -1), -p.rating, sort_key(p.name), p.id),
        )
    )


def taking_part(players: Iterable[Player]) -> tuple[Player, ...]:
    """Return players in their order, without those who withdrew before round 1."""
    return tuple(player for player in players if player.withdrawn_after != 0)


class Owed(NamedTuple):
    """What one player, or all together, owes and has paid, in cents."""

    due: int
    paid: int

    @property
    def rest(self) -> int:
        """What is still to pay; what was paid beyond it is below 0."""
        return self.due - self.paid


def owed(player: str, private: Mapping[str, Known]) -> Owed:
    """Return what a player owes, of two versions of it by the first."""
    fees = private.get(player, NOTHING_KNOWN).first(Fees)
    assert isinstance(fees, Fees)
    return Owed(fees.due, fees.paid)


def by_debt(
    players: Iterable[Player], private: Mapping[str, Known]
) -> tuple[tuple[Player, Owed], ...]:
    """Return players with their fees, who owes most first."""
    found = [(player, owed(player.id, private)) for player in players]
    return tuple(sorted(found, key=lambda one: (-one[1].rest, sort_key(one[0].name), one[0].id)))


def total(found: Iterable[tuple[Player, Owed]]) -> Owed:
    """Return what all of them owe and have paid together."""
    fees = [each for _player, each in found]
    return Owed(sum(each.due for each in fees), sum(each.paid for each in fees))
