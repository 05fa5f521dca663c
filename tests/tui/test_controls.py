"""Every control stands out from the ground around it by 3:1, in every theme."""

from collections.abc import Iterator

import pytest
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.color import Color
from textual.containers import Vertical
from textual.widget import Widget

from hall_server.referee.asked.desk_row import DeskTab, Tab
from hall_server.referee.asked.keys import QUEUE
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.derived.lines import ListLine
from shared.tui.action import Action
from shared.tui.actions import ActionBar, ActionItem
from shared.tui.app import HallApp
from shared.tui.big_button import BigButton
from shared.tui.text_input import TextInput
from shared.tui.theme import GROUND, PALETTES
from tests.tui.contrast import ratio, rgb
from tests.tui.fake_port import START, FakePort

LEAST = 3.0
"""WCAG 2's least contrast of what tells a control from what is around it."""
EDGES = range(0x2500, 0x25A0)
"""Lines, blocks and their halves: the signs of which edges are drawn."""
DONE = Action("done", "d", "Done", "Do it")


class Controls(HallApp):
    TICK_S = None
    CSS = """
    Screen { background: $paper; color: $ink; }
    Vertical { padding: 1 4; height: auto; background: $card; }
    PickList { height: 2; }
    """

    def compose(self) -> ComposeResult:
        with Vertical():
            yield TextInput("typed", id="field")
            yield TextInput("typed", id="other")
            yield BigButton("Press", id="button")
            yield DeskTab(Tab(QUEUE, True))
            yield PickList([ListLine("a", " one"), ListLine("b", " two")])
        yield ActionBar((DONE,))


def cells(app: HallApp) -> Iterator[tuple[int, int, str, Color, Color]]:
    """Yield place, sign, colour and ground of every cell of the screen."""
    for y, strip in enumerate(app.screen._compositor.render_strips()):
        x = 0
        for text, style, _control in strip:
            if style is None or style.color is None:
                x += cell_len(text)
                continue
            front, ground = rgb(style.color), rgb(style.bgcolor)
            for sign in text:
                yield x, y, sign, *((ground, front) if style.reverse else (front, ground))
                x += cell_len(sign)


def stands_out(app: HallApp, control: Widget) -> float:
    """Return by how much the control's edges and fills stand out from the weakest ground."""
    grounds = [Color.parse(PALETTES[app.theme][name]) for name in GROUND]
    marks = set()
    for x, y, sign, front, ground in cells(app):
        if control.region.contains(x, y):
            marks.add(front if ord(sign) in EDGES else ground)
    return max(min(ratio(mark, ground) for ground in grounds) for mark in marks)


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("focus", ["#field", "#button", "PickList"])
async def test_every_control_stands_out_by_three_to_one(theme: str, focus: str) -> None:
    app = Controls(FakePort(), wall=lambda: START, monotonic=lambda: 0)
    async with app.run_test(size=(60, 24)) as pilot:
        app.theme = theme
        app.query_one(focus).focus()
        await pilot.pause()
        found = {
            f"{type(control).__name__}#{control.id}": stands_out(app, control)
            for kind in (TextInput, BigButton, DeskTab, ActionItem)
            for control in app.query(kind)
        }
        assert len(found) >= 5
        assert {name: by for name, by in found.items() if by < LEAST} == {}
        if focus == "PickList":
            assert stands_out(app, app.query_one(PickList)) >= LEAST


async def test_a_control_that_is_only_a_shade_is_found() -> None:
    class Faint(Controls):
        CSS = Controls.CSS + "#button { border: none; background: $raised; }"

    app = Faint(FakePort(), wall=lambda: START, monotonic=lambda: 0)
    async with app.run_test(size=(60, 24)) as pilot:
        app.query_one("#field").focus()
        await pilot.pause()
        assert stands_out(app, app.query_one("#button")) < LEAST
