"""A round that is paired or changed by hand: its drafts, the one that counts last.

The screen shows it, its dialogues change it. A draft that is left is gone.
"""

from collections.abc import Callable

from hall_server.referee.asked.desk import RefereeDesk
from hall_server.referee.derived.pairing.by_hand import Answered, Base, Hand
from shared.pairing.by_hand.draft import HandRound

Done = tuple[Hand, Answered | None] | None
"""What was paired by hand and why; why is None where all of it was taken back; None where it was
left."""


class HandDraft:
    """``before`` is what was changed already, in a round that is not published. ``shown`` is called
    where the draft changed, ``left`` with what came of it."""

    def __init__(
        self,
        desk: RefereeDesk,
        base: Base,
        witnesses: tuple[str, ...] = (),
        before: HandRound | None = None,
    ) -> None:
        self.desk = desk
        self.base = base
        self.about = base.division
        self.witnesses = witnesses
        self.before = before
        self.drafts: list[HandRound] = [base.draft, *([before] if before else [])]
        self.shown: Callable[[], None] = lambda: None
        self.left: Callable[[Done], object] = lambda done: None
        self._hand: Hand | None = None

    @property
    def hand(self) -> Hand:
        """The draft as it is now, and all that is to be said of it."""
        if self._hand is None:
            self._hand = Hand(self.desk.moment(), self.base, self.drafts[-1])
        return self._hand

    def look(self) -> None:
        """Say anew what the hall changes in the warnings; the draft stays."""
        self._hand = None
        self.shown()

    def take(self, draft: HandRound) -> None:
        """Go on with a changed draft."""
        self.drafts.append(draft)
        self.look()

    def take_back(self) -> None:
        """Go back to the draft before the last change."""
        if len(self.drafts) > 1:
            self.drafts.pop()
            self.look()
