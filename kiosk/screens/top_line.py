"""The first line of every kiosk screen: the tournament, the languages, the time."""

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from shared.machine.languages import LANGUAGES

STUMP = 8
"""A name that is cut to fewer cells says nothing."""


class TopLine(Horizontal):
    """Tournament on the left, time of day on the right, the given widgets between them."""

    DEFAULT_CSS = """
    TopLine {
        height: 1; padding: 0 2; background: $raised;
        .top-name { width: 1fr; color: $ink; text-style: bold; text-wrap: nowrap;
                    text-overflow: ellipsis; }
        .top-time { width: auto; color: $ink; text-style: bold; }
    }
    """

    def __init__(self, *between: Widget) -> None:
        super().__init__()
        self._between = between

    def compose(self) -> ComposeResult:
        yield Static("", classes="top-name", markup=False)
        yield from self._between
        yield Static("", classes="top-time", markup=False)

    def show(self, name: str, time: str) -> None:
        """Show the tournament's name, or nothing where only a stump of it fits, and the time."""
        place = self.query_one(".top-name", Static)
        room = place.size.width
        stump = room < STUMP and cell_len(name) > room
        place.update("" if stump else name)
        self.query_one(".top-time", Static).update(time)


class LanguageName(Static):
    """One of them."""

    def __init__(self, language: str) -> None:
        super().__init__("", markup=False)
        self.language = language

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(LanguageBar.Chosen(self.language))


class LanguageBar(Horizontal):
    """All of them in a line; people who cannot read this screen find their own."""

    DEFAULT_CSS = """
    LanguageBar {
        width: auto; height: 1; margin: 0 2 0 0;
        Static { width: auto; color: $ink; }
        .language-key { color: $notice; text-style: bold; }
        LanguageName { margin: 0 0 0 1; }
        LanguageName.spoken { color: $accent; text-style: bold; }
    }
    """

    class Chosen(Message):
        """A language was chosen by its code, or "" for the next one."""

        def __init__(self, language: str = "") -> None:
            super().__init__()
            self.language = language

    def compose(self) -> ComposeResult:
        yield Static("", classes="language-key", markup=False)
        for language in LANGUAGES:
            yield LanguageName(language)

    def show(self, spoken: str, key: str) -> None:
        """Mark the language that is spoken; ``key`` goes through them."""
        self.query_one(".language-key", Static).update(key)
        for name in self.query(LanguageName):
            mark = "▸" if name.language == spoken else " "
            name.update(mark + LANGUAGES[name.language])
            name.set_class(name.language == spoken, "spoken")
