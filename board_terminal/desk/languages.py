"""The languages of a table: one for both players, and each side's own if it chose one.

A page for both is in the table's language. A side's own half, and a page for it alone, are in its
own.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from msgspec import Struct

from shared.core.match.outcome import Seat
from shared.core.text.language import in_catalogue
from shared.machine.languages import DEFAULT, after, catalogue


class Languages(Struct, frozen=True):
    """``home`` is the node's. ``both`` and ``sides`` are chosen by key, "" if they were not."""

    home: str = DEFAULT
    both: str = ""
    sides: tuple[str, str] = ("", "")

    @property
    def chosen(self) -> str:
        """The language that both have chosen; "" while it is the node's."""
        left, right = self.sides
        return left if left == right and left else self.both

    @property
    def shared(self) -> str:
        """The language for both."""
        return self.chosen or self.home

    def of(self, seat: Seat) -> str:
        """Return the language for one side alone."""
        return self.sides[seat] or self.shared

    def next_for(self, seat: Seat) -> Languages:
        """Return the choice after one side goes on to its next language."""
        chosen = [self.of(0), self.of(1)]
        chosen[seat] = after(chosen[seat])
        return Languages(self.home, self.both, (chosen[0], chosen[1]))

    def for_both(self, language: str) -> Languages:
        """Return the choice of one language for the table and both sides."""
        return Languages(self.home, language, (language, language))

    @property
    def told(self) -> tuple[str, ...]:
        """The choice as it is kept."""
        return (self.both or self.home, self.of(0), self.of(1))


def taken_up(home: str, told: Sequence[str]) -> Languages:
    """Return the choice that was kept; the node's language if ``told`` is none."""
    if len(told) != len(Languages().told):
        return Languages(home)
    both, left, right = told
    return Languages(home, both, (left, right))


def spoken(language: str) -> AbstractContextManager[None]:
    """Speak ``language`` inside the context; "" changes nothing."""
    return in_catalogue(catalogue(language)) if language else nullcontext()
