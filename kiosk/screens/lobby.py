"""The lobby's screen: one page after another until it is touched. The touch does nothing else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click, Key
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from kiosk.playlist import Showing
from kiosk.screens.page_view import PageView
from kiosk.screens.top_line import TopLine
from shared.core.text.language import N_, _
from shared.public.countdown import Countdown
from shared.public.page import Page
from shared.tui.link_words import LinkTone

PROMPT = N_("Press any key or tap, then type your name")
BROWSING = N_("← → turn the pages")
_NARROW = 70
_Part = TypeVar("_Part", bound=Widget)
TURNS = {"left": -1, "pageup": -1, "right": 1, "pagedown": 1}


@dataclass(frozen=True, slots=True)
class LobbyView:
    """Everything that the lobby says at one moment."""

    tournament: str
    time: str
    showing: Showing
    countdowns: tuple[Countdown | None, ...]
    freshness: str
    tone: LinkTone
    trouble: str = ""


class Column(Vertical):
    """Pages one above the other."""


class Lobby(Screen[None]):
    """Shows a ``LobbyView`` and says ``Woken`` at a key or tap, ``Turned`` at an arrow."""

    class Woken(Message):
        """The kiosk was touched; ``by_tap``: by a finger or a mouse, ``sign``: the letter typed."""

        def __init__(self, *, by_tap: bool, sign: str = "") -> None:
            super().__init__()
            self.by_tap = by_tap
            self.sign = sign

    class Turned(Message):
        """A visitor turned the pages by ``steps``."""

        def __init__(self, steps: int) -> None:
            super().__init__()
            self.steps = steps

    def compose(self) -> ComposeResult:
        yield TopLine()
        yield Horizontal(id="pages")
        yield Static("", id="prompt", markup=False)
        with Horizontal(id="foot"):
            yield Static("", id="freshness", markup=False)
            yield Static("", id="page-number", markup=False)

    def show(self, view: LobbyView) -> None:
        """Bring the screen up to date."""
        if not self.is_mounted:
            return
        self.query_one(TopLine).show(view.tournament, view.time)
        columns = view.showing.spread.columns
        times = iter(view.countdowns)
        places = at_least(len(columns), self.query_one("#pages"), Column)
        for place in places[len(columns) :]:
            place.display = False
        for place, pages in zip(places, columns, strict=False):
            place.display = True
            self._show_column(place, pages, times, len(columns))
        prompt = self.query_one("#prompt", Static)
        browsing = f"  ·  {_(BROWSING)}" if self.app.size.width >= 80 else ""
        prompt.update(view.trouble or _(PROMPT) + browsing)
        prompt.set_class(bool(view.trouble), "trouble")
        freshness = self.query_one("#freshness", Static)
        freshness.update(view.freshness)
        freshness.set_classes(view.tone)
        self.query_one("#page-number", Static).update(
            view.showing.words
            if self.app.size.width >= _NARROW or view.tone == "good"
            else view.showing.brief
        )

    def _show_column(
        self, place: Column, pages: Sequence[Page], times: Iterator[Countdown | None], count: int
    ) -> None:
        """Pages one above the other; the last has the rest of the column."""
        width, height = self.app.size.width // count - 4, self.app.size.height
        for number, view in enumerate(at_least(len(pages), place, PageView)):
            view.display = number < len(pages)
            view.set_class(number + 1 < len(pages), "stacked")
            if number < len(pages):
                alone = len(pages) == 1
                view.show(pages[number], next(times), (width, height if alone else 0))

    def on_key(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key in TURNS:
            self.post_message(self.Turned(TURNS[event.key]))
        else:
            typed = event.character or ""
            sign = typed if typed.isprintable() and not typed.isdigit() else ""
            self.post_message(self.Woken(by_tap=False, sign=sign))

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(self.Woken(by_tap=True))


def at_least(count: int, within: Widget, kind: type[_Part]) -> list[_Part]:
    """Return the parts of one kind; what is missing to ``count`` is mounted. None is taken away."""
    found = list(within.query_children(kind))
    more = [kind() for _missing in range(count - len(found))]
    if more:
        within.mount(*more)
    return found + more
