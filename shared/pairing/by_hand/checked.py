"""Checks a round that a referee paired by hand, with the check of its division's system."""

from collections.abc import Collection, Sequence
from typing import Final

from shared.core.rulebooks.base import PairingSystem
from shared.core.state import HallState
from shared.core.text.sentence import Players, Sentence
from shared.pairing.by_hand.as_played import as_drawn
from shared.pairing.by_hand.draft import HandRound
from shared.pairing.checking.check import Finding, check_round
from shared.pairing.from_hall import asked_for_a_bye, opted_out
from shared.pairing.log.lines import Relaxation
from shared.pairing.systems import attendance
from shared.pairing.types import Entrant, SwissRound

BY_HAND: Final[tuple[PairingSystem, ...]] = ("swiss", "round_robin", "double_knockout")
"""Systems whose rounds a referee may pair by hand: elsewhere the sheet, or who is free, says which
players meet."""


def check_by_hand(
    state: HallState,
    division: str,
    round_no: int,
    field: Sequence[Entrant],
    draft: HandRound,
    relaxed: Collection[Relaxation] = (),
) -> tuple[Finding, ...]:
    """Return the check report of a round paired by hand.

    ``field`` are the players who should be in it, as they stood before the round.
    """
    paired = state.rounds.get((division, round_no))
    opened = state.divisions[division].at(round_no, "" if paired is None else paired.rules)
    book = opened.book
    pairs = [pair.players for pair in draft.pairs]
    if book.pairing_system != "swiss":
        clause = book.clause("pairing_system")
        expected = [entrant.player for entrant in field]
        return attendance(clause, pairs, draft.byes, expected, ())
    more = tuple(
        Finding(
            book.clause("max_byes"),
            "fails",
            Sentence(
                "{player} has a bye as well: a round has one at most.", player=Players(player)
            ),
        )
        for player in draft.byes[1:]
    )
    left = set(draft.byes[1:])
    return more + check_round(
        [entrant for entrant in field if entrant.player not in left],
        as_drawn(field, pairs, next(iter(draft.byes), None)),
        SwissRound(round_no, opened.rounds, book, relaxed),
        opted_out=opted_out(state, division, round_no),
        asked=asked_for_a_bye(state, division, round_no),
    )
