"""A table's day under each rulebook: how many games, which sides, what a flag costs."""

from typing import Any

import pytest
from msgspec.structs import replace

from shared.core import clock as c
from shared.core.clock import ClockPhase
from shared.core.day import (
    Outside,
    Phase,
    break_left_ms,
    drawn,
    new_session,
    outcome,
    phase_of,
    reading_at,
    step,
)
from shared.core.day import entries as e
from shared.core.match.outcome import Code, Outcome, Seat
from shared.core.standings.scoring import match_points
from tests.core.day.day_kit import (
    LOST,
    MINUTE,
    D,
    L,
    W,
    at_table,
    games,
    info,
    refused,
)
from tests.core.worked_kit import EXAMPLES

WORKED = EXAMPLES


# ── how many games ───────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("SE-2")
@pytest.mark.parametrize(
    ("codes", "over"),
    [
        ((W,), False),
        ((W, W), True),
        ((W, L), False),
        ((D, W), False),
        ((W, L, W), True),
        ((D, D, W), False),
        ((D, D, D), False),
    ],
)
def test_a_best_of_three_ends_at_two_wins_and_after_three_games_the_captures_are_counted(
    codes: tuple[Code, ...], over: bool
) -> None:
    session = games(at_table("contest"), *codes)
    level = Phase.COUNTING if len(codes) == 3 else Phase.BETWEEN
    assert session.phase is (Phase.SCORING if over else level)
    assert outcome(session) == (Outcome(codes) if over else None)
    if over:
        refused(session, e.NextGame(), "cannot be set up")


@pytest.mark.clause("DARK-KO")
def test_an_equal_knockout_match_goes_on_game_by_game_until_one_side_is_ahead() -> None:
    session = games(at_table("standard"), W, L, D)
    assert (session.phase, outcome(session)) == (Phase.BETWEEN, None)
    assert session.info.side(0, 3) == session.info.side(0, 1), "the sides go on swapping"
    session = step(step(session, e.NextGame()), e.Started(9 * MINUTE))
    session = step(session, e.GameOver(10 * MINUTE, L))
    assert (session.phase, outcome(session)) == (Phase.SCORING, Outcome((W, L, D, L)))
    refused(session, e.NextGame(), "cannot be set up")


@pytest.mark.clause("APCA-32", "DARK-KO", "ACF-2.I.A")
@pytest.mark.parametrize("book", ["apca", "standard", "acf-majors", "acf-masters"])
def test_a_match_of_two_games_is_over_with_the_second_whatever_the_first_was(book: str) -> None:
    assert games(at_table(book), W).phase is Phase.BETWEEN
    session = games(at_table(book), W, W)
    assert (session.phase, outcome(session)) == (Phase.SCORING, Outcome((W, W)))


def test_a_correction_may_settle_a_best_of_three_or_open_it_again() -> None:
    session = games(at_table("contest"), W, L)
    settled = step(session, e.CodeCorrected(2, W))
    assert (settled.phase, outcome(settled)) == (Phase.SCORING, Outcome((W, W)))
    opened = step(settled, e.CodeCorrected(1, L))
    assert (opened.phase, outcome(opened)) == (Phase.BETWEEN, None)
    assert games(opened, W).phase is Phase.SCORING


def test_a_correction_before_the_third_game_may_make_it_needless() -> None:
    ready = step(games(at_table("contest"), W, L), e.NextGame())
    settled = step(ready, e.CodeCorrected(2, W))
    assert (settled.phase, settled.game) == (Phase.SCORING, 2)
    again = step(step(settled, e.CodeCorrected(2, L)), e.NextGame())
    reading_again = reading_at(again, 10**6)
    assert reading_again is not None
    assert (again.phase, again.game, reading_again.game) == (Phase.READY, 3, 3)


def test_codes_entered_again_count_as_far_as_the_match_went() -> None:
    session = games(at_table("contest"), L, W, W)
    assert outcome(step(session, e.CodeCorrected(1, W))) == Outcome((W, W))


# ── sides and clocks from game to game ───────────────────────────────────────────────────────


@pytest.mark.clause("APCA-6", "APCA-7", "DARK-first", "SE-3")
@pytest.mark.parametrize(
    ("book", "sides"),
    [
        ("acf-masters", ("Red", "White")),
        ("apca", ("Black", "White")),
        ("standard", ("Black", "White")),
        ("contest", ("Black", "Red")),
    ],
)
def test_the_sides_have_the_rulebooks_names_and_swap_after_each_game(
    book: str, sides: tuple[str, str]
) -> None:
    session = at_table(book, length=9)
    assert (session.side(0), session.side(1)) == sides
    session = step(games(session, W), e.NextGame())
    assert (session.side(1), session.side(0)) == sides
    assert session.starts_on_clock == 1
    undrawn = new_session(replace(session.info, first_seat=None))
    assert undrawn.side(0) == ""
    assert drawn(undrawn, 1, None).side(1) == sides[0]


@pytest.mark.clause("ACF-3.II.A")
def test_the_break_between_games_counts_down_from_the_end_of_the_game() -> None:
    session = games(at_table("acf-masters", "90:00"), W)
    assert break_left_ms(session, MINUTE) == 5 * MINUTE
    assert break_left_ms(session, 3 * MINUTE) == 3 * MINUTE
    assert break_left_ms(session, 60 * MINUTE) == 0
    assert break_left_ms(games(at_table("apca"), W), MINUTE) == 0


# ── flags ────────────────────────────────────────────────────────────────────────────────────

FLAGS = {"game 1": (), "game 2 after A won game 1": (W,), "game 2 after draw": (D,)}


@pytest.mark.clause("ACF-1.X.A.b", "ACF-1.X.B.b")
@pytest.mark.parametrize("case", WORKED["acf_flag"], ids=lambda case: str(case["when"]))
def test_a_flag_costs_the_game_and_the_next_one_if_it_has_not_started(case: dict[str, Any]) -> None:
    code = {"W": W, "D": D, "L": L, "forfeit L": LOST}
    for book, points in (("acf-masters", "masters"), ("acf-majors", "majors")):
        session = games(at_table(book, "90:00"), *FLAGS[case["when"]])
        if session.phase is Phase.BETWEEN:
            # The left player, whose flag it is, moves second in the second game.
            session = step(step(session, e.NextGame()), e.Started(2 * MINUTE))
            session = step(session, e.Pressed(1, 2 * MINUTE))
        else:
            session = step(session, e.Started(0))
        session = step(session, e.FlagFell(0, 100 * MINUTE))
        found = outcome(session)
        assert found == Outcome(tuple(code[game] for game in case["games"]))
        assert found is not None
        assert list(match_points(session.info.book, found)) == case[points]


@pytest.mark.clause("HALL-apca-flag", "APCA-9")
def test_a_flag_of_an_imposed_clock_costs_its_game_alone() -> None:
    session = step(at_table("apca"), e.ClockImposed("45:00", "match", 0))
    session = step(session, e.Started(0))
    session = step(session, e.FlagFell(0, 45 * MINUTE))
    assert (session.phase, session.codes) == (Phase.BETWEEN, (L,))
    ready = step(session, e.NextGame())
    refused(ready, e.Started(46 * MINUTE), "the referee rules on this game first")
    ready = step(ready, e.Clocked(c.Adjust((10 * MINUTE, 0), 47 * MINUTE, "HALL-apca-flag")))
    assert step(ready, e.Started(48 * MINUTE)).phase is Phase.PLAYING


# ── the day around the journal ───────────────────────────────────────────────────────────────

WW, WL = Outcome((W, W)), Outcome((W, L))


@pytest.mark.clause("ACF-3.II.I")
@pytest.mark.parametrize(
    ("outside", "phase"),
    [
        (Outside(), Phase.SCORING),
        (Outside((WW, None)), Phase.SCORING),
        (Outside((WW, WW)), Phase.CONFIRMED),
        (Outside((WW, WW), safe=True), Phase.DONE),
        (Outside((WW, WW), status="confirmed"), Phase.DONE),
        (Outside((WW, WL)), Phase.DISPUTED),
        (Outside((WW, WL), safe=True), Phase.DISPUTED),
        (Outside((WW, None), status="conflict"), Phase.DISPUTED),
        (Outside((WW, WL), status="ruled"), Phase.RULED),
    ],
)
def test_after_the_games_the_signatures_and_the_referee_say_where_the_table_stands(
    outside: Outside, phase: Phase
) -> None:
    assert phase_of(games(at_table("apca"), W, W), outside) is phase


def test_a_table_waits_for_a_match_then_calls_its_players_then_waits_for_the_other() -> None:
    assert phase_of(None, Outside()) is Phase.WAITING
    called = new_session(info("apca"))
    assert phase_of(called, Outside()) is Phase.CALLED
    seat: Seat
    for seat in (0, 1):
        assert phase_of(step(called, e.Seated(seat)), Outside()) is Phase.SEATING
    assert phase_of(at_table("apca"), Outside()) is Phase.READY


def test_a_ruling_outweighs_a_game_in_progress() -> None:
    playing = step(at_table("apca"), e.Started(0))
    assert phase_of(playing, Outside(status="ruled")) is Phase.RULED
    assert playing.clock is not None
    assert playing.clock.phase is ClockPhase.RUNNING


# ── from the log of the hall ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("book", "length", "codes", "over"),
    [("contest", 1, (W, W), True), ("contest", 1, (W, L), False), ("usbgf-open", 7, (L,), True)],
)
def test_a_signed_score_is_taken_over_as_far_as_it_settles_the_match(
    book: str, length: int, codes: tuple[Code, ...], over: bool
) -> None:
    log = e.TakenOver(
        "unclocked", len(codes), (0, 0), (0, 0), None, over=True, logged=0, codes=codes
    )
    session = step(new_session(info(book, length=length)), log)
    assert session.phase is (Phase.SCORING if over else Phase.BETWEEN)
    assert outcome(session) == (Outcome(codes) if over else None)
