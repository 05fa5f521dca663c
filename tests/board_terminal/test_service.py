"""The service screen: a PIN before it, what a volunteer needs on it, and the way out."""

from pathlib import Path

import pytest

from board_terminal.pages.service import Facts, Service, after
from board_terminal.running.plain import offers
from board_terminal.running.terminal import facts_of
from board_terminal.screens.choice_bar import ChoiceButton
from board_terminal.view.two_buttons import TOGETHER_MS
from shared.core.day.entries import Ordered
from shared.core.events import ReportFiled
from shared.core.events.measures import MovesTimed, Paused
from shared.machine.pins import SALT_BYTES, TRIES, PinGuard, hashed
from shared.net.address import HallAddress
from shared.node.home import Membership
from shared.port import Link
from tests.board_terminal.screen_kit import (
    SIZES,
    TestTerminal,
    TurnedClock,
    begin,
    press,
    terminal,
    tick,
    turn,
)
from tests.board_terminal.table_kit import Kit, enter, round_one, state_of
from tests.board_terminal.table_port import TablePort
from tests.board_terminal.test_screens import tap
from tests.tui.fake_port import START, FakePort
from tests.tui.screens import assert_screen, screen_text

PIN = hashed("4711", b"s" * SALT_BYTES)
FACTS = Facts("Table 3 (fakefake), table 3", "192.0.2.7 port 7420", "1.4.0", 5_200_000_000)


def locked() -> tuple[TestTerminal, TablePort]:
    app, port = terminal(service_pin=PIN)
    app.facts = lambda: FACTS
    return app, port


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_service_screens_open_behind_the_pin(size: tuple[int, int]) -> None:
    app, port = locked()
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        port.tell_link(Link("live", START))
        await tick(pilot)
        port.tell_link(Link("offline", START + 500_000))
        port.unsent = {"event-1", "event-2"}
        port.tell_state()
        await pilot.pause()
        await press(pilot, "f2", "4", "7")
        assert_screen(app, "service_pin")
        await press(pilot, "1", "1", "enter")
        assert_screen(app, "service")
        for fact in ("fakefake", "192.0.2.7", "OFFLINE since", "2 entries", "5200 MB", "1.4.0"):
            assert fact in screen_text(app)
        await press(pilot, "5", "x", "f10")
        assert_screen(app, "service_test")
        await press(pilot, "escape", "escape")
        assert app.view.phase == "seating"


async def test_a_finger_alone_gets_in_and_leaves_the_program() -> None:
    app, port = locked()
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        for command in ("reports", "service", *(f"digit:{n}" for n in "4711")):
            await tap(pilot, command)
        await tap(pilot, "ok")
        assert app.view.phase == "service"
        await tap(pilot, "service_leave")
        assert not app.is_running


async def test_the_test_says_the_name_of_every_key_and_rings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, port = locked()
    app.wired = {"f9": 0, "f10": 1}
    heard: list[str] = []
    monkeypatch.setattr(app, "bell", lambda: heard.append("bell"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "f2", "4", "7", "1", "1", "enter", "5")
        assert heard == ["bell"]
        await press(pilot, "f9", "f10", "7", "f3", after=TOGETHER_MS)
        assert "left button F9 · right button F10 · 7" in screen_text(app)
        assert heard == ["bell", "bell"]
        assert port.drafts == []


async def test_a_wrong_pin_opens_nothing_and_makes_one_wait() -> None:
    app, port = locked()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "f2")
        for _ in range(TRIES):
            await press(pilot, "4", "4", "4", "4", "enter")
        assert "wait 60 s" in screen_text(app)
        await press(pilot, "4", "7", "1", "1", "enter")
        assert app.view.phase == "service_pin"
        await press(pilot, *"4711", "enter", after=60_000)
        assert app.view.phase == "service"


async def test_no_service_screen_lies_over_a_running_clock() -> None:
    app, port = locked()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "z", "f2")
        assert "Pause first" in screen_text(app)
        assert app.model.phase == "playing"
        await press(pilot, "p", "f2")
        assert app.view.phase == "service_pin"


async def test_an_unlocked_table_without_a_pin_asks_for_none() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "f2")
        assert app.view.phase == "service"


def test_commands_that_do_not_fit_change_nothing() -> None:
    guard = PinGuard(PIN, TurnedClock(0))
    asked = after(Service(), "service", guard)
    for command in ("service_test", "service_leave", "service", "castle"):
        assert after(asked, command, guard) == asked
    assert after(Service(), "ok", guard) == Service()


def test_the_prompts_do_not_offer_a_screen() -> None:
    kit = Kit().do("side:0", "reports")
    assert "service" in dict(kit.model.offers)
    assert "service" not in {command for command, _ in offers(kit.view).values()}


def test_what_the_device_says_of_itself_comes_from_its_own_folder(tmp_path: Path) -> None:
    hall = HallAddress("192.0.2.7", 7420, 7421, b"")
    member = Membership("e", b"", "UTC", "terminal", "Table 3", "3", (hall,))
    facts = facts_of(tmp_path, FakePort().node_id, member)
    assert facts.device == "Table 3 (fakefake), table 3"
    assert facts.hall == "192.0.2.7 port 7420"
    assert facts.free_bytes is not None
    assert facts_of(tmp_path / "none", "x", member).free_bytes is None


async def test_the_crew_sets_a_timekeeper_where_no_referee_can_be_reached() -> None:
    state = state_of(round_one(), control="unclocked", rulebook="standard")
    app, port = terminal(state)
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "slash", "p", "f2", "7")
        assert app.view.phase == "paused"
        [told] = [body for body in port.bodies(ReportFiled) if isinstance(body, ReportFiled)]
        assert (told.type, told.note, told.found) == ("timekeeper", "", "crew")
        await press(pilot, "p")
        await press(pilot, "2", after=1_000)
        assert "Timekeeper: warning at 5:00" in screen_text(app)
        session = app.driver.desk.session
        ent = next(draft.ent for draft in port.drafts if draft.body == told)
        port.decide(ent, MovesTimed("five_minutes"), clause="ACF-1.X.B.a")
        await tick(pilot, 0)
        assert app.driver.desk.session is not None
        assert session is not None
        assert app.driver.desk.session.clock == session.clock, "the order only confirms it"
        assert len(app.driver.desk.session.carried) == 1


async def test_the_crew_lifts_a_stop_of_the_referee_and_players_cannot() -> None:
    app, port = terminal()
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "z", after=1_000)
        enter(
            app.driver, Ordered("e1", Paused(), app.monotonic(), "", "Fire alarm"), app.monotonic()
        )
        await press(pilot, "p", "7", "f2")
        assert app.view.phase == "service"
        await press(pilot, "8")
        assert app.view.phase == "playing"


async def test_a_second_tap_on_the_same_place_never_answers_the_next_question() -> None:
    app, port = terminal()
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "z", after=1_000)
        await tap(pilot, "over")
        place = next(b for b in app.screen.query(ChoiceButton) if b.choice.does == "code:W").region
        app.held._touched = None
        for after in (0, 200, 600):
            turn(app, after)
            app.post_message(ChoiceButton.Touched("code:W", (place.x + 1, place.y + 1)))
            await pilot.pause()
            app.post_message(ChoiceButton.Touched("next", (place.x + 2, place.y + 1)))
            await pilot.pause()
        assert app.view.phase == "between"
        turn(app, 701)
        await tap(pilot, "next")
        assert app.view.phase == "ready"
