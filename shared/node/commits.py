"""The commits of a node: the queue of work, and one transaction for everything that waits.

Runs in the node's thread, on its loop. Opens nothing and knows nothing of sockets.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from shared.clocks import Clock
from shared.core.entities import MatchKey
from shared.core.state import EMPTY, Device, HallState
from shared.node.cuts import with_cut
from shared.node.identity import Home
from shared.node.refusals import Refusals
from shared.node.whereabouts import Whereabouts
from shared.node.work import Acked, Append, Journal, Outcome, Reading, Work
from shared.port import HallChanged, JournalLoaded, Listener, NotSaved, Saved, StoryTold, Told
from shared.wire.sync.effects import Take, TakeFrom

if TYPE_CHECKING:
    from shared.node.vault import Vault
    from shared.store.batch import Batch
    from shared.store.replica import Replica
    from shared.wire.envelope import Signed
    from shared.wire.sync.log import Stored

TELL_EVERY_S = 0.03
"""State is told to the screen at most so often: a burst of results is one redraw."""
LAZY_S = 1.0
"""Work that nobody waits for (acknowledgements) is committed after so long at the latest."""

log = logging.getLogger(__name__)


class Commits:
    """What a node writes and what it tells of it. The engine adds thread and loop."""

    def __init__(self, home: Home, *, wall: Clock, monotonic: Clock) -> None:
        self.home = home
        self._wall = wall
        self._monotonic = monotonic
        self._listener: Listener = lambda told: None
        self._refusals = Refusals()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._queue: list[Work] = []
        self._lazy: list[Work] = []
        self._flush_due = False
        self._tell_due = False
        self._stopping: asyncio.Event | None = None
        self._lost: Exception | None = None
        self.replica: Replica
        self.where: Whereabouts
        self._vault: Vault

    @property
    def node_id(self) -> str:
        """This node's id."""
        return self.home.keys.node

    def _ask_to_stop(self) -> None:
        if self._stopping is not None:
            self._stopping.set()

    # For subclasses: the link.

    def shares_private_with(self, device: Device) -> bool:
        """Whether this node lets a device that may read private facts read those it cannot yet."""
        return device.role == "hall" or device.node == self.state.hall

    def committed(self, outcomes: Sequence[Outcome], written: Sequence[Stored]) -> None:
        """A commit is on the disk."""

    def not_committed(self, work: Work, sentence: str) -> None:
        """A piece of work could not be stored."""

    # The work.

    def now(self) -> int:
        """Monotonic ms."""
        return self._monotonic()

    def wall(self) -> int:
        """UTC ms."""
        return self._wall()

    def put(self, work: Work) -> None:
        """Queue work for the next commit."""
        if isinstance(work, Reading):
            self._queue = [w for w in self._queue if not _same_reading(w, work)]
        if isinstance(work, Acked):
            if not self._lazy and self._loop is not None:
                self._loop.call_later(LAZY_S, self._flush_lazy)
            self._lazy.append(work)
            self.note_acked(work)
            return
        self._queue.append(work)
        if not self._flush_due and self._loop is not None:
            self._flush_due = True
            self._loop.call_soon(self.flush)

    def _flush_lazy(self) -> None:
        if self._lazy:
            self.flush(everything=True)

    def flush(self, *, everything: bool = False) -> None:
        """Commit what waits, as one transaction; if that fails, piece by piece."""
        self._flush_due = False
        if not self._queue and not (everything and self._lazy):
            return
        queue, self._queue = [*self._lazy, *self._queue], []
        self._lazy = []
        trouble = self._try(queue)
        if trouble and len(queue) == 1:
            self._report_failure(queue[0], trouble)
        elif trouble:
            for work in queue:
                single = self._try([work])
                if single:
                    self._report_failure(work, single)

    def _try(self, queue: Sequence[Work]) -> str:
        """Commit, or take everything back and say why: nobody waits for an answer in vain.

        A replica that cannot be read back ends the node: it would use its numbers again.
        """
        from shared.store.errors import CannotOpen, CannotSave
        from shared.wire.envelope import BadEvent

        if self._lost is not None:
            return str(self._lost)
        before = self.replica.state
        try:
            with self.replica.batch() as batch:
                batch.expect(_come(queue))
                outcomes = [self._do(batch, work) for work in queue]
        except (CannotSave, BadEvent) as error:
            return str(error)
        except CannotOpen as error:
            self._lost = error
            self._ask_to_stop()
            return str(error)
        except Exception:
            log.exception("a commit failed")
            return (
                "The last entry was NOT saved: the program made a mistake, which is in its log."
                " Everything before it is safe. Call the referee; then enter it again."
            )
        self._announce(outcomes, batch.written, changed=self.replica.state is not before)
        return ""

    def _announce(
        self, outcomes: Sequence[Outcome], written: Sequence[Stored], *, changed: bool
    ) -> None:
        """Tell app and link what is on the disk. It is there, whatever they make of it."""
        for outcome in outcomes:
            match outcome.work:
                case Append(ticket=ticket):
                    self.where.wrote(outcome.events)
                    self.tell(Saved(ticket, tuple(event.id for event in outcome.events)))
                case Journal(ticket=ticket):
                    self.tell(Saved(ticket))
                case _:
                    pass
        if changed:
            self.tell_state_soon()
        try:
            self.committed(outcomes, written)
        except Exception:
            log.exception("the link failed over a commit")

    def _do(self, batch: Batch, work: Work) -> Outcome:
        from shared.store.batch import Author
        from shared.wire.envelope import BadEvent

        outcome = Outcome(work, [], [], [])
        match work:
            case Append(drafts=drafts):
                author = Author(self.home.keys.sign, self.home.instance)
                at = self.wall()
                outcome.events = [
                    batch.append(author, with_cut(draft, self.replica), at=at) for draft in drafts
                ]
            case Journal(uid=uid, entries=entries):
                batch.journal(uid, entries)
            case Reading(uid=uid, reading=reading):
                batch.reading(uid, reading)
            case Acked(vector=vector, complete=complete):
                batch.acked(self.node_id, vector, complete=complete)
            case Take(events=events) | TakeFrom(events=events):
                for signed in events:
                    try:
                        event, new = batch.ingest(signed)
                    except BadEvent as error:
                        self._refusals.say(error)
                        outcome.refused.append((signed.id, str(error)))
                    else:
                        (outcome.events if new else outcome.known).append(event)
                if isinstance(work, Take):
                    self._read_on(batch, work)
        return outcome

    def _read_on(self, batch: Batch, take: Take) -> None:
        """Move the cursor, unless something before this stretch is missing."""
        if take.upto is not None and take.after <= self.replica.cursor(take.store):
            batch.cursor(take.store, take.upto)

    def _report_failure(self, work: Work, sentence: str) -> None:
        log.error("not saved: %s", sentence)
        if isinstance(work, Append | Journal):
            self.tell(NotSaved(work.ticket, sentence))
        self.not_committed(work, sentence)

    def note_acked(self, acked: Acked) -> None:
        """What the hall holds is known at once, before it is noted on the disk."""
        if self.where.acked(acked.vector, complete=acked.complete, end=acked.end):
            self.tell_state_soon()

    def _load_journal(self, uid: str) -> None:
        self.flush(everything=True)
        entries, reading = self.replica.journal(uid)
        self.tell(JournalLoaded(uid, entries, reading))

    def _tell_story(self, match: MatchKey) -> None:
        self.tell(StoryTold(match, self.replica.fold.about_match(match)))

    def tell(self, told: Told) -> None:
        """Tell the app. What it makes of it is its own affair."""
        try:
            self._listener(told)
        except Exception:
            log.exception("the app failed over %s", type(told).__name__)

    def tell_state_soon(self) -> None:
        """The screens are told at the next beat."""
        if not self._tell_due and self._loop is not None:
            self._tell_due = True
            self._loop.call_later(TELL_EVERY_S, self._tell_state)

    def _tell_state(self) -> None:
        self._tell_due = False
        self.tell(HallChanged(self.state, self.where.unsent, self.where.few, self.where.keepers))
        self._look_at_private()

    def _look_at_private(self) -> None:
        """Tell what this node's key may read, and hand on what another's may and cannot yet."""
        try:
            told = self._vault.look()
            drafts = self._vault.to_share(self.shares_private_with)
        except Exception:
            log.exception("the private facts could not be looked at")
            return
        if told is not None:
            self.tell(told)
        if drafts:
            self.put(Append(0, tuple(drafts)))

    @property
    def state(self) -> HallState:
        """The state of the hall as this node knows it."""
        return self.replica.state if hasattr(self, "replica") else EMPTY


def _come(queue: Sequence[Work]) -> list[Signed]:
    """What peers have sent of all that waits."""
    return [s for work in queue if isinstance(work, Take | TakeFrom) for s in work.events]


def _same_reading(waiting: Work, new: Reading) -> bool:
    return isinstance(waiting, Reading) and waiting.uid == new.uid
