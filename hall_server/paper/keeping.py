"""Keeps a printed file up to date: it is written again after every change on it.

It works in a thread of its own, so that no screen or node waits for the drawing.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from hall_server.paper.catalogue import Order, document
from hall_server.paper.sheet import CannotPrint, Document, PaperName
from shared.core.state import HallState
from shared.machine.clocks import Clock, wall_ms
from shared.machine.languages import catalogue
from shared.machine.saving import CannotWrite, save
from shared.port import HallChanged, Listener, NodePort, Told
from shared.port.wrap import PortWrap

RETRY_S = 5.0
"""The longest wait before the next try, after a file could not be written."""

Make = Callable[[HallState, int], Document]
"""Makes the document of a state at a time (UTC ms). Raises CannotPrint."""

PAUSE_S = 5.0
"""The pause after a file was written: a small machine cannot draw each result of a round."""

Render = Callable[[Document], bytes]


class PaperKeeper:
    """Writes ``path`` whenever a change would show on it. ``said`` hears what happened."""

    def __init__(
        self,
        path: Path,
        make: Make,
        render: Render,
        *,
        wall: Clock,
        said: Callable[[str], None],
        pause_s: float = PAUSE_S,
    ) -> None:
        self._path, self._make, self._render = path, make, render
        self._wall, self._said, self._pause_s = wall, said, pause_s
        self._news = threading.Condition()
        self._state: HallState | None = None
        self._heard: HallState | None = None
        self._stopping = False
        self._written: Document | None = None
        self._trouble = ""
        self._thread = threading.Thread(target=self._work, name="paper", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Write what is left to write, and end."""
        with self._news:
            self._stopping = True
            self._news.notify()
        self._thread.join()

    def told(self, told: Told) -> None:
        """Hear what a node tells; return at once."""
        if isinstance(told, HallChanged):
            with self._news:
                self._state = self._heard = told.state
                self._news.notify()

    def make_by(self, make: Make) -> None:
        """Make the document in another way from now on, in another language say."""
        with self._news:
            self._make, self._state = make, self._heard
            self._news.notify()

    def _work(self) -> None:
        owed: HallState | None = None
        while True:
            with self._news:
                self._news.wait_for(
                    lambda: self._state is not None or self._stopping,
                    timeout=RETRY_S if owed is not None else None,
                )
                state, self._state = self._state or owed, None
                stopping = self._stopping
            before = self._written
            if state is not None:
                owed = None if self._write(state) else state
            if stopping:
                return
            if self._written is not before:
                with self._news:
                    self._news.wait_for(lambda: self._stopping, timeout=self._pause_s)

    def _write(self, state: HallState) -> bool:
        """Write the file if something on it is new; return False to try again."""
        try:
            new = self._make(state, self._wall())
            if self._written is not None and replace(new, made=self._written.made) == self._written:
                return True
            save(self._path, self._render(new))
        except (CannotPrint, CannotWrite) as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                self._said(self._trouble)
            return isinstance(error, CannotPrint)
        self._written, self._trouble = new, ""
        self._said(f"{self._path} is up to date.")
        return True


@contextmanager
def keeping(
    path: Path, make: Make, paper: PaperName, *, said: Callable[[str], None]
) -> Iterator[PaperKeeper]:
    """Yield a running keeper. At the end of the block it has written everything that it heard."""
    keeper = PaperKeeper(
        path, make, lambda wanted: render_pdf(wanted, paper), wall=wall_ms, said=said
    )
    keeper.start()
    try:
        yield keeper
    finally:
        keeper.stop()


def render_pdf(wanted: Document, paper: PaperName) -> bytes:
    """Return the PDF of a document. Only this loads the fonts and the PDF library."""
    from hall_server.paper.drawing import render

    return render(wanted, paper)


def kits_in(language: str) -> Make:
    """Return what makes the paper kit of all divisions in a language."""
    words = catalogue(language)
    return lambda state, made_ms: document("kit", Order(state, made_ms, catalogue=words))


class Overheard(PortWrap[NodePort]):
    """A node port whose news ``hears`` gets too, before the app."""

    def __init__(self, node: NodePort, hears: Listener) -> None:
        super().__init__(node)
        self._hears = hears

    def start(self, listener: Listener) -> None:
        def both(told: Told) -> None:
            self._hears(told)
            listener(told)

        super().start(both)
