"""The help of a table: what can be done on the page, by task, from the buttons of the page."""

import pytest

from shared.tui.actions import HelpScreen
from tests.board_terminal.screen_kit import begin, press, terminal
from tests.board_terminal.test_screens import playing
from tests.tui.screens import assert_screen, screen_text

SIZES = ((50, 15), (80, 24))


@pytest.mark.parametrize("size", SIZES)
async def test_help_over_a_running_clock_lists_the_keys_by_task(size: tuple[int, int]) -> None:
    app, port = terminal()
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        await playing(pilot, port)
        await press(pilot, "f1")
        assert_screen(app, "help_playing")


async def test_help_longer_than_the_screen_says_on_which_side_there_is_more() -> None:
    app, port = terminal()
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        await playing(pilot, port)
        await press(pilot, "f1")
        assert "▼ More" in screen_text(app)
        assert "The program" not in screen_text(app)
        for _nth in range(20):
            await press(pilot, "down")
        assert "▲ More" in screen_text(app)
        assert "The program" in screen_text(app)
        await pilot.resize_terminal(100, 50)
        await pilot.pause()
        assert "More" not in screen_text(app)


async def test_help_names_the_service_screen_only_where_its_key_opens_it() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 50)) as pilot:
        await begin(pilot, port)
        await press(pilot, "f1")
        assert "For the crew" in screen_text(app)
        await press(pilot, "f1")
        await playing(pilot, port)
        await press(pilot, "f1")
        assert isinstance(app.screen, HelpScreen)
        assert "For the crew" not in screen_text(app)


async def test_help_of_a_number_pad_lists_all_digits_as_one() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "9", "4", "f1")
        assert "0 … 9" in screen_text(app)
        assert "The digit 7" not in screen_text(app)
