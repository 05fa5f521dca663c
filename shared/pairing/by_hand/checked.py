"""Checks a round that a referee paired by hand, with the check of its division's system."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from shared.core.rulebooks.base import PairingSystem
from shared.core.state import HallState
from shared.core.text.sentence import Players, Sentence
from shared.pairing.by_hand.draft import HandRound
from shared.pairing.checking.check import Finding, check_round
from shared.pairing.checking.try_all import have_met, levels
from shared.pairing.from_hall import asked_for_a_bye, opted_out
from shared.pairing.log.lines import Relaxation
from shared.pairing.points import Points
from shared.pairing.systems import attendance
from shared.pairing.types import Drawn, Entrant, Float, SwissRound


def as_drawn(
    entrants: Iterable[Entrant], pairs: Iterable[tuple[str, str]], bye: str | None
) -> Drawn:
    """Put pairs into table order, from the most match points down, and list their floats.

    Among pairs of equal points those that meet again sit last (ACF-2.V.D). Pairs with a player
    who is not among ``entrants`` come at the end.
    """
    field = {entrant.player: entrant for entrant in entrants}
    groups = levels(field)

    def points(player: str) -> Points:
        return field[player].match_points if player in field else -1

    def table_order(pair: tuple[str, str]) -> tuple[Points, Points, bool]:
        known = set(pair) <= field.keys()
        return -points(pair[0]), -points(pair[1]), known and have_met(field, *pair)

    seated = [(a, b) if points(a) >= points(b) else (b, a) for a, b in pairs]
    seated.sort(key=table_order)
    known = [(a, b) for a, b in seated if a in field and b in field]
    floats = tuple(
        Float(a, b, points(a), points(b), groups[points(b)] - groups[points(a)])
        for a, b in known
        if points(a) != points(b)
    )
    repeats = tuple(pair for pair in known if have_met(field, *pair))
    return Drawn(tuple(seated), bye, floats, (), repeats)


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
