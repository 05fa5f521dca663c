"""The order of a division by points: match points, then honor points (ACF-1.XIII.A, ACF-2.IV).

Owns honor points and the projection of dropouts. Awards no prize and knows no games:
games won are no tie-break (ACF-2.II.B). Knows no draw sheet: see ``pairing.places``.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Literal

import msgspec
from msgspec.structs import replace

from shared.core.rulebooks import Rulebook
from shared.core.rulebooks.groups import HonorRule

RoundKind = Literal["played", "bye", "forfeit", "opt_out", "absent", "void"]
"""``forfeit``: no game was played, the points say who came. ``absent``: no pairing.
``void``: the match was made void, and is not played again."""


HonorPoints = int | Fraction
"""Whole but where a dropout is projected."""


class RoundScore(msgspec.Struct, frozen=True, gc=False):
    """One player's round: the opponent and the match points it brought."""

    opponent: str | None
    points: int
    kind: RoundKind = "played"

    @property
    def attended(self) -> bool:
        """Whether the player was there, or excused by a bye (ACF-2.IV.C)."""
        return self.kind in ("played", "bye") or (self.kind == "forfeit" and self.points > 0)


class PlayerRecord(msgspec.Struct, frozen=True, gc=False):
    """One player's rounds in order. None is a round without a result yet.

    ``dropped_out_after`` is the last round before the withdrawal; 0 is before round 1.
    ``granted`` are match points that no round has brought.
    """

    player: str
    name: str
    rounds: tuple[RoundScore | None, ...]
    dropped_out_after: int | None = None
    rating: int | None = None
    granted: int = 0

    @property
    def match_points(self) -> int:
        """The match points of all rounds so far, and those that were granted."""
        earned = sum(score.points for score in self.rounds if score is not None)
        return earned + self.granted


class HonorTerm(msgspec.Struct, frozen=True, gc=False):
    """What one round adds to a player's honor points, and whether it is left out."""

    round: int
    opponent: str | None
    points: HonorPoints
    projected: bool
    discarded: bool


Stands = Literal["by_points", "in", "out", "won"]
"""``by_points``, or how a player stands where a draw sheet or lives decide."""


class StandingsRow(msgspec.Struct, frozen=True, gc=False):
    """One player's line. ``rank`` is shared by exact ties and None for who has no place.

    Without honor points in the rulebook, ``honor_points`` is 0 and ``honor_terms`` is empty.
    ``granted`` are those of the match points that no round has brought. ``out_at`` is the match
    of a draw sheet, or the number of the round under lives, that put the player out.
    """

    rank: int | None
    player: str
    name: str
    match_points: int
    honor_points: HonorPoints
    honor_terms: tuple[HonorTerm, ...]
    rating: int | None = None
    granted: int = 0
    tie: tuple[str, ...] = ()
    """Everybody who has the same place, oneself included, where that tie was broken."""
    provisional: bool = False
    """The honor points count dropouts as they stand: rounds are still to be played."""
    stands: Stands = "by_points"
    out_at: str = ""

    @property
    def points_shown(self) -> str:
        """The match points as they are listed: ``12*`` where some of them were granted."""
        return f"{self.match_points}{'*' if self.granted else ''}"


def rated_rounds(record: PlayerRecord, rule: HonorRule) -> tuple[RoundScore, ...]:
    """Return the rounds that a dropout's rate is taken over: those they attended, the round of the
    withdrawal among them if they played in it."""
    gone = record.dropped_out_after
    return tuple(
        score
        for number, score in enumerate(record.rounds, start=1)
        if score is not None
        and _enters_rate(score, rule)
        and (gone is None or number <= gone or score.attended)
    )


def projected_points(record: PlayerRecord, rulebook: Rulebook, *, total_rounds: int) -> HonorPoints:
    """Return the match points that a dropout counts for in opponents' honor points (ACF-2.IV.C).

    The match points of the rounds attended over the number of these, times ``total_rounds``,
    exact, and no more than the rulebook's cap. Other players count with their match points,
    and so does everybody where the rulebook has no honor points.
    """
    rule = rulebook.honor
    if record.dropped_out_after is None or rule is None:
        return record.match_points
    rounds = rated_rounds(record, rule)
    if not rounds:
        return 0
    earned = sum(score.points for score in rounds)
    return min(Fraction(earned, len(rounds)) * total_rounds, Fraction(rule.dropout_cap))


def standings(
    records: Sequence[PlayerRecord],
    rulebook: Rulebook,
    *,
    total_rounds: int | None,
) -> tuple[StandingsRow, ...]:
    """Order the players: match points, honor points, shared places; dropouts last, unplaced.

    ``total_rounds`` is what a dropout is projected to when all are played (ACF-2.IV); None while
    rounds are to come: then dropouts count with their points so far, and honor points are
    provisional.
    Ties stand in order of name. Where the rulebook shares tied places, equal match points share
    one (HALL-apca-ties). Raises ValueError for a player who stands twice, an opponent who is not
    in ``records``, or more rounds than ``total_rounds``.
    """
    worth = _worth(records, rulebook, total_rounds)
    dropouts = {record.player for record in records if record.dropped_out_after is not None}
    provisional = total_rounds is None and rulebook.honor is not None and bool(dropouts)
    projected = () if total_rounds is None else dropouts
    unplaced = []
    for record in records:
        terms = _honor_terms(record, worth, projected, rulebook.honor)
        unplaced.append(
            StandingsRow(
                None,
                record.player,
                record.name,
                record.match_points,
                sum(term.points for term in terms if not term.discarded),
                terms,
                record.rating,
                record.granted,
                provisional=provisional,
            )
        )
    parts = rulebook.tied_places == "honor_points"
    unplaced.sort(
        key=lambda row: (
            row.player in dropouts,
            -row.match_points,
            -row.honor_points if parts else 0,
            row.name,
            row.player,
        )
    )
    rows: list[StandingsRow] = []
    for place, row in enumerate(unplaced, start=1):
        if row.player in dropouts:
            rows.append(row)
            continue
        tied = rows and _standing(rows[-1], parts) == _standing(row, parts)
        rows.append(replace(row, rank=rows[-1].rank if tied else place))
    return tuple(rows)


def with_ties_broken(
    rows: Sequence[StandingsRow], broken: Iterable[Sequence[Sequence[str]]]
) -> tuple[StandingsRow, ...]:
    """Return the rows with the places that rulings have parted.

    ``broken`` are players by place, the best first; each counts while exactly these players share
    a place.
    """
    parted = list(rows)
    for places in broken:
        parted = _parted(parted, places)
    return tuple(parted)


def ties(rows: Sequence[StandingsRow]) -> tuple[tuple[StandingsRow, ...], ...]:
    """Return the rows that share a place, of each place that is shared."""
    placed = (row for row in rows if row.rank is not None)
    shared = (tuple(same) for _rank, same in groupby(placed, key=lambda row: row.rank))
    return tuple(group for group in shared if len(group) > 1)


def _parted(rows: list[StandingsRow], places: Sequence[Sequence[str]]) -> list[StandingsRow]:
    """Return the rows with a tie broken; unchanged where it is not the tie of exactly these
    players."""
    order = [player for place in places for player in place]
    mine = set(order)
    tied = next((t for t in ties(rows) if {row.player for row in t} == mine), ())
    if not tied or len(order) != len(tied):
        return rows
    first, by_player = rows.index(tied[0]), {row.player: row for row in tied}
    parted: list[StandingsRow] = []
    for place in places:
        rank = first + len(parted) + 1
        parted += (replace(by_player[each], rank=rank, tie=tuple(order)) for each in place)
    return [*rows[:first], *parted, *rows[first + len(tied) :]]


def _enters_rate(score: RoundScore, rule: HonorRule) -> bool:
    if score.kind == "bye":
        return rule.dropout_rate_counts_byes
    return score.attended or rule.dropout_rate_counts_absence


def _standing(row: StandingsRow, honor_parts: bool) -> tuple[int, HonorPoints]:
    return row.match_points, row.honor_points if honor_parts else 0


def _worth(
    records: Sequence[PlayerRecord], rulebook: Rulebook, total_rounds: int | None
) -> Mapping[str, HonorPoints]:
    worth: dict[str, HonorPoints] = {}
    for record in records:
        if record.player in worth:
            raise ValueError(f"player {record.player} stands twice in the records")
        if total_rounds is None:
            worth[record.player] = record.match_points
            continue
        if len(record.rounds) > total_rounds:
            message = f"player {record.player} has {len(record.rounds)} of {total_rounds} rounds"
            raise ValueError(message)
        worth[record.player] = projected_points(record, rulebook, total_rounds=total_rounds)
    return worth


def _honor_terms(
    record: PlayerRecord,
    worth: Mapping[str, HonorPoints],
    projected: Collection[str],
    rule: HonorRule | None,
) -> tuple[HonorTerm, ...]:
    terms: list[HonorTerm] = []
    met: set[str] = set()
    for number, score in enumerate(record.rounds, start=1):
        if score is None:
            continue
        if score.opponent is not None and score.opponent not in worth:
            message = f"player {record.player}, round {number}: no record of {score.opponent}"
            raise ValueError(message)
        if rule is None:
            continue
        if score.opponent is None:
            points: HonorPoints = rule.bye_honor
        elif score.opponent in met and not rule.each_meeting_counts:
            continue
        else:
            points = worth[score.opponent]
            met.add(score.opponent)
        terms.append(HonorTerm(number, score.opponent, points, score.opponent in projected, False))
    if rule is None:
        return ()
    droppable = [term for term in terms if term.opponent is not None or rule.bye_is_dropped_item]
    lowest = sorted(droppable, key=lambda term: (term.points, term.round))
    discarded = {term.round for term in lowest[: rule.drop_lowest]}
    return tuple(
        replace(term, discarded=True) if term.round in discarded else term for term in terms
    )
