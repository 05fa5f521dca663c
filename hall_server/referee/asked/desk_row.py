"""The first row of every screen of the dashboard: the desks as tabs, the link, the new questions.

Pure functions say which tabs there is room for and how the link reads; the widgets draw them.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content

from hall_server.referee.asked.keys import DESK_AFTER, DESK_BEFORE, QUEUE
from shared.core.text.language import _, ngettext
from shared.port import Link
from shared.tui.action import Action
from shared.tui.actions import ActionItem
from shared.tui.link_words import link_words, state_word
from shared.tui.status_bar import StatusBar
from shared.tui.times import age

_ARROWS = 8
"""Cells of the two chips that lead to the tabs for which there is no room."""
_WIDE = 100
"""From so many columns on, the tabs need more of the row than the link."""


class Tab(NamedTuple):
    """One tab of the row: the action that opens its desk, and whether that desk is open."""

    action: Action
    here: bool


def tabs(desks: Sequence[Action], here: str, room: int) -> tuple[Tab, ...]:
    """Return the tabs that fit into ``room`` cells: the open desk, its neighbours, and the first
    one, which leads back, in front of them.

    Where some do not fit, a chip at each end leads to the desk before and to the next one.
    """
    widths = [cell_len(desk.key_words) + cell_len(_(desk.label)) + 3 for desk in desks]
    shown = [Tab(desk, desk.id == here) for desk in desks]
    if sum(widths) <= room:
        return tuple(shown)
    place = next((n for n, tab in enumerate(shown) if tab.here), 0)
    ends = [0, *accumulate(widths)]
    pinned = shown[:1] if place and widths[0] + widths[place] + _ARROWS <= room else []
    left = room - _ARROWS - (widths[0] if pinned else 0)
    least = len(pinned)
    first = last = place
    while True:
        wider = [(first, last + 1)] if last + 1 < len(shown) else []
        wider += [(first - 1, last)] if first > least else []
        fits = [(a, b) for a, b in wider if ends[b + 1] - ends[a] <= left]
        if not fits:
            break
        # By turns on both sides: the open desk keeps its neighbours in sight.
        first, last = min(fits, key=lambda span: abs(span[0] + span[1] - 2 * place))
    between = shown[first : last + 1]
    return (*pinned, Tab(DESK_BEFORE, False), *between, Tab(DESK_AFTER, False))


def link_forms(
    link: Link, unsent: int, now_ms: int, zone: str, new: int, *, is_the_hall: bool = False
) -> tuple[str, ...]:
    """Return what the row says of the link, whether this laptop is the hall, the age of what is
    shown, and how many questions are new; the longest form first."""
    old = link.state not in ("live", "catching_up")
    how_old = age(now_ms - link.since)
    questions = ngettext("{count} new question", "{count} new questions", new).format(count=new)
    few = _("{count} new").format(count=new)
    to_send = ngettext("{count} to send", "{count} to send", unsent).format(count=unsent)
    forms = (
        (
            link_words(link, unsent, now_ms, zone),
            _("this laptop is the hall") if is_the_hall else "",
            _("data {age} old").format(age=how_old) if old else "",
            questions if new else "",
        ),
        (
            link_words(link, unsent, now_ms, zone, brief=True),
            _("the hall") if is_the_hall else "",
            _("data {age} old").format(age=how_old) if old else "",
            few if new else "",
        ),
        (
            f"{state_word(link)} {how_old}" if old else state_word(link),
            to_send if unsent else "",
            _("the hall") if is_the_hall else "",
            few if new else "",
        ),
    )
    return tuple(" · ".join(filter(None, form)) for form in forms)


class DeskTab(ActionItem):
    """One desk; a tap opens it."""

    DEFAULT_CSS = """
    DeskTab.here { color: $on-fill; background: $accent-fill; text-style: bold; padding: 0 1 0 0; }
    """

    def __init__(self, tab: Tab) -> None:
        super().__init__(tab.action)
        if tab.here:
            self.add_class("here")
            words = f"▸{tab.action.key_words} {_(tab.action.label)}"
            self.update(Content(words))


class DeskTabs(Horizontal):
    """The desks, as many as there is room for."""

    DEFAULT_CSS = """
    DeskTabs { width: 1fr; height: 1; background: $raised; overflow: hidden hidden; }
    """

    def __init__(self, desks: Sequence[Action], here: str) -> None:
        super().__init__()
        self.desks = tuple(desks)
        self.here = here
        self._shown: tuple[tuple[Tab, str], ...] = ()

    def compose(self) -> ComposeResult:
        for tab, _words in self._shown:
            yield DeskTab(tab)

    def look(self) -> None:
        """Show those that fit now, in the language of now."""
        fitting = tabs(self.desks, self.here, self.size.width)
        shown = tuple((tab, _(tab.action.label) if tab.action.label else "") for tab in fitting)
        if shown != self._shown:
            self._shown = shown
            self.refresh(recompose=True)

    def on_resize(self) -> None:
        self.look()


class DeskStatus(StatusBar):
    """Work that goes on; else the link, its age, and how many questions came since the queue was
    seen."""

    DEFAULT_CSS = """
    DeskStatus { width: auto; }
    """
    new = 0
    is_the_hall = False
    work: tuple[str, ...] = ()

    def forms(self, link: Link, unsent: int, now_ms: int, zone: str) -> tuple[str, ...]:
        return self.work or link_forms(
            link, unsent, now_ms, zone, self.new, is_the_hall=self.is_the_hall
        )

    def room(self) -> int:
        """Return how many cells the words may take: the tabs keep the rest of the row."""
        width = self.app.size.width
        return int(width * (0.4 if width >= _WIDE else 0.6)) - 2

    async def on_click(self) -> None:
        await self.app.run_action(QUEUE.id, self.app)


class DeskRow(Horizontal):
    """Tabs and link of a screen that belongs to the desk ``here``."""

    DEFAULT_CSS = """
    DeskRow { height: 1; background: $raised; }
    """

    def __init__(self, desks: Sequence[Action], here: str) -> None:
        super().__init__()
        # Held, not looked for: a tick may come before a new screen has composed its row.
        self._tabs, self._status = DeskTabs(desks, here), DeskStatus()

    def compose(self) -> ComposeResult:
        yield self._tabs
        yield self._status

    def look(self, new: int, *, is_the_hall: bool = False, work: tuple[str, ...] = ()) -> None:
        """Show the tabs; beside the link ``new`` questions, and whether this laptop is the hall.
        While ``work`` goes on, its words stand there."""
        self._status.new, self._status.is_the_hall, self._status.work = new, is_the_hall, work
        if self._tabs.is_mounted:
            self._tabs.look()
