"""The lobby's kiosk: composition and routing. The pure modules beside it decide what is said.

It reads the replica and never writes to it.
"""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import Any, ClassVar

from textual.events import Resize
from textual.screen import Screen

from kiosk.countdown import countdown
from kiosk.finder import Finder, FinderView
from kiosk.freshness import age_words, freshness_words
from kiosk.lobby import Lobby, LobbyView
from kiosk.lookup import tables_in_hall_order
from kiosk.page import Frame, Page
from kiosk.playlist import Cursor, Showing, playlist, showing, turn
from kiosk.session import Session
from kiosk.standings_page import Standings
from kiosk.visit import Visit, choice_words, visit
from shared.clocks import Clock
from shared.core.tables import division_standings
from shared.port import HallChanged, LinkChanged, NodePort, Stopped
from shared.tui.app import HallApp
from shared.tui.link_words import link_tone
from shared.tui.times import clock_time, local

FINDER_TITLE = "Find your table"
_COMPACT_ROWS = 20
_WARNING_MS = 10_000
_REBUILD_MS = 1_000


class KioskApp(HallApp):
    """Shows one page for ``page_s`` seconds; forgets a visitor after ``idle_s`` seconds."""

    TITLE = "Lobby"
    # Whole paths: Textual looks for relative ones beside the module of the subclass that runs.
    CSS_PATH: ClassVar[list[str | PurePath]] = [
        Path(__file__).with_name("lobby.tcss"),
        Path(__file__).with_name("finder.tcss"),
    ]

    def __init__(
        self,
        port: NodePort,
        *,
        wall: Clock,
        monotonic: Clock,
        zone: str = "UTC",
        page_s: int = 8,
        idle_s: int = 30,
        locked: bool = False,
        standings_of: Standings = division_standings,
    ) -> None:
        super().__init__(port, wall=wall, monotonic=monotonic, zone=zone, locked=locked)
        self.page_ms = page_s * 1000
        self.idle_ms = idle_s * 1000
        self.fresh_at: int | None = None
        self.session: Session | None = None
        self._standings_of = standings_of
        self._pages: tuple[Page, ...] = ()
        self._made_for: tuple[object, ...] = ()
        self._heard = 0
        self._made_of = 0
        self._made_until = monotonic()
        self._cursor: Cursor | None = None

    @property
    def current_page_title(self) -> str:
        """The title of the page on show, or of the finder while somebody looks for himself."""
        return FINDER_TITLE if self.session is not None else self._showing().page.title

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
        if self.session is not None and self.session.idle_for(self.monotonic()) >= self.idle_ms:
            self._forget()
        self.show_now()

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
        time = shown.page.round_time
        return LobbyView(
            tournament=self._tournament(),
            time=clock_time(now, self.zone),
            showing=shown,
            countdown=countdown(time, now, self.zone) if time else None,
            freshness=freshness_words(self.link, self.fresh_at, now, self.zone),
            tone=link_tone(self.link),
            trouble=self.link.sentence if self.link.state == "refused" else "",
        )

    def _showing(self) -> Showing:
        width, height = self.size
        now, wall = self.monotonic(), self.wall()
        told = tuple(said.ent for said in self.hall.office.announced(wall, "kiosk"))
        room = (width, height, self.zone, local(wall, self.zone).date(), told)
        # A busy hall changes ten times a second and its standings are long: once a second will do.
        news = self._heard != self._made_of and now >= self._made_until
        if news or room != self._made_for:
            self._made_for, self._made_of = room, self._heard
            self._made_until = now + _REBUILD_MS if self.hall.tournament else now
            frame = _frame(width, height)
            self._pages = playlist(self.hall, frame, self._standings_of, self.zone, wall)
        self._cursor = turn(self._cursor, self._pages, now, self.page_ms)
        return showing(self._cursor, self._pages, now, self.page_ms)

    def on_lobby_woken(self, message: Lobby.Woken) -> None:
        """The touch that wakes means nothing else."""
        if isinstance(self.screen, Lobby):
            self.session = Session(self.monotonic())
            self.push_screen(Finder(with_pad=message.by_tap))
            self.call_after_refresh(self.show_now)

    async def action_quit(self) -> None:
        # Whoever asks for the service PIN and walks away is forgotten like any other visitor.
        self.session = self.session or Session(self.monotonic())
        await super().action_quit()

    # -- the finder ------------------------------------------------------------------------------

    def _finder_view(self, session: Session) -> FinderView:
        now = self.wall()
        seen = visit(self.hall, session, now, self.zone)
        return FinderView(
            tournament=self._tournament(),
            time=clock_time(now, self.zone),
            visit=seen,
            choices=tuple(choice_words(self.hall, player) for player in seen.found),
            tables=tables_in_hall_order(self.hall),
            foot=self._finder_foot(session, now),
        )

    def _finder_foot(self, session: Session, now: int) -> str:
        left = self.idle_ms - session.idle_for(self.monotonic())
        parts = [age_words(self.link, self.fresh_at, now, self.zone)]
        if left <= _WARNING_MS:
            parts.append(f"forgets this in {max(1, -(-left // 1000))} s")
        return " · ".join(part for part in parts if part)

    def on_finder_touched(self, message: Finder.Touched) -> None:
        """Every touch is answered from the session that it makes."""
        if self.session is None:
            return
        seen = visit(self.hall, self.session, self.wall(), self.zone)
        after = self._after(seen, message)
        if after is None:
            self._forget()
        self.session = after
        self.show_now()

    def _after(self, seen: Visit, message: Finder.Touched) -> Session | None:
        session, now = seen.session, self.monotonic()
        match message.touch:
            case "type":
                return session.typing(message.sign, now)
            case "erase" if seen.answer is not None and not session.chosen:
                return session.starting_over(now)
            case "erase":
                return session.erasing(now)
            case "up" | "down":
                step = -1 if message.touch == "up" else 1
                return session.moving(step, len(seen.found), now)
            case "take" | "choose":
                line = session.marked if message.touch == "take" else message.line
                if 0 <= line < len(seen.found):
                    return session.choosing(seen.found[line].id, now)
                return session.touched(now)
            case _:
                return None

    def _forget(self) -> None:
        self.session = None
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.call_after_refresh(self.show_now)

    def _tournament(self) -> str:
        return self.hall.tournament.name if self.hall.tournament else ""


def _frame(width: int, height: int) -> Frame:
    """The room for lines: all but the top line, title, heads, prompt, foot and the blanks."""
    if height < _COMPACT_ROWS:
        return Frame(width - 2, height - 5)
    return Frame(width - 4, height - 7)
