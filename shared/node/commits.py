"""The commits of a node: a queue of work, and one transaction for all of it.

It runs in the node's thread, on its loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from shared.core.text.fields import noted
from shared.machine.clocks import Clock
from shared.node.terms import with_cut
from shared.node.work import Acked, Append, Journal, Work, WorkDone
from shared.store.errors import CannotOpen, CannotSave
from shared.wire.envelope import BadEvent
from shared.wire.sync.effects import TakeFrom, TakeIn

if TYPE_CHECKING:
    from shared.store.batch import Author, Batch
    from shared.store.replica import Replica
    from shared.wire.envelope import Signed
    from shared.wire.sync.log import Stored

LAZY_S = 1.0
"""How long acknowledgements may wait for a commit. Nothing else waits for them."""

MOST_LINES = 50
"""Lines in the log about refused events, since the start of the node."""

log = logging.getLogger(__name__)


class Refusals:
    """Logs why events were refused, up to a limit: an attacker may send millions of them."""

    def __init__(self) -> None:
        self._lines = 0

    def say(self, why: object) -> None:
        """Log why an event was refused."""
        self._lines += 1
        if self._lines <= MOST_LINES:
            log.warning("refused an event: %s", why)
        elif self._lines == MOST_LINES + 1:
            log.warning("more events are refused; they are no longer listed")


class Commits:
    """Writes into ``replica`` as ``author``, at the time of ``wall`` (UTC ms).

    ``committed`` is told the new events, whether the state changed, and the outcome of each piece
    of work. ``not_committed`` is told a piece of work that failed, and why. ``trouble`` is why
    nothing can be committed any more: with a wrong memory a node would use its numbers again.
    """

    def __init__(
        self,
        replica: Replica,
        author: Author,
        wall: Clock,
        loop: asyncio.AbstractEventLoop,
        *,
        committed: Callable[[Sequence[Stored], bool, Sequence[WorkDone]], None],
        not_committed: Callable[[Work, str], None],
    ) -> None:
        self._replica = replica
        self._author = author
        self._wall = wall
        self._loop = loop
        self._committed = committed
        self._not_committed = not_committed
        self._refusals = Refusals()
        self._queue: list[Work] = []
        self._lazy: list[Work] = []
        self._due = False
        self.trouble: CannotOpen | None = None

    def put(self, work: Work) -> None:
        """Queue work for the next commit."""
        if isinstance(work, Acked):
            if not self._lazy:
                self._loop.call_later(LAZY_S, self._flush_lazy)
            self._lazy.append(work)
            return
        self._queue.append(work)
        if not self._due:
            self._due = True
            self._loop.call_soon(self.flush)

    def _flush_lazy(self) -> None:
        if self._lazy:
            self.flush(everything=True)

    def flush(self, *, everything: bool = False) -> None:
        """Commit all work in one transaction. If that fails, commit it piece by piece."""
        self._due = False
        if not self._queue and not (everything and self._lazy):
            return
        queue, self._queue, self._lazy = [*self._lazy, *self._queue], [], []
        trouble = self._try(queue)
        if trouble and len(queue) == 1:
            self._not_committed(queue[0], trouble)
        elif trouble:
            for work in queue:
                single = self._try([work])
                if single:
                    self._not_committed(work, single)

    def _try(self, queue: Sequence[Work]) -> str:
        """Commit and return "", or take everything back and return why."""
        if self.trouble is not None:
            return str(self.trouble)
        before = self._replica.state
        try:
            with self._replica.batch() as batch:
                batch.expect(_come(queue))
                outcomes = [self._do(batch, work) for work in queue]
        except (CannotSave, BadEvent) as error:
            return str(error)
        except CannotOpen as error:
            self.trouble = error
            return str(error)
        except Exception:
            log.exception("a commit failed")
            return (
                "The last entry was NOT saved because of a mistake in the program; its log has the"
                " details. Everything before it is safe. Call the referee. Then enter it again."
            )
        self._committed(batch.written, self._replica.state is not before, outcomes)
        return ""

    def _do(self, batch: Batch, work: Work) -> WorkDone:
        """Write a piece of work and return its outcome."""
        outcome = WorkDone(work)
        match work:
            case Append(drafts=drafts):
                replica, at = self._replica, self._wall()
                outcome.events = [
                    batch.append(self._author, with_cut(draft, replica), at=at) for draft in drafts
                ]
            case Journal(uid=uid, entries=entries, reading=reading):
                batch.journal(uid, entries, reading)
            case Acked(vector=vector, complete=complete):
                batch.acked(self._author.node, vector, complete=complete)
            case TakeIn() | TakeFrom():
                self._ingest(batch, work, outcome)
        return outcome

    def _ingest(self, batch: Batch, work: TakeIn | TakeFrom, outcome: WorkDone) -> None:
        """Store events, and move the cursor unless an earlier stretch is missing."""
        for signed in work.events:
            try:
                event, new = batch.ingest(signed)
            except BadEvent as error:
                self._refusals.say(error)
                outcome.refused.append((signed.id, noted(str(error))))
            else:
                (outcome.events if new else outcome.known).append(event)
        if isinstance(work, TakeFrom) or work.upto is None:
            return
        if work.after <= self._replica.cursor(work.store):
            batch.cursor(work.store, work.upto)


def _come(queue: Sequence[Work]) -> list[Signed]:
    """Return the events from peers in the queue."""
    return [s for work in queue if isinstance(work, TakeIn | TakeFrom) for s in work.events]
