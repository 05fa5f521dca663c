"""The file through which one node serves many visitors: the node writes it, each visitor reads it.

A visitor's process holds no key, no replica and no socket.
"""

import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from kiosk.web.public import Given, public, read, written
from shared.core.state import EMPTY
from shared.core.text.language import N_
from shared.machine.clocks import Clock
from shared.port import (
    HallChanged,
    Link,
    LinkChanged,
    Listener,
    NotSaved,
    Stopped,
    Told,
)

EVERY_S = 1.0
"""How often the file is written and read."""
STALE_MS = 15_000
"""A file this old has lost its writer: what it shows is no longer live."""
ONLY_READS = N_("This screen is only for reading. Ask at the kiosk in the lobby.")


class SheetWriter:
    """Writes what the node tells. ``hear`` is its listener; ``step`` writes once."""

    def __init__(self, path: Path, node: str, wall: Clock) -> None:
        self.path = path
        self._wall = wall
        self._given = Given(EMPTY, Link("starting", since=wall()), node)
        self._fresh_at: int | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lobby-sheet", daemon=True)

    def hear(self, told: Told) -> None:
        """Keep the newest; called in the node's thread."""
        match told:
            case HallChanged():
                self._given = msgspec.structs.replace(self._given, state=told.state)
            case LinkChanged():
                self._given = msgspec.structs.replace(self._given, link=told.link)
            case Stopped():
                link = Link("refused", since=self._given.link.since, sentence=told.sentence)
                self._given = msgspec.structs.replace(self._given, link=link)
            case _:
                pass

    def step(self) -> None:
        """Write the file; it is whole at every moment."""
        given = self._given
        if given.link.state == "live":
            self._fresh_at = self._wall()
        given = msgspec.structs.replace(given, fresh_at=self._fresh_at)
        data = written(msgspec.structs.replace(given, state=public(given.state)))
        fresh = self.path.with_name(self.path.name + ".new")
        fresh.write_bytes(data)
        fresh.replace(self.path)

    def start(self) -> None:
        self.step()
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(EVERY_S):
            # A full disk shows visitors an old page with its age: the next second tries again.
            with suppress(OSError):
                self.step()


class SheetPort:
    """A ``NodePort`` that only reads a sheet: it refuses to write, and does nothing else."""

    def __init__(self, path: Path, wall: Clock) -> None:
        self.path = path
        self.node_id = ""
        self._wall = wall
        self._seen = 0
        self._told: Given | None = None
        self._link: Link | None = None
        self._listener: Listener | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lobby-reader", daemon=True)

    def start(self, listener: Listener) -> None:
        self._listener = listener
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def look(self) -> None:
        """Tell what is new in the file, and whether its writer still writes."""
        try:
            stat = self.path.stat()
            if stat.st_mtime_ns != self._seen:
                given = read(self.path.read_bytes())
                self._seen, self.node_id = stat.st_mtime_ns, given.node
                if self._told is None or given.state != self._told.state:
                    self._tell(HallChanged(given.state, frozenset()))
                self._told = given
        except (OSError, ValueError):
            pass
        if self._told is None:
            return
        written_at = self._seen // 1_000_000
        stale = self._wall() - written_at > STALE_MS
        link = Link("offline", since=written_at) if stale else self._told.link
        if link == self._link:
            return
        fresh_at = self._told.fresh_at
        if self._link is None and link.state != "live" and fresh_at is not None:
            # Who comes while the hall is away is told how old the pages are.
            self._tell(LinkChanged(Link("live", since=fresh_at)))
            self._tell(LinkChanged(msgspec.structs.replace(link, since=fresh_at)))
        else:
            self._tell(LinkChanged(link))
        self._link = link

    def _refuse(self, *asked: Any, **named: Any) -> int:
        """Say that nothing is written here."""
        self._tell(NotSaved(0, ONLY_READS))
        return 0

    def _ignore(self, *asked: Any, **named: Any) -> None:
        """Do nothing: there is no journal, no story for the lobby, and no hall that listens."""

    append = journal = _refuse
    load_journal = ask_story = live = _ignore

    def _tell(self, told: Told) -> None:
        if self._listener is not None:
            self._listener(told)

    def _run(self) -> None:
        self.look()
        while not self._stop.wait(EVERY_S):
            self.look()
