"""What the referee's desks have put on record, as frozen values: the last word on each fact.

Computes nothing: shares of prizes are in ``prizes``, first places in ``championship``.
"""

from typing import Literal

import msgspec

from shared.core.events import SidePool, TitleKind
from shared.core.text.language import N_

Beside = Literal["consolation", "last_chance"]
BESIDE: dict[Beside, str] = {"consolation": N_("Consolation"), "last_chance": N_("Last chance")}
"""The parts of a draw sheet that have places of their own beside the division's."""


class PrizeFund(msgspec.Struct, frozen=True):
    """What a division's places pay in cents, from the first, and an Associate's dues in cents.

    ``consolation`` and ``last_chance`` are what the places of these pay, ``pools`` are its side
    pools.
    """

    prizes: tuple[int, ...]
    dues: int = 0
    consolation: tuple[int, ...] = ()
    pools: tuple[SidePool, ...] = ()
    last_chance: tuple[int, ...] = ()

    def beside(self, part: Beside) -> tuple[int, ...]:
        """Return what the places of a part beside the main draw pay."""
        return self.consolation if part == "consolation" else self.last_chance


class Payment(msgspec.Struct, frozen=True):
    """A prize that was handed over: cents after the dues in cents; ``at`` is UTC ms."""

    cents: int
    dues: int
    by: str
    form: bool
    at: int
    event: str


class Decided(msgspec.Struct, frozen=True):
    """Who has a division's title, or plays for it; ``at`` is UTC ms."""

    title: TitleKind
    players: tuple[str, ...]
    clause: str
    note: str
    at: int


class Awards(msgspec.Struct, frozen=True):
    """All of it."""

    sheets: dict[str, tuple[bool, bool]] = {}
    """Match uid → whose copy of the games is at the desk, by seat (ACF-1.XII)."""
    prizes: dict[str, PrizeFund] = {}
    """Division id → what its places pay (ACF-1.XIII.A)."""
    dues: dict[str, bool] = {}
    """Player id → whether they owe regular dues of the prize (ACF-1.III.B)."""
    payments: dict[str, Payment] = {}
    """Player id → the prize that they have been paid."""
    titles: dict[str, Decided] = {}
    """Division id → its title (ACF-1.XIII.B)."""

    @property
    def handed_in(self) -> frozenset[tuple[str, int]]:
        """(match uid, seat) of every copy that is at the desk."""
        return frozenset(
            (uid, seat) for uid, copies in self.sheets.items() for seat in (0, 1) if copies[seat]
        )
