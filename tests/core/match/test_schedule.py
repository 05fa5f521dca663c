"""The rounds of an event in time: hours by division, posted changes, what may start when."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from shared.core.match.outcome import Code
from shared.core.match.schedule import (
    GameStart,
    PostedChange,
    ScheduleError,
    ScheduleRule,
    TimedRound,
    day_after,
    drawn_unplayed,
    game_start,
    instant,
    next_round,
    overtime_ms,
    registration_closes,
    timetable,
)
from shared.core.rulebooks import rulebook
from tests.core.worked_kit import held

MINUTE = 60_000
HOUR = 60 * MINUTE
ZONE = "America/Chicago"
DAY = "2016-08-15"

THREE = ("08:30", "12:30", "16:30")
MASTERS, MAJORS = (held(rulebook(f"acf-{name}").schedule) for name in ("masters", "majors"))


def as_read(at: int) -> str:
    """Return an instant as the hall reads it: ``2016-08-15 12:30``."""
    return datetime.fromtimestamp(at / 1_000, ZoneInfo(ZONE)).strftime("%Y-%m-%d %H:%M")


def hours(rule: ScheduleRule, rounds: int, *changes: PostedChange) -> list[str]:
    return [as_read(timed.starts_at) for timed in timetable(rule, DAY, ZONE, rounds, changes)]


@pytest.mark.clause("ACF-1.V.B")
def test_masters_play_three_rounds_a_day_for_four_days() -> None:
    table = timetable(MASTERS, DAY, ZONE, 12)
    assert [timed.number for timed in table] == list(range(1, 13))
    assert hours(MASTERS, 12) == [
        f"2016-08-{day} {local}" for day in (15, 16, 17, 18) for local in THREE
    ]
    assert {timed.ends_at - timed.starts_at for timed in table} == {3 * HOUR}


@pytest.mark.clause("ACF-1.V.C")
def test_majors_play_two_three_three_and_two_rounds() -> None:
    assert hours(MAJORS, 10) == [
        "2016-08-15 12:30",
        "2016-08-15 16:30",
        "2016-08-16 08:30",
        "2016-08-16 12:30",
        "2016-08-16 16:30",
        "2016-08-17 08:30",
        "2016-08-17 12:30",
        "2016-08-17 16:30",
        "2016-08-18 08:30",
        "2016-08-18 12:30",
    ]


def test_a_round_without_an_hour_has_no_time_until_one_is_posted() -> None:
    assert len(timetable(MAJORS, DAY, ZONE, 11)) == 10
    posted = PostedChange(11, instant("2016-08-18", "16:30", ZONE), "an extra round")
    assert hours(MAJORS, 11, posted)[-1] == "2016-08-18 16:30"
    assert len(timetable(MAJORS, DAY, ZONE, 4)) == 4


@pytest.mark.clause("ACF-1.V.D")
def test_the_last_posted_change_of_a_round_holds_and_moves_no_other() -> None:
    first = PostedChange(2, instant(DAY, "17:00", ZONE), "dinner")
    last = PostedChange(2, instant(DAY, "15:00", ZONE), "the hall closes early", 2 * HOUR)
    table = timetable(MAJORS, DAY, ZONE, 3, (first, last))
    assert table[1] == TimedRound(2, last.starts_at, last.starts_at + 2 * HOUR, last.why)
    assert hours(MAJORS, 3, first, last)[2] == "2016-08-16 08:30"
    with pytest.raises(ScheduleError, match="there is no round 4: the rounds are 1 to 3"):
        timetable(MAJORS, DAY, ZONE, 3, (PostedChange(4, 0, ""),))
    with pytest.raises(ScheduleError, match="round 1 would end before it starts"):
        timetable(MAJORS, DAY, ZONE, 3, (PostedChange(1, 0, "", 0),))


def test_hours_are_local_to_the_event_on_both_sides_of_a_change_of_clocks() -> None:
    one_round_a_day = ScheduleRule(days=(("08:30",), ("08:30",)), round_length_ms=HOUR)
    before, after = timetable(one_round_a_day, "2016-11-05", ZONE, 2)
    assert after.starts_at - before.starts_at == 25 * HOUR
    assert before.starts_at == instant("2016-11-05", "13:30", "UTC")
    assert after.starts_at == instant("2016-11-06", "14:30", "UTC")


def test_an_hour_the_clocks_leave_out_is_refused_and_of_a_double_one_the_first_is_meant() -> None:
    with pytest.raises(ScheduleError, match="2016-03-13 02:30 does not exist in America/Chicago"):
        instant("2016-03-13", "02:30", ZONE)
    assert instant("2016-11-06", "01:30", ZONE) == instant("2016-11-06", "06:30", "UTC")


@pytest.mark.parametrize(
    ("day", "local", "zone", "words"),
    [
        (DAY, "08:30", "America/Chicag0", "there is no time zone 'America/Chicag0'"),
        (DAY, "08:30", "", "there is no time zone ''"),
        (DAY, "08:30", "../etc/passwd", "there is no time zone"),
        ("2016-02-30", "08:30", ZONE, "2016-02-30 08:30 is no day and time"),
        (DAY, "24:00", ZONE, "is no day and time"),
        (DAY, "8:30", ZONE, "is no day and time"),
        ("9999-12-31", "20:00", ZONE, "is no day and time"),
        ("0001-01-01", "00:00", "Asia/Tokyo", "is no day and time"),
    ],
)
def test_malformed_zone_day_or_time_is_refused(day: str, local: str, zone: str, words: str) -> None:
    with pytest.raises(ScheduleError, match=words):
        instant(day, local, zone)


def test_impossible_day_has_no_following_day() -> None:
    assert day_after("2016-02-28", 2) == "2016-03-01"
    assert day_after("2016-03-01", -1) == "2016-02-29"
    with pytest.raises(ScheduleError, match="'soon' is no day"):
        day_after("soon", 1)


@pytest.mark.clause("ACF-1.V.A")
def test_registration_closes_the_evening_before_or_at_noon() -> None:
    closes = [registration_closes(rule, DAY, ZONE) for rule in (MASTERS, MAJORS)]
    assert closes == [instant("2016-08-14", "23:59", ZONE), instant(DAY, "12:00", ZONE)]
    open_end = ScheduleRule(days=(), round_length_ms=HOUR)
    assert registration_closes(open_end, DAY, ZONE) is None


TABLE = timetable(MAJORS, DAY, ZONE, 10)


@pytest.mark.clause("ACF-1.V.B")
def test_the_next_round_is_paired_when_the_last_match_ends_and_starts_at_its_hour() -> None:
    first, second = TABLE[:2]
    waiting = next_round(TABLE, 2, open_matches=3, completed_at=None, now=first.ends_at - MINUTE)
    assert (waiting.starts_at, waiting.overtime_ms) == (None, 0)
    assert waiting.why == "3 matches of round 1 still open"
    done = first.ends_at - MINUTE
    ready = next_round(TABLE, 2, open_matches=0, completed_at=done, now=done)
    assert ready.starts_at == second.starts_at
    assert ready.why == "as scheduled"


@pytest.mark.clause("ACF-1.V.C")
def test_a_round_over_its_time_counts_overtime_and_holds_up_the_next() -> None:
    first, second = TABLE[:2]
    now = first.ends_at + 10 * MINUTE
    late = next_round(TABLE, 2, open_matches=1, completed_at=None, now=now)
    assert late.overtime_ms == 10 * MINUTE
    assert late.why == "1 match of round 1 still open"
    assert overtime_ms(first, now, open_matches=0) == 0
    done = second.starts_at + 5 * MINUTE
    ready = next_round(TABLE, 2, open_matches=0, completed_at=done, now=done)
    assert (ready.starts_at, ready.why) == (done, "round 1 ended late")


def test_the_first_round_and_one_without_an_hour_say_what_they_wait_for() -> None:
    first = next_round(TABLE, 1, open_matches=0, completed_at=None, now=0)
    assert first.starts_at == TABLE[0].starts_at
    extra = next_round(TABLE, 11, open_matches=0, completed_at=5, now=5)
    assert extra.starts_at is None
    assert extra.why == "round 11 has no time yet: post one"
    moved = timetable(MAJORS, DAY, ZONE, 10, (PostedChange(1, 7, "a storm"),))
    assert next_round(moved, 1, open_matches=0, completed_at=None, now=0).why == "a storm"


@pytest.mark.clause("ACF-1.X.B.e")
@pytest.mark.parametrize(
    ("local", "beyond_ms", "ruling"),
    [
        ("14:59", 0, "start"),
        ("15:00", 0, "start"),
        ("15:00", 1, "drawn_unplayed"),
        ("15:00", 1_000, "drawn_unplayed"),
        ("15:30", 0, "drawn_unplayed"),
    ],
)
def test_no_game_starts_later_than_half_an_hour_before_the_rounds_end(
    local: str, beyond_ms: int, ruling: str
) -> None:
    ends_at = TABLE[0].ends_at
    assert ends_at == instant(DAY, "15:30", ZONE)
    start = game_start(MAJORS, ends_at, instant(DAY, local, ZONE) + beyond_ms, clocked=False)
    assert start.ruling == ruling
    assert start.until == instant(DAY, "15:00", ZONE)


@pytest.mark.clause("ACF-1.X.B.e")
def test_a_clocked_match_is_the_referees_and_masters_may_always_start() -> None:
    ends_at = TABLE[0].ends_at
    assert game_start(MAJORS, ends_at, ends_at, clocked=True).ruling == "referee"
    assert game_start(MASTERS, ends_at, ends_at, clocked=True) == GameStart("start", None)


@pytest.mark.clause("ACF-1.X.B.e")
def test_an_unstarted_game_is_declared_drawn() -> None:
    assert drawn_unplayed((Code.WIN,), 2) == (Code.WIN, Code.DRAW)
    assert drawn_unplayed((), 2) == (Code.DRAW, Code.DRAW)
    assert drawn_unplayed((Code.LOSS, Code.DRAW), 2) == (Code.LOSS, Code.DRAW)
