"""What a day brings beside games: clocks, timekeepers, a call of time, offers of a draw."""

import pytest
from msgspec.structs import replace

from shared.core import clock as c
from shared.core.clock import flag_due, reading
from shared.core.day import (
    Phase,
    outcome,
    reading_at,
    step,
)
from shared.core.day import entries as e
from shared.core.day.lobby import clock_of
from shared.core.events import measures as m
from shared.core.match.outcome import Code, Outcome, Seat
from shared.core.standings.scoring import match_winner
from tests.core.day.day_kit import (
    MINUTE,
    SECOND,
    D,
    L,
    W,
    at_table,
    games,
    info,
    refused,
    replay,
    said_at,
)

# ── games that are lost before they begin ────────────────────────────────────────────────────


def forfeits(seat: Seat, game: int = 1, token: str = "a") -> e.Ordered:
    return e.Ordered(token, m.GameLost(seat, game), 0, "ACF-1.VI.A", "late")


@pytest.mark.clause("ACF-1.VI.A")
def test_a_table_enters_a_forfeit_that_is_ordered_and_waits_for_the_next_game() -> None:
    waiting = replay(info("acf-majors"), [e.Seated(0)])
    session = step(waiting, forfeits(1))
    assert (session.phase, session.game) == (Phase.SEATING, 2)
    assert session.codes == (Code.WIN_BY_FORFEIT,)
    assert session.carried == ("a",)
    both = step(session, forfeits(1, 2, "b"))
    assert (both.phase, outcome(both)) == (Phase.SCORING, Outcome((Code.WIN_BY_FORFEIT,) * 2))
    mirrored = step(waiting, forfeits(0))
    assert mirrored.codes == (Code.LOSS_BY_FORFEIT,)


@pytest.mark.clause("ACF-1.VI.A")
def test_a_table_enters_a_game_that_both_forfeit_and_waits_for_the_next_one() -> None:
    empty = replay(info("acf-majors"), [])
    session = step(empty, e.Ordered("a", m.BothLose(1), 0, "ACF-1.VI.A", ""))
    assert (session.phase, session.game, session.codes) == (
        Phase.SEATING, 2, (Code.LOST_BY_BOTH,),
    )  # fmt: skip
    lost = step(session, e.Ordered("b", m.BothLose(2), 0, "ACF-1.VI.A", ""))
    assert outcome(lost) == Outcome((Code.LOST_BY_BOTH,) * 2)


@pytest.mark.clause("ACF-1.VI.A")
@pytest.mark.parametrize("seats", [(0,), (0, 1)])
def test_a_forfeit_of_one_becomes_that_of_both_at_the_table(seats: tuple[Seat, ...]) -> None:
    session = step(replay(info("acf-majors"), [e.Seated(0)]), forfeits(1))
    for seat in seats[1:]:
        session = step(session, e.Seated(seat))
    both = step(session, e.Ordered("b", m.BothLose(1), 0, "ACF-1.VI.A", ""))
    assert (both.phase, both.game, both.codes) == (session.phase, 2, (Code.LOST_BY_BOTH,))


def test_a_forfeit_of_another_game_or_of_a_game_that_runs_is_refused() -> None:
    waiting = replay(info("acf-majors"), [e.Seated(0)])
    refused(waiting, forfeits(1, 2), "cannot be carried out now")
    refused(step(at_table("acf-majors"), e.Started(0)), forfeits(1), "cannot be carried out now")


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
    session = step(playing, e.Clocked(c.Adjust((0, 2 * MINUTE), MINUTE, "ACF-1.X.A.e")))
    assert reading(clock_of(session), MINUTE).remaining == (89 * MINUTE, 92 * MINUTE)
    session = step(playing, e.Clocked(c.Forgotten(0, 40 * SECOND, MINUTE)))
    shown = reading_at(session, MINUTE)
    assert shown is not None
    assert (shown.remaining[0], shown.running) == (90 * MINUTE - 20 * SECOND, 1)


@pytest.mark.clause("HALL-power-cut")
def test_after_a_sleep_of_the_machine_both_have_to_agree() -> None:
    playing = step(at_table("acf-masters", "90:00"), e.Started(0))
    session = step(playing, e.Clocked(c.Gap(MINUTE, 30 * MINUTE)))
    assert (session.phase, session.clock and session.clock.main) == (
        Phase.RECOVERING,
        (90 * MINUTE, 90 * MINUTE),
    )
    session = step(step(session, e.AgreedToGoOn(0)), e.AgreedToGoOn(1))
    resumed = step(session, e.Clocked(c.Resume(40 * MINUTE)))
    assert resumed.clock is not None
    assert flag_due(resumed.clock) == 40 * MINUTE + 89 * MINUTE


@pytest.mark.clause("SE-5")
def test_a_slow_turn_passes_at_a_table_of_the_contest() -> None:
    playing = step(at_table("contest"), e.Started(0))
    refused(playing, e.Clocked(c.PassTurn(0, 30 * SECOND)), "its time is not over")
    refused(playing, e.Pressed(0, 31 * SECOND), "the time of this turn is over")
    passed = step(playing, e.Clocked(c.PassTurn(0, 30 * SECOND + 1)))
    shown = reading_at(passed, 31 * SECOND)
    assert shown is not None
    assert (shown.running, shown.moves) == (1, (0, 0))
    refused(step(at_table("apca"), e.Started(0)), e.Clocked(c.PassTurn(0, 10 * MINUTE)), "not over")


@pytest.mark.clause("ACF-1.X.B.a", "DARK-time")
def test_a_timekeeper_taps_the_moves_of_an_unclocked_table_and_tells_its_players() -> None:
    playing = step(at_table("acf-majors"), e.Started(0))
    session = step(playing, e.MovesTimed("five_minutes", 0))
    session = step(session, e.Clocked(c.Tap(MINUTE)))
    assert said_at(clock_of(session)) == 6 * MINUTE
    session = step(session, e.Clocked(c.SingleJump(MINUTE)))
    assert said_at(clock_of(session)) == 2 * MINUTE
    session = step(session, e.Clocked(c.TimeTold(2 * MINUTE)))
    assert said_at(clock_of(session)) == 3 * MINUTE
    refused(session, e.Clocked(c.TimeTold(2 * MINUTE)), "already told in this turn")
    session = step(session, e.Clocked(c.Plus(0, 2 * MINUTE)))
    session = step(session, e.Clocked(c.Release(2 * MINUTE)))
    assert (clock_of(session).moves, clock_of(session).watch) == ((2, 0), None)


@pytest.mark.clause("ACF-1.X.A.i", "ACF-1.X.B.c")
def test_lowders_minute_is_for_unclocked_majors_and_minors_alone() -> None:
    unclocked = step(at_table("acf-minors"), e.Started(0))
    lowder = step(unclocked, e.MovesTimed("lowder", 0))
    assert said_at(clock_of(lowder)) == 50 * SECOND
    clocked = step(at_table("acf-minors", "90:00"), e.Started(0))
    refused(clocked, e.MovesTimed("lowder", 0), "a clock keeps the time here")
    masters = step(at_table("acf-masters"), e.Started(0))
    refused(masters, e.MovesTimed("lowder", 0), "No such rule .* ACF Masters")
    refused(step(at_table("apca"), e.Started(0)), e.MovesTimed("five_minutes", 0), "No such rule")


@pytest.mark.clause("ACF-1.X.A.g")
def test_move_count_of_the_table_decides_no_claim_that_the_score_sheet_governs() -> None:
    session = step(at_table("acf-masters", "90:00"), e.Started(0))
    assert session.info.book.move_count_authority == "score_sheet"
    for at in range(0, 200, 2):
        session = step(step(session, e.Pressed(0, at)), e.Pressed(1, at + 1))
    assert (clock_of(session).moves, session.phase) == ((100, 100), Phase.PLAYING)


# ── time is called ───────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("SE-7")
def test_when_time_is_called_games_won_decide_then_captures_then_three_minutes_more() -> None:
    playing = step(at_table("contest"), e.Started(0))
    refused(playing, e.TimeCalled(30 * MINUTE - 1), "is not over")
    called = step(playing, e.TimeCalled(30 * MINUTE))
    assert called.phase is Phase.COUNTING
    won = step(called, e.Captured((4, 7), 30 * MINUTE))
    assert (won.phase, outcome(won)) == (Phase.SCORING, Outcome((), captures=(4, 7)))
    refused(called, e.Captured((-1, 0), 30 * MINUTE), "from 0 to 12")
    extra = step(called, e.Captured((4, 4), 31 * MINUTE))
    assert (extra.phase, extra.called_ms) == (Phase.PAUSED, 30 * MINUTE)
    extra = step(extra, e.Clocked(c.Resume(32 * MINUTE)))
    refused(extra, e.TimeCalled(35 * MINUTE - 1), "is not over")
    again = step(extra, e.TimeCalled(35 * MINUTE))
    equal = step(again, e.Captured((4, 4), 35 * MINUTE))
    assert (equal.phase, outcome(equal)) == (Phase.SCORING, None), "the sheet is silent"
    decided = step(again, e.Captured((5, 4), 35 * MINUTE))
    assert outcome(decided) == Outcome((), captures=(5, 4))
    assert outcome(step(equal, e.Captured((5, 4), 36 * MINUTE))) == outcome(decided)
    refused(won, e.Captured((7, 7), 31 * MINUTE), "call the referee")
    refused(called, e.Captured((13, 0), 30 * MINUTE), "from 0 to 12 checkers")


@pytest.mark.clause("SE-7")
def test_a_game_won_before_the_call_does_not_outweigh_captures() -> None:
    session = step(step(games(at_table("contest"), W), e.NextGame()), e.Started(2 * MINUTE))
    called = step(session, e.TimeCalled(30 * MINUTE))
    decided = step(called, e.Captured((1, 9), 30 * MINUTE))
    found = outcome(decided)
    assert found == Outcome((W,), captures=(1, 9))
    assert found is not None
    assert match_winner(session.info.book, found) == 1


@pytest.mark.clause("SE-7")
def test_three_games_that_leave_a_match_equal_are_followed_by_the_count() -> None:
    session = games(at_table("contest"), W, L, D)
    assert (session.phase, outcome(session)) == (Phase.COUNTING, None)
    assert outcome(step(session, e.Captured((20, 21), 9 * MINUTE))) == Outcome(
        (W, L, D), captures=(20, 21)
    )
    extra = step(session, e.Captured((21, 21), 9 * MINUTE))
    assert (extra.phase, extra.called_ms) == (Phase.BETWEEN, 9 * MINUTE)
    fourth = step(step(extra, e.NextGame()), e.Started(10 * MINUTE))
    assert outcome(step(fourth, e.GameOver(11 * MINUTE, W))) == Outcome((W, L, D, W))
    called = step(fourth, e.TimeCalled(12 * MINUTE))
    found = outcome(step(called, e.Captured((21, 22), 12 * MINUTE)))
    assert found == Outcome((W, L, D), captures=(21, 22))
    drawn = step(fourth, e.GameOver(11 * MINUTE, D))
    assert drawn.phase is Phase.BETWEEN, "the extra time goes on"


@pytest.mark.clause("SE-7")
def test_the_referee_may_call_time_by_the_clock_of_the_hall() -> None:
    playing = step(at_table("contest"), e.Started(0))
    order = e.Ordered("t", m.TimeCalled(), 25 * MINUTE)
    called = step(playing, order)
    assert called.phase is Phase.COUNTING
    assert outcome(step(called, e.Captured((1, 0), 25 * MINUTE))) is not None
    extra = step(called, e.Captured((1, 1), 25 * MINUTE))
    assert (extra.phase, extra.called_ms) == (Phase.PAUSED, 25 * MINUTE)
    refused(extra, order, "carried out already")


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


# ── orders that no report asked for ──────────────────────────────────────────────────────────


def ordered(measure: m.OfTable, at: int, token: str) -> e.Ordered:
    return e.Ordered(token, measure, at, "ACF-1.VII", "Fire alarm")


def test_the_referee_pauses_a_game_and_lets_it_go_on() -> None:
    playing = step(at_table("acf-masters", "90:00"), e.Started(0))
    paused = step(playing, ordered(m.Paused(), MINUTE, "a"))
    assert paused.phase is Phase.PAUSED
    assert reading(clock_of(paused), 10 * MINUTE).remaining == (89 * MINUTE, 90 * MINUTE)
    refused(paused, ordered(m.Paused(), MINUTE, "a"), "carried out already")
    resumed = step(paused, ordered(m.Resumed(), 10 * MINUTE, "b"))
    assert resumed.phase is Phase.PLAYING
    assert reading(clock_of(resumed), 11 * MINUTE).remaining == (88 * MINUTE, 90 * MINUTE)
    assert resumed.carried == ("a", "b")


@pytest.mark.clause("ACF-1.VI.B")
def test_the_referee_has_the_time_of_the_absent_side_run() -> None:
    waiting = replay(info("acf-masters", "90:00"), [e.Seated(1)])
    running = step(waiting, ordered(m.AbsentTimeStarted(""), MINUTE, "a"))
    assert running.phase is Phase.ABSENT
    assert reading(clock_of(running), 3 * MINUTE).remaining == (88 * MINUTE, 90 * MINUTE)
    refused(
        at_table("acf-masters", "90:00"), ordered(m.AbsentTimeStarted(""), 0, "a"), "Both players"
    )


@pytest.mark.clause("ACF-1.VI.B")
def test_absent_players_clocks_run_under_the_control_that_the_referee_names() -> None:
    several = replace(info("acf-masters"), controls=("90:00", "60:00 + 5s"))
    nobody = replay(several, [])
    refused(nobody, ordered(m.AbsentTimeStarted(""), 0, "a"), "not settled")
    running = step(nobody, ordered(m.AbsentTimeStarted("90:00"), 0, "a"))
    assert reading(clock_of(running), MINUTE).remaining == (89 * MINUTE, 89 * MINUTE)


@pytest.mark.clause("ACF-1.VI.B")
def test_an_excuse_is_told_at_the_table_and_changes_nothing_there() -> None:
    session = replay(info("acf-masters", "90:00"), [e.Seated(0)])
    excuse = e.Ordered("e1", m.Excused(1), 5_000, "ACF-1.VI.B", "The bus.")
    told = step(session, excuse)
    assert replace(told, carried=()) == replace(session, carried=())
    assert told.carried == (*session.carried, "e1")
