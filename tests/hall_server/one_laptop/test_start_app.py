"""The page before the dashboard, by keys and by taps, at the sizes that screens have."""

from pathlib import Path

import pytest
from textual.widgets import Input, TextArea

from hall_server.eventfile import EventFile
from hall_server.one_laptop.start_app import StartApp
from shared.tui.theme import PALETTES
from tests.tui.contrast import weak
from tests.tui.screens import assert_screen, screen_text

SIZES = ((80, 24), (50, 15), (100, 30))


@pytest.mark.parametrize("size", SIZES)
async def test_new_tournament_is_one_page(size: tuple[int, int]) -> None:
    app = StartApp((), "UTC")
    async with app.run_test(size=size) as pilot:
        app.query_one("#name", Input).value = "Friday"
        app.query_one("#players", TextArea).text = "Ann Lee 1850\nBo King"
        await pilot.pause()
        assert_screen(app, "start")


@pytest.mark.parametrize("colours", PALETTES)
async def test_every_text_of_the_page_stands_at_seven_to_one(colours: str) -> None:
    app = StartApp((), "UTC")
    async with app.run_test(size=(80, 24)) as pilot:
        app.theme = colours
        for field in ("#name", "#rules", "#measure", "#players", "#begin"):
            app.query_one(field).focus()
            await pilot.pause()
            assert not weak(app), field


async def test_name_players_and_f2_begin_a_tournament() -> None:
    app = StartApp((), "UTC")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"Friday", "enter", "tab", "4", "enter", *"Ann", "enter", *"Bo", "f2")
    assert isinstance(app.return_value, EventFile)
    assert app.return_value.event.name == "Friday"
    assert [player.name for player in app.return_value.player] == ["Ann", "Bo"]
    assert app.return_value.division[0].rounds == 4


async def test_page_without_a_name_does_not_begin_and_says_why() -> None:
    app = StartApp((), "UTC")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click("#begin")
        await pilot.pause()
        assert "Give the tournament a name." in str(app.query_one("#told").render())
        await pilot.press("escape")
    assert app.return_value is None


async def test_tournament_that_is_kept_is_gone_on_with_by_one_key() -> None:
    kept = (Path("2026-11-25-friday"), Path("2026-11-18-friday"))
    app = StartApp(kept, "UTC")
    async with app.run_test(size=(80, 24)) as pilot:
        assert_screen(app, "which")
        await pilot.press("enter")
    assert app.return_value == kept[0]


async def test_new_tournament_is_begun_beside_those_that_are_kept() -> None:
    app = StartApp((Path("2026-11-25-friday"),), "UTC")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "enter", *"Saturday", "f2")
    assert isinstance(app.return_value, EventFile)


@pytest.mark.parametrize("size", [(132, 38), (200, 55)])
async def test_wide_screen_shows_what_the_list_is_read_as(size: tuple[int, int]) -> None:
    app = StartApp((), "UTC")
    async with app.run_test(size=size) as pilot:
        app.query_one("#name", Input).value = "Friday"
        app.query_one("#players", TextArea).text = "2. Ann Lee 1850\nKing, Bo; 1500; Leeds"
        await pilot.pause()
        assert_screen(app, "start")
        many = "\n".join(f"Ann Lee{number}" for number in range(100))
        app.query_one("#players", TextArea).text = many
        await pilot.pause()
        shown = size[1] - 3
        assert f"{shown} Ann Lee{shown - 1}" in screen_text(app)
        assert f"and {100 - shown} more" in screen_text(app)
