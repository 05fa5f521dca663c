"""The app of a lobby kiosk. ``pages`` and ``visits`` decide what it says.

It writes one thing only: what visitors ask the referee for.
"""

from collections.abc import Mapping
from pathlib import Path, PurePath
from secrets import token_hex
from typing import Any, ClassVar

from textual.events import Resize
from textual.screen import Screen

from kiosk.announcing import PROMPT, Announcing
from kiosk.freshness import age_words, freshness_words
from kiosk.playlist import (
    Cursor,
    Showing,
    Spread,
    alone_in,
    column_of,
    leafed,
    playlist,
    showing,
    spreads,
    turn,
)
from kiosk.screens.finder import Finder, FinderView
from kiosk.screens.lobby import Lobby, LobbyView
from kiosk.screens.top_line import LanguageBar
from kiosk.visits.alphabets import Alphabets, alphabets
from kiosk.visits.session import KioskSession
from kiosk.visits.visit import Visit, touched, visit
from shared.core.decisions.requests import round_of
from shared.core.events import Actor, RequestFiled, RequestKind, entities
from shared.core.state import Player
from shared.core.state.office import Shows
from shared.core.text.language import _
from shared.core.text.sentence import said
from shared.machine.clocks import Clock
from shared.machine.languages import after
from shared.port import Draft, HallChanged, LinkChanged, NodePort, NotSaved, Stopped
from shared.public.announcer import announcer_pages
from shared.public.countdown import countdown
from shared.public.hall_map import hall_map, map_title
from shared.public.large import wall_for
from shared.public.page import Frame, Page
from shared.public.qr import address_large, address_pages
from shared.tui.app import HallApp
from shared.tui.letters import Letters, letters_for
from shared.tui.link_words import link_tone
from shared.tui.times import clock_time, local

ASKED_BY = Actor("player", "unverified press")
"""A kiosk cannot check who asks, and the log says so."""
IDLE_MS = 30_000
"""A visitor who touches nothing for so long is forgotten."""
_COMPACT_ROWS, _SPACIOUS_ROWS = 20, 36
_WARNING_MS = 10_000
_REBUILD_MS = 1_000


class KioskApp(HallApp):
    """Shows the pages in turn and answers visitors."""

    TITLE = "Lobby"
    # Whole paths: Textual looks for relative ones beside the module of the subclass that runs.
    CSS_PATH: ClassVar[list[str | PurePath]] = [
        Path(__file__).parent / "screens" / "lobby.tcss",
        Path(__file__).parent / "screens" / "finder.tcss",
    ]

    def __init__(
        self,
        port: NodePort,
        *,
        wall: Clock,
        monotonic: Clock,
        zone: str = "UTC",
        service_pin: str = "",
    ) -> None:
        super().__init__(port, wall=wall, monotonic=monotonic, zone=zone, service_pin=service_pin)
        self.fresh_at: int | None = None
        self.session: KioskSession | None = None
        self.pages_at = ""
        """Where the same pages are for phones, "" where they are not served."""
        self.large_type = False
        self.announcing: Announcing | None = None
        """Set for the announcer, who reads the pages aloud instead of a visitor."""
        self._spreads: tuple[Spread, ...] = ()
        self._frame = Frame(0, 0)
        """The room that they were made for."""
        self._not_saved = ""
        self._made_for: tuple[object, ...] = ()
        self._heard = 0
        self._made_of = 0
        self._made_until = monotonic()
        self._cursor: Cursor | None = None
        self._lettered: Mapping[str, Player] = {}
        self._alphabets = alphabets(())

    def get_default_screen(self) -> Screen[Any]:
        return Lobby()

    def on_mount(self) -> None:
        self.call_after_refresh(self.tick)

    # -- what the node tells ---------------------------------------------------------------------

    def told_hall(self, told: HallChanged) -> None:
        super().told_hall(told)
        self._heard += 1
        self.show_now()

    def told_link(self, told: LinkChanged) -> None:
        if self.link.state == "live":
            self.fresh_at = min(self.wall(), told.link.since)
        super().told_link(told)
        self.show_now()

    def told_stopped(self, told: Stopped) -> None:
        if self.link.state == "live":
            self.fresh_at = self.wall()
        super().told_stopped(told)
        self.show_now()

    # -- time ------------------------------------------------------------------------------------

    def tick(self) -> None:
        super().tick()
        if self.session is not None and self.session.idle_for(self.monotonic()) >= IDLE_MS:
            self._forget()
        self.show_now()

    def is_free(self, now: int) -> bool:
        """Return whether no visitor uses the kiosk."""
        return self.session is None and len(self.screen_stack) == 1 and not self.unsent

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.show_now)

    def show_now(self) -> None:
        """Bring the screen on top up to date."""
        if not self.screen_stack:
            return
        for screen in self.screen_stack:
            screen.set_class(self.size.height < _COMPACT_ROWS, "compact")
        if isinstance(self.screen, Lobby):
            self.screen.show(self._lobby_view())
        elif isinstance(self.screen, Finder) and self.session is not None:
            self.screen.show(self._finder_view(self.session))

    # -- the lobby -------------------------------------------------------------------------------

    def _lobby_view(self) -> LobbyView:
        now = self.wall()
        shown = self._showing()
        times = [page.round_time for page in shown.spread.pages]
        fresh = freshness_words(self.link, self.fresh_at, now, self.zone)
        return LobbyView(
            tournament=self._tournament(),
            time=clock_time(now, self.zone),
            showing=shown,
            frame=self._frame,
            countdowns=tuple(countdown(time, now, self.zone) if time else None for time in times),
            freshness=" · ".join(filter(None, (self.rehearsal_words(), fresh))),
            tone=link_tone(self.link),
            trouble=said(self.link.sentence) if self.link.state == "refused" else "",
            prompt=_(PROMPT) if self.announcing is not None else "",
            place=self.announcing.count(self._spreads) if self.announcing is not None else "",
        )

    def _showing(self) -> Showing:
        width, height = self.size
        if self.announcing is not None:
            self._frame = _frame(width, height)
            return self._to_read(self.announcing, self._frame)
        now, wall = self.monotonic(), self.wall()
        told = tuple(said.ent for said in self.hall.office.announced(wall, "kiosk"))
        shows = self._shows()
        room = (
            width,
            height,
            self.zone,
            local(wall, self.zone).date(),
            told,
            shows,
            self.language,
            self.large_type,
        )
        # A busy hall changes ten times a second. Standings take long: once a second is enough.
        news = self._heard != self._made_of and now >= self._made_until
        if news or room != self._made_for:
            self._made_for, self._made_of = room, self._heard
            self._made_until = now + _REBUILD_MS if self.hall.tournament else now
            self._frame = _frame(width, height)
            pages = self._pages(self._frame, wall)
            if len(pages) == 1 and not pages[0].wide:
                self._frame = alone_in(self._frame)
                pages = self._pages(self._frame, wall)
            self._spreads = spreads(pages, self._frame)
        self._cursor = turn(self._cursor, self._spreads, now)
        return showing(self._cursor, self._spreads, now)

    def _pages(self, frame: Frame, wall: int) -> tuple[Page, ...]:
        """Return the pages of this kiosk, the address for phones among them."""
        shows = self._shows()
        letters = self._letters_for(shows)
        pages = playlist(self.hall, frame, self.zone, wall, shows, letters)
        if self.pages_at and self.hall.tournament and letters is not None:
            pages += address_large(self.pages_at, wall_for(letters, frame, self.zone, wall))
        elif self.pages_at and self.hall.tournament:
            pages += address_pages(self.pages_at, column_of(frame))
        return pages

    def _to_read(self, announcing: Announcing, frame: Frame) -> Showing:
        """Return the page that the announcer reads: it stays until a key."""
        letters = Letters(7) if letters_for(*self.size) else None
        pages = announcer_pages(self.hall, frame, letters, self.zone, self.wall())
        self._spreads = announcing.shown(pages, frame)
        still = self._cursor.since if self._cursor is not None else 0
        self._cursor = turn(self._cursor, self._spreads, still)
        return showing(self._cursor, self._spreads, still)

    def _reads(self, announcing: Announcing, *, on: bool) -> None:
        key = self._spreads[0].pages[0].key if self._cursor is None else self._cursor.key
        if not on:
            self.announcing = announcing.back()
            self._cursor = Cursor(announcing.read[-1], 0) if announcing.read else self._cursor
        elif key != "nothing":
            self.announcing = announcing.on(key)
        self.show_now()

    def _shows(self) -> Shows | None:
        """Return what the referee has chosen for this kiosk."""
        return self.hall.office.shows.get(self.port.node_id)

    def _letters_for(self, shows: Shows | None) -> Letters | None:
        """Return the letters of this screen if it is to be read from afar."""
        return letters_for(*self.size) if self._is_large(shows) else None

    def _is_large(self, shows: Shows | None) -> bool:
        return self.large_type or (shows is not None and shows.large)

    def on_lobby_woken(self, message: Lobby.Woken) -> None:
        """Open the finder; a letter that wakes counts, any other touch does nothing else."""
        if self.announcing is not None:
            self._reads(self.announcing, on=True)
        elif isinstance(self.screen, Lobby):
            self.session = KioskSession(self.monotonic()).typing(message.sign, self.monotonic())
            self.push_screen(Finder(with_pad=message.by_tap))
            self.call_after_refresh(self.show_now)
        elif isinstance(self.screen, Finder) and message.sign:
            # Typed on before the finder had the keys.
            self.on_finder_touched(Finder.Touched("type", sign=message.sign))

    def on_lobby_turned(self, message: Lobby.Turned) -> None:
        """Turn the pages for a visitor; each stays its time from then on."""
        if self.announcing is not None:
            self._reads(self.announcing, on=message.steps > 0)
        elif self._cursor is not None and isinstance(self.screen, Lobby):
            self._cursor = leafed(self._cursor, self._spreads, message.steps, self.monotonic())
            self.show_now()

    async def action_quit(self) -> None:
        # A person who asks for the service PIN and leaves is forgotten like any visitor.
        self.session = self.session or KioskSession(self.monotonic())
        await super().action_quit()

    # -- the finder ------------------------------------------------------------------------------

    def _seen(self, session: KioskSession) -> Visit:
        may_ask = self.link.state != "refused"
        return visit(self.hall, session, self.wall(), self.zone, may_ask=may_ask)

    def _finder_view(self, session: KioskSession) -> FinderView:
        seen = self._seen(session)
        width, height = self.size
        rows = 1 if height < _COMPACT_ROWS else max(4, height - 20)
        table = seen.answer.table if seen.answer is not None else ""
        drawn = hall_map(self.hall, table, width - 8, rows) if table else ()
        return FinderView(
            tournament=self._tournament(),
            time=clock_time(self.wall(), self.zone),
            visit=seen,
            drawn=drawn,
            map_title=map_title(self.hall),
            foot=self._finder_foot(session, self.wall()),
            language=self.language,
            alphabets=self._letters(),
            sizes=self._sizes(),
        )

    def _sizes(self) -> tuple[Letters, ...]:
        """Return the letters of an answer: on a large screen it is not lost in a corner, and where
        large type is asked for, a small one shows what it can."""
        shows = self._shows()
        asked = self._letters_for(shows)
        large = self._is_large(shows) or self.size.height >= _SPACIOUS_ROWS
        room = Letters(7) if large else None
        return tuple(letters for letters in (asked, room) if letters is not None)

    def _letters(self) -> Alphabets:
        """Return the letters to tap, derived again only when players change."""
        players = self.hall.players
        if players is not self._lettered:
            self._lettered = players
            self._alphabets = alphabets(player.name for player in players.values())
        return self._alphabets

    def _finder_foot(self, session: KioskSession, now: int) -> str:
        left = IDLE_MS - session.idle_for(self.monotonic())
        parts = [self._not_saved, age_words(self.link, self.fresh_at, now, self.zone)]
        if left <= _WARNING_MS:
            parts.append(_("forgets this in {count} s").format(count=max(1, -(-left // 1000))))
        return " · ".join(part for part in parts if part)

    def on_finder_opened(self, message: Finder.Opened) -> None:
        self.show_now()

    def on_finder_touched(self, message: Finder.Touched) -> None:
        """Answer a touch: file what it asks for, and show the session that follows."""
        if self.session is None:
            return
        seen = self._seen(self.session)
        after = touched(seen, message.touch, self.monotonic(), message.sign, message.line)
        if after.asks is not None and seen.player is not None:
            self._ask(seen.player, after.asks)
        if after.session is None:
            self._forget()
        self.session = after.session
        self.show_now()

    def _ask(self, player: Player, what: RequestKind) -> None:
        """File a request; the referee decides about it."""
        self._not_saved = ""
        number = round_of(self.hall, player, what)
        ent = entities.request(player.id, token_hex())
        self.port.append(Draft(ent, RequestFiled(what, number), ASKED_BY))

    def told_not_saved(self, told: NotSaved) -> None:
        """Tell the visitor that nothing was asked."""
        self._not_saved = _("Not asked: {why}").format(why=said(told.sentence))
        self.show_now()

    def on_language_bar_chosen(self, message: LanguageBar.Chosen) -> None:
        """Speak this visitor's language until the visitor is forgotten."""
        if self.session is not None:
            self.session = self.session.touched(self.monotonic())
            self.say_in(message.language or after(self.language))
            self.show_now()

    def _forget(self) -> None:
        self.say_in(self.home_language)
        self.session = None
        self._not_saved = ""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.call_after_refresh(self.show_now)

    def _tournament(self) -> str:
        return self.hall.tournament.name if self.hall.tournament else ""


def _frame(width: int, height: int) -> Frame:
    """Return the room for lines, without top line, title, heads, prompt, foot and blanks."""
    if height < _COMPACT_ROWS:
        return Frame(width - 2, height - 5)
    return Frame(width - 4, height - 7)
