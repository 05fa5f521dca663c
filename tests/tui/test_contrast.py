"""The colour checks find what they are for."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Static

from shared.tui.app import HallApp
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
