"""Papers at the dashboard: made in two keys, kept in a folder, opened where there is a window."""

from pathlib import Path

import pytest

from tests.hall_server.paper.pdfs import pages
from tests.hall_server.referee.halls import Desk, keys, masters, match, opened
from tests.hall_server.referee.test_desks import said

ONE = match("m1", "t1", ("p1", "p2"))


async def made(desk: Desk, folder: Path, *pressed: str, paired: bool = True) -> str:
    """Return what is said after the keys were pressed and the paper made."""
    desk.app.desk.papers = folder
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, masters(ONE) if paired else masters(count=4), "ctrl+o")
        await keys(pilot, *pressed)
        await desk.app.workers.wait_for_complete()
        await pilot.pause()
        return said(desk)


@pytest.mark.needs("pdftotext")
async def test_pairings_are_made_and_opened_with_two_keys(tmp_path: Path) -> None:
    desk = Desk()
    seen: list[Path] = []
    desk.app.desk.show = lambda file: seen.append(file) is None
    told = await made(desk, tmp_path / "papers", "enter")
    assert "is open beside this window: print it there." in told
    assert seen == [tmp_path / "papers" / "pairings.pdf"]
    assert any("Ann Lee" in page for page in pages(seen[0].read_bytes()))


async def test_paper_that_cannot_be_made_yet_says_why_and_what_to_do(tmp_path: Path) -> None:
    told = await made(Desk(), tmp_path / "papers", "enter", paired=False)
    assert "has no round paired yet. Pair one, then print again." in told


async def test_without_a_window_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    told = await made(Desk(), tmp_path / "papers", "down", "down", "enter")
    assert "standings.pdf is ready to be printed." in told
