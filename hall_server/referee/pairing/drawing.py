"""A round that is being drawn at this desk: seed, what was shown, what the log has to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hall_server.referee.moment import Moment
from hall_server.referee.pairing.by_hand import Answered, Base, Hand, as_proposal, from_proposal
from hall_server.referee.pairing.draft_round import Seats
from shared.core import entities
from shared.core.decisions.writing import REFEREE
from shared.core.events import ByHand, RoundPreviewed
from shared.core.state import Preview
from shared.pairing import Proposal, Relaxation
from shared.pairing.draw_log import Allowed, Discarded, Line, TakenBack
from shared.port import Draft


@dataclass
class Drawing:
    """What is kept of a draw until its round is published."""

    seed: str = ""
    """ "" until chance has spoken."""
    witnesses: tuple[str, ...] = ()
    why: str = ""
    """The referee's reason for the redraw; "" for the first draw."""
    changed: bool = False
    """Drawn again because players or results changed after the draw before."""
    shown: tuple[tuple[tuple[str, str], ...], tuple[str, ...]] | None = None
    """Pairs and byes as they were looked at; None while nobody has."""
    drawn: int = 1
    notes: list[Line] = field(default_factory=list)
    rulings: list[Line] = field(default_factory=list)
    relaxed: list[Relaxation] = field(default_factory=list)
    out: tuple[Proposal, Seats] | None = None
    """The draw as it came out, with its tables; None where there is none to look at."""
    by_hand: tuple[Hand, Answered] | None = None
    """What the referee changed in the draw, and their answer for it."""
    lost: bool = False
    """Such a change is gone: what it was made from changed."""

    @classmethod
    def of(cls, previews: Sequence[Preview], taken_back: str = "") -> Drawing:
        """The drawing as the log has it, after a restart or from another desk.

        ``taken_back`` is why the round was taken back once it was published, "" where it was not.
        """
        if not previews:
            return cls()
        last = previews[-1]
        notes: list[Line] = [*preview_lines(previews, last.seed)]
        if taken_back:
            notes.append(TakenBack(taken_back))
        return cls(
            last.seed,
            why=last.why,
            changed=last.changed,
            shown=(last.pairs, last.byes),
            drawn=len(previews),
            notes=notes,
        )

    @property
    def lines(self) -> tuple[Line, ...]:
        """What was looked at before and what was ruled, for the pairing log."""
        return (*self.notes, *self.rulings)

    def discard(self, seed: str, reason: str = "") -> None:
        """Draw again from a fresh ``seed``; what was drawn before stays in the log.

        ``reason`` is the referee's; "" where players or results changed.
        """
        if self.shown is not None:
            why = Discarded(self.drawn, self.seed, "words" if reason else "changed", reason)
            self.notes.append(why)
            self.drawn += 1
        self.seed, self.why, self.changed, self.shown = seed, reason, not reason, None
        self.lost = not reason and self.by_hand is not None
        self.by_hand = None

    def base(self, key: tuple[str, int]) -> Base:
        """Return the draw as it came out, which the referee may change by hand."""
        assert self.out is not None
        proposal, seats = self.out
        return from_proposal(key, proposal, seats.tables, self.relaxed)

    def change(self, by_hand: tuple[Hand, Answered] | None) -> None:
        """The referee has changed the draw by hand; None takes all of it back."""
        self.by_hand, self.lost = by_hand, False

    def holds(self, moment: Moment, key: tuple[str, int]) -> bool:
        """Whether what was changed by hand, if anything, was changed in this draw and still can be
        published."""
        if self.by_hand is None:
            return True
        hand = self.by_hand[0]
        return hand.base == self.base(key) and not replace(hand, moment=moment).stops

    def shown_as(
        self, moment: Moment, key: tuple[str, int]
    ) -> tuple[Proposal, Seats, ByHand | None]:
        """Return the draw with what was changed in it by hand; what does not hold is dropped."""
        assert self.out is not None
        if not self.holds(moment, key):
            self.by_hand, self.lost = None, True
        if self.by_hand is None:
            return (*self.out, None)
        hand, answered = self.by_hand
        return as_proposal(self.out[0], replace(hand, moment=moment), answered)

    def relax(self, what: Relaxation, reason: str) -> None:
        """The referee rules that a rule gives way in this round."""
        self.relaxed.append(what)
        self.rulings.append(Allowed(what, reason))


def preview_lines(previews: Sequence[Preview], published: str) -> tuple[Discarded, ...]:
    """What the pairing log says of the draws that were looked at and not published."""
    return tuple(
        _discarded(number, preview.seed, previews[number:])
        for number, preview in enumerate(previews, start=1)
        if preview.seed != published
    )


def _discarded(number: int, seed: str, later: Sequence[Preview]) -> Discarded:
    for preview in later:
        if preview.why:
            return Discarded(number, seed, "words", preview.why)
        if preview.changed:
            return Discarded(number, seed, "changed")
    return Discarded(number, seed, "other")


def preview(key: tuple[str, int], proposal: Proposal, drawing: Drawing, *, token: str) -> Draft:
    """That a round has been drawn and looked at, to be written before it is shown."""
    body = RoundPreviewed(
        drawing.seed,
        proposal.algorithm,
        proposal.pairs,
        proposal.byes,
        drawing.why,
        drawing.changed,
    )
    return Draft(entities.preview(*key, token), body, REFEREE)
