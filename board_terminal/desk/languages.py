"""In which language the table speaks to whom: to both, and to each side where it chose its own.

Pages for both are the table's; a page that asks one side alone, and each side's own half, are that
side's. Owns the choice; which page there is, the presenter decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from msgspec import Struct

from shared.core.match.outcome import Seat
from shared.core.text.language import in_catalogue
from shared.machine.languages import DEFAULT, after, catalogue


class Languages(Struct, frozen=True):
    """``home`` is the node's. ``both`` and ``sides`` are chosen by key, "" where nobody chose."""

    home: str = DEFAULT
    both: str = ""
    sides: tuple[str, str] = ("", "")

    @property
    def chosen(self) -> str:
        """What is said to both by their own choice; "" while it is the node's language."""
        left, right = self.sides
        return left if left == right and left else self.both

    @property
    def shared(self) -> str:
        """What is said to both."""
        return self.chosen or self.home

    def of(self, seat: Seat) -> str:
        """What is said to one side alone."""
        return self.sides[seat] or self.shared

    def next_for(self, seat: Seat) -> Languages:
        """One side goes on to the next; what both have come to is the table's."""
        chosen = [self.of(0), self.of(1)]
        chosen[seat] = after(chosen[seat])
        return Languages(self.home, self.both, (chosen[0], chosen[1]))

    def for_both(self, language: str) -> Languages:
        """The table and both sides in one language."""
        return Languages(self.home, language, (language, language))

    @property
    def told(self) -> tuple[str, ...]:
        """The choice as it is kept."""
        return (self.both or self.home, self.of(0), self.of(1))


def taken_up(home: str, told: Sequence[str]) -> Languages:
    """The choice that was kept; none where nothing of that kind was."""
    if len(told) != len(Languages().told):
        return Languages(home)
    both, left, right = told
    return Languages(home, both, (left, right))


def spoken(language: str) -> AbstractContextManager[None]:
    """Everything inside is said in ``language``; "" leaves the word to whoever has it."""
    return in_catalogue(catalogue(language)) if language else nullcontext()
