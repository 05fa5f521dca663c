"""One thing that can be decided about a case, and what has to be asked for it."""

from typing import Literal

import msgspec

from shared.core.events import measures as m
from shared.core.match.outcome import Outcome

Asks = Literal[
    "", "reason", "words", "score", "games", "times", "press", "points", "length", "votes", "appeal"
]
"""What has to be asked before an option is whole: nothing; the referee's reason; a ruling in their
own words; the points of both sides; the games one by one; both clocks' times; whose press was
forgotten, and for how long; the player that penalty points are against, and how many; the length; a
committee's votes on a game, or on an appeal."""


class Option(msgspec.Struct, frozen=True):
    """One thing that can be decided. ``coming`` decides nothing: it says that the referee comes."""

    measures: tuple[m.Measure, ...] = ()
    clause: str = ""
    asks: Asks = ""
    coming: bool = False

    @property
    def outcome(self) -> Outcome | None:
        """How the match ends by it; None where it does not say."""
        decides = (one for one in self.measures if isinstance(one, m.MatchDecided))
        return next((one.outcome for one in decides), None)

    @property
    def decides_match(self) -> bool:
        """Whether it says how the match ends, or will once that has been asked."""
        return self.outcome is not None or self.asks in ("score", "games", "votes", "appeal")
