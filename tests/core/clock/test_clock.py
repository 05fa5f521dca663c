"""The match clock: worked examples first, then what no sequence of events can do to it."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core import clock as c
from shared.core.clock import Clock, ClockPhase, IllegalClockEvent, apply, face, new_clock, reading
from shared.core.match.controls import TIME_CONTROLS, TimeControl
from shared.core.match.move_time import MoveTimeRule
from shared.core.match.outcome import Seat

MINUTE = 60_000
NINETY = TIME_CONTROLS["90:00"]
FISCHER = TIME_CONTROLS["80:00+10"]
SHORT = TimeControl("0:01", main_ms=1_000)


def play(clock: Clock, *events: c.Event) -> Clock:
    return reduce(apply, events, clock)


def started(control: TimeControl = SHORT, seat: Seat = 0, at: int = 0) -> Clock:
    return apply(new_clock(control), c.Start(seat, at))


@pytest.mark.clause("ACF-1.VI.B")
def test_with_both_absent_both_clocks_run_and_each_arrival_stops_its_own() -> None:
    clock = apply(new_clock(NINETY), c.StartBoth(0))
    both = reading(clock, MINUTE)
    assert (both.remaining, both.runs, both.running) == (
        (89 * MINUTE, 89 * MINUTE),
        (True, True),
        None,
    )
    clock = apply(clock, c.Arrive(1, 10 * MINUTE))
    clock = apply(clock, c.Arrive(0, 12 * MINUTE))
    assert (clock.phase, clock.moves, clock.runs) == (ClockPhase.READY, (0, 0), (False, False))
    clock = apply(clock, c.Start(0, 20 * MINUTE))
    assert reading(clock, 21 * MINUTE).remaining == (77 * MINUTE, 80 * MINUTE)


@pytest.mark.clause("ACF-1.VI.B")
def test_simultaneous_flags_name_no_first_player() -> None:
    shown = reading(apply(new_clock(SHORT), c.StartBoth(0)), 5_000)
    assert (shown.fallen, shown.flag, shown.remaining) == ((True, True), None, (0, 0))


# ── the flag ─────────────────────────────────────────────────────────────────────────────────


def test_a_press_in_the_last_millisecond_is_in_time() -> None:
    clock = apply(started(), c.Press(0, 999))
    assert reading(clock, 999).remaining == (1, 1_000)


@pytest.mark.parametrize("at", [1_000, 1_001, 60_000])
def test_a_press_from_the_instant_of_the_fall_on_does_not_count(at: int) -> None:
    clock = started()
    with pytest.raises(IllegalClockEvent, match="The press does not count: a flag has fallen"):
        apply(clock, c.Press(0, at))
    assert reading(clock, at).flag == 0


def test_fallen_flag_stays_down_and_both_clocks_stop() -> None:
    clock = c.settle(apply(started(), c.Press(0, 400)), 9_000)
    assert (clock.phase, clock.at) == (ClockPhase.FLAGGED, 1_400)
    assert reading(clock, 1_000_000) == c.ClockReading(
        (600, 0), (False, False), (False, True), 1, (1, 0), first=1
    )


def test_the_flag_that_falls_first_is_the_one_that_is_kept() -> None:
    clock = play(new_clock(SHORT), c.StartLate(0, 0), c.Arrive(0, 300), c.EndGame(300))
    clock = play(clock, c.NextGame(), c.StartBoth(1_000))
    shown = reading(clock, 50_000)
    assert (shown.flag, shown.remaining) == (0, (0, 300))


def test_the_stamp_of_the_fall_is_known_in_advance() -> None:
    clock = started()
    assert c.flag_due(clock) == 1_000
    assert c.flag_due(apply(clock, c.Press(0, 400))) == 1_400
    assert c.flag_due(apply(clock, c.Pause(400))) is None
    assert c.flag_due(started(TIME_CONTROLS["unclocked"])) is None


@pytest.mark.clause("ACF-1.X.A.b")
def test_the_flag_falls_whatever_the_move_count() -> None:
    clock = started()
    for at in range(0, 100, 2):
        clock = play(clock, c.Press(0, at), c.Press(1, at + 1))
    assert reading(clock, 10_000).moves == (50, 50)
    assert reading(clock, 10_000).flag == 0


def test_a_game_may_be_ended_with_its_flag_down_and_the_next_one_begins_without_it() -> None:
    clock = play(started(), c.EndGame(5_000))
    assert reading(clock, 5_000).flag == 0
    assert reading(apply(clock, c.NextGame()), 5_000).flag is None


# ── turns, pauses, games ─────────────────────────────────────────────────────────────────────


@pytest.mark.clause("ACF-1.X.A.c")
def test_each_clock_runs_on_its_own_turn_only() -> None:
    clock = apply(started(NINETY), c.Press(0, 5_000))
    shown = reading(clock, 7_000)
    assert shown.remaining == (90 * MINUTE - 5_000, 90 * MINUTE - 2_000)
    assert (shown.running, shown.moves) == (1, (1, 0))


@pytest.mark.clause("ACF-1.X.A.d")
def test_a_move_is_complete_only_with_the_press() -> None:
    clock = started(FISCHER)
    assert reading(clock, 60_000).moves == (0, 0)
    ended = reading(apply(clock, c.EndGame(60_000)), 60_000)
    assert (ended.moves, ended.remaining) == ((0, 0), (79 * MINUTE, 80 * MINUTE))


@pytest.mark.clause("ACF-1.X.A.f")
@pytest.mark.parametrize("control", [NINETY, FISCHER], ids=lambda control: str(control.name))
def test_a_pause_stops_both_and_the_turn_goes_on_where_it_stood(control: TimeControl) -> None:
    clock = play(started(control), c.Pause(4_000, c.ByReferee("", "fire alarm")))
    assert clock.why == c.ByReferee("", "fire alarm")
    assert reading(clock, 900_000).runs == (False, False)
    clock = play(clock, c.Resume(900_000), c.Press(0, 901_000))
    spent = control.main_ms - reading(clock, 901_000).remaining[0] + control.bonus_ms
    assert spent == 5_000


@pytest.mark.clause("ACF-1.X.A.f")
def test_absence_goes_on_after_a_pause() -> None:
    clock = play(new_clock(NINETY), c.StartBoth(0), c.Pause(1_000), c.Resume(50_000))
    assert reading(clock, 51_000).remaining == (90 * MINUTE - 2_000, 90 * MINUTE - 2_000)
    assert clock.phase is ClockPhase.ABSENT


def test_a_stamp_that_steps_back_counts_as_the_last_one() -> None:
    clock = play(started(), c.Press(0, 500), c.Press(1, 200))
    assert reading(clock, 100) == reading(clock, 500)
    assert reading(clock, 501).remaining == (499, 1_000)


def test_an_unclocked_match_counts_presses_and_no_time() -> None:
    clock = play(started(TIME_CONTROLS["unclocked"]), c.Press(0, 10**9), c.Press(1, 2 * 10**9))
    shown = reading(clock, 10**12)
    assert (shown.moves, shown.running, shown.flag, shown.remaining) == ((1, 1), 0, None, (0, 0))


# ── after a power cut ────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("HALL-power-cut")
def test_clocks_after_a_power_cut_stand_at_the_saved_times_with_a_new_stamp_base() -> None:
    clock = play(started(NINETY, at=7_000_000), c.Press(0, 7_005_000))
    back = apply(clock, c.Recover((5_395_000, 5_399_000), to_move=1))
    assert back.phase is ClockPhase.PAUSED
    assert reading(back, 12).remaining == (5_395_000, 5_399_000)
    back = apply(back, c.Resume(100))
    assert reading(back, 1_100).remaining == (5_395_000, 5_398_000)
    assert reading(back, 1_100).running == 1
    assert back.moves == (1, 0)


def test_a_recovery_without_a_named_turn_leaves_the_turn_as_it_was() -> None:
    clock = play(apply(started(seat=1), c.Recover((700, 300))), c.Resume(0))
    assert reading(clock, 1).remaining == (700, 299)


def test_absence_goes_on_after_a_recovery() -> None:
    clock = play(new_clock(SHORT), c.StartBoth(9_000), c.Recover((600, 600), to_move=0))
    clock = apply(clock, c.Resume(0))
    assert (clock.phase, reading(clock, 100).remaining) == (ClockPhase.ABSENT, (500, 500))


@pytest.mark.parametrize("recover", [c.Recover((0, 300)), c.Recover((40, 300), flag=0)])
def test_a_recovered_flag_stays_down(recover: c.Recover) -> None:
    shown = reading(apply(started(), recover), 0)
    assert (shown.flag, shown.remaining) == (0, (0, 300))


def test_the_referee_may_take_back_a_flag_of_a_defective_clock() -> None:
    flagged = c.settle(started(), 2_000)
    clock = play(flagged, c.Recover((400, 1_000)), c.Resume(50))
    assert (reading(clock, 150).remaining, reading(clock, 150).flag) == ((300, 1_000), None)


def test_before_a_game_a_recovery_sets_the_times_and_nothing_else() -> None:
    clock = apply(new_clock(SHORT), c.Recover((400, 500)))
    assert (clock.phase, reading(clock, 0).remaining) == (ClockPhase.READY, (400, 500))


@pytest.mark.parametrize(
    ("clock", "recover"),
    [
        (new_clock(SHORT), c.Recover((1, 1), to_move=0)),
        (new_clock(SHORT), c.Recover((1, 1), flag=0)),
        (apply(started(), c.EndGame(1)), c.Recover((1, 1), to_move=0)),
        (new_clock(SHORT), c.Recover((-1, 1))),
        (started(), c.Recover((1, -1))),
    ],
)
def test_an_impossible_recovery_is_refused(clock: Clock, recover: c.Recover) -> None:
    with pytest.raises(IllegalClockEvent, match="The clock cannot be"):
        apply(clock, recover)


# ── the table ────────────────────────────────────────────────────────────────────────────────

FIVE_MINUTES = MoveTimeRule(move_ms=300_000, single_jump_ms=60_000, after_told_ms=60_000)
EVENTS: tuple[c.Event, ...] = (
    c.Start(0, 20),
    c.StartLate(0, 20),
    c.StartBoth(20),
    c.Arrive(0, 20),
    c.Press(0, 20),
    c.Tap(20),
    c.Plus(0, 20),
    c.PassTurn(0, 20),
    c.Pause(20),
    c.Resume(20),
    c.Gap(20, 5_000),
    c.EndGame(20),
    c.NextGame(),
    c.Notice(0, 20),
    c.Keep(FIVE_MINUTES, 20),
    c.Release(20),
    c.TimeTold(20),
    c.SingleJump(20),
    c.Forgotten(0, 5, 20),
    c.Impose(TIME_CONTROLS["90:00"], "game", 20),
    c.Adjust((9, 9), 20),
    c.Recover((9, 9)),
)
STANDING = {
    ClockPhase.READY: new_clock(SHORT),
    ClockPhase.ABSENT: apply(new_clock(SHORT), c.StartLate(0, 0)),
    ClockPhase.RUNNING: started(),
    ClockPhase.PAUSED: apply(started(), c.Pause(10)),
    ClockPhase.ENDED: apply(started(), c.EndGame(10)),
    ClockPhase.FLAGGED: c.settle(started(), 1_000),
}
LEGAL = {
    ClockPhase.READY: {c.Start, c.StartLate, c.StartBoth, c.EndGame, c.Adjust, c.Recover},
    ClockPhase.ABSENT: {c.Arrive, c.Pause, c.Gap, c.EndGame, c.Adjust, c.Recover},
    ClockPhase.RUNNING: {
        c.Press,
        c.Tap,
        c.Pause,
        c.Gap,
        c.EndGame,
        c.Forgotten,
        c.Adjust,
        c.Recover,
    },
    ClockPhase.PAUSED: {c.Resume, c.EndGame, c.Forgotten, c.Adjust, c.Recover},
    ClockPhase.ENDED: {c.NextGame, c.Adjust, c.Recover},
    ClockPhase.FLAGGED: {c.EndGame, c.Forgotten, c.Adjust, c.Recover},
}
"""What a clock that keeps time allows: timekeepers are for those that do not."""


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("phase", ClockPhase)
def test_every_event_is_legal_in_its_phases_and_refused_in_a_sentence_elsewhere(
    phase: ClockPhase, event: c.Event
) -> None:
    clock = STANDING[phase]
    if type(event) in LEGAL[phase]:
        assert apply(clock, event) != clock
        return
    before = reading(clock, 500)
    with pytest.raises(IllegalClockEvent, match=r"^[A-Z].+: .+\.$"):
        apply(clock, event)
    assert clock == STANDING[phase]
    assert reading(clock, 500) == before


WATCHED = {
    ClockPhase.READY: {c.Start, c.StartLate, c.StartBoth, c.EndGame, c.Keep, c.Impose, c.Recover},
    ClockPhase.RUNNING: {
        c.Press,
        c.Tap,
        c.Plus,
        c.Pause,
        c.Gap,
        c.EndGame,
        c.Keep,
        c.Release,
        c.TimeTold,
        c.SingleJump,
        c.Forgotten,
        c.Impose,
        c.Recover,
    },
}


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("phase", WATCHED)
def test_an_unclocked_table_takes_timekeepers_and_no_adjustment(
    phase: ClockPhase, event: c.Event
) -> None:
    unclocked = new_clock(TIME_CONTROLS["unclocked"])
    clock = unclocked if phase is ClockPhase.READY else apply(unclocked, c.Start(0, 0))
    if phase is ClockPhase.RUNNING:
        clock = apply(clock, c.Keep(FIVE_MINUTES, 0))
    if type(event) in WATCHED[phase]:
        assert apply(clock, event) != clock
        return
    with pytest.raises(IllegalClockEvent, match=r"^[A-Z].+: .+\.$"):
        apply(clock, event)


def test_the_player_whose_turn_it_is_not_cannot_press() -> None:
    with pytest.raises(IllegalClockEvent, match="it is the other player's turn"):
        apply(started(), c.Press(1, 20))


def test_a_player_who_is_there_cannot_arrive() -> None:
    with pytest.raises(IllegalClockEvent, match="time is not running"):
        apply(STANDING[ClockPhase.ABSENT], c.Arrive(1, 20))


# ── the face ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("ms", "shown"),
    [
        (90 * MINUTE, "1:30:00"),
        (90 * MINUTE - 1, "1:30:00"),
        (90 * MINUTE - 1_000, "1:29:59"),
        (60 * MINUTE, "1:00:00"),
        (60 * MINUTE - 999, "1:00:00"),
        (60 * MINUTE - 1_000, "59:59"),
        (545_000, "9:05"),
        (10_000, "0:10"),
        (9_901, "0:10"),
        (9_900, "0:09.9"),
        (9_400, "0:09.4"),
        (9_301, "0:09.4"),
        (1, "0:00.1"),
        (0, "0:00"),
    ],
)
def test_the_face_rounds_up_and_shows_tenths_only_when_low(ms: int, shown: str) -> None:
    assert face(ms) == shown


@given(st.integers(min_value=1, max_value=200 * MINUTE))
def test_the_face_shows_nothing_left_only_when_nothing_is_left(ms: int) -> None:
    assert face(ms) != face(0)
