"""A round while it is paired: the draw as it came out, and what the referee made of it.

Owns that state of the pairing screen. Shows nothing, publishes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.screen import Screen

from hall_server.referee.derived.pairing import draft_round as rounds
from hall_server.referee.derived.pairing import ruling
from hall_server.referee.derived.pairing.draft_round import Seats
from hall_server.referee.said.pair_report import InHand, Step
from shared.core.events import ByHand
from shared.core.text.language import _
from shared.pairing import Entrant, PairingImpossible, Proposal
from shared.pairing.from_hall import entrants
from shared.pairing.log.lines import LogLine

if TYPE_CHECKING:
    from hall_server.referee.app.desk import RefereeDesk
    from hall_server.referee.derived.pairing.drawing import Drawing


class RoundInHand(Screen[None]):
    """The next round of ``division``, as far as it has got."""

    app: RefereeDesk

    def __init__(self, division: str) -> None:
        super().__init__()
        self.division = self.about = division
        self.round_no = 0
        self.step: Step = "witnesses"
        self.proposal: Proposal | None = None
        """The round as it is shown: as drawn, or as changed by hand."""
        self.seats = Seats(())
        self.trouble = ""
        self.starts_at = 0
        self._field: tuple[Entrant, ...] = ()
        self.by_hand: ByHand | None = None
        """What the referee answers for, where the draw was changed by hand."""
        self._other: Proposal | None = None
        """The round with repeats, or without, where the referee may choose."""

    @property
    def _key(self) -> tuple[str, int]:
        return (self.division, self.round_no)

    @property
    def _drawing(self) -> Drawing:
        """The drawing of this round: leaving the screen and coming back draws nothing anew."""
        return self.app.drawing(self._key)

    def _draw(self) -> None:
        state, drawing = self.app.hall, self._drawing
        self._field = entrants(state, *self._key)
        self.step, self.trouble, self.proposal = "preview", "", None
        self.by_hand, self._other = None, None
        if drawing.paper:
            drawing.enter(state, self._key)
            self._take_changes()
            return
        drawing.out = None
        try:
            proposal = drawing.pair(self.app.source, state, self._key)
        except PairingImpossible as impossible:
            self.trouble = self.app.moment().said(impossible.sentence)
            return
        if drawing.shown not in (None, (proposal.pairs, proposal.byes)):
            # The hall changed while nobody looked at this screen.
            drawing.discard(self.app.token())
            self._draw()
            return
        if drawing.shown is None:
            self.app.log_preview(self._key, proposal)
        drawing.out = (proposal, rounds.seats(self.app.moment(), self.division, proposal.pairs))
        self._other = ruling.other_way(drawing, self.app.source, state, self._key, proposal)
        self._take_changes()

    def _take_changes(self) -> None:
        """Show the draw with what the referee changed in it by hand."""
        told = self._drawing.shown_as(self.app.moment(), self._key)
        self.proposal, self.seats, self.by_hand = told
        if self._drawing.paper and self.by_hand is None:
            self.proposal = None
            self.trouble = _("Nothing is paired yet. Press h and enter who plays whom.")

    @property
    def _hand(self) -> InHand:
        """The round as far as it has got."""
        division = self.app.hall.divisions[self.division]
        return InHand(
            self.division,
            self.round_no,
            self.step,
            self.proposal,
            self.seats,
            self.trouble,
            self.notes,
            len(self.app.unsent),
            rounds.on_one_disk(self.app.moment(), self.division, self.app.copies),
            by_hand=self.by_hand is not None,
            lost=self._drawing.lost,
            paper=self._drawing.paper,
            begins=ruling.begins(division, self._drawing),
            other=self._other if self.by_hand is None and self.step == "preview" else None,
        )

    @property
    def notes(self) -> tuple[LogLine, ...]:
        """What was looked at before and what was ruled, for the pairing log."""
        book = self.app.hall.divisions[self.division].book
        return self._drawing.lines("" if book.swiss is None else book.clause("swiss.first_round"))
