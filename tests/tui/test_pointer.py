"""No app speaks of the pointer's shape: a table's screen may have no pointer, and would freeze."""

import pytest
from textual.app import ComposeResult
from textual.drivers.headless_driver import HeadlessDriver
from textual.widgets import Button

from shared.tui.speech import SpeakingApp


class Buttons(SpeakingApp[None]):
    def compose(self) -> ComposeResult:
        yield Button("one", id="one")


async def test_no_shape_of_a_pointer_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(HeadlessDriver, "write", lambda self, data: written.append(data))
    async with Buttons().run_test() as pilot:
        await pilot.hover("#one")
        pilot.app.copy_to_clipboard("x")
        await pilot.pause()
    assert written, "the driver was not listened to"
    assert not [data for data in written if "\x1b]22;" in data]
