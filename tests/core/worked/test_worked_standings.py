"""The worked examples of projected dropouts, honor points and shared prizes."""

import re
from fractions import Fraction
from typing import Any

import pytest

from shared.core.rulebooks import Rulebook, rulebook
from shared.core.standings.order import (
    PlayerRecord,
    RoundScore,
    StandingsRow,
    projected_points,
    standings,
)
from shared.core.standings.prizes import payouts, share_prizes
from tests.core.worked_kit import held, worked

MASTERS, MAJORS, MINORS = (rulebook(f"acf-{name}") for name in ("masters", "majors", "minors"))
DROPOUT = re.compile(r"dropout (\d+) MP after (\d+) of 12")


def scorer(player: str, points: int, *, attended: int | None = None) -> PlayerRecord:
    """Return a player whose points are one bye's; they drop out after ``attended`` rounds, if
    any."""
    rounds = (RoundScore(None, points, "bye"),)
    rounds += (RoundScore(None, 0, "bye"),) * ((attended or 1) - 1)
    return PlayerRecord(player, player.title(), rounds, dropped_out_after=attended)


@pytest.mark.clause("ACF-2.IV.C")
@worked("dropout_projection")
def test_a_dropout_is_projected_exactly_by_rate_and_capped(example: dict[str, Any]) -> None:
    books = [book for book in (MASTERS, MAJORS, MINORS) if book.rounds == example["total"]]
    assert books
    record = scorer("d", example["mp"], attended=example["rounds_played"])
    at_his_rate = Fraction(example["mp"], example["rounds_played"]) * example["total"]
    assert at_his_rate == Fraction(example["exact"])
    for book in books:
        assert held(book.honor).dropout_cap == example["cap"]
        projected = projected_points(record, book, total_rounds=book.rounds)
        assert projected == Fraction(example["projected"])
        assert round(float(projected), 4) == example["float"]


def opponents_of(example: dict[str, Any]) -> list[PlayerRecord | None]:
    """Return the opponents of a case; its last is the dropout that its name tells of, None is a
    bye."""
    dropout = DROPOUT.search(example["case"])
    points = example["opponents"]
    records: dict[float, PlayerRecord] = {}
    met: list[PlayerRecord | None] = []
    for number, mp in enumerate(points):
        if mp is None:
            met.append(None)
        elif dropout and number == len(points) - 1:
            met.append(scorer("d", int(dropout[1]), attended=int(dropout[2])))
        elif "met twice" in example["case"]:
            met.append(records.setdefault(mp, scorer(f"p{number}", int(mp))))
        else:
            met.append(scorer(f"p{number}", int(mp)))
    return met


def honor_rows(met: list[PlayerRecord | None], book: Rulebook) -> StandingsRow:
    rounds = tuple(
        RoundScore(None, 4, "bye") if one is None else RoundScore(one.player, 2) for one in met
    )
    field = {one.player: one for one in met if one is not None}
    rows = standings(
        [PlayerRecord("me", "Me", rounds), *field.values()], book, total_rounds=book.rounds
    )
    return next(row for row in rows if row.player == "me")


@pytest.mark.clause("ACF-2.IV.A", "ACF-2.IV.B", "ACF-2.IV.C")
@worked("honor_points")
def test_honor_points_are_the_opponents_points_without_the_lowest_real_one(
    example: dict[str, Any],
) -> None:
    row = honor_rows(opponents_of(example), MASTERS)
    counted = [Fraction(str(mp or 0)) for mp in example["opponents"]]
    assert [term.points for term in row.honor_terms] == counted
    assert row.honor_points == Fraction(str(example["honor"]))


@pytest.mark.clause("ACF-1.XIII.A")
@worked("prize_split_cents")
def test_tied_places_share_their_prizes_equally_to_the_cent(example: dict[str, Any]) -> None:
    prizes, groups, shares = example["prizes"], example["tie_groups"], example["shares"]
    assert [list(group) for group in share_prizes(prizes, groups)] == shares
    rows: list[StandingsRow] = []
    for at, size in enumerate(groups):
        for honor in range(size, 0, -1):
            place = len(rows) + 1
            rows.append(StandingsRow(place, f"p{place}", "P", 40 - at, Fraction(honor), ()))
    assert [p.share_cents for p in payouts(rows, prizes, MAJORS)] == [
        cents for group in shares for cents in group
    ]
