"""The engine of a node: its replica and its loop, in a thread of their own.

Owns the thread and the port that apps call from theirs. Knows nothing of sockets: the follower
node and the hall node add theirs.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress

from shared.clocks import Clock
from shared.core.entities import MatchKey
from shared.core.events import Draft
from shared.core.sentence import Sentence
from shared.node.commits import Commits
from shared.node.identity import Home
from shared.node.whereabouts import Whereabouts
from shared.node.work import Append, Journal, Reading
from shared.port import Listener, LiveTable, Stopped

TICK_S = 0.1

log = logging.getLogger(__name__)


READY_S = 300.0
"""A node is ready after so long at the latest: what its service manager grants it as well."""


class Engine(Commits):
    """A thread with a loop and a replica. Subclasses add the link to the others."""

    def __init__(self, home: Home, *, wall: Clock, monotonic: Clock) -> None:
        super().__init__(home, wall=wall, monotonic=monotonic)
        self._thread: threading.Thread | None = None
        self._early: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._ready = threading.Event()
        self._tickets = 0
        self.failure = ""
        self.crashed = False

    # The port: called from any thread, returns at once.

    def start(self, listener: Listener) -> None:
        """Start the thread."""
        self._listener = listener
        self._thread = threading.Thread(target=self._run, name="node", daemon=True)
        self._thread.start()

    def wait_ready(self, timeout_s: float = READY_S) -> bool:
        """Wait until the replica is open, or the node has failed."""
        return self._ready.wait(timeout_s)

    def stop(self) -> None:
        """Close link and replica; returns when both are closed."""
        self._call(self._ask_to_stop)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=10)

    def append(self, *drafts: Draft) -> int:
        """Write events, all or none."""
        ticket = self._ticket()
        self._call(lambda: self.put(Append(ticket, drafts)))
        return ticket

    def journal(self, uid: str, *entries: bytes) -> int:
        """Append to the local journal of a match."""
        ticket = self._ticket()
        self._call(lambda: self.put(Journal(ticket, uid, entries)))
        return ticket

    def journal_reading(self, uid: str, reading: bytes) -> None:
        """Keep the running reading of a match."""
        self._call(lambda: self.put(Reading(uid, reading)))

    def load_journal(self, uid: str) -> None:
        """Ask for JournalLoaded."""
        self._call(lambda: self._load_journal(uid))

    def ask_story(self, match: MatchKey) -> None:
        """Ask for StoryTold."""
        self._call(lambda: self._tell_story(match))

    def live(self, live: LiveTable) -> None:
        """Tell what this table's clock reads."""
        self._call(lambda: self.on_live(live))

    def first_ticket_after(self, other: Engine) -> None:
        """Count tickets on from another node's: an app that changes nodes keeps them apart."""
        with other._lock:
            self._tickets = other._tickets

    def _ticket(self) -> int:
        with self._lock:
            self._tickets += 1
            return self._tickets

    def _call(self, work: Callable[[], None]) -> None:
        """Run ``work`` in the node's thread; before the loop runs it waits its turn."""
        with self._lock:
            if self._loop is None:
                self._early.append(work)
                return
            loop = self._loop
        with suppress(RuntimeError):  # the loop is closed: the node has stopped
            loop.call_soon_threadsafe(work)

    # The thread.

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._main())
        except Exception as error:
            from shared.store.errors import StoreError

            if isinstance(error, StoreError):
                self._fail(str(error))
            else:
                log.exception("the node stopped")
                self.crashed = True
                self._fail(
                    Sentence(
                        "This node's engine stopped: {error}. Everything that was shown as held"
                        " here is on the disk. Start the program again.",
                        error=error,
                    )
                )
        finally:
            self._ready.set()

    def _fail(self, sentence: str) -> None:
        self.failure = sentence
        self.tell(Stopped(sentence))

    def open_replica(self) -> None:
        """Open the file, and find out what is still to be handed in."""
        from shared.node.vault import Vault
        from shared.store.replica import Replica

        self.replica = Replica(
            self.home.path / "hall.db",
            self.home.root_key,
            new_store_id=self.home.new_store_id,
            node=self.node_id,
        )
        self.where = Whereabouts(self.replica, (self.node_id, *self.home.also))
        folder = self.home.path if self.home.keeps_private else None
        self._vault = Vault(folder, self.replica, self.home.keys)

    async def _main(self) -> None:
        """Open, work until told to stop, close."""
        loop = asyncio.get_running_loop()
        self._stopping = asyncio.Event()
        self.open_replica()
        try:
            self.open_link()
            with self._lock:
                self._loop = loop
                early, self._early = self._early, []
            for work in early:
                work()
            self._tell_state()
            self._ready.set()
            await self.look_around()
            while not self._stopping.is_set():
                self.tick()
                try:
                    await asyncio.wait_for(self._stopping.wait(), TICK_S)
                except TimeoutError:
                    continue
            self.flush(everything=True)
            if self._lost is not None:
                raise self._lost
        finally:
            await self.look_away()
            self.close_link()
            self._vault.close()
            self.replica.close()

    # For subclasses: the link.

    def open_link(self) -> None:
        """Open sockets; the replica is open."""

    def close_link(self) -> None:
        """Close sockets."""

    async def look_around(self) -> None:
        """Begin to use what the network offers beyond the link."""

    async def look_away(self) -> None:
        """End that, before the link is closed."""

    def tick(self) -> None:
        """Called every TICK_S."""

    def on_live(self, live: LiveTable) -> None:
        """The app tells what its clock reads."""
