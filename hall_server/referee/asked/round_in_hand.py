"""A round while it is paired: as it is drawn, or by hand, and what the referee made of it.

The screens show it, their dialogues change it. Publishes nothing."""

from collections.abc import Callable

from hall_server.referee.asked.desk import RefereeDesk
from hall_server.referee.derived.pairing import draft_round as rounds
from hall_server.referee.derived.pairing import ruling
from hall_server.referee.derived.pairing.by_hand import Answered, Base, Hand
from hall_server.referee.derived.pairing.draft_round import Seats, Start
from hall_server.referee.derived.pairing.drawing import Drawing
from hall_server.referee.derived.rounds import latest
from hall_server.referee.said.pair_report import InHand, Step, publish_sentence
from shared.core.events import ByHand
from shared.core.state import Division
from shared.core.text.language import _
from shared.pairing import Entrant, FirstRound, PairingImpossible, Proposal, Relaxation
from shared.pairing.by_hand.draft import HandRound
from shared.pairing.from_hall import entrants
from shared.pairing.log.lines import LogLine


class RoundInHand:
    """The next round of ``division``, as far as it has got. ``shown`` is called where it changed,
    ``left`` where nothing more is to be done about it."""

    def __init__(self, desk: RefereeDesk, division: str) -> None:
        self.desk = desk
        self.division = self.about = division
        self.shown: Callable[[], None] = lambda: None
        self.left: Callable[[], None] = lambda: None
        self.step: Step = "witnesses"
        self.proposal: Proposal | None = None
        """The round as it is shown: as drawn, or as changed by hand."""
        self.seats = Seats(())
        self.trouble = ""
        self.start = Start(0)
        self.by_hand: ByHand | None = None
        """What the referee answers for, where the draw was changed by hand."""
        self._field: tuple[Entrant, ...] = ()
        self._other: Proposal | None = None
        """The round with repeats, or without, where the referee may choose."""
        self.round_no = 0
        self._open()

    def _open(self) -> None:
        moment = self.desk.moment()
        last = latest(moment, self.division)
        contested = last is not None and last.contested
        self.round_no = 1 if last is None else last.number + (0 if contested else 1)
        if self.round_no > self.of.rounds:
            self.step = "blocked"
            self.trouble = _("Every round of this division is paired.")
        elif not contested and rounds.open_tables(moment, self.division):
            self.step = "blocked"
        else:
            self.begin()

    @property
    def key(self) -> tuple[str, int]:
        """Division id and round number."""
        return (self.division, self.round_no)

    @property
    def of(self) -> Division:
        """The division as it is now."""
        return self.desk.hall.divisions[self.division]

    @property
    def drawing(self) -> Drawing:
        """The drawing of this round: leaving the screen and coming back draws nothing anew."""
        return self.desk.drawing(self.key)

    @property
    def notes(self) -> tuple[LogLine, ...]:
        """What was looked at before and what was ruled, for the pairing log."""
        book = self.of.book
        return self.drawing.lines("" if book.swiss is None else book.clause("swiss.first_round"))

    def as_is(self) -> InHand:
        """Return the round as far as it has got, as a value."""
        return InHand(
            self.division,
            self.round_no,
            self.step,
            self.proposal,
            self.seats,
            self.trouble,
            self.notes,
            len(self.desk.unsent),
            rounds.on_one_disk(self.desk.moment(), self.division, self.desk.copies),
            by_hand=self.by_hand is not None,
            lost=self.drawing.lost,
            paper=self.drawing.paper,
            begins=ruling.begins(self.of, self.drawing),
            other=self._other if self.by_hand is None and self.step == "preview" else None,
        )

    def sentence(self) -> str:
        """Return what is asked before the round is published."""
        witnesses = self.drawing.witnesses
        return publish_sentence(self.desk.moment(), self.as_is(), self.start_now(), witnesses)

    def start_now(self) -> Start:
        """Return the start that was typed; ``now`` is the moment at which this is asked."""
        return Start(self.desk.hall_ms, now=True) if self.start.now else self.start

    def last_witnesses(self) -> tuple[str, ...]:
        """Return who witnessed the round before."""
        last = latest(self.desk.moment(), self.division)
        return last.witnesses if last is not None else ()

    # -- drawing ----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Names first, then chance; what this desk has drawn before is shown as it was."""
        drawing = self.drawing
        if drawing.witnesses and (drawing.seed or drawing.paper):
            self.draw()
        else:
            self.step = "witnesses"

    def draw(self) -> None:
        """Draw the round, or show what was drawn already."""
        state, drawing = self.desk.hall, self.drawing
        self._field = entrants(state, *self.key)
        self.step, self.trouble, self.proposal = "preview", "", None
        self.by_hand, self._other = None, None
        if drawing.paper:
            drawing.enter(state, self.key)
            self._take_changes()
            return
        drawing.out = None
        try:
            proposal = drawing.pair(self.desk.source, state, self.key)
        except PairingImpossible as impossible:
            self.trouble = self.desk.moment().said(impossible.sentence)
            return
        if drawing.shown not in (None, (proposal.pairs, proposal.byes)):
            # The hall changed while the screen was closed.
            drawing.discard(self.desk.token())
            self.draw()
            return
        if drawing.shown is None:
            self.desk.log_preview(self.key, proposal)
        drawing.out = (proposal, rounds.seats(self.desk.moment(), self.division, proposal.pairs))
        self._other = ruling.other_way(drawing, self.desk.source, state, self.key, proposal)
        self._take_changes()

    def _take_changes(self) -> None:
        """Show the draw with what the referee changed in it by hand."""
        told = self.drawing.shown_as(self.desk.moment(), self.key)
        self.proposal, self.seats, self.by_hand = told
        if self.drawing.paper and self.by_hand is None:
            self.proposal = None
            self.trouble = _("Nothing is paired yet. Press H and enter who plays whom.")

    # -- the hall changes -------------------------------------------------------------------------

    def look(self) -> str:
        """Draw again when those who are to be paired changed since the preview.

        Returns the sentence that says so, "" where the draw stands.
        """
        if self.step == "blocked":
            complete = not rounds.open_tables(self.desk.moment(), self.division)
            if complete and self.round_no <= self.of.rounds:
                self.begin()
                self.shown()
        elif self.step in ("preview", "start"):
            if self.drawing.paper:
                self._enter_again()
            elif self._field != entrants(self.desk.hall, *self.key):
                self.draw_again()
                return _("Players or results changed: drawn again.")
            elif self.drawing.out is not None:
                self._seat_again(*self.drawing.out)
        return ""

    def _seat_again(self, proposal: Proposal, before: Seats) -> None:
        """Take other tables where they changed, and drop what was changed by hand and cannot be."""
        moment, by_hand = self.desk.moment(), self.by_hand
        seats = rounds.seats(moment, self.division, proposal.pairs)
        self.drawing.out = (proposal, seats)
        if seats == before and self.drawing.holds(moment, self.key):
            return
        self._take_changes()
        if by_hand is not None and self.by_hand is None:
            self.go_to("preview")
        elif self.step == "preview":
            self.shown()

    def _enter_again(self) -> None:
        """Keep what was entered from paper as long as it can be published."""
        self.drawing.enter(self.desk.hall, self.key)
        if self.by_hand is not None and not self.drawing.holds(self.desk.moment(), self.key):
            self.draw()
            self.go_to("preview")

    # -- what the referee does --------------------------------------------------------------------

    def go_to(self, step: Step) -> None:
        """Go on to a step, or back to one."""
        self.step = step
        self.shown()

    def witness(self, text: str) -> str:
        """Take the witnesses as they are typed; return what is wrong with them."""
        names = rounds.witnesses(self.desk.hall, text)
        missing = rounds.witness_trouble(self.desk.hall, self.division, names)
        if missing:
            return missing
        self.drawing.witnesses = names
        if self.drawing.seed:
            self.draw()
            self.shown()
        else:
            self.go_to("seed")
        return ""

    def take_seed(self, text: str) -> str:
        """Take the seed as it is typed, or a fresh one; return what is wrong with it."""
        seed = " ".join(text.split()) or self.desk.token()
        trouble = rounds.seed_trouble(self.desk.hall, self.key, seed)
        if not trouble:
            self.drawing.seed = seed
            self.draw()
            self.shown()
        return trouble

    def rule(self, rule: Relaxation, reason: str) -> None:
        """Draw from the same seed with a rule set otherwise by the referee's word."""
        self.drawing.rule(rule, reason)
        self.draw()
        self.shown()

    def begin_otherwise(self, way: FirstRound, reason: str) -> None:
        """Pair round 1 so; ``reason`` is "" where no draw has been looked at."""
        self.drawing.first_round = way
        if reason:
            self.draw_again(reason)
        else:
            self.shown()

    def draw_again(self, reason: str = "") -> None:
        """Draw from a fresh seed; ``reason`` is "" where the hall changed."""
        self.drawing.discard(self.desk.token(), reason)
        self.draw()
        self.shown()

    def begin_anyway(self, line: LogLine) -> None:
        """Go on though results are open."""
        self.drawing.rulings.append(line)
        self.begin()
        self.shown()

    def pair_by_hand(self, changed: tuple[Hand, Answered] | None) -> None:
        """Go on with the round as the referee has paired it; None: as it was drawn."""
        self.drawing.change(changed)
        self.step, self.trouble = "preview", ""
        self._take_changes()
        self.shown()

    def published(self) -> None:
        """Forget the drawing: the round is out."""
        self.desk.drawings.pop(self.key, None)
        self.left()


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
