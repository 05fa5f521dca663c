"""One visitor at the kiosk: what he typed, whom he chose, when he last touched it. Pure values.

Forgetting is returning to None: nothing of a visitor outlives his session.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from shared.core.events import RequestKind

LONGEST_NAME = 40

Step = Literal["answer", "standing", "menu", "sure"]
"""What he looks at once he is found: where he plays, how he stands, what he may ask, whether."""


@dataclass(frozen=True, slots=True)
class KioskSession:
    """``chosen`` is a player id or "", ``marked`` the line of the list that Enter takes.

    ``wish`` is what he is about to ask the referee for.
    """

    touched_at: int
    typed: str = ""
    chosen: str = ""
    marked: int = 0
    step: Step = "answer"
    wish: RequestKind | None = None

    def typing(self, sign: str, now: int) -> KioskSession:
        """A letter more; a blank before the first letter and a name without end are passed over."""
        typed = (self.typed + sign).lstrip()[:LONGEST_NAME]
        return KioskSession(now, typed)

    def erasing(self, now: int) -> KioskSession:
        """A letter less, a step back, or from a chosen player back to the list."""
        if self.step != "answer":
            return self.at("answer", self.chosen, now)
        if self.chosen:
            return replace(self, touched_at=now, chosen="")
        return KioskSession(now, self.typed[:-1])

    def starting_over(self, now: int) -> KioskSession:
        """Nothing typed: how one leaves an answer that the letters alone had found."""
        return KioskSession(now)

    def touched(self, now: int) -> KioskSession:
        """The same visitor, still there."""
        return replace(self, touched_at=now)

    def moving(self, steps: int, count: int, now: int) -> KioskSession:
        """The mark up or down the list, round its ends."""
        marked = (self.marked + steps) % count if count else 0
        return replace(self, touched_at=now, marked=marked)

    def choosing(self, player: str, now: int) -> KioskSession:
        """One of several players."""
        return replace(self, touched_at=now, chosen=player, marked=0)

    def at(
        self, step: Step, player: str, now: int, wish: RequestKind | None = None
    ) -> KioskSession:
        """Another step of the same player; the first line, the safe one, is marked."""
        return replace(self, touched_at=now, chosen=player, step=step, marked=0, wish=wish)

    def idle_for(self, now: int) -> int:
        """Milliseconds since the last touch."""
        return now - self.touched_at
