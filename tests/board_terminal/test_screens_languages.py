"""Pages of a table as its players read them in Russian and in French, on both small screens."""

import pytest

from board_terminal.pages.service import Facts
from board_terminal.view.keys import wired
from shared.core.day.entries import Ordered
from shared.core.events.measures import Paused
from shared.port import Link
from tests.board_terminal.every_page import EVERY_PAGE
from tests.board_terminal.screen_kit import begin, press, terminal
from tests.board_terminal.table_kit import enter, round_one, state_of
from tests.tui.fake_port import START
from tests.tui.screens import assert_screen
from tests.words.spoken import said_in

SIZE = pytest.mark.parametrize(
    "size", [(50, 15), (80, 24)], ids=lambda size: f"{size[0]}x{size[1]}"
)
LANGUAGE = pytest.mark.parametrize("language", ["ru", "fr"])
PAGES = (
    "seating",
    "language",
    "pin_set",
    "playing",
    "low",
    "reports",
    "report_whom",
    "scoring",
    "disputed",
    "points_playing",
)


@SIZE
@LANGUAGE
async def test_match_pages_match_their_snapshots_in_each_language(
    language: str, size: tuple[int, int]
) -> None:
    app, port = terminal()
    app.speak(language)
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        port.tell_link(Link("live", START))
        for page in PAGES:
            with said_in(language):
                view = EVERY_PAGE[page]().view
            app._present = lambda view=view: view  # type: ignore[method-assign, misc]
            app.show()
            await pilot.pause()
            assert_screen(app, f"{language}-{page}")


@SIZE
@LANGUAGE
async def test_language_page_under_two_buttons_matches_its_snapshot(
    language: str, size: tuple[int, int]
) -> None:
    app, port = terminal()
    app.wired = wired("f9", "f10")
    app.speak(language)
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        port.tell_link(Link("live", START))
        await press(pilot, "f3")
        assert_screen(app, f"{language}-language_buttons")
        await press(pilot, "f9", "f10", after=100)
        await press(pilot, "f9", after=1_000)
        assert app.view.focus == "language:en"
        assert_screen(app, f"{language}-language_menu")


@SIZE
@LANGUAGE
async def test_crew_screens_match_their_snapshots(language: str, size: tuple[int, int]) -> None:
    app, port = terminal(state_of(round_one(), control="unclocked", rulebook="standard"))
    app.facts = lambda: Facts("Table 3 (fakefake), table 3", "192.0.2.7 port 7420", "1.4.0")
    app.speak(language)
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        port.tell_link(Link("live", START))
        await press(pilot, "z", "slash", "slash", after=1_000)
        enter(
            app.driver, Ordered("e1", Paused(), app.monotonic(), "", "Fire alarm"), app.monotonic()
        )
        await press(pilot, "f2")
        assert {"service_crew_times", "service_crew_go_on"} <= {c.does for c in app.view.choices}
        assert_screen(app, f"{language}-service_crew")
