"""A row of the standings in sentences: who counted, who was left out, who was projected, and why.

Owns the words. Computes no points: it tells what the row already holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from shared.core.rulebooks import Rulebook, set_by_event
from shared.core.rulebooks.groups import HonorRule
from shared.core.standings import HonorTerm, Record, Row, rate_rounds

_MISSED = {
    "bye": "a bye",
    "opt_out": "the last round skipped by leave",
    "absent": "a round without a pairing",
    "forfeit": "a round forfeited",
    "played": "a round without an opponent",
}
SCORING_FIELDS = (
    "scoring",
    "match_stake",
    "win_points",
    "draw_points",
    "loss_points",
    "bye_points",
    "forfeited_round_points",
    "agreed_void_points",
    "late_entry_points",
    "opt_out",
    "honor",
    "tied_places",
)
"""Beginnings of the fields that act on a standings row."""


def two_places(points: Fraction) -> str:
    """Whole points as they are, others with two decimals, a half rounded up: ``17.14``."""
    if points.denominator == 1:
        return str(points.numerator)
    whole, hundredths = divmod(int(points * 100 + Fraction(1, 2)), 100)
    return f"{whole}.{hundredths:02d}"


def explain(row: Row, records: Sequence[Record], rulebook: Rulebook) -> tuple[str, ...]:
    """Say how a row came about, one sentence a round after the first (ACF-2.IV).

    ``records`` are those that the row was made from. What the event has set otherwise is said at
    the end. Raises ValueError if the row's player, or one of his opponents, has no record.
    """
    by_player = {record.player: record for record in records}
    needed = {row.player, *(term.opponent for term in row.honor_terms if term.opponent)}
    strangers = sorted(needed - by_player.keys())
    if strangers:
        message = f"no record of {', '.join(strangers)}"
        raise ValueError(message)
    rule = rulebook.honor
    lines = [_place(row, rulebook)]
    if rule is not None:
        own = by_player[row.player]
        lines += [_term(term, own, by_player, rule) for term in row.honor_terms]
        if row.honor_terms:
            lines.append(_sum(row))
    return (*lines, *set_by_event(rulebook, *SCORING_FIELDS))


def _place(row: Row, rulebook: Rulebook) -> str:
    points = f"{row.match_points} match points"
    if row.rank is None:
        return f"{row.name} has {points} and no place: he dropped out (ACF-2.IV.C)."
    if rulebook.honor is None or rulebook.tied_places == "shared":
        clause = rulebook.clauses["tied_places"]
        return f"{row.name} has {points}, place {row.rank}; equal points share a place ({clause})."
    honor = two_places(row.honor_points)
    return f"{row.name} has {points} and {honor} honor points, place {row.rank} (ACF-1.XIII.A)."


def _term(term: HonorTerm, own: Record, by_player: dict[str, Record], rule: HonorRule) -> str:
    start = f"Round {term.round}: "
    worth = two_places(term.points)
    if term.opponent is None:
        score = own.rounds[term.round - 1]
        why = _MISSED[score.kind if score else "absent"]
        left_out = ", left out as the lowest" if term.discarded else ""
        return f"{start}{why}, {worth} honor points{left_out} (ACF-2.IV.B)."
    opponent = by_player[term.opponent]
    sentence = f"{start}{opponent.name} counts {worth}"
    if term.projected:
        sentence += _projection(term, opponent, rule)
    if term.discarded:
        return f"{sentence}: left out, the lowest (ACF-2.IV.A)."
    return f"{sentence}." if term.projected else f"{sentence} (ACF-2.IV.A)."


def _projection(term: HonorTerm, dropout: Record, rule: HonorRule) -> str:
    rounds = rate_rounds(dropout, rule)
    pace = f"{dropout.match_points} points in {rounds} {'round' if rounds == 1 else 'rounds'}"
    capped = f", the cap of {rule.dropout_cap}" if term.points == rule.dropout_cap else ""
    exact = "" if term.points.denominator == 1 else f", exactly {term.points}"
    left = dropout.dropped_out_after
    return f", a dropout after round {left} projected from {pace}{exact}{capped} (ACF-2.IV.C)"


def _sum(row: Row) -> str:
    counted = [two_places(term.points) for term in row.honor_terms if not term.discarded]
    return f"Honor points: {' + '.join(counted) or '0'} = {two_places(row.honor_points)}."
