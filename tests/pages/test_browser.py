"""The pages in a real browser: no page is wider than its window, axe-core finds nothing wrong,
results appear by themselves, and all can be read without a script."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from shared.core.state import HallState
from shared.core.state.office import Announcement, Office
from shared.public.html import frame
from tests.bench.visited import after_result
from tests.kiosk.lobby_states import large_hall, small_hall
from tests.kiosk.test_pages import bracket_hall, scheduled_hall
from tests.pages.chromium import Window, chromium
from tests.pages.sites import renamed
from tests.pages.test_pages import ARABIC, LONG
from tests.pages.test_server import Served, served
from tests.tui.fake_port import START

pytestmark = [
    pytest.mark.processes,
    pytest.mark.slow,
    pytest.mark.needs("chromium", "axe"),
    pytest.mark.timeout(600),
]
WIDTHS = (320, 390, 1920)


def names_hall() -> HallState:
    """Twelve tables with a name of eighty letters, one from right to left, and an announcement."""
    lunch = Announcement("l", "Lunch is served. " + "x" * 90, 1 << 50, "all", "", START)
    state = replace(large_hall(12), office=Office({"l": lunch}))
    return renamed(renamed(state, "p0", LONG), "p1", ARABIC)


PAGES = {
    "names": (
        names_hall,
        ("en/", "ru/", "ru/announcements", "en/find?q=p", "en/find?q=qq", "en/p/p0", "ru/p/p3",
         "en/masters/pairings", "ru/masters/pairings", "fr/masters/players",
         "es/masters/standings", "en/masters/crosstable", "en/tv/1", "en/nope"),
    ),
    "scheduled": (scheduled_hall, ("en/masters/schedule", "ru/masters/schedule")),
    "bracket": (bracket_hall, ("en/open/draw", "ru/open/draw")),
}  # fmt: skip


@pytest.mark.parametrize("kind", PAGES)
async def test_no_page_is_too_wide_and_the_audit_finds_nothing(kind: str, tmp_path: Path) -> None:
    hall, paths = PAGES[kind]
    wrong: list[str] = []
    with served(hall()) as site:
        async with chromium(tmp_path) as window:
            await heard(window, site)
            for path in paths:
                for width in WIDTHS:
                    for scheme in ("light", "dark"):
                        await window.looks(width, 1080, scheme=scheme)
                        await window.open(f"{site.url}/{path}")
                        at = f"{path} at {width}, {scheme}"
                        wide = await window.too_wide()
                        wrong += [f"{at} is {wide} pixels too wide"] if wide else []
                        wrong += [f"{at}: {told}" for told in await window.findings()]
    assert wrong == []


async def heard(window: Window, site: Served) -> None:
    """Wait until the pages have heard the hall."""
    await window.open(f"{site.url}/en/")
    while await window.run("document.querySelector('h1').innerText") == "Welcome":
        await window.open(f"{site.url}/en/")


async def test_a_result_appears_on_an_open_page_and_the_line_says_live(tmp_path: Path) -> None:
    state = large_hall(12)
    with served(state) as site:
        async with chromium(tmp_path) as window:
            await heard(window, site)
            await window.open(f"{site.url}/en/masters/pairings")
            await window.says("● LIVE")
            site.tells(renamed(after_result(state, 5), "p23", "Result <b>Last</b>"))
            await window.says("Result <b>Last</b>")
            await window.says("1–1")
            assert await window.run("document.querySelectorAll('#main b').length") == 0


async def test_what_is_typed_is_not_lost_when_the_page_changes(tmp_path: Path) -> None:
    state = small_hall()
    with served(state) as site:
        async with chromium(tmp_path) as window:
            await heard(window, site)
            await window.says("● LIVE")
            await window.run("document.getElementById('q').focus()")
            await window.ask("Input.insertText", text="Tin")
            told = Announcement("l", "Lunch is served.", 1 << 50, "all", "", START)
            site.tells(replace(state, office=Office({"l": told})))
            await window.run("document.getElementById('q').form.requestSubmit()")
            await window.says("Marion Tinsley")
            assert "/en/p/p7" in await window.run("location.pathname")


async def test_all_is_read_without_a_script(tmp_path: Path) -> None:
    with served(small_hall()) as site:
        async with chromium(tmp_path) as window:
            await heard(window, site)
            await window.script(on=False)
            await window.open(f"{site.url}/en/masters/pairings")
            await window.says("Marion Tinsley")
            await window.says("As of ")
            refresh = "document.querySelector('noscript meta').content"
            assert await window.run(refresh) == str(frame.AGAIN_S)


async def test_television_turns_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame, "STAY_S", 1)
    with served(large_hall(40)) as site:
        async with chromium(tmp_path) as window:
            await heard(window, site)
            await window.looks(1920, 1080)
            await window.open(f"{site.url}/en/?tv")
            for number in (1, 2, 3):
                await window.until(f"location.pathname === '/en/tv/{number}'")
                await window.until("document.readyState === 'complete'")
                high = "document.documentElement.scrollHeight - innerHeight"
                assert await window.run(high) <= 0


async def test_a_phone_that_loses_the_hall_says_so(tmp_path: Path) -> None:
    async with chromium(tmp_path) as window:
        with served(small_hall()) as site:
            await heard(window, site)
            await window.says("● LIVE")
        await window.says("This device does not hear the hall.")
