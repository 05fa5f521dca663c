"""The values of a pairing: who may be paired, what was drawn, and why it cannot be.

No rule is carried out here beyond what makes two players legal opponents.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who is to be paired in this round, as he stands before it."""

    player: str
    """The player's id, unique in the division."""
    match_points: int
    rating: int | None
    had_bye: bool
    met: frozenset[str]
    """Ids of all earlier opponents; a published pairing counts as met, even if forfeited."""


@dataclass(frozen=True, slots=True)
class Float:
    """A player who was dropped to an opponent of a lower score group (ACF-2.V.C)."""

    player: str
    opponent: str
    from_points: int
    """Match points of the player's own score group."""
    to_points: int
    """Match points of the score group in which he was paired."""
    groups: int
    """How many score groups he was dropped: 1 is the next lower one."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as it was drawn."""

    player_pairs: tuple[tuple[str, str], ...]
    """In table order from the top; in each pair the player with more match points stands first."""
    bye: str | None
    floats: tuple[Float, ...]
    """In table order. The bye is not a float."""
    trace: tuple[str, ...]
    """How it came about, in sentences for the signed pairing log (ACF-3.VIII)."""


class PairingImpossible(Exception):
    """No legal round exists; the message says what, why, and what the referee can do."""


@dataclass(frozen=True, slots=True)
class Legality:
    """What is legal in a round. Other rounds than the ordinary ones bring their own."""

    opponents: Callable[[Entrant, Entrant], bool]
    """May these two meet? Must be symmetric."""
    bye: Callable[[Entrant], bool]
    """May this player have the bye?"""


def _fresh(a: Entrant, b: Entrant) -> bool:
    return b.player not in a.met and a.player not in b.met


def _no_bye_yet(a: Entrant) -> bool:
    return not a.had_bye


ORDINARY = Legality(opponents=_fresh, bye=_no_bye_yet)
"""Fresh pairings only (ACF-2.V.C) and one bye a player at most (ACF-2.V.B)."""
