"""Every table as a cell: word, glyph and tone, and what the filters leave."""

from typing import Any

import msgspec
import pytest
from rich.cells import cell_len

from hall_server.referee.derived.floor import WORDS_WIDTH, TableCell, cells, shown
from hall_server.referee.derived.moment import Moment, TableReading
from hall_server.referee.derived.questions.questions import questions
from shared.core.state import Device, HallState, Match, Result, Table
from shared.core.state.office import Office, Request
from shared.port import DeviceSeen, Link
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    confirmed,
    disputed,
    live,
    masters,
    match,
    report,
    ruled,
    signed,
    under_way,
)

PAIR = ("p1", "p2")
RULED = Result("ruled", ruled("L L").outcome, (ruled("L L"),), ("r",))


def cell(
    of: Match,
    *,
    now: int = START,
    mono: int = 0,
    link: Link = LIVE,
    reading: TableReading | None = None,
    **more: Any,
) -> TableCell:
    readings = {of.uid: reading} if reading else {}
    [found] = cells(Moment(masters(of, **more), link, now, readings), mono)
    return found


def said(found: TableCell) -> tuple[str, str, str]:
    return found.glyph, found.words, found.tone


def heard(of: Match, seen_at: int = 0, **more: Any) -> TableReading:
    return TableReading(live(of, **more), seen_at)


def test_running_clocks_point_at_the_side_that_thinks() -> None:
    of = under_way("m1", "t1", PAIR)
    assert said(cell(of, reading=heard(of))) == ("•", "12:04 ◄ 9:31 ", "play")
    other = heard(of, running=(1,))
    assert said(cell(of, reading=other)) == ("•", "12:04 ► 9:31 ", "play")
    both = heard(of, running=(0, 1))
    assert said(cell(of, reading=both)) == ("•", "12:04 ◄►9:31 ", "play")


def test_an_empty_seat_says_that_its_player_has_signed_out() -> None:
    of = match("m1", "t1", PAIR, seated=(True, False))
    out = Request("player/p2/request/a", "e", "p2", "sign_out", 0, START, "n", "unverified press")
    office = Office(requests={out.ent: out})
    assert said(cell(of, now=START - MINUTE, office=office)) == ("○", "out: King", "wait")
    back = msgspec.structs.replace(out, ent="player/p2/request/b", what="back", at=START + 1)
    office = Office(requests={out.ent: out, back.ent: back})
    assert cell(of, now=START - MINUTE, office=office).words == "waits King"


def test_a_running_clock_goes_on_between_two_readings() -> None:
    of = under_way("m1", "t1", PAIR)
    assert cell(of, mono=4_000, reading=heard(of)).words == "12:00 ◄ 9:31 "


def test_a_table_that_is_not_heard_is_offline_and_its_clock_stands() -> None:
    of = under_way("m1", "t1", PAIR)
    assert said(cell(of, mono=40_000, reading=heard(of))) == ("≈", "offline 0:40", "stale")


def test_a_clock_that_stands_is_no_silence_while_its_device_is_heard() -> None:
    of = under_way("m1", "t1", PAIR)
    standing = heard(of, running=(), words="paused")
    minute = with_device(of, reading=standing, heard_at=59_000)
    assert said(cells(minute, 60_000)[0]) == ("■", "paused", "wait")
    running = with_device(of, reading=heard(of), heard_at=59_000)
    assert said(cells(running, 60_000)[0]) == ("•", "11:04 ◄ 9:31 ", "play")
    assert said(cells(minute, 99_000)[0]) == ("≈", "offline 0:40", "stale")


@pytest.mark.clause("ACF-1.VI.A")
def test_an_empty_seat_is_late_and_not_offline_and_a_table_never_heard_is_neither() -> None:
    of = match("m1", "t1", PAIR)
    late = with_device(of, heard_at=1_000, now=START + 3 * MINUTE)
    assert said(cells(late, 60_000)[0])[1] == "late 03:00"
    never = with_device(of, heard_at=None, now=START + 3 * MINUTE)
    assert said(cells(never, 60_000)[0]) == ("≈", "not heard yet", "stale")


def test_for_a_minute_after_the_start_nobody_is_late_on_the_floor_or_in_the_queue() -> None:
    empty = match("m1", "t1", PAIR)
    alone = match("m2", "t1", PAIR, seated=(True, False))
    for of, words in ((empty, "started 22:13"), (alone, "waits King")):
        just = Moment(masters(of), LIVE, START + 6_000, {})
        assert said(cells(just, 0)[0]) == ("○", words, "idle" if of is empty else "wait")
        assert questions(just) == ()
    over = Moment(masters(alone), LIVE, START + MINUTE + 1_000, {})
    assert said(cells(over, 0)[0]) == ("!", "late 01:01", "warn")
    assert [question.title for question in questions(over)] == ["Late 1:01: Bo King"]


def with_device(
    of: Match, heard_at: int | None, reading: TableReading | None = None, now: int = START
) -> Moment:
    """Return the match at a table that has a device; the laptop, which is heard, is another one."""
    node = "ab" * 16
    device = Device(node, b"", b"", "terminal", (), "Tablet 1", revoked=False)
    tables = {"t1": Table("t1", "1", node)}
    state = msgspec.structs.replace(masters(of), tables=tables, devices={node: device})
    seen = {"cd" * 16: DeviceSeen("cd" * 16, 60_000, 0)}
    if heard_at is not None:
        seen[node] = DeviceSeen(node, heard_at, 0)
    readings = {} if reading is None else {of.uid: reading}
    return Moment(state, LIVE, now, readings, (), seen)


def test_while_the_laptop_is_offline_it_shows_the_last_reading_as_stale() -> None:
    of = under_way("m1", "t1", PAIR)
    found = cell(of, mono=40_000, link=Link("offline", START), reading=heard(of))
    assert said(found) == ("≈", "12:04 ◄ 9:31 ", "stale")


@pytest.mark.clause("ACF-1.X.A.d")
def test_time_trouble_is_marked() -> None:
    of = under_way("m1", "t1", PAIR)
    found = cell(of, reading=heard(of, remaining_ms=(5 * MINUTE, 40 * MINUTE)))
    assert said(found) == ("!", " 5:00 ◄ 40:00", "warn")


@pytest.mark.clause("ACF-3.II.A")
def test_the_break_between_two_games_counts_down_and_says_when_it_is_over() -> None:
    of = under_way("m1", "t1", PAIR)
    rest = heard(of, running=(), words="between games", break_ms=4 * MINUTE)
    assert said(cell(of, mono=2_000, reading=rest)) == ("■", "break 3:58", "wait")
    over = heard(of, running=(), words="between games", break_ms=0)
    assert said(cell(of, mono=2_000, reading=over)) == ("■", "break over", "warn")


def test_hours_fit_as_well() -> None:
    of = under_way("m1", "t1", PAIR)
    found = cell(of, reading=heard(of, remaining_ms=(66 * MINUTE, 89 * MINUTE)))
    assert found.words == " 1h06 ◄ 1h29 "


def test_a_flag_names_the_colour() -> None:
    of = under_way("m1", "t1", PAIR)
    assert said(cell(of, reading=heard(of, flag=1))) == ("▼", "flag White", "alert")


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        (-5, ("○", "waits King", "wait")),
        (7, ("!", "late 07:00", "warn")),
        (31, ("!", "late 31:00", "alert")),
    ],
)
def test_an_empty_seat_waits_and_then_counts(minutes: int, expected: tuple[str, str, str]) -> None:
    of = match("m1", "t1", PAIR, seated=(True, False))
    assert said(cell(of, now=START + minutes * MINUTE)) == expected


def test_an_empty_table_says_when_it_starts() -> None:
    of = match("m1", "t1", PAIR)
    assert said(cell(of, now=START - MINUTE)) == ("○", "starts 22:13", "idle")


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (disputed("W D", "D W"), ("?", "disputed", "alert")),
        (Result("conflict", None, (ruled("W W"),), ("r",)), ("?", "conflict", "alert")),
        (Result("entered", None, (signed(0, "W W"),), ("s0",)), ("½", "one signed", "warn")),
        (confirmed("W D"), ("√", "done 1½–½", "done")),
        (
            Result("ruled", ruled("L L").outcome, (ruled("L L"),), ("r",)),
            ("√", "ruled 0–2", "done"),
        ),
    ],
)
def test_result_is_shown_at_its_table(result: Result, expected: tuple[str, str, str]) -> None:
    assert said(cell(under_way("m1", "t1", PAIR, result=result))) == expected


def test_a_report_outranks_the_clock_until_it_is_answered() -> None:
    of = under_way("m1", "t1", PAIR)
    reports = (report("phone", of),)
    assert said(cell(of, reading=heard(of), reports=reports)) == ("‼", "phone", "alert")


def test_tables_stand_in_natural_order_and_free_ones_say_so() -> None:
    tables = tuple(Table(f"t{n}", str(n), "") for n in (10, 2, 1))
    of = under_way("m1", "t2", PAIR)
    found = cells(Moment(masters(of, tables=tables), LIVE, START, {}), 0)
    assert [(c.label, c.words) for c in found] == [("1", "free"), ("2", "playing"), ("10", "free")]


def test_a_table_shows_the_match_that_is_not_finished() -> None:
    done = under_way("a1", "t1", PAIR, result=confirmed("W D"))
    open_ = under_way("b1", "t1", ("p3", "p4"))
    first = cells(Moment(masters(done, open_), LIVE, START, {}), 0)
    again = cells(Moment(masters(open_, done), LIVE, START, {}), 0)
    assert [c.words for c in first if c.table == "t1"] == ["playing"]
    assert first == again


def floor() -> tuple[TableCell, ...]:
    runs = under_way("m1", "t1", PAIR)
    quiet = under_way("m2", "t2", ("p3", "p4"))
    done = under_way("m3", "t3", ("p5", "p6"), result=confirmed("W D"))
    state: HallState = masters(runs, quiet, done)
    return cells(Moment(state, LIVE, START, {"m1": heard(runs)}), 0)


def test_the_filters_leave_those_still_playing_and_those_not_reported() -> None:
    assert [c.table for c in shown(floor(), "all")] == ["t1", "t2", "t3"]
    assert [c.table for c in shown(floor(), "playing")] == ["t1", "t2"]
    assert [c.table for c in shown(floor(), "unreported")] == ["t2"]


def test_words_fit_their_place_in_every_alphabet() -> None:
    of = match("m1", "t1", ("p7", "p10"), seated=(True, False))
    state = masters(of)
    wide = msgspec.structs.replace(state.players["p10"], name="山田山田山田山田")
    state = msgspec.structs.replace(state, players={**state.players, "p10": wide})
    found = cells(Moment(state, LIVE, START - MINUTE, {}), 0)
    assert all(cell_len(c.words) <= WORDS_WIDTH for c in found)
