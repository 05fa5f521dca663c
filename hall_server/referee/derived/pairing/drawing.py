"""A round that is being drawn at this desk: seed, what was shown, what the log has to say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final, get_args

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing.by_hand import (
    Answered,
    Base,
    Hand,
    as_proposal,
    from_proposal,
)
from hall_server.referee.derived.pairing.draft_round import Seats
from shared.core.decisions.writing import REFEREE
from shared.core.events import ByHand, RoundPreviewed, Ruled, entities
from shared.core.state import HallState, Preview
from shared.pairing import (
    FirstRound,
    PairingImpossible,
    PairingSource,
    Proposal,
    Relaxation,
    lives_now,
)
from shared.pairing.by_hand.draft import HandRound
from shared.pairing.from_hall import entrants
from shared.pairing.log.lines import Allowed, Discarded, FirstRoundChosen, LogLine, TakenBack, Why
from shared.port import Draft

REPEATS: Final[tuple[Relaxation, ...]] = ("lowest_repeat", "fresh_only")
"""The rules on repeats: of these one holds at a time."""


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
    notes: list[LogLine] = field(default_factory=list)
    rulings: list[LogLine] = field(default_factory=list)
    ruled: dict[Relaxation, str] = field(default_factory=dict)
    """What the referee has ruled for this round, and why."""
    first_round: FirstRound | None = None
    """How the referee chose to pair round 1; None as the rulebook says."""
    paper: bool = False
    """Nothing is drawn: the round is entered as it was paired on paper."""
    left: HandRound | None = None
    """What was entered from paper and cannot be published as it is any more."""
    out: tuple[Proposal, Seats] | None = None
    """The draw as it came out, with its tables; None where there is none to look at."""
    by_hand: tuple[Hand, Answered] | None = None
    """What the referee changed in the draw, and their answer for it."""
    lost: bool = False
    """Such a change is gone: what it was made from changed."""

    @classmethod
    def of(cls, previews: Sequence[Preview], taken_back: str = "") -> Drawing:
        """Return the drawing as the log has it, after a restart or from another desk.

        ``taken_back`` is why the round was taken back once it was published, "" where it was not.
        """
        if not previews:
            return cls()
        last = previews[-1]
        notes: list[LogLine] = [*preview_lines(previews)]
        if taken_back:
            notes.append(TakenBack(taken_back))
        return cls(
            last.seed,
            why=last.why,
            changed=last.changed,
            shown=(last.pairs, last.byes),
            drawn=len(previews),
            notes=notes,
            ruled={rule: one.words for one in last.ruled for rule in RELAXED if rule == one.rule},
            first_round=next((way for way in FIRST if way == last.first_round), None),
        )

    def lines(self, clause: str) -> tuple[LogLine, ...]:
        """Return what was looked at before and what was ruled, for the pairing log; ``clause`` is
        the one that has round 1 drawn or paired by halves."""
        chosen = self.first_round
        first = () if chosen is None else (FirstRoundChosen(chosen == "top_half", clause),)
        allowed = (Allowed(rule, why) for rule, why in self.ruled.items())
        return (*self.notes, *first, *self.rulings, *allowed)

    def pair(
        self, source: PairingSource, state: HallState, key: tuple[str, int], *more: Relaxation
    ) -> Proposal:
        """Return the round from the seed, by what was ruled and ``more``; of the rules on repeats
        the last one holds. Raises PairingImpossible."""
        return source.pair(state, *key, self.seed, _relaxed(self.ruled, *more), self.first_round)

    def discard(self, seed: str, reason: str = "") -> None:
        """Draw again from a fresh ``seed``; what was drawn before stays in the log.

        ``reason`` is the referee's; "" where players or results changed.
        """
        self._set_aside("words" if reason else "changed", reason)
        self.seed, self.why, self.changed, self.shown = seed, reason, not reason, None
        self.lost = not reason and self.by_hand is not None
        self.by_hand = None
        self.paper, self.left = False, None

    def _set_aside(self, why: Why, reason: str = "") -> None:
        """Note a draw that was looked at and is not the last one."""
        if self.shown is not None:
            self.notes.append(Discarded(self.drawn, self.seed, why, reason))
            self.drawn += 1

    def enter(self, state: HallState, key: tuple[str, int]) -> None:
        """Draw nothing: the round is entered as it was paired on paper."""
        if not self.paper:
            self._set_aside("other")
            self.seed, self.shown, self.by_hand, self.left, self.lost = "", None, None, None, False
        self.paper = True
        self.out = (blank(state, key), Seats(()))

    def base(self, key: tuple[str, int]) -> Base:
        """Return the draw as it came out, which the referee may change by hand."""
        assert self.out is not None
        proposal, seats = self.out
        return from_proposal(key, proposal, seats.tables, tuple(self.ruled))

    def change(self, by_hand: tuple[Hand, Answered] | None) -> None:
        """Change the draw by hand, as the referee did; None takes all of it back."""
        self.by_hand, self.lost, self.left = by_hand, False, None

    def holds(self, moment: Moment, key: tuple[str, int]) -> bool:
        """Return whether what was changed by hand, if anything, was changed in this draw and still
        can be published."""
        if self.by_hand is None:
            return True
        hand = self.by_hand[0]
        if self.paper:
            # What was paired on paper stays as it was, also when players have come since.
            hand = replace(hand, base=self.base(key))
        return hand.base == self.base(key) and not replace(hand, moment=moment).stops

    def shown_as(
        self, moment: Moment, key: tuple[str, int]
    ) -> tuple[Proposal, Seats, ByHand | None]:
        """Return the draw with what was changed in it by hand; what does not hold is dropped."""
        assert self.out is not None
        if not self.holds(moment, key):
            if self.paper and self.by_hand is not None:
                self.left = self.by_hand[0].draft
            self.by_hand, self.lost = None, True
        if self.by_hand is None:
            return (*self.out, None)
        hand, answered = self.by_hand
        return as_proposal(self.out[0], replace(hand, moment=moment, base=self.base(key)), answered)

    def rule(self, what: Relaxation, reason: str) -> None:
        """Set a rule otherwise for this round, as the referee did; the seed stays as it was
        thrown."""
        self._set_aside("words", reason)
        kept = _relaxed(self.ruled, what)
        self.ruled = {rule: why for rule, why in self.ruled.items() if rule in kept}
        self.ruled[what] = reason
        self.why, self.changed, self.shown, self.by_hand = reason, False, None, None


BY_REFEREE: Final = "paper"
"""What stands for name and version of the draw in a round that was entered as it was paired."""
FIRST: Final[tuple[FirstRound, ...]] = get_args(FirstRound)
RELAXED: Final[tuple[Relaxation, ...]] = get_args(Relaxation)


def blank(state: HallState, key: tuple[str, int]) -> Proposal:
    """Return a round in which nobody is paired yet, among those who may be."""
    field = entrants(state, *key)
    if state.divisions[key[0]].book.pairing_system == "double_knockout":
        with suppress(PairingImpossible):
            left = lives_now(state, *key).left
            field = tuple(entrant for entrant in field if entrant.player in left)
    return Proposal((), (), (), (), BY_REFEREE, field)


def _relaxed(ruled: Iterable[Relaxation], *more: Relaxation) -> tuple[Relaxation, ...]:
    """Return what is ruled with ``more``: of the rules on repeats the last one alone holds."""
    every = tuple(dict.fromkeys((*(rule for rule in ruled if rule not in more), *more)))
    last = next((rule for rule in reversed(every) if rule in REPEATS), None)
    return tuple(rule for rule in every if rule not in REPEATS or rule == last)


def preview_lines(previews: Sequence[Preview]) -> tuple[Discarded, ...]:
    """Return what the pairing log says of the draws that were looked at before the last one."""
    return tuple(
        _discarded(number, preview.seed, previews[number:])
        for number, preview in enumerate(previews[:-1], start=1)
    )


def _discarded(number: int, seed: str, later: Sequence[Preview]) -> Discarded:
    for preview in later:
        if preview.why:
            return Discarded(number, seed, "words", preview.why)
        if preview.changed:
            return Discarded(number, seed, "changed")
    return Discarded(number, seed, "other")


def preview(key: tuple[str, int], proposal: Proposal, drawing: Drawing, *, token: str) -> Draft:
    """Return that a round has been drawn and looked at, to be written before it is shown."""
    body = RoundPreviewed(
        drawing.seed,
        proposal.algorithm,
        proposal.pairs,
        proposal.byes,
        drawing.why,
        drawing.changed,
        tuple(Ruled(rule, why) for rule, why in drawing.ruled.items()),
        drawing.first_round or "",
    )
    return Draft(entities.preview(*key, token), body, REFEREE)
