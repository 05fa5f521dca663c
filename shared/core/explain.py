"""A row of the standings in sentences: who counted, who was left out, who was projected, and why.

Owns the words. Computes no points: it tells what the row already holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from shared.core.language import N_, _, ngettext, shown_number
from shared.core.rulebooks import Rulebook, set_by_event
from shared.core.standings import HonorTerm, Record, Row, rate_rounds

_MISSED = {
    "bye": N_("a bye"),
    "opt_out": N_("the last round skipped by leave"),
    "absent": N_("a round without a pairing"),
    "forfeit": N_("a round forfeited"),
    "played": N_("a round without an opponent"),
    "void": N_("a void match"),
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
    "game_lost_by_both",
    "late_entry_points",
    "opt_out",
    "withdrawn_after_pairing",
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
    """Say how a row came about, one sentence a round after the first (ACF-2.IV), in the language
    that is spoken.

    ``records`` are those that the row was made from. What the event has set otherwise is said at
    the end. Raises ValueError if the row's player, or one of his opponents, has no record.
    """
    by_player = {record.player: record for record in records}
    needed = {row.player, *(term.opponent for term in row.honor_terms if term.opponent)}
    strangers = sorted(needed - by_player.keys())
    if strangers:
        message = f"no record of {', '.join(strangers)}"
        raise ValueError(message)
    lines = [_place(row, rulebook)]
    lines += _tie(row, by_player)
    if row.granted:
        words = ngettext(
            "{count} match point of these was granted outside the rounds.",
            "{count} match points of these were granted outside the rounds.",
            row.granted,
        )
        lines.append(words.format(count=row.granted))
    if rulebook.honor is not None:
        own = by_player[row.player]
        lines += [_term(term, own, by_player, rulebook) for term in row.honor_terms]
        if row.honor_terms:
            lines.append(_sum(row))
    return (*lines, *set_by_event(rulebook, *SCORING_FIELDS))


def _tie(row: Row, by_player: dict[str, Record]) -> Iterator[str]:
    if row.tie:
        names = (by_player[player].name for player in row.tie if player != row.player)
        words = _("The tie with {names} is broken by a ruling.")
        yield words.format(names=_(" and ").join(names))


def granted_note(rows: Iterable[Row]) -> tuple[str, ...]:
    """Return what the mark behind match points means, where a row has it."""
    if any(row.granted for row in rows):
        return (_("* with match points granted outside the rounds"),)
    return ()


def _place(row: Row, rulebook: Rulebook) -> str:
    points = ngettext("{count} match point", "{count} match points", row.match_points)
    points = points.format(count=row.match_points)
    if row.rank is None:
        return _("{name} has {points} and no place: they dropped out ({clause}).").format(
            name=row.name, points=points, clause=rulebook.clause("prizes.dropouts_excluded")
        )
    if rulebook.honor is None or rulebook.tied_places == "shared":
        return _(
            "{name} has {points}, place {place}; equal points share a place ({clause})."
        ).format(
            name=row.name, points=points, place=row.rank, clause=rulebook.clauses["tied_places"]
        )
    return _("{name} has {points} and {honor} honor points, place {place} ({clause}).").format(
        name=row.name,
        points=points,
        honor=_shown(row.honor_points),
        place=row.rank,
        clause=rulebook.clause("tied_places"),
    )


def _term(term: HonorTerm, own: Record, by_player: dict[str, Record], rulebook: Rulebook) -> str:
    worth = _shown(term.points)
    if term.opponent is None:
        score = own.rounds[term.round - 1]
        kind = score.kind if score else "absent"
        why = _(_MISSED[kind])
        sentence = (
            _("Round {number}: {why}, {worth} honor points, left out as the lowest ({clause}).")
            if term.discarded
            else _("Round {number}: {why}, {worth} honor points ({clause}).")
        )
        return sentence.format(
            number=term.round, why=why, worth=worth, clause=rulebook.clause("honor.bye_honor")
        )
    opponent = by_player[term.opponent]
    facts = _("Round {number}: {name} counts {worth}").format(
        number=term.round, name=opponent.name, worth=worth
    )
    if term.projected:
        facts += _projection(term, opponent, rulebook)
    clause = rulebook.clause("honor.drop_lowest")
    if term.discarded:
        return _("{facts}: left out, the lowest ({clause}).").format(facts=facts, clause=clause)
    return f"{facts}." if term.projected else f"{facts} ({clause})."


def _projection(term: HonorTerm, dropout: Record, rulebook: Rulebook) -> str:
    rule = rulebook.honor
    assert rule is not None
    rounds = rate_rounds(dropout, rule)
    pace = ngettext(
        "{points} points in {count} round", "{points} points in {count} rounds", rounds
    ).format(points=dropout.match_points, count=rounds)
    told = _(", a dropout after round {number} projected from {pace}").format(
        number=dropout.dropped_out_after, pace=pace
    )
    if term.points.denominator != 1:
        told += _(", exactly {points}").format(points=term.points)
    if term.points == rule.dropout_cap:
        told += _(", the cap of {points}").format(points=rule.dropout_cap)
    return f"{told} ({rulebook.clause('honor.dropout_cap')})"


def _sum(row: Row) -> str:
    counted = [_shown(term.points) for term in row.honor_terms if not term.discarded]
    return _("Honor points: {terms} = {total}.").format(
        terms=" + ".join(counted) or "0", total=_shown(row.honor_points)
    )


def _shown(points: Fraction) -> str:
    return shown_number(two_places(points))
