"""A lobby that is read from eight metres: its pages, its answers, and who chooses it."""

import msgspec
import pytest

from kiosk.playlist import playlist
from kiosk.screens.choices import ListedPlayer
from shared.core.state import HallState
from shared.core.state.office import Announcement, Office, Shows
from shared.public.page import Frame, Page
from shared.tui.letters import Letters
from tests.kiosk.lobby_states import MASTERS, large_hall, line_text, people, small_hall
from tests.kiosk.test_kiosk_app import lobby
from tests.kiosk.test_pages import STATES, playoff_hall, taken_back_hall
from tests.tui.fake_port import START, hall
from tests.tui.screens import assert_screen, screen_text

FRAME, LETTERS = Frame(196, 48), Letters(10)
STARTS = Letters(7).drawn("starts in")[2]
LUNCH = Announcement("announcement/a", "Lunch at one.", START + 60_000, "all", "", START)


def pages(state: HallState, shows: Shows | None = None) -> tuple[Page, ...]:
    return playlist(state, FRAME, "UTC", START, shows, LETTERS)


def reads(page: Page, words: str) -> bool:
    """Return whether a page shows the words in large letters."""
    rows = [line_text(line) for line in page.lines]
    wanted = [row.rstrip() for row in LETTERS.drawn(words)]
    return any(
        all(want in rows[start + n] for n, want in enumerate(wanted))
        for start in range(len(rows) - len(wanted) + 1)
    )


def test_a_match_stands_on_one_line_with_initials_if_it_must_and_on_two_if_it_is_longer() -> None:
    [page] = [page for page in pages(small_hall()) if "table" in page.key]
    assert (page.title, page.note) == ("Masters · Round 3", "22:13")
    assert reads(page, "Anna King – Bob Stone")
    assert reads(page, "A. Kingsbury-Throckmorton")
    assert reads(page, "Zoë Ångström")
    assert reads(page, "Łukasz Żółć – Marion Tinsley")
    assert reads(page, "Ron King: bye")


def test_the_large_pages_are_round_times_pairings_and_standings_unless_others_are_chosen() -> None:
    kinds = [page.key.rpartition("/")[0] for page in pages(small_hall())]
    assert list(dict.fromkeys(kinds)) == [
        "time", "masters/3/large/table", "masters/3/large/name", "masters/standings",
    ]  # fmt: skip
    chosen = pages(small_hall(), Shows(("by_name", "map")))
    assert [page.letters for page in chosen] == [LETTERS, LETTERS, None]


def test_announcements_rounds_taken_back_and_playoffs_are_large_as_well() -> None:
    told = msgspec.structs.replace(small_hall(), office=Office({LUNCH.ent: LUNCH}))
    assert reads(pages(told)[0], "Lunch at one.")
    [back] = [page for page in pages(taken_back_hall()) if "taken_back/1" in page.key]
    assert reads(back, "Round 4 was taken back")
    off = [page for page in pages(playoff_hall()) if "playoff" in page.key]
    assert reads(off[0], "Anna King – Pat O'Brien")
    unpaired = pages(hall(players=people(2), divisions=(MASTERS,)))
    assert reads(unpaired[0], "Round 1 is not paired yet.")


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("letters", [Letters(7), LETTERS, Letters(7, 2)])
def test_no_large_page_is_higher_or_wider_than_its_place(name: str, letters: Letters) -> None:
    made = playlist(STATES[name](), FRAME, "UTC", START, None, letters)
    assert made
    assert len({page.key for page in made}) == len(made)
    for page in made:
        assert len(page.lines) + letters.rows - 1 <= FRAME.rows
        assert all(len(line_text(line)) <= FRAME.width for line in page.lines)


@pytest.mark.parametrize("size", [(132, 38), (200, 55)])
async def test_a_kiosk_with_large_letters(size: tuple[int, int]) -> None:
    async with lobby(size) as (run, pilot):
        run.app.large_type = True
        run.again()
        await pilot.pause()
        for name in ("large-time", "large-tables", "large-names"):
            assert_screen(run.app, name)
            run.later(8)
            await pilot.pause()
        await pilot.press("space", "t", "i")
        await pilot.pause()
        assert_screen(run.app, "large-answer")


@pytest.mark.parametrize("size", [(132, 38), (200, 55)])
async def test_a_large_screen_asks_and_lists_in_large_letters(size: tuple[int, int]) -> None:
    async with lobby(size) as (run, pilot):
        await pilot.press("space")
        await pilot.pause()
        assert_screen(run.app, "typed-nothing")
        await pilot.press("k")
        await pilot.pause()
        assert_screen(run.app, "typed-k")
        # The longest name is cut rather than all names being small.
        listed = run.app.screen.query(ListedPlayer)
        assert {choice.region.height for choice in listed if choice.display} == {Letters(7).rows}
        # Letters to tap leave the list less room.
        await pilot.click("#found")
        await pilot.pause()
        assert_screen(run.app, "typed-k-by-tap")


async def test_the_referee_gives_a_kiosk_large_letters() -> None:
    async with lobby((132, 38)) as (run, pilot):
        assert "starts in" in screen_text(run.app)
        office = Office(shows={"fake" * 8: Shows((), (), large=True)})
        run.port.tell_hall(msgspec.structs.replace(small_hall(), office=office))
        run.again()
        await pilot.pause()
        assert "starts in" not in screen_text(run.app)
        assert STARTS in screen_text(run.app)


async def test_a_screen_too_small_for_large_letters_has_ordinary_ones() -> None:
    async with lobby((80, 24)) as (run, pilot):
        run.app.large_type = True
        run.again()
        await pilot.pause()
        assert "Masters · Round 3" in screen_text(run.app)


@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_small_screen_with_large_type_enlarges_table_and_name_of_an_answer(
    size: tuple[int, int],
) -> None:
    async with lobby(size) as (run, pilot):
        run.app.large_type = True
        await pilot.press("space", "t", "i")
        await pilot.pause()
        assert_screen(run.app, "large-answer")
        assert run.app.screen.query_one("#answer-digits").size.height == (7 if size[1] < 20 else 14)
        await pilot.press("backspace", "r", "o", "n")
        await pilot.pause()
        assert Letters(7).drawn("Ron King")[2].rstrip() in screen_text(run.app)


async def test_five_hundred_tables_are_all_shown_in_large_letters() -> None:
    made = pages(large_hall(500), Shows(("by_table",)))
    assert sum(len(page.lines) for page in made) >= 500 * LETTERS.rows
    assert reads(made[-1], "500")


@pytest.mark.parametrize("language", ["en", "es", "fr", "ru"])
async def test_an_answer_in_large_letters_is_not_broken_in_any_language(language: str) -> None:
    async with lobby((128, 38)) as (run, pilot):
        run.app.large_type = True
        run.app.speak(language)
        await pilot.press("t", "i")
        for width in range(128, 140):
            await pilot.resize_terminal(width, 38)
            await pilot.pause()
            lines = run.app.screen.query_one("#answer-lines")
            assert lines.size.height == len(str(lines.render()).split("\n"))
            assert lines.region.bottom <= 37


@pytest.mark.parametrize("size", [(132, 38), (200, 55)])
@pytest.mark.parametrize("language", ["en", "es", "fr", "ru"])
async def test_question_in_large_letters_is_not_broken_in_any_language(
    language: str, size: tuple[int, int]
) -> None:
    sizes = set()
    async with lobby(size) as (run, pilot):
        run.app.speak(language)
        for pressed in (("space",), ("k",), ("backspace", "t", "i", "tab"), ("down", "enter")):
            await pilot.press(*pressed)
            for width in range(size[0], size[0] + 12):
                await pilot.resize_terminal(width, size[1])
                await pilot.pause()
                asked = run.app.screen.query_one("#sentence")
                words = str(asked.render())
                if "█" in words:
                    assert asked.size.height == len(words.split("\n"))
                    sizes.add(asked.size.height)
    assert max(sizes) >= 2 * Letters(7).rows
