"""Pauses, power cuts and restarts at a table."""

import pytest

from shared.core import clock as c
from shared.core.clock import ClockReading
from shared.core.day import (
    IllegalEntry,
    MatchInfo,
    Phase,
    Session,
    reading_at,
    recovery,
    step,
)
from shared.core.day import entries as e
from shared.core.match.outcome import Code
from tests.core.day.day_kit import replay

MINUTE = 60_000
W, D, L, WON = Code.WIN, Code.DRAW, Code.LOSS, Code.WIN_BY_FORFEIT

MASTERS = MatchInfo("m-1", ("90:00", "80:00+10"), first_seat=0, ballot=42)
READY: list[e.Entry] = [
    e.Seated(0),
    e.Seated(1),
    e.ControlChosen(0, "90:00"),
    e.ControlChosen(1, "90:00"),
]
PLAYING = [*READY, e.Started(0)]
BETWEEN = [*PLAYING, e.Pressed(1, 5_000), e.GameOver(9_000, W)]
SECOND = [*BETWEEN, e.NextGame(), e.Started(20_000)]
SCORING = [*SECOND, e.GameOver(30_000, D)]


def after(*more: e.Entry, to: list[e.Entry] | None = None, info: MatchInfo = MASTERS) -> Session:
    return replay(info, [*(READY if to is None else to), *more])


def shown(session: Session, at: int) -> ClockReading:
    reading = reading_at(session, at)
    assert reading is not None
    return reading


@pytest.mark.clause("ACF-1.X.A.f")
def test_an_interruption_stops_both_clocks_until_the_game_goes_on() -> None:
    session = after(e.Clocked(c.Pause(10_000, c.Here("at_table"))), to=PLAYING)
    assert (session.phase, shown(session, 10**9).runs) == (Phase.PAUSED, (False, False))
    session = step(session, e.Clocked(c.Resume(10**9)))
    assert session.phase is Phase.PLAYING
    assert shown(session, 10**9 + 1_000).remaining == (90 * MINUTE, 90 * MINUTE - 11_000)


def test_absence_goes_on_after_an_interruption() -> None:
    session = after(
        e.ControlSet("90:00"),
        e.Clocked(c.StartBoth(0)),
        e.Clocked(c.Pause(5, c.Here("at_table"))),
        e.Clocked(c.Resume(9)),
        to=[],
    )
    assert session.phase is Phase.ABSENT


@pytest.mark.clause("HALL-power-cut")
def test_after_a_power_cut_the_last_reading_is_proposed_with_both_clocks_stopped() -> None:
    before = after(e.Pressed(1, 5_000), to=PLAYING)
    proposal = recovery(before, last_at=64_900)
    times = (90 * MINUTE - 59_900, 90 * MINUTE - 5_000)
    assert proposal == e.Recovered(times, to_move=0, thought=(59_900, 0))
    session = step(before, proposal)
    assert session.phase is Phase.RECOVERING
    assert shown(session, 3).runs == (False, False)
    assert shown(session, 3).moves == (0, 1)
    for early in (e.Clocked(c.Resume(5)), e.Pressed(0, 5), e.Started(5)):
        with pytest.raises(IllegalEntry):
            step(session, early)


@pytest.mark.clause("HALL-power-cut")
def test_after_a_power_cut_both_players_accept_before_the_game_goes_on() -> None:
    session = after(e.Recovered((50_000, 40_000), 1), e.AgreedToGoOn(1), to=PLAYING)
    assert (session.phase, session.agreed) == (Phase.RECOVERING, (False, True))
    assert step(session, e.AgreedToGoOn(1)) == session
    session = step(session, e.AgreedToGoOn(0))
    assert session.phase is Phase.PAUSED
    session = step(session, e.Clocked(c.Resume(7)))
    assert shown(session, 1_007).remaining == (50_000, 39_000)


@pytest.mark.clause("HALL-power-cut")
def test_after_a_power_cut_the_referee_may_answer_for_the_players_and_adjust() -> None:
    session = after(e.Recovered((50_000, 40_000), 1), to=PLAYING)
    as_proposed = step(session, e.RefereeResumed())
    assert (as_proposed.phase, shown(as_proposed, 0).remaining) == (Phase.PAUSED, (50_000, 40_000))
    adjusted = step(session, e.RefereeResumed((50_000, 45_000), to_move=0))
    adjusted = step(adjusted, e.Clocked(c.Resume(0)))
    assert shown(adjusted, 1_000).remaining == (49_000, 45_000)


@pytest.mark.parametrize("answers", [[e.AgreedToGoOn(0), e.AgreedToGoOn(1)], [e.RefereeResumed()]])
def test_a_second_power_cut_is_asked_about_as_the_first_was(answers: list[e.Entry]) -> None:
    asked = after(e.Recovered((50_000, 40_000), 1), e.AgreedToGoOn(0), to=PLAYING)
    session = replay(MASTERS, [*PLAYING, e.Recovered((50_000, 40_000), 1), *answers])
    for entry in (e.Clocked(c.Resume(0)), e.Recovered((49_000, 40_000), 1), e.AgreedToGoOn(0)):
        session = step(session, entry)
    assert session.phase is asked.phase is Phase.RECOVERING


def test_a_saved_press_outweighs_an_older_saved_reading() -> None:
    before = after(e.Pressed(1, 5_000), to=PLAYING)
    assert recovery(before, last_at=4_100) == recovery(before, last_at=None)
    assert recovery(before, last_at=4_100).to_move == 0
    assert recovery(before, last_at=4_100).remaining == (90 * MINUTE, 90 * MINUTE - 5_000)


def test_a_flag_that_fell_before_the_cut_is_still_down_after_it() -> None:
    before = after(to=PLAYING)
    session = step(before, recovery(before, last_at=90 * MINUTE + 500))
    assert shown(session, 0).flag == 1
    assert step(session, e.FlagFell(1, 0)).codes == (W, WON)


@pytest.mark.parametrize(
    "journal",
    [
        [],
        READY[:2],
        READY,
        [*PLAYING, e.Clocked(c.Pause(9_000, c.Here("at_table")))],
        BETWEEN,
        SCORING,
    ],
    ids=["seating", "choosing", "ready", "paused", "between", "scoring"],
)
def test_a_restart_while_nothing_runs_changes_no_time_and_begins_new_stamps(
    journal: list[e.Entry],
) -> None:
    before = after(to=journal)
    session = step(before, recovery(before, last_at=None))
    assert (session.phase, session.codes) == (before.phase, before.codes)
    if before.clock is not None:
        assert shown(session, 0) == shown(before, 10**9)


def test_after_a_restart_between_the_games_the_new_stamps_may_be_smaller() -> None:
    session = after(e.Recovered((1, 1)), e.NextGame(), e.Started(50), to=BETWEEN)
    assert shown(session, 1_050).remaining == (90 * MINUTE - 5_000, 90 * MINUTE - 5_000)


def test_a_player_may_resign_instead_of_going_on_after_a_power_cut() -> None:
    assert after(e.Recovered((9, 9), 1), e.GameOver(3, L), to=PLAYING).codes == (L,)
