"""Importing players at the dashboard: a preview with the errors by line, columns mapped, a yes."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from hall_server.referee.app.people.import_screen import ImportScreen
from hall_server.referee.asked.parts.pick_list import PickList
from shared.core.events import PlayerRegistered
from shared.core.state import HallState
from tests.hall_server.referee.halls import Desk, masters, shown, under_way
from tests.tui.screens import assert_screen

SIZES = ((80, 24), (100, 30), (50, 15))
GOOD = "name,rating,club\nNina Æsir,2010,Oslo\nAnn Lee,2199,\nBo King,2190,\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "players.csv"
    path.write_text(GOOD)
    return path


def put(file: Path, data: bytes) -> None:
    file.write_bytes(data)


async def opened(
    desk: Desk, pilot: Pilot[None], file: Path, state: HallState | None = None
) -> None:
    await pilot.pause()
    desk.tell(state or masters(count=2))
    await pilot.pause()
    await pilot.press("r", "I")
    await pilot.pause()
    desk.app.screen.query_one("#ask-input").value = str(file)  # type: ignore[attr-defined]
    await pilot.press("enter")
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_a_list_is_looked_at_before_anything_is_written(
    size: tuple[int, int], file: Path
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, file)
        assert isinstance(desk.app.screen, ImportScreen)
        assert_screen(desk.app, "import")
        assert desk.port.drafts == []


async def test_a_list_is_taken_over_whole_after_a_yes_that_counts_it(file: Path) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, file)
        await pilot.press("enter")
        await pilot.pause()
        assert "Take over players.csv: 1 new, 1 changed, 1 as they are?" in shown(desk)
        await pilot.press("y")
        await pilot.pause()
        bodies = [draft.body for draft in desk.port.drafts]
        assert all(isinstance(body, PlayerRegistered) for body in bodies)
        assert [(b.name, b.rating) for b in bodies if isinstance(b, PlayerRegistered)] == [
            ("Nina Æsir", 2010),
            ("Ann Lee", 2199),
        ]
        assert {draft.actor.who for draft in desk.port.drafts} == {"referee"}


async def test_lines_that_are_wrong_are_named_and_nothing_can_be_taken_over(file: Path) -> None:
    put(file, (GOOD + "Cy Ortega,strong,\nNina Æsir,1,\n,2000,\n").encode())
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, file)
        text = shown(desk)
        assert "line 5: write a whole number as rating" in text
        assert "line 6: Nina Æsir is in line 2 already" in text
        assert "line 7: write the player's name" in text
        await pilot.press("enter")
        await pilot.pause()
        assert desk.port.drafts == []
        put(file, GOOD.encode())
        await pilot.press("at")
        await pilot.pause()
        assert "1 new, 1 changed" in shown(desk)


async def test_a_column_of_another_name_is_mapped_and_old_letters_are_read(file: Path) -> None:
    put(file, "Spieler;Wertung\nJörg Müller;1850\n".encode("cp1252"))
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, file)
        assert "no column is called name" in shown(desk)
        for field, heading in (("name", "Spieler"), ("rating", "Wertung")):
            await pilot.press("vertical_line")
            await pilot.pause()
            await pick(desk, pilot, field)
            await pick(desk, pilot, heading)
        text = shown(desk)
        assert "+ Jörg Müller (masters, 1850)" in text
        assert "Windows-1252" in text


async def pick(desk: Desk, pilot: Pilot[None], key: str) -> None:
    lines = desk.app.screen.query_one(PickList)
    keys = [line.key for line in lines.lines_shown]
    await pilot.press(*["down"] * (keys.index(key) - lines.cursor), "enter")
    await pilot.pause()


async def test_a_file_that_is_not_there_is_said_where_its_name_is_typed(tmp_path: Path) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, tmp_path / "none.csv")
        assert "cannot be read (No such file or directory)" in shown(desk)
        await opened_anew(pilot)
        assert not isinstance(desk.app.screen, ImportScreen)


async def opened_anew(pilot: Pilot[None]) -> None:
    await pilot.press("escape")
    await pilot.pause()


async def test_a_damaged_workbook_is_refused_with_what_to_do(tmp_path: Path) -> None:
    book = tmp_path / "players.xlsx"
    put(book, b"PK\x03\x04 and so on")
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, book)
        assert "Copy it again, or save it as CSV" in shown(desk)


async def test_player_taken_over_after_round_1_enters_late_and_the_yes_says_so(file: Path) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        begun = masters(under_way("m1", "t1", ("p1", "p2")))
        await opened(desk, pilot, file, begun)
        await pilot.press("enter")
        await pilot.pause()
        assert "1 enters late" in shown(desk)
