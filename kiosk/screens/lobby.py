"""The lobby's screen: one page after another until it is touched. The touch does nothing else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click, Key, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from kiosk.playlist import Showing, column_of, height
from kiosk.screens.page_view import PageView
from kiosk.screens.top_line import TopLine
from shared.core.text.language import N_, _
from shared.public.countdown import Countdown
from shared.public.page import Frame, Page
from shared.tui.link_words import LinkTone

PROMPT = N_("Press any key or tap, then type your name")
BROWSING = N_("← → turn the pages")
_NARROW = 70
_Part = TypeVar("_Part", bound=Widget)
TURNS = {"left": -1, "pageup": -1, "right": 1, "pagedown": 1}


@dataclass(frozen=True, slots=True)
class LobbyView:
    """Everything that the lobby says at one moment; ``frame`` is the room for pages."""

    tournament: str
    time: str
    showing: Showing
    frame: Frame
    countdowns: tuple[Countdown | None, ...]
    freshness: str
    tone: LinkTone
    trouble: str = ""
    prompt: str = ""
    """In place of the invitation to type a name."""
    place: str = ""
    """In place of the page's number."""


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
        yield Column(id="wide")
        yield Static("", id="prompt", markup=False)
        with Horizontal(id="foot"):
            yield Static("", id="freshness", markup=False)
            yield Static("", id="page-number", markup=False)

    def show(self, view: LobbyView) -> None:
        """Bring the screen up to date."""
        if not self.is_mounted:
            return
        self.query_one(TopLine).show(view.tournament, view.time)
        column = column_of(view.frame)
        spread, times = view.showing.spread, iter(view.countdowns)
        within = self.query_one("#pages")
        within.display = bool(spread.columns)
        places = at_least(len(spread.columns), within, Column)
        for number, place in enumerate(places):
            place.display = number < len(spread.columns)
            # The last page of a column has what is left of it.
            place.styles.max_width = column.width + 4
            pages = spread.columns[number] if place.display else ()
            _show_column(place, pages, times, column)
        below = self.query_one("#wide", Column)
        below.set_class(bool(spread.columns), "below")
        below.display = bool(spread.wide)
        above = max((sum(map(height, pages)) for pages in spread.columns), default=0)
        rest = Frame(view.frame.width, view.frame.rows - above)
        _show_column(below, spread.wide, times, rest)
        prompt = self.query_one("#prompt", Static)
        browsing = f"  ·  {_(BROWSING)}" if self.app.size.width >= 80 else ""
        prompt.update(view.trouble or view.prompt or _(PROMPT) + browsing)
        prompt.set_class(bool(view.trouble), "trouble")
        freshness = self.query_one("#freshness", Static)
        freshness.update(view.freshness)
        freshness.set_classes(view.tone)
        whole = self.app.size.width >= _NARROW or view.tone == "good"
        counted = view.showing.words if whole else view.showing.brief
        self.query_one("#page-number", Static).update(view.place or counted)

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
        """Wake up; a tap on an arrow of the prompt does what that arrow's key does."""
        event.stop()
        prompt = self.query_one("#prompt", Static)
        words = str(prompt.render())
        at = event.screen_x - (prompt.region.width - cell_len(words)) // 2
        on_prompt = prompt.region.contains(event.screen_x, event.screen_y)
        for arrow, steps in (("←", -1), ("→", 1)):
            if on_prompt and arrow in words and abs(at - words.index(arrow)) <= 1:
                self.post_message(self.Turned(steps))
                return
        self.post_message(self.Woken(by_tap=True))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.post_message(self.Turned(1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.post_message(self.Turned(-1))


def _show_column(
    place: Column, pages: Sequence[Page], times: Iterator[Countdown | None], room: Frame
) -> None:
    """Pages one above the other; a countdown is as large as the others let it be."""
    spare = room.rows - sum(map(height, pages))
    for number, view in enumerate(at_least(len(pages), place, PageView)):
        view.display = number < len(pages)
        view.set_class(number + 1 < len(pages), "stacked")
        if view.display:
            page = pages[number]
            view.show(page, next(times), (room.width, spare + height(page)))


def at_least(count: int, within: Widget, kind: type[_Part]) -> list[_Part]:
    """Return the parts of one kind; what is missing to ``count`` is mounted. None is taken away."""
    found = list(within.query_children(kind))
    more = [kind() for _missing in range(count - len(found))]
    if more:
        within.mount(*more)
    return found + more
