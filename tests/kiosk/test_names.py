"""Names of eighty letters and from right to left on every screen of a kiosk, at every size."""

import msgspec
import pytest
from rich.cells import cell_len

from shared.core.state import HallState
from shared.core.state.office import DEFAULT_PAGES, Announcement, Office, Shows
from shared.tui.letters import Letters
from tests.kiosk.lobby_states import played_hall, small_hall
from tests.kiosk.test_kiosk_app import Hall, lobby
from tests.kiosk.test_pages import bracket_hall
from tests.prove import spread
from tests.tui.fake_port import START
from tests.tui.screens import screen_text

SIZES = [(50, 15), (80, 24), (132, 38), (200, 55)]
LONG = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Cholmondeley-Marjoribanks X"
NAMES = {"long": LONG, "words": "Annabella " * 8 + "King", "arabic": "محمد بن موسى الخوارزمي " * 3}
HALLS = {"small": small_hall, "played": played_hall, "bracket": bracket_hall}


def named(state: HallState, name: str) -> HallState:
    """Return the hall with such a name for every second player, of a club as long, on every page,
    and announced."""
    players = {
        ident: player if at % 2 else msgspec.structs.replace(player, name=name, club=name)
        for at, (ident, player) in enumerate(state.players.items())
    }
    told = Announcement("announcement/a", f"{name}: please come.", 1 << 50, "all", "", START)
    shows = Shows((*DEFAULT_PAGES, "wall_chart"), ())
    office = Office({told.ent: told}, shows={"fake" * 8: shows})
    return msgspec.structs.replace(state, players=players, office=office)


def asks(run: Hall, words: str, *, large: bool) -> bool:
    """Return whether these words stand before the cursor, in ``large`` letters or not."""
    rows = Letters(7).drawn(words) if large else (words,)
    return all(f"{row}▏" in screen_text(run.app) for row in rows)


def whole(run: Hall, size: tuple[int, int]) -> str:
    """Return the screen, of which nothing stands beyond its borders or over its foot."""
    said = screen_text(run.app)
    lines = said.split("\n")
    assert len(lines) <= size[1]
    assert all(cell_len(line) <= size[0] for line in lines), said
    for shown in run.app.screen.query("#page-lines, #page-top, #answer-facts, #answer-table"):
        if shown.display and shown.region:
            assert shown.region.right <= size[0]
            assert shown.region.bottom <= size[1] - 2, (shown.id, said)
    return said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "name", "hall", "large"), spread(6, SIZES, NAMES, HALLS, (False, True))
)
async def test_long_and_foreign_names_break_no_screen(
    size: tuple[int, int], name: str, hall: str, large: bool
) -> None:
    state = named(HALLS[hall](), NAMES[name])
    async with lobby(size, state) as (run, pilot):
        run.app.large_type = large
        run.again()
        await pilot.pause()
        for _page in range(40):
            said = whole(run, size)
            assert "● LIVE" in said
            run.later(8)
            await pilot.pause()
            if "page 1/" in screen_text(run.app):
                break
        else:
            raise AssertionError("the pages never came round")
        typed = NAMES[name][:4].lower()
        await pilot.press("space", *typed)
        await pilot.pause()
        whole(run, size)
        await pilot.press("1")
        await pilot.pause()
        said = whole(run, size)
        assert "Bksp Back" in said
        if not large and hall == "small" and size[0] < 132:  # else in large letters
            assert "22:13" in said
        for keys in (("f2",), ("down", "up", "backspace"), ("tab",), ("backspace", "backspace")):
            await pilot.press(*keys)
            await pilot.pause()
            whole(run, size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
async def test_opponent_of_any_name_leaves_table_and_time_on_the_answer(
    size: tuple[int, int], name: str
) -> None:
    async with lobby(size, named(small_hall(), NAMES[name])) as (run, pilot):
        await pilot.press("space", "t", "i")
        await pilot.pause()
        said = whole(run, size)
        if size[1] < 36:
            assert "Marion Tinsley" in said
            assert "22:13" in said
        assert run.app.screen.query_one("#answer-digits").region.bottom < size[1] - 2


def lists(run: Hall, words: str, *, large: bool) -> bool:
    """Return whether the list says the words, in ``large`` letters or not."""
    rows = Letters(7).drawn(words) if large else (words,)
    return all(row.rstrip() in screen_text(run.app) for row in rows)


@pytest.mark.parametrize("first", SIZES)
@pytest.mark.parametrize("by_tap", [False, True])
async def test_resize_while_a_name_is_typed_keeps_its_letters(
    first: tuple[int, int], by_tap: bool
) -> None:
    async with lobby(first) as (run, pilot):
        if by_tap:
            await pilot.click()
        await pilot.press("space", "k", "i")
        await pilot.pause()
        for size in (*SIZES, first):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert asks(run, "Your name:  ki", large=size[1] >= 36)
            # Letters to tap leave the list less room.
            assert lists(run, "King, Anna", large=size[1] >= (55 if by_tap else 36))
        await pilot.press("n")
        await pilot.pause()
        assert asks(run, "Your name:  kin", large=first[1] >= 36)
