"""Standings: match points, honor points, dropouts, shared places."""

from fractions import Fraction

import pytest

from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import Rulebook, apply_overrides, rulebook
from shared.core.standings.order import (
    PlayerRecord,
    RoundScore,
    StandingsRow,
    projected_points,
    standings,
)
from shared.core.standings.scoring import match_points

MASTERS = rulebook("acf-masters")
MAJORS = rulebook("acf-majors")
BYE = RoundScore(None, 4, "bye")


def scorer(player: str, points: int) -> PlayerRecord:
    """Return a player with ``points`` of a bye: an opponent whose own rounds do not matter."""
    return PlayerRecord(player, f"Player {player}", (RoundScore(None, points, "bye"),))


def dropout(player: str, points: int, attended: int) -> PlayerRecord:
    first = RoundScore(None, points, "bye")
    rounds = (first, *[RoundScore(None, 0, "bye")] * (attended - 1))
    return PlayerRecord(player, f"Player {player}", rounds, dropped_out_after=attended)


def meeting(*opponents: PlayerRecord | None) -> PlayerRecord:
    """Return a player called me who met ``opponents`` in turn; None is a round with a bye."""
    return PlayerRecord("me", "Me", tuple(RoundScore(o.player, 2) if o else BYE for o in opponents))


def row(player: str, rows: tuple[StandingsRow, ...]) -> StandingsRow:
    return next(row for row in rows if row.player == player)


def honor(
    *opponents: PlayerRecord | None, book: Rulebook = MASTERS, total_rounds: int = 12
) -> Fraction:
    field = {o.player: o for o in opponents if o}.values()
    rows = standings([meeting(*opponents), *field], book, total_rounds=total_rounds)
    return row("me", rows).honor_points


def field_of(*points: int) -> list[PlayerRecord]:
    return [scorer(f"p{number}", mp) for number, mp in enumerate(points)]


@pytest.mark.clause("ACF-2.IV.A")
def test_one_meeting_with_a_lowest_opponent_met_twice_is_left_out() -> None:
    strong, weak = field_of(20, 3)
    assert honor(weak, strong, weak) == 23


@pytest.mark.clause("ACF-2.IV.B")
def test_a_rulebook_may_let_the_bye_be_the_one_left_out() -> None:
    book = apply_overrides(MASTERS, {"honor.bye_is_dropped_item": True})
    opponents = field_of(30, 28, 26, 26, 24, 24, 22, 20, 18, 16, 12)
    assert honor(*opponents, None, book=book) == 246
    assert honor(*opponents, book=book) == 234


@pytest.mark.clause("ACF-2.IV.B")
def test_a_round_skipped_or_missed_brings_no_honor() -> None:
    strong, weak = field_of(20, 3)
    rounds = (
        RoundScore(strong.player, 4),
        RoundScore(None, 0, "absent"),
        RoundScore(weak.player, 4),
        RoundScore(None, 2, "opt_out"),
    )
    rows = standings([PlayerRecord("me", "Me", rounds), strong, weak], MAJORS, total_rounds=10)
    assert row("me", rows).honor_points == 20


def test_an_opponent_who_forfeited_the_round_is_an_opponent() -> None:
    strong, weak = field_of(20, 3)
    rounds = (RoundScore(strong.player, 4, "forfeit"), RoundScore(weak.player, 4))
    rows = standings([PlayerRecord("me", "Me", rounds), strong, weak], MAJORS, total_rounds=10)
    assert row("me", rows).honor_points == 20


@pytest.mark.clause("ACF-2.IV.C")
def test_a_projection_that_is_no_whole_number_stays_exact() -> None:
    strong, weak = field_of(30, 1)
    assert honor(strong, weak, dropout("d", 10, 7)) == 30 + Fraction(120, 7)


@pytest.mark.clause("ACF-2.IV.C")
def test_rounds_forfeited_by_absence_before_the_withdrawal_do_not_lower_the_rate() -> None:
    rounds = (
        RoundScore("a", 4),
        BYE,
        RoundScore("b", 0, "forfeit"),
        RoundScore(None, 0, "absent"),
    )
    record = PlayerRecord("d", "D", rounds, dropped_out_after=4)
    assert projected_points(record, MAJORS, total_rounds=6) == 24


@pytest.mark.clause("ACF-2.IV.C")
def test_a_round_won_by_forfeit_and_a_lost_one_count_as_attended() -> None:
    rounds = (RoundScore("a", 4, "forfeit"), RoundScore("b", 0))
    record = PlayerRecord("d", "D", rounds, dropped_out_after=2)
    assert projected_points(record, MASTERS, total_rounds=12) == 24


@pytest.mark.clause("ACF-2.IV.C")
def test_rounds_after_the_withdrawal_do_not_lower_the_rate() -> None:
    rounds = (RoundScore("a", 4), RoundScore("b", 0), RoundScore("c", 0, "forfeit"))
    record = PlayerRecord("d", "D", rounds, dropped_out_after=2)
    assert projected_points(record, MASTERS, total_rounds=12) == 24


@pytest.mark.clause("ACF-2.IV.C")
def test_the_round_of_a_withdrawal_counts_as_attended_if_it_was_played() -> None:
    rounds = (RoundScore("a", 4), RoundScore("b", 4), RoundScore("c", 2))
    record = PlayerRecord("d", "D", rounds, dropped_out_after=2)
    assert projected_points(record, MASTERS, total_rounds=7) == Fraction(70, 3)


@pytest.mark.clause("ACF-2.IV")
def test_while_rounds_are_to_come_a_dropout_counts_with_the_points_so_far() -> None:
    gone = PlayerRecord("d", "D", (RoundScore("me", 4), RoundScore(None, 4, "bye")), 2)
    me = PlayerRecord("me", "Me", (RoundScore("d", 0), RoundScore("d", 0)))
    so_far = row("me", standings([me, gone], MASTERS, total_rounds=None))
    assert (so_far.honor_points, so_far.provisional) == (8, True)
    strong = field_of(20)
    both = PlayerRecord("me", "Me", (RoundScore("d", 0), RoundScore("p0", 0)))
    so_far = row("me", standings([both, gone, *strong], MASTERS, total_rounds=None))
    final = row("me", standings([both, gone, *strong], MASTERS, total_rounds=12))
    assert (so_far.honor_points, final.honor_points) == (20, 36)
    assert not final.provisional


@pytest.mark.clause("ACF-2.IV.C")
def test_a_dropout_who_attended_nothing_counts_nothing() -> None:
    absent = PlayerRecord("d", "D", (RoundScore("a", 0, "forfeit"),), dropped_out_after=1)
    assert projected_points(absent, MASTERS, total_rounds=12) == 0
    assert projected_points(PlayerRecord("e", "E", (), 0), MASTERS, total_rounds=12) == 0


@pytest.mark.clause("ACF-2.IV.C")
def test_a_dropout_keeps_the_own_points_and_has_no_place() -> None:
    rows = standings(
        [dropout("d", 12, 3), *field_of(20, 8), dropout("e", 16, 4)], MASTERS, total_rounds=12
    )
    assert [(r.rank, r.player, r.match_points) for r in rows] == [
        (1, "p0", 20),
        (2, "p1", 8),
        (None, "e", 16),
        (None, "d", 12),
    ]


def test_players_tied_in_both_points_share_a_place_and_the_next_place_is_skipped() -> None:
    rows = standings(field_of(8, 20, 8, 4), MASTERS, total_rounds=12)
    assert [(r.rank, r.player) for r in rows] == [(1, "p1"), (2, "p0"), (2, "p2"), (4, "p3")]


@pytest.mark.clause("ACF-2.IV.A")
def test_a_tie_in_match_points_is_broken_by_honor_points() -> None:
    high, low, filler = field_of(20, 3, 1)
    lucky = PlayerRecord("lucky", "A", (RoundScore("p1", 2), RoundScore("p2", 2)))
    strong = PlayerRecord("strong", "B", (RoundScore("p0", 2), RoundScore("p2", 2)))
    rows = standings([lucky, strong, high, low, filler], MASTERS, total_rounds=12)
    assert [(r.rank, r.player, r.honor_points) for r in rows[1:3]] == [
        (2, "strong", Fraction(20)),
        (3, "lucky", Fraction(3)),
    ]


@pytest.mark.clause("ACF-2.II.B")
def test_games_won_do_not_part_masters_who_are_equal_in_points() -> None:
    opponent, filler = field_of(20, 1)
    two_wins = match_points(MASTERS, Outcome((Code.WIN, Code.WIN)))[0]
    one_win = match_points(MASTERS, Outcome((Code.WIN, Code.DRAW)))[0]
    records = [
        PlayerRecord(name, name, (RoundScore("p0", points), RoundScore("p1", 2)))
        for name, points in (("narrow", one_win), ("wide", two_wins))
    ]
    rows = standings([*records, opponent, filler], MASTERS, total_rounds=12)
    assert [(r.rank, r.player) for r in rows[1:3]] == [(2, "narrow"), (2, "wide")]


def test_standings_say_what_each_round_adds_to_the_honor_points() -> None:
    strong, weak = field_of(20, 3)
    rows = standings(
        [meeting(weak, None, strong, dropout("d", 5, 3)), strong, weak, dropout("d", 5, 3)],
        MASTERS,
        total_rounds=12,
    )
    assert [
        (t.round, t.opponent, t.points, t.projected, t.discarded)
        for t in row("me", rows).honor_terms
    ] == [
        (1, "p1", Fraction(3), False, True),
        (2, None, Fraction(0), False, False),
        (3, "p0", Fraction(20), False, False),
        (4, "d", Fraction(20), True, False),
    ]


def test_standings_in_mid_tournament_leave_out_what_has_no_result() -> None:
    records = [
        PlayerRecord("a", "A", (RoundScore("b", 4), None)),
        PlayerRecord("b", "B", (RoundScore("a", 0), RoundScore("c", 4))),
        PlayerRecord("c", "C", (BYE, RoundScore("b", 0)), rating=1850),
    ]
    rows = standings(records, MASTERS, total_rounds=12)
    assert [(r.rank, r.player, r.match_points, r.honor_points) for r in rows] == [
        (1, "b", 4, Fraction(4)),
        (2, "a", 4, Fraction(0)),
        (2, "c", 4, Fraction(0)),
    ]
    assert [r.rating for r in rows] == [None, None, 1850]


def test_before_round_1_all_share_the_first_place() -> None:
    rows = standings(
        [PlayerRecord("a", "A", ()), PlayerRecord("b", "B", ())], MASTERS, total_rounds=12
    )
    assert [(r.rank, r.player) for r in rows] == [(1, "a"), (1, "b")]
    assert standings([], MASTERS, total_rounds=12) == ()


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([PlayerRecord("a", "A", (RoundScore("x", 2),))], "player a, round 1: no record of x"),
        ([PlayerRecord("a", "A", ()), PlayerRecord("a", "B", ())], "player a stands twice"),
        ([PlayerRecord("a", "A", (BYE, BYE))], "player a has 2 of 1 rounds"),
    ],
)
def test_records_that_do_not_fit_together_are_refused(
    records: list[PlayerRecord], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        standings(records, MASTERS, total_rounds=1)


def test_a_rulebook_may_count_an_opponent_met_twice_once() -> None:
    book = apply_overrides(MASTERS, {"honor.each_meeting_counts": False})
    first, *others = field_of(23, 16, 14, 11, 8, 7)
    assert honor(first, *others, first, book=book) == 23 + 16 + 14 + 11 + 8


@pytest.mark.clause("ACF-2.IV.C")
def test_only_the_referee_changes_the_games_in_a_dropouts_rate() -> None:
    rounds = (RoundScore("a", 4), BYE, RoundScore("b", 0, "forfeit"))
    record = PlayerRecord("d", "D", rounds, dropped_out_after=3)

    def projected(**changes: object) -> Fraction:
        book = apply_overrides(MASTERS, {f"honor.{field}": v for field, v in changes.items()})
        return projected_points(record, book, total_rounds=6)

    assert projected() == 24
    assert projected(dropout_rate_counts_absence=True) == 16
    assert projected(dropout_rate_counts_byes=False) == 24
    assert projected(dropout_rate_counts_byes=False, dropout_rate_counts_absence=True) == 12
    assert projected(dropout_cap=20) == 20


@pytest.mark.clause("HALL-late-entry")
def test_a_late_entry_has_no_points_and_no_honor_for_the_rounds_before() -> None:
    strong, weak = field_of(20, 3)
    missed = RoundScore(None, MAJORS.late_entry_points, "absent")
    rounds = (missed, missed, RoundScore("p0", 4), RoundScore("p1", 4))
    rows = standings([PlayerRecord("me", "Me", rounds), strong, weak], MAJORS, total_rounds=10)
    assert (row("me", rows).match_points, row("me", rows).honor_points) == (8, 20)


@pytest.mark.clause("HALL-apca-ties")
def test_apca_players_of_equal_points_share_a_place_whatever_their_opponents() -> None:
    records = [
        PlayerRecord("a", "Ann", (RoundScore("c", 8), RoundScore("b", 4))),
        PlayerRecord("b", "Bob", (RoundScore("d", 8), RoundScore("a", 4))),
        PlayerRecord("c", "Cy", (RoundScore("a", 0), RoundScore("d", 6))),
        PlayerRecord("d", "Dan", (RoundScore("b", 0), RoundScore("c", 2))),
    ]
    rows = standings(records, rulebook("apca"), total_rounds=2)
    assert [(r.rank, r.player) for r in rows] == [(1, "a"), (1, "b"), (3, "c"), (4, "d")]
    assert all((r.honor_points, r.honor_terms) == (0, ()) for r in rows)


def test_an_event_may_let_tied_places_be_shared_under_the_acf_too() -> None:
    lucky = PlayerRecord("lucky", "A", (RoundScore("p1", 2), RoundScore("p2", 2)))
    strong = PlayerRecord("strong", "B", (RoundScore("p0", 2), RoundScore("p2", 2)))
    book = apply_overrides(MASTERS, {"tied_places": "shared"})
    rows = standings([lucky, strong, *field_of(20, 3, 1)], book, total_rounds=12)
    assert [(r.rank, r.player) for r in rows[1:3]] == [(2, "lucky"), (2, "strong")]
