"""A button for thumbs, three rows high. ▸ marks the focus, so that colour is not needed."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message
from textual.widgets import Static


class BigButton(Static, can_focus=True):
    """Posts ``BigButton.Pressed`` when tapped, or on Enter or Space while it has the focus."""

    DEFAULT_CSS = """
    BigButton {
        width: 1fr; min-width: 8; height: 3; margin: 0 1;
        content-align: center middle; text-align: center; text-style: bold;
        color: $on-fill; background: $key-fill;
        &:hover { text-style: bold underline; }
        &:focus { color: $on-fill; background: $focus-fill; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", show=False)]

    class Pressed(Message):
        def __init__(self, button: BigButton) -> None:
            super().__init__()
            self.button = button

        @property
        def control(self) -> BigButton:
            return self.button

    def __init__(
        self,
        label: str,
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        super().__init__(label, id=id, classes=classes, markup=False)
        self.label = label

    def on_focus(self) -> None:
        self.update(f"▸ {self.label} ◂")

    def on_blur(self) -> None:
        self.update(self.label)

    def on_click(self, event: Click) -> None:
        event.stop()
        self.action_press()

    def action_press(self) -> None:
        self.post_message(self.Pressed(self))
