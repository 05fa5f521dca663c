"""The base of all apps: the node's news arrives, and a failure shows nothing private."""

import logging
import threading

import pytest
from textual.app import ComposeResult
from textual.widgets import Static

from shared.machine.exits import CRASHED
from shared.machine.pins import SALT_BYTES, hashed
from shared.port import (
    HallChanged,
    JournalLoaded,
    Link,
    LinkChanged,
    LiveSeen,
    LiveTable,
    NotSaved,
    Saved,
    Stopped,
    Told,
)
from shared.tui.action import Action
from shared.tui.actions import ActionBar, HelpScreen, bindings
from shared.tui.app import TROUBLE, HallApp
from shared.tui.status_bar import StatusBar
from tests.tui.fake_port import START, FakePort, hall
from tests.tui.screens import assert_screen, screen_text

NOTE = Action("note", "n", "Note", "Write a note for the referee")

SALT = b"s" * SALT_BYTES


class Desk(HallApp):
    TICK_S = None
    ACTIONS = (NOTE,)
    BINDINGS = bindings(ACTIONS)

    def __init__(self, port: FakePort, *, service_pin: str = "") -> None:
        self.now = 0
        super().__init__(
            port, wall=lambda: START, monotonic=lambda: self.now, service_pin=service_pin
        )
        self.heard: list[Told] = []
        self.notes = 0

    def compose(self) -> ComposeResult:
        yield Static("A desk in the hall")
        yield ActionBar((NOTE,))
        yield StatusBar()

    def action_note(self) -> None:
        self.notes += 1

    def told_saved(self, told: Saved) -> None:
        self.heard.append(told)

    def told_not_saved(self, told: NotSaved) -> None:
        self.heard.append(told)

    def told_journal(self, told: JournalLoaded) -> None:
        self.heard.append(told)

    def told_live(self, told: LiveSeen) -> None:
        self.heard.append(told)


async def test_the_port_runs_from_first_paint_to_exit() -> None:
    port = FakePort()
    async with Desk(port).run_test() as pilot:
        await pilot.pause()
        assert (port.started, port.stopped) == (1, 0)
    assert (port.started, port.stopped) == (1, 1)


async def test_everything_told_reaches_its_method_from_another_thread() -> None:
    port, app = FakePort(), None
    app = Desk(port)
    live = LiveSeen(LiveTable("1", "m1", "playing", 1, (1, 2), (0,), (3, 4)), 5)
    told = [Saved(1), NotSaved(2, "The disk is full."), JournalLoaded("m1", (), None), live]
    async with app.run_test() as pilot:
        await pilot.pause()

        def node() -> None:
            for each in told:
                port.tell(each)
            port.tell_hall(hall(zone="Europe/Berlin"), {"e1", "e2"})
            port.tell_link(Link("live", START))

        thread = threading.Thread(target=node)
        thread.start()
        thread.join()
        await pilot.pause()
        assert app.heard == told
        assert app.hall.tournament is not None
        assert app.zone == "Europe/Berlin"
        assert app.query_one(StatusBar).words == "● LIVE · 2 not yet at the hall"


async def test_a_stopped_node_says_so_in_the_status_line() -> None:
    port = FakePort()
    app = Desk(port)
    async with app.run_test() as pilot:
        await pilot.pause()
        port.tell(Stopped("The disk cannot be written. Call the referee."))
        await pilot.pause()
        assert "The disk cannot be written" in app.query_one(StatusBar).words


async def test_message_after_the_end_is_dropped_quietly() -> None:
    app = Desk(FakePort())
    async with app.run_test() as pilot:
        await pilot.pause()
    app.hear(LinkChanged(Link("live", START)))
    assert app.link.state == "starting"


async def test_a_tap_on_the_footer_does_what_the_key_does() -> None:
    app = Desk(FakePort())
    async with app.run_test() as pilot:
        await pilot.press("n")
        await pilot.click("ActionItem")
        await pilot.pause()
        assert app.notes == 2


async def test_f1_shows_every_key_and_closes_again() -> None:
    app = Desk(FakePort())
    async with app.run_test(size=(50, 15)) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert_screen(app, "help")
        await pilot.press("f1")
        await pilot.pause()
        assert not isinstance(app.screen, HelpScreen)


async def test_an_open_screen_can_be_left_and_a_locked_one_cannot() -> None:
    locked = Desk(FakePort(), service_pin=hashed("4711", SALT))
    async with locked.run_test() as pilot:
        for key in ("ctrl+q", "ctrl+c", "ctrl+p", "escape"):
            await pilot.press(key)
        await pilot.pause()
        assert locked.is_running
        assert locked.screen is locked.screen_stack[0]
        assert "Quit" not in [action.label for action in locked.actions_now()]
    opened = Desk(FakePort())
    async with opened.run_test() as pilot:
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert not opened.is_running


async def test_the_service_pin_opens_a_locked_screen_and_a_wrong_one_does_not() -> None:
    app = Desk(FakePort(), service_pin=hashed("4711", SALT))
    async with app.run_test(size=(50, 15)) as pilot:
        await pilot.press("ctrl+q", *"1234", "enter")
        await pilot.pause()
        assert "Wrong PIN; 2 more tries" in screen_text(app)
        await pilot.press("4", "7", "1")
        await pilot.pause()
        assert_screen(app, "service-pin")
        await pilot.press("backspace", "enter", "enter")
        await pilot.pause()
        assert app.is_running
        assert app.screen is app.screen_stack[0]
        await pilot.press("ctrl+q", "ctrl+q", "escape")
        await pilot.pause()
        assert app.screen is app.screen_stack[0]
        await pilot.press("ctrl+q", *"4711", "enter")
        await pilot.pause()
        assert app.is_running
        assert "Too many wrong PINs: wait 60 s" in " ".join(screen_text(app).split())
        app.now = 60_000
        await pilot.press("escape", "ctrl+q", *"4711", "enter")
        await pilot.pause()
        assert not app.is_running


async def test_a_fault_shows_no_traceback_and_ends_with_code_1(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken(Desk):
        def told_hall(self, told: HallChanged) -> None:
            raise ArithmeticError("the secret of the engine room")

    port = FakePort()
    app = Broken(port)

    async def run() -> None:
        async with app.run_test() as pilot:
            await pilot.pause()
            port.tell_hall(hall())
            await pilot.pause()

    caplog.set_level(logging.CRITICAL, "hall.screen")
    with pytest.raises(ArithmeticError):
        await run()
    shown = capsys.readouterr().err
    assert TROUBLE.splitlines()[0] in shown
    assert "secret" not in shown
    assert "Traceback" not in shown
    assert app.return_code == CRASHED
    assert "secret of the engine room" in str(caplog.records[0].exc_info)
    assert port.stopped == 1


async def test_the_screen_fits_the_smallest_size() -> None:
    app = Desk(FakePort())
    async with app.run_test(size=(50, 15)) as pilot:
        await pilot.pause()
        app.tick()
        await pilot.pause()
        assert "STARTING" in screen_text(app)
        assert_screen(app, "desk")


async def test_on_a_narrow_screen_the_status_line_says_the_same_in_fewer_words() -> None:
    port = FakePort()
    app = Desk(port)
    async with app.run_test(size=(50, 15)) as pilot:
        await pilot.pause()
        port.tell_hall(hall(), {"e1", "e2"})
        port.tell_link(Link("offline", START))
        await pilot.pause()
        assert "saved here · 2 to send" in screen_text(app)
