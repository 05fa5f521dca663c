"""The kiosk as people meet it: pages that turn, a touch that wakes, a name that is forgotten."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest
from textual.app import ComposeResult
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Static

from kiosk.app import KioskApp
from kiosk.screens.finder import Finder
from kiosk.screens.page_view import PageView
from kiosk.screens.top_line import TopLine
from kiosk.visits.session import KioskSession
from shared.core.standings.order import StandingsRow
from shared.core.state import HallState, Player
from shared.core.state.office import Announcement, Office
from shared.machine.pins import SALT_BYTES, hashed
from shared.port import Link, Stopped
from shared.tui.theme_names import LIGHT
from tests.kiosk.lobby_states import MASTERS, large_hall, matches, people, small_hall
from tests.tui.fake_port import START, FakePort
from tests.tui.fake_port import hall as port_hall
from tests.tui.screens import assert_screen, screen_text

SIZES = [(50, 15), (80, 24), (100, 30)]

PIN = hashed("4711", b"s" * SALT_BYTES)


class Kiosk(KioskApp):
    TICK_S = None


class Hall:
    """A kiosk, its port, and the two clocks in the test's hand."""

    def __init__(self, *, locked: bool = False) -> None:
        self.wall, self.now = START - 12 * 60_000, 0
        self.port = FakePort()
        self.app = Kiosk(
            self.port,
            wall=lambda: self.wall,
            monotonic=lambda: self.now,
            service_pin=PIN if locked else "",
        )

    def later(self, seconds: int) -> None:
        self.wall += seconds * 1000
        self.now += seconds * 1000
        self.app.tick()

    @property
    def title(self) -> str:
        """The heading of the pages on show."""
        shown = (view for view in self.app.screen.query(PageView) if view.display)
        return " | ".join(str(view.query_one("#page-title", Static).render()) for view in shown)

    def again(self) -> None:
        """Have the pages made again: a second passes, and none on the wall."""
        self.now += 1000
        self.app.tick()


@asynccontextmanager
async def lobby(
    size: tuple[int, int] = (80, 24), state: HallState | None = None, *, locked: bool = False
) -> AsyncIterator[tuple[Hall, Pilot[None]]]:
    hall = Hall(locked=locked)
    async with hall.app.run_test(size=size) as pilot:
        await pilot.pause()
        hall.port.tell_hall(state or small_hall())
        hall.port.tell_link(Link("live", START))
        await pilot.pause()
        yield hall, pilot


@pytest.mark.parametrize("size", [(50, 15), (80, 24), (132, 38), (200, 55)])
async def test_the_pages_of_the_lobby(size: tuple[int, int]) -> None:
    async with lobby(size) as (hall, pilot):
        for number in (1, 2, 3):
            assert_screen(hall.app, f"lobby-{number}")
            hall.later(8)
            await pilot.pause()


async def test_pages_turn_by_the_clock_and_the_foot_counts_down() -> None:
    async with lobby() as (hall, pilot):
        assert "page 1/7 · next in 8 s" in screen_text(hall.app)
        hall.later(3)
        await pilot.pause()
        assert "page 1/7 · next in 5 s" in screen_text(hall.app)
        hall.later(5)
        await pilot.pause()
        assert hall.title == "Masters · Round 3 · by table | Masters · Round 3 · by name"
        assert "page 2/7 · next in 8 s" in screen_text(hall.app)


@pytest.mark.parametrize("key", ["space", "f1", "escape", "enter", "ctrl+c", "tab", "7"])
async def test_any_key_wakes_the_screen_and_has_no_other_effect(key: str) -> None:
    async with lobby(locked=True) as (hall, pilot):
        await pilot.press(key)
        await pilot.pause()
        assert hall.app.session is not None
        assert hall.app.session.typed == ""
        assert "Type the first letters" in screen_text(hall.app)


async def test_typing_before_the_screen_has_turned_loses_no_letter() -> None:
    async with lobby() as (hall, pilot):
        attract = hall.app.screen
        for key in ("k", "k", "i", "7", "n"):
            attract.post_message(Key(key, key))
        await pilot.pause()
        await pilot.pause()
        assert hall.app.session is not None
        assert hall.app.session.typed == "kkin"


@pytest.mark.parametrize("size", SIZES)
async def test_a_tap_wakes_and_letters_can_be_tapped(size: tuple[int, int]) -> None:
    async with lobby(size) as (hall, pilot):
        await pilot.click()
        await pilot.pause()
        assert_screen(hall.app, "woken-by-tap")
        for place in (10, 8):  # K, I
            await pilot.click(hall.app.screen.query("LetterKey")[place])
        await pilot.pause()
        assert_screen(hall.app, "letters-tapped")
        await pilot.click(hall.app.screen.query("ListedPlayer")[1])
        await pilot.pause()
        assert "Ron King" in screen_text(hall.app)
        await pilot.click("ActionItem")
        await pilot.click(
            [key for key in hall.app.screen.query("LetterKey") if key.display and key.visible][-1]
        )
        await pilot.pause()
        assert hall.app.session is not None
        assert hall.app.session.typed == "K"


@pytest.mark.parametrize(("other", "wide", "count"), [("", 8, 27), ("Иван Петров", 7, 28)])
async def test_letters_to_tap_are_large_enough_for_a_thumb(
    other: str, wide: int, count: int
) -> None:
    names = filter(None, ("Ann Lee", other))
    players = [Player(f"p{n}", name, "masters", 0, "") for n, name in enumerate(names)]
    async with lobby((80, 24), port_hall(players=players)) as (hall, pilot):
        await pilot.click()
        await pilot.pause()
        keys = [key for key in hall.app.screen.query("LetterKey") if key.display and key.visible]
        assert len(keys) == count
        for key in keys:
            assert key.region.width >= wide
            assert key.region.height >= 3


@pytest.mark.parametrize("size", SIZES)
async def test_player_types_and_sees_their_table(size: tuple[int, int]) -> None:
    async with lobby(size) as (hall, pilot):
        await pilot.press("space", "t", "i")
        await pilot.pause()
        assert_screen(hall.app, "answer")


@pytest.mark.parametrize("size", SIZES)
async def test_several_players_are_a_list_and_an_empty_search_says_so(
    size: tuple[int, int],
) -> None:
    async with lobby(size) as (hall, pilot):
        await pilot.press("space", "k", "i")
        await pilot.pause()
        assert_screen(hall.app, "several")
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "Ron King" in screen_text(hall.app)
        assert "You have the bye in round 3" in screen_text(hall.app)
        await pilot.press("backspace", "3")
        await pilot.pause()
        assert "against Zoë Ångström" in screen_text(hall.app)
        await pilot.press("backspace", "q")
        await pilot.pause()
        assert_screen(hall.app, "nobody")


async def test_digit_beyond_the_list_chooses_no_player() -> None:
    async with lobby() as (hall, pilot):
        await pilot.press("space", "k", "9", "up")
        await pilot.pause()
        assert hall.app.session is not None
        assert (hall.app.session.chosen, hall.app.session.marked) == ("", 2)


async def test_leaving_an_answer_that_letters_found_starts_over() -> None:
    async with lobby() as (hall, pilot):
        await pilot.press("space", "t", "i", "backspace")
        await pilot.pause()
        assert hall.app.session is not None
        assert hall.app.session.typed == ""


async def test_more_players_than_fit_are_counted() -> None:
    async with lobby((50, 15), large_hall(40)) as (hall, pilot):
        await pilot.press("space", "n")
        await pilot.pause()
        text = screen_text(hall.app)
        assert "71 players match" in text
        assert "and 63 more – type another letter" in text


async def test_after_thirty_idle_seconds_the_name_is_forgotten() -> None:
    async with lobby() as (hall, pilot):
        await pilot.press("space", "t", "i")
        hall.later(29)
        await pilot.pause()
        assert "Marion Tinsley" in screen_text(hall.app)
        assert "forgets this in 1 s" in screen_text(hall.app)
        hall.later(1)
        await pilot.pause()
        assert hall.app.session is None
        assert "Press any key or tap" in screen_text(hall.app)
        await pilot.press("space")
        await pilot.pause()
        assert "Tinsley" not in screen_text(hall.app)


async def test_every_touch_starts_the_idle_time_again() -> None:
    async with lobby() as (hall, pilot):
        await pilot.press("space", "t")
        hall.later(25)
        await pilot.press("i")
        hall.later(25)
        await pilot.pause()
        assert "Marion Tinsley" in screen_text(hall.app)


@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_help_of_the_finder_lists_the_keys_by_task(size: tuple[int, int]) -> None:
    async with lobby(size) as (hall, pilot):
        await pilot.press("space", "f1")
        await pilot.pause()
        assert_screen(hall.app, "help")


async def test_an_open_help_screen_is_forgotten_with_the_name() -> None:
    async with lobby() as (hall, pilot):
        await pilot.press("space", "f1")
        await pilot.pause()
        assert "Return to the lobby" in screen_text(hall.app)
        hall.later(30)
        await pilot.pause()
        assert "Press any key or tap" in screen_text(hall.app)


async def test_the_service_pin_is_the_way_out_of_a_locked_kiosk() -> None:
    async with lobby(locked=True) as (hall, pilot):
        await pilot.press("ctrl+q", *"4711", "enter")
        await pilot.pause()
        assert not hall.app.is_running


@pytest.mark.parametrize("size", [(50, 15), (80, 24), (132, 38), (200, 55)])
async def test_a_round_that_starts_in_days_is_shown_with_its_hour_and_no_digits(
    size: tuple[int, int],
) -> None:
    far = matches(4, starts_at=START + 200 * 3_600_000)
    state = port_hall(players=people(), matches=far, divisions=(MASTERS,))
    async with lobby(size, state) as (run, pilot):
        seen = screen_text(run.app)
        for _ in range(12):
            await pilot.press("right")
            await pilot.pause()
            seen += screen_text(run.app)
        assert "starts" in seen
        assert "at Thu 06:13" in seen


@pytest.mark.parametrize("before", [[], ["space"]])
async def test_an_abandoned_service_pin_gives_the_lobby_back(before: list[str]) -> None:
    async with lobby(locked=True) as (hall, pilot):
        await pilot.press(*before, "ctrl+q", "4")
        await pilot.pause()
        assert "Service PIN" in screen_text(hall.app)
        hall.later(30)
        await pilot.pause()
        assert "Press any key or tap" in screen_text(hall.app)
        await pilot.press("ctrl+q", "escape", "space")
        await pilot.pause()
        assert "Type the first letters" in screen_text(hall.app)


async def test_escape_returns_to_the_lobby_at_once() -> None:
    async with lobby() as (hall, pilot):
        await pilot.press("space", "t", "escape")
        await pilot.pause()
        assert hall.app.session is None
        assert "Type the first letters" not in screen_text(hall.app)


async def test_the_age_of_the_data_stands_on_every_page_that_is_not_live() -> None:
    async with lobby((50, 15)) as (hall, pilot):
        hall.port.tell_link(Link("offline", hall.wall))
        await pilot.pause()
        for _ in range(5):
            hall.later(60)
            await pilot.pause()
            assert "▲ as of 22:01, " in screen_text(hall.app)
        assert_screen(hall.app, "offline")
        await pilot.press("space")
        await pilot.pause()
        assert "as of 22:01, 5 min old" in screen_text(hall.app)
        hall.port.tell_link(Link("live", hall.wall))
        await pilot.pause()
        assert "as of" not in screen_text(hall.app)


async def test_data_that_never_saw_a_hall_has_an_unknown_age() -> None:
    hall = Hall()
    async with hall.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        hall.port.tell_hall(small_hall())
        await pilot.pause()
        assert "◌ age unknown, no hall yet" in screen_text(hall.app)


async def test_a_stopped_node_is_said_in_place_of_the_invitation() -> None:
    async with lobby() as (hall, pilot):
        hall.port.tell(Stopped("The disk is full. Call the referee."))
        await pilot.pause()
        hall.later(60)
        await pilot.pause()
        text = screen_text(hall.app)
        assert "The disk is full. Call the referee." in text
        assert "■ as of 22:01, 1 min old" in text


async def test_a_new_pairing_appears_without_a_touch() -> None:
    async with lobby() as (hall, pilot):
        hall.port.tell_hall(large_hall(30))
        hall.later(8)
        await pilot.pause()
        assert hall.title == "Masters · Round 3 · by table 1/2"


async def test_a_busy_hall_does_not_make_the_lobby_work_more_than_once_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []

    def count(state: HallState, division: str) -> tuple[StandingsRow, ...]:
        made.append(division)
        return ()

    monkeypatch.setattr("kiosk.playlist.division_standings", count)
    port, now = FakePort(), [0]
    app = Kiosk(port, wall=lambda: START, monotonic=lambda: now[0])
    async with app.run_test() as pilot:
        await pilot.pause()
        for _ in range(20):
            port.tell_hall(small_hall())
            now[0] += 100
        await pilot.pause()
        app.tick()
        assert 1 <= len(made) <= 3


async def test_an_answer_follows_the_hall_while_it_is_read() -> None:
    async with lobby() as (hall, pilot):
        await pilot.press("space", *"zed")
        await pilot.pause()
        assert "Nobody here" in screen_text(hall.app)
        hall.port.tell_hall(large_hall(2, last="Zara Zedek"))
        await pilot.pause()
        assert "against Alexander Kingsbury" in screen_text(hall.app)


async def test_a_change_of_size_lays_the_page_out_again() -> None:
    async with lobby((80, 24)) as (hall, pilot):
        hall.later(8)
        await pilot.resize_terminal(50, 15)
        await pilot.pause()
        assert_screen(hall.app, "lobby-2")


async def test_the_light_theme_reads_the_same() -> None:
    async with lobby() as (hall, pilot):
        before = screen_text(hall.app)
        hall.app.theme = LIGHT
        await pilot.pause()
        assert screen_text(hall.app) == before


async def test_kiosk_writes_nothing() -> None:
    async with lobby() as (hall, pilot):
        await pilot.press("space", "k", "i", "enter", "escape")
        await pilot.pause()
    assert (hall.port.drafts, hall.port.journals, hall.port.lives) == ([], {}, [])


@pytest.mark.parametrize("size", SIZES[:2])
async def test_an_announcement_is_a_page_and_goes_when_it_ends(size: tuple[int, int]) -> None:
    text = "Round 4 starts half an hour later. Lunch is served upstairs, in the Lighthouse Room."
    said = Announcement("announcement/a", text, START - 11 * 60_000, "all", "", START - 12 * 60_000)
    state = msgspec.structs.replace(small_hall(), office=Office({said.ent: said}))
    async with lobby(size, state) as (hall, pilot):
        assert_screen(hall.app, "announcement")
        hall.later(60)
        await pilot.pause()
        assert hall.title.startswith("Masters · Round 3")
        assert "page 1/" in screen_text(hall.app)


async def test_news_that_come_while_the_finder_opens_do_not_break_the_screen() -> None:
    async with lobby() as (hall, pilot):
        hall.app.session = KioskSession(hall.now)
        hall.app.push_screen(Finder(with_pad=False))
        hall.app.show_now()
        await pilot.pause()
        assert "Type the first letters" in screen_text(hall.app)


async def test_a_tick_while_the_finder_is_composed_waits_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    composed = TopLine.compose

    def composed_at_a_tick(line: TopLine) -> ComposeResult:
        run.app.tick()
        yield from composed(line)

    async with lobby((80, 24)) as (run, pilot):
        monkeypatch.setattr(TopLine, "compose", composed_at_a_tick)
        await pilot.press("space", "t")
        assert "Your name:  t" in screen_text(run.app)
