"""A table's day under each rulebook: how many games, which sides, what a flag costs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from shared.core.clock import Phase as ClockPhase
from shared.core.clock import flag_due, reading
from shared.core.day import (
    IllegalEntry,
    MatchInfo,
    Outside,
    Phase,
    Session,
    break_left_ms,
    drawn,
    new_session,
    outcome,
    phase_of,
    reading_at,
    replay,
    step,
)
from shared.core.day import entries as e
from shared.core.rulebooks import rulebook
from shared.core.scoring import match_points
from shared.core.words import Code, Outcome, Seat

WORKED: dict[str, Any] = json.loads(Path(__file__).with_name("worked_tables.json").read_text())
SECOND, MINUTE = 1_000, 60_000
W, D, L = Code.WIN, Code.DRAW, Code.LOSS
WON, LOST = Code.WIN_BY_FORFEIT, Code.LOSS_BY_FORFEIT
SEATED: list[e.Entry] = [e.Seated(0), e.Seated(1)]


def info(book: str, control: str = "unclocked", length: int = 1) -> MatchInfo:
    return MatchInfo("m-1", (control,), rulebook(book), first_seat=0, moves_set_up=0, length=length)


def at_table(book: str, control: str = "unclocked", length: int = 1) -> Session:
    return replay(info(book, control, length), SEATED)


def games(session: Session, *codes: Code, points: tuple[int, ...] = ()) -> Session:
    """Play games that end with these codes, a minute each, with the next one set up between."""
    at = session.clock.at or 0 if session.clock else 0
    for number, code in enumerate(codes):
        if session.phase is Phase.BETWEEN:
            session = step(session, e.NextGame())
        worth = points[number] if points else 1
        session = step(session, e.Started(at))
        at += MINUTE
        session = step(session, e.GameOver(at, code, worth))
    return session


def refused(session: Session, entry: e.Entry, why: str) -> None:
    with pytest.raises(IllegalEntry, match=why):
        step(session, entry)


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
        ((D, D, W), True),
        ((D, D, D), True),
    ],
)
def test_a_best_of_three_ends_at_two_wins_or_three_games_and_a_draw_counts_as_played(
    codes: tuple[Code, ...], over: bool
) -> None:
    session = games(at_table("contest"), *codes)
    assert session.phase is (Phase.SCORING if over else Phase.BETWEEN)
    assert outcome(session) == (Outcome(codes) if over else None)
    if over:
        refused(session, e.NextGame(), "cannot be set up")


@pytest.mark.clause("APCA-32", "DARK-KO", "ACF-2.I.A")
@pytest.mark.parametrize("book", ["apca", "standard", "acf-majors", "acf-masters"])
def test_a_match_of_two_games_is_over_with_the_second_whatever_the_first_was(book: str) -> None:
    assert games(at_table(book), W).phase is Phase.BETWEEN
    session = games(at_table(book), W, W)
    assert (session.phase, outcome(session)) == (Phase.SCORING, Outcome((W, W)))


@pytest.mark.clause("USBGF-4.5")
def test_a_match_of_points_is_over_when_the_length_is_reached_and_is_one_result() -> None:
    session = games(at_table("usbgf-open", length=5), W, L, points=(2, 4))
    assert (session.phase, outcome(session)) == (Phase.BETWEEN, None)
    assert session.info.score(session.codes, session.points).score == (2, 4)
    session = games(session, L, points=(1,))
    assert (session.phase, outcome(session)) == (Phase.SCORING, Outcome((L,)))
    assert match_points(session.info.book, Outcome((L,))) == (0, 1)


def test_a_game_of_points_is_won_and_is_worth_something() -> None:
    playing = step(at_table("usbgf-open", length=5), e.Started(0))
    refused(playing, e.GameOver(5, D), "won by one side")
    refused(playing, e.GameOver(5, W, 0), "one point at least")


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
        ("usbgf-open", ("White", "Black")),
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


@pytest.mark.clause("USBGF-4.3")
def test_a_noticed_flag_proposes_the_match_as_lost() -> None:
    session = games(at_table("usbgf-open", "2/12", length=3), W, points=(2,))
    session = step(step(session, e.NextGame()), e.Started(MINUTE))
    late = 60 * MINUTE
    refused(session, e.FlagFell(1, late), "has to be noticed")
    refused(session, e.FlagNoticed(0, late), "has time left")
    session = step(session, e.FlagNoticed(1, late))
    assert (session.phase, session.proposed_outcome) == (Phase.SCORING, Outcome((W,)))
    assert session.info.score(session.codes, session.points).score == (3, 0)


# ── clocks brought, times changed, turns that pass ───────────────────────────────────────────


@pytest.mark.clause("APCA-9")
def test_the_director_brings_a_clock_into_a_game_and_it_leaves_with_the_game() -> None:
    session = step(step(at_table("apca"), e.Started(0)), e.Pressed(0, MINUTE))
    session = step(session, e.ClockImposed("30:00", "game", 50 * MINUTE))
    shown = reading_at(session, 51 * MINUTE)
    assert shown is not None
    assert (shown.remaining, shown.running) == ((30 * MINUTE, 29 * MINUTE), 1)
    session = step(step(session, e.GameOver(52 * MINUTE, D)), e.NextGame())
    assert session.control is not None
    assert session.control.name == "unclocked"


@pytest.mark.clause("ACF-1.X.B.a")
def test_no_match_clock_enters_a_game_in_progress_where_the_sheet_forbids_it() -> None:
    playing = step(at_table("acf-majors"), e.Started(0))
    refused(playing, e.ClockImposed("30:00", "game", 5), r"\(ACF-1.X.B.a\)")
    refused(step(at_table("apca"), e.Started(0)), e.ClockImposed("soon", "game", 5), "not a time")


@pytest.mark.clause("ACF-1.X.A.e", "USBGF-4.1.8")
def test_the_referee_adds_time_and_gives_back_what_a_forgotten_press_cost() -> None:
    playing = step(at_table("acf-masters", "90:00"), e.Started(0))
    session = step(playing, e.Adjusted((0, 2 * MINUTE), MINUTE, "ACF-1.X.A.e"))
    assert reading(session.clock, MINUTE).remaining == (89 * MINUTE, 92 * MINUTE)  # type: ignore[arg-type]
    session = step(playing, e.PressForgotten(0, 40 * SECOND, MINUTE))
    shown = reading_at(session, MINUTE)
    assert shown is not None
    assert (shown.remaining[0], shown.running) == (90 * MINUTE - 20 * SECOND, 1)


@pytest.mark.clause("HALL-power-cut")
def test_after_a_sleep_of_the_machine_both_have_to_agree() -> None:
    playing = step(at_table("acf-masters", "90:00"), e.Started(0))
    session = step(playing, e.Slept(MINUTE, 30 * MINUTE))
    assert (session.phase, session.clock and session.clock.main) == (
        Phase.RECOVERING,
        (90 * MINUTE, 90 * MINUTE),
    )
    session = step(step(session, e.AgreedToGoOn(0)), e.AgreedToGoOn(1))
    resumed = step(session, e.Resumed(40 * MINUTE))
    assert resumed.clock is not None
    assert flag_due(resumed.clock) == 40 * MINUTE + 89 * MINUTE


@pytest.mark.clause("SE-5")
def test_a_slow_turn_passes_at_a_table_of_the_contest() -> None:
    playing = step(at_table("contest"), e.Started(0))
    refused(playing, e.TurnPassed(0, 30 * SECOND), "its time is not over")
    refused(playing, e.Pressed(0, 31 * SECOND), "the time of this turn is over")
    passed = step(playing, e.TurnPassed(0, 30 * SECOND + 1))
    shown = reading_at(passed, 31 * SECOND)
    assert shown is not None
    assert (shown.running, shown.moves) == (1, (0, 0))
    refused(step(at_table("apca"), e.Started(0)), e.TurnPassed(0, 10 * MINUTE), "not over")


# ── time is called ───────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("SE-7")
def test_when_time_is_called_games_won_decide_then_captures_then_three_minutes_more() -> None:
    playing = step(at_table("contest"), e.Started(0))
    refused(playing, e.TimeCalled(30 * MINUTE - 1), "is not over")
    called = step(playing, e.TimeCalled(30 * MINUTE))
    assert called.phase is Phase.COUNTING
    assert step(called, e.Captured((4, 7), 30 * MINUTE)).decided_for == 1
    refused(called, e.Captured((-1, 0), 30 * MINUTE), "fewer checkers than none")
    extra = step(called, e.Captured((4, 4), 31 * MINUTE))
    assert (extra.phase, extra.called_ms) == (Phase.PAUSED, 30 * MINUTE)
    extra = step(extra, e.Resumed(32 * MINUTE))
    refused(extra, e.TimeCalled(35 * MINUTE - 1), "is not over")
    again = step(extra, e.TimeCalled(35 * MINUTE))
    refused(again, e.Captured((4, 4), 35 * MINUTE), "the referee decides")
    decided = step(again, e.Captured((5, 4), 35 * MINUTE))
    assert (decided.phase, decided.decided_for) == (Phase.SCORING, 0)


@pytest.mark.clause("SE-7")
def test_a_game_won_before_the_call_outweighs_captures() -> None:
    session = step(step(games(at_table("contest"), W), e.NextGame()), e.Started(2 * MINUTE))
    called = step(session, e.TimeCalled(30 * MINUTE))
    decided = step(called, e.Captured((1, 9), 30 * MINUTE))
    assert (decided.decided_for, outcome(decided)) == (0, Outcome((W,)))


@pytest.mark.clause("SE-7")
def test_time_called_between_games_with_all_equal_lets_the_next_game_begin() -> None:
    session = games(at_table("contest"), D)
    called = step(session, e.TimeCalled(30 * MINUTE))
    assert step(called, e.Captured((2, 2), 30 * MINUTE)).phase is Phase.BETWEEN


def test_no_time_is_called_where_the_sheet_has_none() -> None:
    playing = step(at_table("apca"), e.Started(0))
    refused(playing, e.TimeCalled(300 * MINUTE), "No time is called in this match")


# ── draw offers ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("ACF-3.IV")
def test_a_draw_offer_and_its_refusal_are_kept_with_who_and_when() -> None:
    session = step(step(at_table("acf-masters", "90:00"), e.Started(0)), e.Pressed(0, 5))
    session = step(session, e.DrawOffered(1, 9))
    refused(session, e.DrawOffered(0, 10), "offered already")
    refused(session, e.DrawAnswered(1, accepted=True, at=10), "cannot answer it")
    session = step(session, e.DrawAnswered(0, accepted=False, at=12))
    [kept] = session.draws
    assert (kept.game, kept.seat, kept.at, kept.moves) == (1, 1, 9, (1, 0))
    assert (kept.answer, kept.answered_at, session.phase) == ("refused", 12, Phase.PLAYING)
    refused(session, e.DrawAnswered(0, accepted=True, at=13), "No draw is offered")
    refused(session, e.DrawOffered(1, 14), "make a move before the next offer")
    assert step(step(session, e.Pressed(1, 15)), e.DrawOffered(1, 16)).open_offer is not None


@pytest.mark.clause("ACF-3.IV")
def test_a_move_made_by_the_other_player_refuses_the_offer() -> None:
    session = step(at_table("acf-masters", "90:00"), e.Started(0))
    session = step(step(session, e.DrawOffered(0, 5)), e.Pressed(0, 6))
    assert session.open_offer is not None, "the one who offered has moved"
    session = step(session, e.Pressed(1, 9))
    assert (session.draws[0].answer, session.draws[0].answered_at) == ("refused", 9)


@pytest.mark.clause("DARK-end")
def test_an_accepted_draw_ends_the_game() -> None:
    session = step(step(at_table("standard"), e.Started(0)), e.DrawOffered(0, 5))
    session = step(session, e.DrawAnswered(1, accepted=True, at=7))
    assert (session.phase, session.codes) == (Phase.BETWEEN, (D,))
    assert session.draws[0].answer == "accepted"


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
