"""The announcer's view: what is to be read aloud, and that it stays until it has been read."""

import msgspec
import pytest

from kiosk.announcing import Announcing
from shared.core.state import HallState
from shared.core.state.office import Announcement, Office
from shared.public.announcer import announcer_pages, to_read
from shared.public.page import Frame
from shared.tui.letters import Letters
from tests.kiosk.lobby_states import large_hall, small_hall
from tests.kiosk.test_kiosk_app import lobby
from tests.kiosk.test_pages import bracket_hall, taken_back_hall
from tests.tui.fake_port import START
from tests.tui.screens import assert_screen, screen_text

LUNCH = Announcement("announcement/a", "Lunch at one.", START + 60_000, "all", "", START)


def read(state: HallState) -> list[str]:
    return [" ".join((each.title, *each.sentences)) for each in to_read(state, "UTC", START)]


def told(state: HallState) -> HallState:
    return msgspec.structs.replace(state, office=Office({LUNCH.ent: LUNCH}))


def begun(state: HallState) -> HallState:
    rounds = {
        key: msgspec.structs.replace(paired, begun_at=START) for key, paired in state.rounds.items()
    }
    return msgspec.structs.replace(state, rounds=rounds)


def test_announcements_come_before_the_calls_of_a_round_and_its_results() -> None:
    lunch, calls, result = read(told(small_hall()))
    assert lunch == "Everybody Lunch at one."
    assert calls.startswith(
        "Masters · Round 3 The round starts 22:13. Table 1: Anna King against Bob Stone. Table 2:"
    )
    assert calls.endswith("Ron King has the bye.")
    assert result == (
        "Masters Result: Anna King against Bob Stone. Anna King wins 1½–½, 1 game drawn."
    )


def test_a_round_that_has_begun_is_read_with_its_end_instead_of_the_calls() -> None:
    started, _result = read(begun(small_hall()))
    assert started.startswith("Masters · Round 3 The round has begun. It is scheduled to end ")


def test_matches_that_start_one_by_one_are_called_one_by_one() -> None:
    calls = read(bracket_hall())
    assert [each.split(":")[0] for each in calls] == ["Open Table 1", "Open Table 2"]


def test_a_round_that_was_taken_back_is_read_and_its_pairings_are_not() -> None:
    first, *rest = read(taken_back_hall())
    assert "Masters Round 4 was taken back before play" in first
    assert not any("Table 1" in each for each in rest)


@pytest.mark.parametrize("size", [(50, 15), (80, 24), (132, 38), (200, 55)])
async def test_what_is_to_be_read_stays_until_a_key_and_comes_back_by_another(
    size: tuple[int, int],
) -> None:
    async with lobby(size, told(small_hall())) as (run, pilot):
        run.app.announcing = Announcing()
        run.again()
        await pilot.pause()
        assert_screen(run.app, "announcer-lunch")
        run.later(30)
        await pilot.pause()
        assert_screen(run.app, "announcer-lunch")
        await pilot.press("space")
        await pilot.pause()
        assert_screen(run.app, "announcer-calls")
        await pilot.press("left")
        await pilot.pause()
        assert_screen(run.app, "announcer-lunch")
        assert run.app.session is None


async def test_a_tap_reads_on_and_what_is_new_appears_once_all_is_read() -> None:
    async with lobby((80, 24)) as (run, pilot):
        run.app.announcing = Announcing()
        run.again()
        await pilot.pause()
        for _page in range(2):
            await pilot.click("#prompt")
            await pilot.pause()
        assert "Nothing to read aloud now." in screen_text(run.app)
        await pilot.press("space", "enter")
        run.port.tell_hall(told(small_hall()))
        await pilot.pause()
        text = screen_text(run.app)
        assert "Lunch at one." in text
        assert "1 to read" in text


async def test_news_do_not_take_away_what_is_being_read() -> None:
    async with lobby((80, 24)) as (run, pilot):
        run.app.announcing = Announcing()
        run.again()
        await pilot.pause()
        run.port.tell_hall(told(small_hall()))
        await pilot.pause()
        text = screen_text(run.app)
        assert "The round starts 22:13." in text
        assert "3 to read" in text


@pytest.mark.parametrize("letters", [None, Letters(7)])
def test_two_hundred_calls_are_cut_into_pages_that_fit(letters: Letters | None) -> None:
    frame = Frame(128, 31)
    made = announcer_pages(large_hall(200), frame, letters, "UTC", START)
    assert len({page.key for page in made}) == len(made)
    assert all(0 < len(page.lines) <= frame.rows for page in made)
