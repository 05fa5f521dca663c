"""Which opponents to play first in open play: of the club, then the state, then the region
(APCA-34).

Owns the order and what was passed over. It hints and warns; a violation is the director's to find.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from shared.core.rulebooks.groups import Closeness, OpenPlayRule
from shared.pairing.open_play.players import OpenPlay
from shared.pairing.open_play.table import Status


@dataclass(frozen=True, slots=True)
class Home:
    """Where a player comes from; "" is unknown and is never shared."""

    club: str = ""
    state: str = ""
    region: str = ""


@dataclass(frozen=True, slots=True)
class Hint:
    """An opponent still to be met. ``shared`` is the closest thing in common, None for nothing."""

    opponent: str
    shared: Closeness | None
    free: bool


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A player sits down though closer opponents are still to be met."""

    player: str
    closer: tuple[str, ...]


def shared_home(a: Home, b: Home, rule: OpenPlayRule) -> Closeness | None:
    """Return the closest thing that two players have in common, in the rule's order."""
    for closeness in rule.first_play:
        mine, yours = (getattr(home, closeness) for home in (a, b))
        if mine and mine == yours:
            return closeness
    return None


def whom_to_play(
    play: OpenPlay, player: str, homes: Mapping[str, Home], rule: OpenPlayRule
) -> tuple[Hint, ...]:
    """Return the opponents still to meet, the closest first, among equals the free first."""
    hints = [
        Hint(
            other,
            shared_home(homes.get(player, Home()), homes.get(other, Home()), rule),
            play.status[other] is Status.FREE,
        )
        for other in play.unmet(player)
    ]
    return tuple(sorted(hints, key=lambda h: (_rank(h.shared, rule), not h.free, h.opponent)))


def passed_over(
    play: OpenPlay, one: str, other: str, homes: Mapping[str, Home], rule: OpenPlayRule
) -> tuple[PassedOver, ...]:
    """Return which of ``one`` and ``other`` has closer opponents left, before they sit down.

    Empty when the order is kept. The director rules whether it was a violation; then both keep
    the rule's points of this match and no more (APCA-34).
    """
    found = []
    for player, partner in ((one, other), (other, one)):
        hints = whom_to_play(play, player, homes, rule)
        chosen = shared_home(homes.get(player, Home()), homes.get(partner, Home()), rule)
        closer = tuple(
            hint.opponent for hint in hints if _rank(hint.shared, rule) < _rank(chosen, rule)
        )
        if closer:
            found.append(PassedOver(player, closer))
    return tuple(found)


def _rank(shared: Closeness | None, rule: OpenPlayRule) -> int:
    return len(rule.first_play) if shared is None else rule.first_play.index(shared)
