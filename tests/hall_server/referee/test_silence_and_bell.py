"""Tables that go silent, the bell, and two referees who answer one question."""

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.app.main_screen import MainScreen
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_hall import about_silent_tables
from shared.core.state import Device, HallState, Match, Result, Table
from shared.port import DeviceSeen, DevicesSeen, Link
from tests.hall_server.referee.halls import (
    LIVE,
    START,
    Desk,
    confirmed,
    disputed,
    live,
    masters,
    moment,
    outcome,
    reading,
    report,
    ruled,
    signed,
    under_way,
)
from tests.tui.screens import screen_text

ONE = under_way("m1", "t1", ("p1", "p2"))
TWO = under_way("m2", "t2", ("p3", "p4"))


def test_tables_that_were_heard_and_went_silent_are_one_question() -> None:
    now = moment(masters(ONE, TWO), **reading(ONE, seen_at=5_000), **reading(TWO, seen_at=9_000))
    assert list(about_silent_tables(now, 34_999)) == []
    [first] = about_silent_tables(now, 35_000)
    assert (first.title, first.table, first.opens) == (
        "A table is offline: table 1", "t1", "note",
    )  # fmt: skip
    assert first.since == START - 30_000
    [both] = about_silent_tables(now, 45_000)
    assert both.title == "2 tables are offline: tables 1 and 2"
    assert both.evidence[0] == "Table 1: Ann Lee – Bo King, not heard for 0:40"
    assert both.key != first.key


def test_a_table_that_is_heard_again_and_goes_silent_again_is_asked_about_again() -> None:
    state = masters(ONE)
    [first] = about_silent_tables(moment(state, **reading(ONE, seen_at=5_000)), 50_000)
    [still] = about_silent_tables(moment(state, **reading(ONE, seen_at=5_000)), 90_000)
    [again] = about_silent_tables(moment(state, **reading(ONE, seen_at=60_000)), 95_000)
    assert first.key == still.key != again.key


async def test_minute_without_a_move_is_not_reported_as_silence() -> None:
    """A standing clock tells nothing new: the device itself is heard all the same."""
    node = "ab" * 16
    device = Device(node, b"", b"", "terminal", (), "Tablet 1", revoked=False)
    state = msgspec.structs.replace(
        masters(ONE), devices={node: device}, tables={"t1": Table("t1", "1", node)}
    )
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(state)
        desk.see(live(ONE, running=(), words="paused"))
        for _second in range(0, 60, 2):
            desk.later(2_000)
            desk.port.tell(DevicesSeen((DeviceSeen(node, desk.mono, 0),)))
            desk.app.tick()
            await pilot.pause()
        assert "offline" not in screen_text(desk.app)
        assert "paused" in screen_text(desk.app)
        desk.later(31_000)
        desk.app.tick()
        await pilot.pause()
        assert "A table is offline: table 1" in screen_text(desk.app)


def test_tables_that_were_never_heard_are_one_question_once_the_round_has_started() -> None:
    tables = {f"t{n}": Table(f"t{n}", str(n), f"{n}{n}" * 16) for n in (1, 2)}
    devices = {
        table.device: Device(table.device, b"", b"", "terminal", (), "Tablet", revoked=False)
        for table in tables.values()
    }
    state = msgspec.structs.replace(masters(ONE, TWO), tables=tables, devices=devices)
    heard = {"cd" * 16: DeviceSeen("cd" * 16, 0, 0)}
    early = Moment(state, LIVE, START - 1, {}, (), heard)
    assert list(about_silent_tables(early, 0)) == []
    [asked] = about_silent_tables(Moment(state, LIVE, START, {}, (), heard), 0)
    assert asked.title == "2 tables have not been heard yet: tables 1 and 2"
    assert asked.evidence[0] == "Table 1: Ann Lee – Bo King"
    [one] = about_silent_tables(Moment(state, LIVE, START, reading(ONE), (), heard), 0)
    assert (one.title, one.table) == ("A table has not been heard yet: table 2", "t2")
    told_nothing = Moment(state, LIVE, START, {}, (), {})
    assert list(about_silent_tables(told_nothing, 0)) == [], "the hall's word has not come yet"


def test_finished_table_or_absent_hall_raises_no_question() -> None:
    done = msgspec.structs.replace(ONE, result=confirmed("W D"))
    heard = reading(ONE, seen_at=0)
    assert list(about_silent_tables(moment(masters(done), **heard), 99_000)) == []
    away = moment(masters(ONE), link=Link("offline", START), **heard)
    assert list(about_silent_tables(away, 99_000)) == []
    assert list(about_silent_tables(moment(masters(ONE)), 99_000)) == []


class Bells:
    """How often the terminal's bell rang."""

    def __init__(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rung = 0
        monkeypatch.setattr(desk.app, "bell", self.ring)

    def ring(self) -> None:
        self.rung += 1


async def told(desk: Desk, pilot: Pilot[None], state: HallState) -> None:
    desk.tell(state)
    await pilot.pause()
    desk.app.tick()
    await pilot.pause()


@pytest.mark.parametrize(("wanted", "times"), [(False, 0), (True, 2)])
async def test_the_bell_rings_once_for_each_new_question_and_only_if_wanted(
    wanted: bool, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk()
    desk.app.rings = wanted
    bells = Bells(desk, monkeypatch)
    call = report("call", ONE, about=None)
    async with desk.app.run_test() as pilot:
        await pilot.pause()
        await told(desk, pilot, masters(ONE, TWO))
        assert bells.rung == 0
        await told(desk, pilot, masters(ONE, TWO, reports=(call,)))
        await told(desk, pilot, masters(ONE, TWO, reports=(call,)))
        two = msgspec.structs.replace(TWO, result=disputed("W D", "L W"))
        await told(desk, pilot, masters(ONE, two, reports=(call,)))
        assert bells.rung == times


async def test_a_silent_table_is_on_the_queue_and_goes_when_it_is_heard() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.see(live(ONE))
        desk.later(31_000)
        await told(desk, pilot, masters(ONE, TWO))
        assert "A table is offline: table 1" in screen_text(desk.app)
        desk.see(live(ONE))
        await told(desk, pilot, masters(ONE, TWO))
        assert "offline" not in screen_text(desk.app)


# -- two referees ---------------------------------------------------------------------------------


async def test_a_question_that_another_referee_has_answered_leaves_the_queue() -> None:
    desk = Desk()
    open_ = msgspec.structs.replace(ONE, result=disputed("W D", "L W"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await told(desk, pilot, masters(open_))
        assert [question.kind for question in desk.app.desk.questions] == ["dispute"]
        await told(desk, pilot, masters(settled()))
        assert [question.kind for question in desk.app.desk.questions] == ["pair"]
        await pilot.press("a")
        assert desk.port.drafts == []


def settled() -> Match:
    """Return the match once the other referee has ruled."""
    other = Result("ruled", outcome("W D"), (signed(0, "W D"), ruled("W D")), ("r",))
    return msgspec.structs.replace(ONE, result=other)


async def test_referee_with_the_question_still_open_is_told_and_nothing_is_written() -> None:
    desk = Desk()
    open_ = msgspec.structs.replace(ONE, result=disputed("W D", "L W"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await told(desk, pilot, masters(open_))
        await pilot.press("a")
        await pilot.pause()
        screen = desk.app.screen
        assert isinstance(screen, DecideScreen)
        await told(desk, pilot, masters(settled()))
        assert screen.lapsed == "Another version came in since."
        await pilot.press("enter", "y")
        await pilot.pause()
        assert desk.port.drafts == []
        assert "Another version came in since" in screen_text(desk.app)
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert isinstance(desk.app.screen, MainScreen)


async def test_two_rulings_made_side_by_side_are_a_conflict_that_is_asked_about() -> None:
    desk = Desk()
    versions = (ruled("W D", event="r1"), ruled("L W", event="r2"))
    both = Result("conflict", None, versions, ("r1", "r2"))
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await told(desk, pilot, masters(msgspec.structs.replace(ONE, result=both)))
        [question] = desk.app.desk.questions
        assert (question.kind, question.opens) == ("conflict", "decide")
        assert [option.outcome for option in question.options[:2]] == [
            outcome("W D"),
            outcome("L W"),
        ]
        text = screen_text(desk.app)
        assert "Two versions of a result" in text
