"""A row of the standings in sentences: who counted, who was left out, who was projected, and why.

Owns the words. Computes no points: it tells what the row already holds.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from shared.core.events import TitleKind
from shared.core.rulebooks import Rulebook, set_by_event
from shared.core.standings.order import (
    HonorPoints,
    HonorTerm,
    PlayerRecord,
    StandingsRow,
    rated_rounds,
)
from shared.core.state.office import BESIDE, Beside, Decided
from shared.core.text.language import N_, _, headed, listed, ngettext, pgettext, shown_number

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
TITLES: dict[TitleKind, str] = {
    "champion": N_("Champion"),
    "co_champions": N_("Co-champions"),
    "co_winners": N_("Co-winners"),
    "playoff": N_("Playoff between"),
}


def two_places(points: HonorPoints) -> str:
    """Return whole points as they are, others with two decimals, a half rounded up: ``17.14``."""
    if points.denominator == 1:
        return str(points.numerator)
    whole, hundredths = divmod(int(points * 100 + Fraction(1, 2)), 100)
    return f"{whole}.{hundredths:02d}"


def explain(
    row: StandingsRow, records: Sequence[PlayerRecord], rulebook: Rulebook
) -> tuple[str, ...]:
    """Say how a row came about, one sentence a round after the first (ACF-2.IV), in the language
    that is spoken.

    ``records`` are those that the row was made from. What the event has set otherwise is said at
    the end. Raises ValueError if the row's player, or one of the opponents, has no record.
    """
    by_player = {record.player: record for record in records}
    needed = {row.player, *(term.opponent for term in row.honor_terms if term.opponent)}
    strangers = sorted(needed - by_player.keys())
    if strangers:
        raise ValueError(f"no record of {', '.join(strangers)}")
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


def _tie(row: StandingsRow, by_player: dict[str, PlayerRecord]) -> Iterator[str]:
    if row.tie:
        names = (by_player[player].name for player in row.tie if player != row.player)
        words = _("The tie with {names} is broken by a ruling.")
        yield words.format(names=listed(list(names)))


def notes_on(rows: Sequence[StandingsRow], rulebook: Rulebook) -> tuple[str, ...]:
    """Return what has to be known to read these rows: marks, and what is provisional."""
    notes = []
    if any(row.granted for row in rows):
        notes.append(_("* with match points granted outside the rounds"))
    if any(row.provisional for row in rows):
        words = _(
            "Honor points are provisional until all rounds are over: a dropout counts with the"
            " points so far ({clause})."
        )
        notes.append(words.format(clause=rulebook.clause("honor.dropout_cap")))
    return tuple(notes)


def title_words(decided: Decided, names: str) -> str:
    """``Co-champions: Ann Lee and Bo King (ACF-1.XIII.B), the playoff was declined``."""
    note = f", {_(decided.note)}" if decided.note else ""
    return headed(_(TITLES[decided.title]), f"{names} ({decided.clause}){note}")


def beside_note(part: Beside, rows: Sequence[StandingsRow]) -> tuple[str, ...]:
    """Return the places of a consolation or a last chance as one line, where one is played."""
    if not rows:
        return ()
    places = (f"{row.rank}. {row.name}" for row in rows)
    return (headed(_(BESIDE[part]), ", ".join(places)),)


def points_heading(rulebook: Rulebook) -> str:
    """Return the heading over what ``points_or_exit`` shows: no games, which a result counts."""
    if rulebook.places_by_exit:
        return pgettext("column", "Out in")
    return pgettext("column", "Match pts")


def points_or_exit(row: StandingsRow) -> str:
    """Return the match points; where a draw sheet or lives decide, what put the player out."""
    if row.stands == "by_points":
        return row.points_shown
    if row.stands == "out":
        number = pgettext("round", "R{number}").format(number=row.out_at)
        return number if row.out_at.isdigit() else row.out_at
    return _("won") if row.stands == "won" else pgettext("in the draw", "in")


def _exit(row: StandingsRow, rulebook: Rulebook) -> str:
    clause = rulebook.clause("pairing_system")
    if row.rank is None:
        return _("{name} is not in the draw.").format(name=row.name)
    if row.stands == "won":
        return _("{name} has won, place {place} ({clause}).").format(
            name=row.name, place=row.rank, clause=clause
        )
    if row.stands == "in":
        return _("{name} is still in ({clause}).").format(name=row.name, clause=clause)
    words = _("{name} went out in {where}, place {place}; one round shares the place ({clause}).")
    return words.format(name=row.name, where=points_or_exit(row), place=row.rank, clause=clause)


def _place(row: StandingsRow, rulebook: Rulebook) -> str:
    if rulebook.places_by_exit and (row.stands != "by_points" or row.rank is None):
        return _exit(row, rulebook)
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


def _term(
    term: HonorTerm, own: PlayerRecord, by_player: dict[str, PlayerRecord], rulebook: Rulebook
) -> str:
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


def _projection(term: HonorTerm, dropout: PlayerRecord, rulebook: Rulebook) -> str:
    rule = rulebook.honor
    assert rule is not None
    rated = rated_rounds(dropout, rule)
    points = sum(score.points for score in rated)
    pace = ngettext(
        "{points} points in {count} round", "{points} points in {count} rounds", len(rated)
    ).format(points=points, count=len(rated))
    told = _(", a dropout after round {number} projected from {pace}").format(
        number=dropout.dropped_out_after, pace=pace
    )
    if term.points.denominator != 1:
        told += _(", exactly {points}").format(points=term.points)
    if term.points == rule.dropout_cap:
        told += _(", the cap of {points}").format(points=rule.dropout_cap)
    return f"{told} ({rulebook.clause('honor.dropout_cap')})"


def _sum(row: StandingsRow) -> str:
    counted = [_shown(term.points) for term in row.honor_terms if not term.discarded]
    total = _shown(row.honor_points)
    if counted in ([], [total]):
        return _("Honor points: {total}.").format(total=total)
    return _("Honor points: {terms} = {total}.").format(terms=" + ".join(counted), total=total)


def _shown(points: HonorPoints) -> str:
    return shown_number(two_places(points))
