"""One visitor at the kiosk: the name typed, the player chosen, the last touch. Pure values.

A visitor is forgotten with the session: nothing else is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from shared.core.events import RequestKind

LONGEST_NAME = 40

Step = Literal["answer", "standing", "menu", "sure"]
"""What a found player looks at: the answer, the standing, the requests, or "Are you sure?"."""


@dataclass(frozen=True, slots=True)
class KioskSession:
    """``chosen`` is a player id or "", ``marked`` the line of the list that Enter takes.

    ``wish`` is the request that the player is about to make.
    """

    touched_at: int
    typed: str = ""
    chosen: str = ""
    marked: int = 0
    step: Step = "answer"
    wish: RequestKind | None = None

    def typing(self, sign: str, now: int) -> KioskSession:
        """Add a letter, but no blank at the start and no more than ``LONGEST_NAME``."""
        typed = (self.typed + sign).lstrip()[:LONGEST_NAME]
        return KioskSession(now, typed)

    def erasing(self, now: int) -> KioskSession:
        """Take a letter or a step back, or return from a chosen player to the list."""
        if self.step != "answer":
            return self.at("answer", self.chosen, now)
        if self.chosen:
            return replace(self, touched_at=now, chosen="")
        return KioskSession(now, self.typed[:-1])

    def starting_over(self, now: int) -> KioskSession:
        """Forget the letters: the way out of an answer that they alone had found."""
        return KioskSession(now)

    def touched(self, now: int) -> KioskSession:
        """Note a touch that changes nothing."""
        return replace(self, touched_at=now)

    def moving(self, steps: int, count: int, now: int) -> KioskSession:
        """Move the mark up or down the list, round its ends."""
        marked = (self.marked + steps) % count if count else 0
        return replace(self, touched_at=now, marked=marked)

    def choosing(self, player: str, now: int) -> KioskSession:
        """Choose one of several players."""
        return replace(self, touched_at=now, chosen=player, marked=0)

    def at(
        self, step: Step, player: str, now: int, wish: RequestKind | None = None
    ) -> KioskSession:
        """Go to another step of the player; the first line, the safe one, is marked."""
        return replace(self, touched_at=now, chosen=player, step=step, marked=0, wish=wish)

    def idle_for(self, now: int) -> int:
        """Return the milliseconds since the last touch."""
        return now - self.touched_at
