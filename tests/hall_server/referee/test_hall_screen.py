"""Taking the hall over at the dashboard: the evidence first, then one confirmed action."""

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.app.laptop import TAKING_OVER
from hall_server.referee.asked.desk_row import DeskStatus
from hall_server.serving.evidence import Evidence
from shared.core.state import Unforced
from shared.node.readiness import NOBODY
from shared.port import Link, UnderWay
from tests.hall_server.referee.halls import MINUTE, START, Desk, masters, under_way
from tests.tui.screens import assert_screen, screen_text

STATE = masters(under_way("m1", "t1", ("p1", "p2")))
GONE = Evidence(False, "offline", START, 2, 1, True, 7, 8, 0)


class FakeLaptop:
    def __init__(self, evidence: Evidence) -> None:
        self.shown = evidence
        self.reasons: list[str] = []

    def evidence(self) -> Evidence:
        return self.shown

    def take_over(self, reason: str) -> None:
        self.reasons.append(reason)


async def silent(desk: Desk, pilot: Pilot[None], evidence: Evidence = GONE) -> FakeLaptop:
    await pilot.pause()
    laptop = FakeLaptop(evidence)
    desk.app.desk.laptop = laptop
    desk.now = START + MINUTE
    desk.tell(STATE, link=Link("offline", START))
    await pilot.pause()
    return laptop


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_a_silent_hall_is_a_question_and_taking_over_shows_the_evidence(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        laptop = await silent(desk, pilot)
        assert [q.kind for q in desk.app.desk.questions] == ["hall"]
        await pilot.press("a")
        await pilot.pause()
        assert_screen(desk.app, "take-over")
        await pilot.press("enter")
        assert laptop.reasons == []
        await pilot.press(*"hall", "enter")
        await pilot.pause()
        assert len(laptop.reasons) == 1


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_missing_hall_is_named_in_the_question_and_in_the_evidence(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await silent(desk, pilot, msgspec.structs.replace(GONE, notice=NOBODY))
        (asked,) = desk.app.desk.questions
        assert NOBODY in asked.evidence
        await pilot.press("h")
        await pilot.pause()
        assert_screen(desk.app, "nobody-is-the-hall")


async def test_a_hall_whose_disk_is_full_is_a_question_while_it_is() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await silent(desk, pilot)
        desk.tell(STATE, link=Link("live", START, full="hall"))
        await pilot.pause()
        (asked,) = desk.app.desk.questions
        assert asked.title == "The hall's disk is full"
        assert "the hall's disk is full" in screen_text(desk.app)
        desk.tell(STATE, link=Link("live", START))
        await pilot.pause()
        assert not desk.app.desk.questions


async def test_leaving_the_screen_writes_nothing() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        laptop = await silent(desk, pilot)
        await pilot.press("h", "escape")
        await pilot.pause()
        assert laptop.reasons == []


async def test_a_laptop_that_may_not_be_the_hall_says_why_and_takes_no_word() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        why = "The tournament key has not certified this node to be the hall."
        laptop = await silent(
            desk, pilot, Evidence(False, "offline", START, 0, 0, False, 0, 8, 0, why)
        )
        await pilot.press("h")
        await pilot.pause()
        assert why in " ".join(screen_text(desk.app).split())
        await pilot.press(*"hall", "enter")
        assert laptop.reasons == []


async def test_a_ruling_that_a_takeover_overtook_is_shown_until_it_is_noted() -> None:
    desk = Desk()
    reason = "written in an earlier term, unseen by the hall that opened term 1"
    overtaken = Unforced("e1", "a.ruling.made", "masters/1/m1/result", reason)
    other = Unforced("e2", "t.result.signed", "masters/1/m1/result", "another reason")
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(msgspec.structs.replace(STATE, unforced=(overtaken, other)))
        await pilot.pause()
        desk.app.look()
        assert [q.key for q in desk.app.desk.questions] == ["term:e1"]
        assert "A ruling does not count" in screen_text(desk.app)
        assert "masters/1/m1" not in screen_text(desk.app)
        await pilot.press("a")
        await pilot.pause()
        assert desk.app.desk.questions == ()


async def test_a_hall_that_is_started_again_at_once_raises_no_question() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await silent(desk, pilot)
        desk.tell(STATE, link=Link("offline", desk.now - 5_000))
        await pilot.pause()
        desk.tell(STATE)
        await pilot.pause()
        assert desk.app.desk.questions == ()


@pytest.mark.parametrize("size", [(50, 15), (80, 24), (132, 38)])
async def test_a_laptop_that_took_over_says_so_and_is_not_left_unasked(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        desk.app.desk.laptop = FakeLaptop(GONE)
        desk.tell(STATE)
        await pilot.pause()
        row = desk.app.screen.query_one(DeskStatus)
        assert "the hall" not in str(row.render())
        desk.tell(msgspec.structs.replace(STATE, term=1, hall=desk.port.node_id))
        desk.app.tick()
        await pilot.pause()
        assert "the hall" in str(row.render())
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert_screen(desk.app, "leave-the-hall")
        await pilot.press("ctrl+q", "escape")
        await pilot.pause()
        assert desk.app.is_running
        await pilot.press("ctrl+q", "y")
        await pilot.pause()
        assert not desk.app.is_running


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_every_screen_shows_how_far_a_takeover_is_until_the_hall_answers(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await silent(desk, pilot)
        await pilot.press("s")
        desk.port.tell(UnderWay(TAKING_OVER[1], 2, 3))
        await pilot.pause()
        desk.later(4_000)
        desk.app.tick()
        await pilot.pause()
        assert "██░" in screen_text(desk.app)
        assert "4 s" in screen_text(desk.app)
        desk.tell(STATE, link=Link("live", desk.now))
        await pilot.pause()
        assert "██░" not in screen_text(desk.app)
        assert "LIVE" in screen_text(desk.app)


async def test_a_takeover_that_never_ends_gives_the_row_back_to_the_link() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await silent(desk, pilot)
        desk.port.tell(UnderWay(TAKING_OVER[2], 3, 3))
        await pilot.pause()
        desk.later(2 * MINUTE)
        desk.app.tick()
        await pilot.pause()
        assert "███" not in screen_text(desk.app)
        assert "OFFLINE" in screen_text(desk.app)


async def test_takeover_after_one_that_never_ended_is_shown_from_its_own_beginning() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await silent(desk, pilot)
        desk.port.tell(UnderWay(TAKING_OVER[2], 3, 3))
        await pilot.pause()
        desk.later(2 * MINUTE)
        desk.port.tell(UnderWay(TAKING_OVER[0], 1, 3))
        await pilot.pause()
        assert desk.app.desk.work_forms() == (f"█░░ {TAKING_OVER[0]} · 0 s", "█░░ 0 s")


async def test_a_silent_hall_of_this_machine_is_a_question_that_says_how_it_is_started() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.now = START + MINUTE
        desk.tell(STATE, link=Link("offline", START))
        await pilot.pause()
        said = " ".join(screen_text(desk.app).split())
        assert "The hall does not answer" in said
        assert "► The hall runs on this machine: start it again" in said
        await pilot.press("a")
        await pilot.pause()
        assert desk.app.desk.questions == ()
