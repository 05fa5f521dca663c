"""What the visitors look at now, brought up to date: each page is made once a change, for all.

Lives in the server's loop; pages are made in a thread of their own.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from shared.core.state import EMPTY, HallState
from shared.core.text.language import Catalogue
from shared.machine.clocks import Clock
from shared.port import HallChanged, Link, LinkChanged, Stopped, Told
from shared.public.html.site import Heard, Made, Site
from shared.web.stream import Piece

log = logging.getLogger(__name__)

PAUSE_S = 0.5
"""The pause between two makings: pages are made at most twice a second, whatever comes."""
MINUTE_S = 60.0
"""Pages say “in 5 min”: they are looked through so often even if nothing is heard."""
_AT_ONCE = 16
"""Pages that are made in one go, before a reader who has just come is answered."""
_MOST_ASKED = 64
"""Pages that wait to be made; a reader beyond them is asked to come again."""

T = TypeVar("T")


class Topic:
    """A page that is looked at: its newest version, and a bell that rings at the next."""

    def __init__(self) -> None:
        self.readers = 0
        self.version = ""
        self.piece: Piece | None = None
        self.bell = asyncio.Event()

    def ring(self) -> None:
        """Wake all who wait for something new."""
        self.bell.set()
        self.bell = asyncio.Event()


class LivePages:
    """The pages of a hall that is followed. ``hear`` is the node's listener."""

    def __init__(
        self,
        languages: Mapping[str, str],
        catalogues: Mapping[str, Catalogue],
        zone: str,
        wall: Clock,
    ) -> None:
        self.languages = languages
        self.topics: dict[tuple[str, str], Topic] = {}
        self.notes: dict[str, Piece] = {}
        """Language → whether the hall is heard, as an event."""
        self._site = Site(languages, catalogues, live=True)
        self._zone, self._wall = zone, wall
        self._state: HallState = EMPTY
        self._link = Link("starting", since=wall())
        self._fresh_at: int | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        self._maker = ThreadPoolExecutor(1, "pages")
        self._asked = 0
        self._told_live: bool | None = None

    def hear(self, told: Told) -> None:
        """Keep the newest; called in the node's thread."""
        match told:
            case HallChanged(state=state):
                self._state = state
            case LinkChanged(link=link):
                self._went(link)
            case Stopped(sentence=sentence):
                self._went(Link("refused", since=self._wall(), sentence=sentence))
            case _:
                return
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._news.set)

    def _went(self, link: Link) -> None:
        if self._link.state == "live" and link.state != "live":
            self._fresh_at = min(self._wall(), link.since)
        self._link = link

    async def run(self) -> None:
        """Bring the pages up to date until cancelled."""
        self._loop = asyncio.get_running_loop()
        try:
            while True:
                self._news.clear()
                try:
                    await self._renew()
                except Exception:
                    log.exception("the pages stay as they were")
                if self._state is not EMPTY:
                    await asyncio.sleep(PAUSE_S)
                try:
                    async with asyncio.timeout(MINUTE_S):
                        await self._news.wait()
                except TimeoutError:
                    pass
        finally:
            self._maker.shutdown(wait=False, cancel_futures=True)

    async def page(self, language: str, path: str) -> Made | None:
        """Return a page as it is now. Raises BlockingIOError if too many wait."""
        return await self._in_turn(lambda: self._site.page(language, path))

    async def find(self, language: str, typed: str) -> Made | str:
        """Return who matches, or the path of the one who does. Raises BlockingIOError."""
        return await self._in_turn(lambda: self._site.find(language, typed))

    def sentence(self, language: str, title: str, words: str) -> bytes:
        """Return a page that says one thing."""
        return self._site.sentence(language, title, words)

    async def join(self, language: str, path: str) -> Topic | None:
        """Return the topic of a page with one more reader; None if there is no such page."""
        made = await self.page(language, path)
        if made is None:
            return None
        topic = self.topics.setdefault((language, path), Topic())
        topic.readers += 1
        if topic.piece is None:
            topic.version, topic.piece = made.version, _piece(made)
        return topic

    def leave(self, language: str, path: str, topic: Topic) -> None:
        """Count one reader less; a page that nobody looks at is forgotten."""
        topic.readers -= 1
        if topic.readers <= 0:
            self.topics.pop((language, path), None)

    async def _in_turn(self, work: Callable[[], T]) -> T:
        if self._asked >= _MOST_ASKED:
            raise BlockingIOError
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._maker, work)
        finally:
            self._asked -= 1

    async def _renew(self) -> None:
        loop = asyncio.get_running_loop()
        now = self._wall()
        live = self._link.state == "live"
        self._fresh_at = now if live else self._fresh_at
        state = self._state
        zone = state.tournament.zone if state.tournament is not None else self._zone
        heard = Heard(state, zone, now, live, self._fresh_at)
        self.notes = await loop.run_in_executor(self._maker, self._heard, heard)
        turned, self._told_live = live != self._told_live, live
        watched = list(self.topics.items())
        for start in range(0, len(watched), _AT_ONCE):
            some = watched[start : start + _AT_ONCE]
            for (_key, topic), piece in zip(
                some, await loop.run_in_executor(self._maker, self._made, some), strict=True
            ):
                if piece is not None:
                    topic.version, topic.piece = piece
                if turned or piece is not None:
                    topic.ring()

    def _made(self, some: list[tuple[tuple[str, str], Topic]]) -> list[tuple[str, Piece] | None]:
        """Return the newest version of each page and its piece, None for one that is as it was."""
        found: list[tuple[str, Piece] | None] = []
        for key, topic in some:
            made = self._site.page(*key)
            new = made is not None and made.version != topic.version
            found.append((made.version, _piece(made)) if made is not None and new else None)
        return found

    def _heard(self, heard: Heard) -> dict[str, Piece]:
        """Show this from now on; return for each language whether the hall is heard."""
        self._site.hear(heard)
        word = "live" if heard.live else "away"
        return {code: Piece.of("link", f"{word}|{self._site.age(code)}") for code in self.languages}


def _piece(made: Made) -> Piece:
    return Piece.of("page", made.main, made.version)
