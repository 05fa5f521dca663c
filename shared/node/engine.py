"""The engine of a node: its replica, its commits and its link, in a thread of their own.

Apps call its port from their threads. Sockets belong to the link.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from shared.core.events import Draft
from shared.core.events.entities import MatchKey
from shared.core.state import HallState
from shared.core.text.sentence import Sentence
from shared.machine.clocks import Clock
from shared.node.commits import Commits
from shared.node.home import Home
from shared.node.view import NodeLink
from shared.node.whereabouts import Whereabouts
from shared.node.work import Append, Journal, Work, WorkDone
from shared.port import (
    HallChanged,
    JournalLoaded,
    Listener,
    LiveTable,
    NotSaved,
    Saved,
    Stopped,
    StoryTold,
    Told,
)
from shared.store.errors import InUse, StoreError, damaged

if TYPE_CHECKING:
    from shared.wire.sync.log import Stored

TICK_S = 0.1
DRAWING_S = 0.01
"""How long a call waits, so that a screen draws its answer first: the threads share Python's lock.
All calls of that time are one commit."""
CHECKED_A_TICK = 200
"""Entries of the shelf that are checked in one tick: about 2 ms."""
TELL_EVERY_MS = 30
"""The shortest time between two states for the screen, so that a burst is one redraw."""
READY_S = 300.0
"""The longest time until a node is ready. Its service manager waits as long."""

L_co = TypeVar("L_co", bound=NodeLink, covariant=True)

log = logging.getLogger(__name__)


class Engine(Generic[L_co]):
    """A node with its ``link``. ``wall`` is UTC and ``monotonic`` monotonic milliseconds.

    ``failure`` is why the node ended, "" if it was stopped. ``crashed``: a mistake in the program
    or a full disk ended it, so a new start may succeed. ``in_use``: another program uses its
    replica. Once open it has ``replica``, ``where`` and ``commits``.
    """

    def __init__(self, home: Home, link: L_co, *, wall: Clock, monotonic: Clock) -> None:
        self.home = home
        self.link = link
        self.wall = wall
        self.now = monotonic
        self.failure = ""
        self.crashed = False
        self.in_use = False
        self._listener: Listener = lambda told: None
        self._thread = threading.Thread(target=self._run, name="node", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._asked: deque[Callable[[], None]] = deque()
        self._woken = False
        self._ready = threading.Event()
        self._stopping = asyncio.Event()
        self._tickets = itertools.count(1)
        self._tell_due = False
        self._told_at = -TELL_EVERY_MS

    @property
    def node_id(self) -> str:
        """Return this node's id."""
        return self.home.keys.node

    # The port: called from any thread, returns at once.

    def start(self, listener: Listener) -> None:
        """Start the thread, and tell ``listener`` all that the node knows."""
        self._listener = listener
        self._thread.start()

    def wait_ready(self, timeout_s: float = READY_S) -> bool:
        """Wait until the replica is open, or the node has failed."""
        return self._ready.wait(timeout_s)

    def stop(self) -> None:
        """Close link and replica; return when both are closed."""
        self.call(self._stopping.set)
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=10)

    def append(self, *drafts: Draft) -> int:
        """Write events, all or none; return the ticket that Saved or NotSaved brings back."""
        ticket = next(self._tickets)
        self.call(lambda: self.put(Append(ticket, drafts)))
        return ticket

    def journal(self, uid: str, *entries: bytes, reading: bytes = b"") -> int:
        """Append to the local journal of a match, keep its reading; return the ticket."""
        ticket = next(self._tickets)
        self.call(lambda: self.put(Journal(ticket, uid, entries, reading)))
        return ticket

    def load_journal(self, uid: str) -> None:
        """Ask for JournalLoaded."""
        self.call(lambda: self._load_journal(uid))

    def ask_story(self, match: MatchKey) -> None:
        """Ask for StoryTold."""
        self.call(lambda: self.tell(StoryTold(match, self.replica.fold.about_match(match))))

    def live(self, live: LiveTable) -> None:
        """Send the reading of this table's clock."""
        self.call(lambda: self.link.on_live(live))

    def tickets_go_on_from(self, other: Engine[NodeLink]) -> None:
        """Continue another node's tickets, so that an app that changes nodes keeps them apart."""
        self._tickets = other._tickets

    def call(self, work: Callable[[], None]) -> None:
        """Run ``work`` in the node's thread: once its loop runs, and a screen has drawn."""
        # No lock: with one, a screen would wait while the node works.
        self._asked.append(work)
        if self._loop is not None and not self._woken:
            self._woken = True
            with suppress(RuntimeError):  # the loop is closed: the node has stopped
                self._loop.call_soon_threadsafe(self._later, DRAWING_S, self._do_asked)

    # The thread.

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._main())
        except StoreError as error:
            self.crashed, self.in_use = error.passes, isinstance(error, InUse)
            self.end(str(error))
        except Exception as error:
            log.exception("the node stopped")
            self.crashed = True
            self.end(
                Sentence(
                    "This node's engine stopped: {error}. Everything that was shown as held"
                    " here is on the disk. Start the program again.",
                    error=error,
                )
            )
        finally:
            self._ready.set()

    async def _main(self) -> None:
        """Open, work until stopped, and close."""
        loop = asyncio.get_running_loop()
        async with AsyncExitStack() as opened:
            self.open(loop, opened)
            loop.set_exception_handler(self._stumbled)
            self.link.open(self, opened)
            self._let_in(loop)
            self._tell_state()
            self._ready.set()
            await self.link.look_around(opened)
            await self._tick_until_stopped()
            self.commits.flush(everything=True)
            if self.commits.trouble is not None:
                raise self.commits.trouble

    def open(self, loop: asyncio.AbstractEventLoop, opened: AsyncExitStack) -> None:
        """Open the replica and make the parts that work on it. Raises CannotOpen."""
        from shared.node.log_pins import LogPins
        from shared.node.vault import Vault
        from shared.store.batch import Author
        from shared.store.replica import Replica

        home = self.home
        file, store_id = home.path / "hall.db", home.new_store_id
        self.replica = Replica(file, home.root_key, new_store_id=store_id, node=self.node_id)
        opened.callback(self.replica.close)
        self.where = Whereabouts(self.replica, (self.node_id, *home.also))
        self.commits = Commits(
            self.replica,
            Author(home.keys.sign, home.instance),
            self.wall,
            loop,
            committed=self.announce,
            not_committed=self._not_committed,
        )
        self._vault = Vault(home.path if home.keeps_private else None, self.replica, home.keys)
        opened.callback(self._vault.close)
        self._pins = LogPins(self, self.replica)
        self._later = loop.call_later

    def _let_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """Do the calls that waited; from now on calls run at once."""
        self._loop = loop
        while self._asked:
            self._asked.popleft()()

    def _do_asked(self) -> None:
        """Schedule all calls since the last wake, so that one commit serves them all."""
        self._woken = False  # first, so that a later call wakes the loop again
        while self._asked:
            asyncio.get_running_loop().call_soon(self._asked.popleft())

    def _stumbled(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle a failed callback: a damaged replica ends the node, other errors are logged."""
        from shared.store.database import sqlite3

        error = context.get("exception")
        if isinstance(error, StoreError):
            self.end(str(error))
        elif type(error) is sqlite3.DatabaseError:
            self.end(damaged(self.replica.path, str(error)))
        else:
            loop.default_exception_handler(context)

    async def _tick_until_stopped(self) -> None:
        while not self._stopping.is_set():
            self.link.tick()
            self._pins.look()
            self.replica.check(CHECKED_A_TICK)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), TICK_S)

    # The node as its parts and its link see it: see NodeView and LinkedNode.

    @property
    def state(self) -> HallState:
        """Return the state of the hall as this node knows it."""
        return self.replica.state

    def put(self, work: Work) -> None:
        """Queue work for the next commit."""
        self.commits.put(work)

    def tell(self, told: Told) -> None:
        """Tell the app. An error there does not stop the node."""
        try:
            self._listener(told)
        except Exception:
            log.exception("the app failed over %s", type(told).__name__)

    def tell_state_soon(self) -> None:
        """Tell the app the state: now, or once what was told last is TELL_EVERY_MS old."""
        if not self._tell_due:
            self._tell_due = True
            wait = max(0, self._told_at + TELL_EVERY_MS - self.now())
            self._later(wait / 1000, self._tell_state)

    def _tell_state(self) -> None:
        self._tell_due = False
        self._told_at = self.now()
        where = self.where
        self.tell(HallChanged(self.state, where.unsent, where.few, where.keepers))
        self._vault.pass_on(self, self.link.shares_private_with)

    def announce(
        self, written: Sequence[Stored], changed: bool, outcomes: Sequence[WorkDone] = ()
    ) -> None:
        """Tell app and link what is on the disk. An error there does not stop the node."""
        for outcome in outcomes:
            self._answer(outcome)
        if changed:
            self.tell_state_soon()
        try:
            self.link.committed(outcomes, written)
        except Exception:
            log.exception("the link failed over a commit")

    def end(self, sentence: str) -> None:
        """End the node; ``sentence`` tells the app why."""
        self.failure = sentence
        self.tell(Stopped(sentence))
        self._stopping.set()

    # The outcomes of work.

    def _answer(self, outcome: WorkDone) -> None:
        match outcome.work:
            case Append(ticket=ticket):
                self.where.wrote(outcome.events)
                self.tell(Saved(ticket, tuple(event.id for event in outcome.events)))
            case Journal(ticket=ticket):
                self.tell(Saved(ticket))
            case _:
                pass

    def _not_committed(self, work: Work, sentence: str) -> None:
        log.error("not saved: %s", sentence)
        if self.commits.trouble is not None:
            self._stopping.set()
        if isinstance(work, Append | Journal):
            self.tell(NotSaved(work.ticket, sentence))
        self.link.not_committed(work, sentence)

    def _load_journal(self, uid: str) -> None:
        self.commits.flush(everything=True)
        entries, reading = self.replica.journal(uid)
        self.tell(JournalLoaded(uid, entries, reading))
