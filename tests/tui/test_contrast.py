"""The colour checks find weak colours."""

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from shared.tui.app import HallApp
from tests.tui.colour_blind import Shown
from tests.tui.contrast import tones, weak
from tests.tui.fake_port import START, FakePort


class Faulty(HallApp):
    TICK_S = None
    CSS = """
    Screen { background: $paper; color: $ink; }
    #faint { color: #5a5a5a; }
    .good { color: $good; }
    .danger { color: $danger; }
    """

    def compose(self) -> ComposeResult:
        yield Static("Readable", markup=False)
        yield Static("│ Faint ─", id="faint", markup=False)
        yield Static("Table 4", classes="good", markup=False)
        yield Static("Table 4", classes="danger", markup=False)
        yield Static("Done", classes="good", markup=False)


async def test_a_faint_text_and_a_state_told_by_colour_are_found() -> None:
    app = Faulty(FakePort(), wall=lambda: START, monotonic=lambda: 0)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert list(weak(app)) == ["Faint"]
        assert tones(app)["Table 4"] == {"good", "danger"}
        assert tones(app)["Done"] == {"good"}
        assert tones(app)["Readable"] == {""}


async def test_moments_that_read_alike_in_two_colours_are_found_as_a_part_and_as_a_line() -> None:
    app = Faulty(FakePort(), wall=lambda: START, monotonic=lambda: 0)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert list(_told(app)) == [("Static#", "Table 4")]
        shown = Shown()
        part = app.query_one("#faint", Static)
        for tone in ("good", "danger"):
            for words in ("alone", "1 in a list\n2 in a list"):
                lines = Text(words, style=app.theme_variables["ink"])
                lines.stylize(app.theme_variables[tone], 0, 11)
                part.update(lines)
                await pilot.pause()
                shown.look(app)
        found = {text for part, text in shown.by_colour_alone() if part == "Static#faint"}
        assert found == {"alone", "1 in a list"}


def _told(app: Faulty) -> dict[tuple[str, str], set[tuple[str, ...]]]:
    shown = Shown()
    shown.look(app)
    return shown.by_colour_alone()
