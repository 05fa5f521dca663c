"""When a device goes to a rehearsal and comes back, and the words on its screen there."""

import msgspec
import pytest

from shared.core.state import EMPTY, HallState
from shared.core.state.office import Rehearsal
from shared.port import Link
from shared.tui.app import HallApp
from shared.tui.rehearsal import NOT_MET_MS, REHEARSAL, SILENT_MS, RehearsalVisit, heard_of, is_over
from shared.tui.status_bar import StatusBar
from shared.tui.theme_names import REHEARSAL as VIOLET
from tests.tui.fake_port import START, FakePort

LIVE = Link("live", START)
OFFLINE = Link("offline", START)
ON = Rehearsal(b"root", b"key", 4000, 4001, START + 60_000, 60, 6, 100, 7, START)


def rehearsing(rehearsal: Rehearsal | None = ON) -> HallState:
    return msgspec.structs.replace(EMPTY, rehearsal=rehearsal)


def test_a_rehearsal_is_heard_of_while_the_link_is_live_and_its_time_runs() -> None:
    assert heard_of(rehearsing(), LIVE, START) == ON
    assert heard_of(rehearsing(), LIVE, START + 60_000) is None
    assert heard_of(rehearsing(None), LIVE, START) is None


@pytest.mark.parametrize("state", ["starting", "catching_up", "offline", "refused"])
def test_node_that_is_not_live_hears_of_no_rehearsal(state: str) -> None:
    assert heard_of(rehearsing(), Link(state, START), START) is None  # type: ignore[arg-type]


def test_clock_that_is_a_day_fast_keeps_no_device_away() -> None:
    fast = msgspec.structs.replace(LIVE, offset_ms=86_400_000)
    assert heard_of(rehearsing(), fast, START + 86_400_000) == ON


def test_it_is_over_when_its_own_log_says_so_or_its_time_is_up() -> None:
    visit = RehearsalVisit(0).after(rehearsing(), LIVE, 1_000)
    assert not is_over(visit, rehearsing(), START)
    assert is_over(visit, rehearsing(None), START)
    assert is_over(visit, rehearsing(), START + 60_000)


def test_it_is_not_over_before_its_log_has_come() -> None:
    assert not is_over(RehearsalVisit(0).after(EMPTY, OFFLINE, 5_000), EMPTY, START)


def test_device_that_comes_too_late_leaves_after_ten_seconds() -> None:
    alone = RehearsalVisit(0).after(EMPTY, OFFLINE, NOT_MET_MS - 1)
    assert not is_over(alone, EMPTY, START)
    assert is_over(alone.after(EMPTY, OFFLINE, NOT_MET_MS), EMPTY, START)


def test_thirty_silent_seconds_end_it_and_a_word_of_its_hall_counts_anew() -> None:
    silent = RehearsalVisit(0).after(rehearsing(), OFFLINE, SILENT_MS - 1)
    assert not is_over(silent, rehearsing(), START)
    assert is_over(silent.after(rehearsing(), OFFLINE, SILENT_MS), rehearsing(), START)
    heard = silent.after(rehearsing(), LIVE, SILENT_MS)
    assert not is_over(heard.after(rehearsing(), OFFLINE, SILENT_MS + 1), rehearsing(), START)


def test_silence_is_counted_in_true_seconds_however_fast_the_match_clocks_run() -> None:
    fast = RehearsalVisit(0, 60).after(rehearsing(), OFFLINE, 60 * SILENT_MS - 1)
    assert not is_over(fast, rehearsing(), START)
    assert is_over(fast.after(rehearsing(), OFFLINE, 60 * SILENT_MS), rehearsing(), START)


class Device(HallApp):
    TICK_S = None
    free = True

    def __init__(self, port: FakePort) -> None:
        self.now = 0
        super().__init__(port, wall=lambda: START, monotonic=lambda: self.now)

    def compose(self):  # type: ignore[no-untyped-def]
        yield StatusBar()

    def is_free(self, now: int) -> bool:
        return self.free


async def told(app: Device, state: HallState) -> bool:
    """Return whether the app still runs a tick after it was told ``state``."""
    port = app.port
    assert isinstance(port, FakePort)
    async with app.run_test() as pilot:
        await pilot.pause()
        port.tell_hall(state)
        port.tell_link(LIVE)
        await pilot.pause()
        app.tick()
        await pilot.pause()
        return app.is_running


async def test_device_that_takes_part_leaves_once_it_is_free() -> None:
    app = Device(FakePort())
    app.declines = set()
    assert not await told(app, rehearsing())
    assert app.goes_to == ON


@pytest.mark.parametrize("why", ["busy", "left already", "never takes part"])
async def test_a_device_stays_when_it_is_needed_or_has_been_there(why: str) -> None:
    app = Device(FakePort())
    app.free = why != "busy"
    app.declines = {"left already": {ON.root_key}, "busy": set()}.get(why)
    assert await told(app, rehearsing())
    assert app.goes_to is None


async def test_its_screen_looks_and_says_that_nothing_counts_and_it_leaves_at_the_end() -> None:
    port = FakePort()
    app = Device(port)
    app.take_part()
    async with app.run_test() as pilot:
        await pilot.pause()
        port.tell_hall(rehearsing())
        port.tell_link(LIVE)
        await pilot.pause()
        app.tick()
        assert app.theme == VIOLET
        assert app.query_one(StatusBar).words.startswith(f"{REHEARSAL} · ● LIVE")
        assert app.query_one(StatusBar).has_class("caution")
        port.tell_hall(rehearsing(None))
        await pilot.pause()
        app.tick()
        await pilot.pause()
        assert not app.is_running
