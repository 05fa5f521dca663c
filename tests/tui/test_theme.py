"""All themes keep 7:1 for every text and 3:1 for every control, in colour and without colour."""

from itertools import product

import pytest
from textual.color import Color

from shared.tui.app import HallApp
from shared.tui.theme import EDGE, FILL, GROUND, INK, PALETTES
from shared.tui.theme_names import LIGHT
from tests.tui.contrast import ratio
from tests.tui.fake_port import START, FakePort

PAIRS = [*product(INK, GROUND), *(("on-fill", fill) for fill in FILL)]


def test_the_ratio_itself_is_right() -> None:
    assert ratio(Color.parse("#000000"), Color.parse("#ffffff")) == pytest.approx(21)
    assert ratio(Color.parse("#777777"), Color.parse("#ffffff")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_every_text_stands_at_seven_to_one(theme: str, text: str, ground: str) -> None:
    colours = PALETTES[theme]
    one, two = Color.parse(colours[text]), Color.parse(colours[ground])
    assert ratio(one, two) >= 7


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize(("edge", "ground"), [*product(EDGE, GROUND)])
def test_what_marks_a_control_stands_out_by_three_to_one(
    theme: str, edge: str, ground: str
) -> None:
    colours = PALETTES[theme]
    one, two = Color.parse(colours[edge]), Color.parse(colours[ground])
    assert ratio(one, two) >= 3
    assert ratio(one.monochrome, two.monochrome) >= 3


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_without_colour_it_is_still_seven_to_one(theme: str, text: str, ground: str) -> None:
    colours = PALETTES[theme]
    one, two = (Color.parse(colours[name]).monochrome for name in (text, ground))
    assert ratio(one, two) >= 7


async def test_no_color_setting_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = HallApp(FakePort(), wall=lambda: START, monotonic=lambda: 0)
    assert app.no_color


async def test_a_screen_can_change_to_light_and_keeps_its_names() -> None:
    app = HallApp(FakePort(), wall=lambda: START, monotonic=lambda: 0)
    async with app.run_test() as pilot:
        app.theme = LIGHT
        await pilot.pause()
        assert app.get_css_variables()["ink"] == PALETTES[LIGHT]["ink"]
        assert app.screen.styles.background == Color.parse(PALETTES[LIGHT]["paper"])
