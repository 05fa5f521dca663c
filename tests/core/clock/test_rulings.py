"""Times that a referee sets, adds or takes; forgotten presses; flags that have to be noticed."""

from functools import reduce

import pytest

from shared.core import clock as c
from shared.core.clock import Clock, ClockPhase, IllegalClockEvent, apply, new_clock, reading
from shared.core.match.controls import TIME_CONTROLS, TimeControl, parse_time_control

SECOND, MINUTE = 1_000, 60_000
NINETY = TIME_CONTROLS["90:00"]
BACKGAMMON = TIME_CONTROLS["2/12"].for_length(1)
SHORT = TimeControl("0:01", main_ms=1_000)


def play(clock: Clock, *events: c.Event) -> Clock:
    return reduce(apply, events, clock)


def started(control: TimeControl = NINETY, at: int = 0) -> Clock:
    return apply(new_clock(control), c.Start(0, at))


# ── time added and taken ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["90:00", "80:00+10", "10:00d12", "10:00b12", "14:00/12"])
def test_a_ruling_adds_to_one_and_takes_from_the_other_in_any_turn(name: str) -> None:
    clock = started(parse_time_control(name))
    before = reading(clock, 30 * SECOND).remaining
    clock = apply(clock, c.Adjust((2 * MINUTE, -MINUTE), 30 * SECOND, "ACF-1.X.A.e", "defect"))
    after = reading(clock, 30 * SECOND)
    assert after.remaining == (before[0] + 2 * MINUTE, before[1] - MINUTE)
    assert (after.running, clock.phase) == (0, ClockPhase.RUNNING)


@pytest.mark.parametrize(
    ("add", "why"),
    [((0, 0), "nothing is added"), ((-1_000, 0), "more would be taken"), ((0, -1_001), "more")],
)
def test_a_ruling_that_changes_nothing_or_takes_everything_is_refused(
    add: tuple[int, int], why: str
) -> None:
    clock = started(SHORT)
    with pytest.raises(IllegalClockEvent, match=why):
        apply(clock, c.Adjust(add, 0))
    with pytest.raises(IllegalClockEvent, match="no clock keeps the time"):
        apply(started(TIME_CONTROLS["unclocked"]), c.Adjust((5, 5), 0))


@pytest.mark.clause("ACF-1.X.A.e")
def test_time_added_after_a_flag_puts_it_up_again_with_both_stopped() -> None:
    flagged = c.settle(started(SHORT), 5_000)
    clock = apply(flagged, c.Adjust((500, 0), 6_000, reason="the clock was set wrongly"))
    shown = reading(clock, 9_000)
    assert (clock.phase, shown.remaining, shown.flag) == (ClockPhase.PAUSED, (500, 1_000), None)
    assert apply(flagged, c.Adjust((0, 500), 6_000)).phase is ClockPhase.FLAGGED


def test_time_may_be_changed_between_games() -> None:
    clock = play(started(), c.EndGame(MINUTE), c.Adjust((MINUTE, 0), 2 * MINUTE), c.NextGame())
    assert reading(clock, 3 * MINUTE).remaining == (90 * MINUTE, 90 * MINUTE)


# ── a forgotten press ────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("USBGF-4.1.8")
def test_a_forgotten_press_gives_back_the_whole_reserve_that_it_cost() -> None:
    on_time = apply(started(BACKGAMMON), c.Press(0, 20 * SECOND))
    late = apply(started(BACKGAMMON), c.Forgotten(0, 40 * SECOND, 60 * SECOND))
    assert reading(late, 60 * SECOND).remaining == reading(on_time, 20 * SECOND).remaining
    assert (late.moves, reading(late, 60 * SECOND).running) == ((1, 0), 1)


@pytest.mark.clause("USBGF-4.1.8")
def test_a_forgotten_press_takes_back_the_flag_that_it_cost() -> None:
    flagged = apply(started(BACKGAMMON), c.Notice(0, 3 * MINUTE))
    clock = apply(flagged, c.Forgotten(0, 2 * MINUTE, 4 * MINUTE))
    shown = reading(clock, 5 * MINUTE)
    assert (clock.phase, shown.flag, shown.remaining[0]) == (ClockPhase.PAUSED, None, 72 * SECOND)
    assert reading(apply(clock, c.Resume(5 * MINUTE)), 5 * MINUTE).running == 1


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (c.Forgotten(1, 1, 500), "not this player's turn"),
        (c.Forgotten(0, 0, 500), "not that long"),
        (c.Forgotten(0, 501, 500), "not that long"),
    ],
)
def test_no_more_is_given_back_than_the_turn_was_long(event: c.Event, why: str) -> None:
    with pytest.raises(IllegalClockEvent, match=why):
        apply(started(SHORT), event)


# ── a flag that has to be noticed ────────────────────────────────────────────────────────────


@pytest.mark.clause("USBGF-4.3")
def test_an_expired_reserve_stops_nothing_until_a_player_notices_it() -> None:
    clock = started(BACKGAMMON)
    expires = 2 * MINUTE + 12 * SECOND
    assert c.flag_due(clock) == expires
    shown = reading(clock, expires + MINUTE)
    assert (shown.flag, shown.running, shown.remaining) == (0, 0, (0, 2 * MINUTE))
    played_on = apply(clock, c.Press(0, expires + MINUTE))
    assert reading(played_on, expires + MINUTE).running == 1
    noticed = apply(played_on, c.Notice(0, expires + 2 * MINUTE))
    assert (noticed.phase, reading(noticed, 10**9).flag) == (ClockPhase.FLAGGED, 0)
    assert noticed.runs == (False, True), "whose turn it was is kept for the referee"


@pytest.mark.clause("USBGF-4.3")
def test_a_game_that_ends_before_the_flag_is_noticed_has_ended() -> None:
    clock = play(started(BACKGAMMON), c.EndGame(5 * MINUTE), c.NextGame())
    shown = reading(clock, 6 * MINUTE)
    assert (clock.phase, shown.flag, shown.remaining[0]) == (ClockPhase.READY, 0, 0)


@pytest.mark.clause("USBGF-4.3")
def test_times_set_between_games_put_up_a_flag_that_has_time_again() -> None:
    over = play(started(BACKGAMMON), c.EndGame(5 * MINUTE))
    for clock in (over, apply(over, c.NextGame())):
        given = apply(clock, c.Recover(remaining=(MINUTE, MINUTE), thought=(0, 0)))
        shown = reading(given, 6 * MINUTE)
        assert (shown.fallen, shown.flag, shown.remaining) == ((False, False), None, (MINUTE,) * 2)


@pytest.mark.clause("USBGF-4.3")
def test_of_two_expired_reserves_the_first_one_is_kept_as_the_first() -> None:
    clock = apply(started(BACKGAMMON), c.Press(0, 3 * MINUTE))
    shown = reading(clock, 9 * MINUTE)
    assert (shown.fallen, shown.flag, shown.remaining) == ((True, True), 0, (0, 0))


def test_a_player_with_time_left_has_no_flag_to_claim() -> None:
    with pytest.raises(IllegalClockEvent, match="has time left"):
        apply(started(BACKGAMMON), c.Notice(0, 5))


@pytest.mark.clause("USBGF-4.3")
def test_time_given_to_an_expired_reserve_counts_from_what_was_overdrawn() -> None:
    clock = apply(started(BACKGAMMON), c.Adjust((MINUTE, 0), 2 * MINUTE + 42 * SECOND))
    assert reading(clock, 2 * MINUTE + 42 * SECOND).remaining[0] == 30 * SECOND
    assert reading(clock, 2 * MINUTE + 42 * SECOND).flag is None


# ── the machine was away ─────────────────────────────────────────────────────────────────────


@pytest.mark.clause("HALL-power-cut")
def test_a_machine_that_slept_stops_both_with_the_times_before_it_slept() -> None:
    clock = play(started(), c.Press(0, MINUTE), c.Gap(at=2 * MINUTE, until=10 * MINUTE + 5_000))
    assert (clock.phase, clock.why) == (ClockPhase.PAUSED, c.Asleep(485_000))
    assert reading(clock, 60 * MINUTE).remaining == (89 * MINUTE, 89 * MINUTE)
    clock = apply(clock, c.Resume(11 * MINUTE))
    assert reading(clock, 12 * MINUTE).remaining == (89 * MINUTE, 88 * MINUTE)


@pytest.mark.clause("HALL-power-cut")
def test_flag_that_would_fall_during_sleep_is_asked_about() -> None:
    clock = apply(started(SHORT), c.Gap(at=400, until=50_000))
    assert (clock.phase, reading(clock, 50_000).flag) == (ClockPhase.PAUSED, None)
    with pytest.raises(IllegalClockEvent, match="a flag has fallen"):
        apply(started(SHORT), c.Gap(at=1_000, until=50_000))
    with pytest.raises(IllegalClockEvent, match="was not away"):
        apply(started(SHORT), c.Gap(at=400, until=400))


@pytest.mark.clause("HALL-power-cut")
@pytest.mark.parametrize("name", ["5:00", "5:00+3", "5:00d12", "5:00b12", "5:00/12", "5:00/move"])
@pytest.mark.parametrize("thought", [4 * SECOND, 20 * SECOND])
def test_after_a_power_cut_the_turn_goes_on_with_no_second_delay(name: str, thought: int) -> None:
    clock = started(parse_time_control(name))
    shown = reading(clock, thought)
    back = apply(clock, c.Recover(shown.remaining, 0, thought=(thought, 0)))
    assert reading(back, 7).remaining == shown.remaining
    back = play(back, c.Resume(100), c.Press(0, 100 + SECOND))
    straight = apply(clock, c.Press(0, thought + SECOND))
    assert reading(back, 100 + SECOND).remaining == reading(straight, thought + SECOND).remaining
