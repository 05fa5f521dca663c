"""Serves the pages of a node in a thread of its own, for as long as a program runs."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from shared.core.text.for_people import why
from shared.machine.clocks import Clock, monotonic_ms, wall_ms
from shared.machine.languages import LANGUAGES, catalogue
from shared.net.listening import make_room
from shared.port import Listener
from shared.web.limits import Limits
from shared.web.live import LivePages
from shared.web.place import EVERYWHERE, CannotServe, PagesAt
from shared.web.server import PagesServer

AGAIN_S = 10.0
"""How long a program that goes on without its pages waits before it tries to open them again."""
_BACKLOG = 128


@contextmanager
def serving_pages(
    place: PagesAt, zone: str, *, say: Callable[[str], None], must: bool
) -> Iterator[Listener]:
    """Yield the listener of a node whose pages are served until the block ends.

    ``say`` hears when they are open. Where the port is taken: if they ``must`` be served, raises
    CannotServe; otherwise ``say`` hears of it once and the port is tried again and again.
    """
    catalogues = {code: catalogue(code) for code in LANGUAGES}
    pages = LivePages(LANGUAGES, catalogues, zone, wall_ms)
    thread = _Thread(place, pages, say, must, monotonic_ms)
    thread.start()
    try:
        thread.opened()
        yield pages.hear
    finally:
        thread.stop()


class _Thread:
    """The loop in which the pages are served."""

    def __init__(
        self,
        place: PagesAt,
        pages: LivePages,
        say: Callable[[str], None],
        must: bool,
        monotonic: Clock,
    ) -> None:
        self._place, self._pages, self._say, self._must = place, pages, say, must
        self._monotonic = monotonic
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._tried = threading.Event()
        self._trouble = ""
        self._thread = threading.Thread(target=self._run, name="pages", daemon=True)

    def start(self) -> None:
        """Begin to serve."""
        self._thread.start()

    def opened(self) -> None:
        """Wait until the port was tried. Raises CannotServe if it must be open and is not."""
        self._tried.wait()
        if self._trouble and self._must:
            raise CannotServe(self._trouble)

    def stop(self) -> None:
        """End all streams and close the port."""
        with suppress(RuntimeError):  # the loop has ended by itself
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        make_room()
        first = self._place.language
        making = asyncio.create_task(self._pages.run())
        catalogues = {code: catalogue(code) for code in LANGUAGES}
        limits = Limits(self._place.visitors)
        server = PagesServer(
            self._pages, limits, catalogues, first=first, monotonic=self._monotonic
        )
        try:
            listening = await self._listen(server)
            if listening is not None:
                self._say(self._place.words)
                await self._stop.wait()
                listening.close()
        finally:
            making.cancel()
            mine = asyncio.all_tasks() - {asyncio.current_task()}
            for task in mine:
                task.cancel()
            await asyncio.gather(*mine, return_exceptions=True)
            await server.shutdown(0)

    async def _listen(self, server: PagesServer) -> asyncio.Server | None:
        """Return the open port, None if the program ended before it was free."""
        host = "0.0.0.0" if self._place.host in EVERYWHERE else self._place.host
        while not self._stop.is_set():
            try:
                listening = await self._loop.create_server(
                    server, host, self._place.port, backlog=_BACKLOG
                )
            except OSError as error:
                trouble = _trouble(self._place.port, error)
                if trouble != self._trouble and not self._must:
                    self._say(trouble)
                self._trouble = trouble
                self._tried.set()
                if self._must:
                    return None
                with suppress(TimeoutError):
                    async with asyncio.timeout(AGAIN_S):
                        await self._stop.wait()
                continue
            self._trouble = ""
            self._tried.set()
            return listening
        return None


def _trouble(port: int, error: OSError) -> str:
    return (
        f"The pages cannot be opened at port {port} ({why(error)}). The hall itself is"
        " not touched. End the program that uses the port, or name another one."
    )
