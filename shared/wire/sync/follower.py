"""The follower: it keeps a node's log level with the hall's, and sends the hall what it lacks.

Three rules. The log is the only outbox: what the hall has not acknowledged is sent again. The feed
is only a hint: what it misses is pulled from the hall's log by position. A node calls itself live
only after it has compared its log with the hall's.
"""

from collections.abc import Sequence

import msgspec

from shared.core.events import Event, Role
from shared.wire.limits import MAX_BATCH_EVENTS, MAX_STRETCH_EVENTS
from shared.wire.messages import (
    PROTOCOL,
    Ack,
    Compared,
    Events,
    Fetch,
    Fetched,
    FromHall,
    Heartbeat,
    Hello,
    OnFeed,
    Ping,
    Pong,
    Pull,
    Refused,
    Welcome,
    signed,
)
from shared.wire.sync.comparison import Comparison
from shared.wire.sync.effects import (
    Copies,
    FollowerEffect,
    HallHas,
    LinkIs,
    LinkPhase,
    Offset,
    Send,
    TakeIn,
)
from shared.wire.sync.log import Log
from shared.wire.sync.outbox import RESEND_MAX_MS, RESEND_MS, Outbox
from shared.wire.sync.pace import Pace
from shared.wire.sync.repair import Repair

PING_MS = 500
"""Between two pings."""
TABLE_PING_MS = 1_000
"""Between two pings of a table that hears the hall's heartbeats: a hall may have a thousand."""
BEATS_MS = 1_200
"""After this time without a heartbeat, two missed ones, a table pings as often as the others."""
SILENCE_MS = 1_700
"""After this silence of the hall, the link is offline: a dead hall is known within 2 s."""
DEAF_MS = 300
"""The most time between two ticks. If more passes, this node did not listen for the rest."""
HELLO_MS = 200
HELLO_MAX_MS = 1_000
"""A hall that does not answer is greeted again after HELLO_MS, doubling to HELLO_MAX_MS."""
FEED_MS = 250
"""So long a live node waits for what the feed must bring before it asks. Answers overtake the feed
of a busy hall, and a thousand tables that asked at once would keep it busy."""
READ_AHEAD = 2 * MAX_STRETCH_EVENTS
"""Events that may wait for the disk while the next stretch is asked for."""
REFUSED_RETRY_MS = 3_000
"""A refused node asks again: the referee may have admitted it."""


class Follower:
    """One node's side of the link to one hall. ``now`` is monotonic milliseconds throughout."""

    def __init__(self, log: Log, *, root: str, instance: str, role: Role) -> None:
        self._log = log
        self._root = root
        self._instance = instance
        self._role = role
        self.phase: LinkPhase = "offline"
        self._heard = 0
        self._ticked = 0
        self._hello_at = 0
        self._hello_wait = HELLO_MS
        self._pinged = -TABLE_PING_MS
        self._beat = -BEATS_MS
        self._ahead_ms: int | None = None
        self._store = ""
        self.hall_end = 0
        self._comparison = Comparison(log)
        self._read_to: int | None = None
        self._queued = 0
        self._feed_until: int | None = None
        self._pull_at: int | None = None
        self._pull_wait = RESEND_MS
        self._pace = Pace()
        self._repair = Repair(log)
        self._outbox = Outbox(log, self._repair)
        self._fetch: Fetch | None = None
        self._fetch_at: int | None = None
        self._fetch_wait = RESEND_MS
        self._fetched: Fetched | None = None
        self._rewinding = False

    def tick(self, now: int, wall: int) -> list[FollowerEffect]:
        """Greet, ping, and send again what was not answered.

        Time in which this node was busy does not count as silence: the hall's words lie unread.
        """
        deaf, self._ticked = max(0, now - self._ticked - DEAF_MS), now
        self._heard = min(now, self._heard + deaf)
        self._beat += deaf
        if self.phase in ("offline", "refused"):
            return self._greet(now)
        beats = self._role == "terminal" and now - self._beat <= BEATS_MS
        ping_ms = TABLE_PING_MS if beats else PING_MS
        if now - self._heard > SILENCE_MS + ping_ms - PING_MS:
            self._fall_silent()
            return [LinkIs("offline"), *self._greet(now)]
        effects = [] if self._comparison.done else self._greet(now)
        if now - self._pinged >= ping_ms:
            self._pinged = now
            upto = self._log.cursor(self._store)
            effects.append(Send(Ping(wall, self._store, upto, self._ahead_ms)))
        if self._pull_at is not None and now >= self._pull_at:
            self._pull_wait = min(self._pull_wait * 2, RESEND_MAX_MS)
            effects += self._pull(now)
        if self._feed_until is not None and now >= self._feed_until:
            effects += self._pull(now)
        if self._fetch_at is not None and now >= self._fetch_at:
            self._fetch_wait = min(self._fetch_wait * 2, RESEND_MAX_MS)
            effects += self._ask(now)
        return [*effects, *self._outbox.again(now), *self.poke(now)]

    def connected(self, now: int) -> list[FollowerEffect]:
        """Greet at once over a new connection: the hall may have started again."""
        self._hello_at, self._hello_wait = 0, HELLO_MS
        self._comparison.forget()
        return self._greet(now)

    def poke(self, now: int) -> list[FollowerEffect]:
        """Send a batch that the hall lacks, if none is in flight."""
        if self.phase not in ("catching_up", "live"):
            return []
        return list[FollowerEffect](self._outbox.next(now))

    def receive(self, message: FromHall | OnFeed, now: int, wall: int = 0) -> list[FollowerEffect]:
        """Return the effects of a message from the hall, by the sync socket or the feed."""
        match message:
            case Welcome():
                return self._welcome(message, now)
            case Compared():
                return self._compared(message, now)
            case Refused():
                self._heard = now
                self._fall_silent()
                self.phase = "refused"
                self._hello_at = now + REFUSED_RETRY_MS
                return [LinkIs("refused", sentence=message.sentence)]
            case _ if self.phase not in ("catching_up", "live"):
                return []
            case Ack():
                return self._acked(message, now)
            case Events():
                return self._events(message, now)
            case Fetched():
                return self._fetched_part(message, now)
            # Only an answer shows that the hall still knows this link. The feed does not.
            case Pong():
                self._heard = now
                there = (message.received + message.replied) // 2
                here = (message.sent + wall) // 2
                uncertainty = max(0, (wall - message.sent) - (message.replied - message.received))
                self._ahead_ms = here - there
                return [
                    Offset(here - there, uncertainty // 2 + 1),
                    *self._hall_is_at(message.store, message.end, now),
                ]
            case Heartbeat():
                self._beat = now
                kept: list[FollowerEffect] = [Copies((message.end, *message.kept), message.full)]
                known = kept if message.store == self._store else []
                return [*known, *self._hall_is_at(message.store, message.end, now)]
            case _:
                return []

    def _greet(self, now: int) -> list[FollowerEffect]:
        if now < self._hello_at:
            return []
        self._hello_at = now + self._hello_wait
        self._hello_wait = min(self._hello_wait * 2, HELLO_MAX_MS)
        store = self._log.store_id
        return [Send(Hello(PROTOCOL, self._root, store, self._instance, self._role))]

    def _fall_silent(self) -> None:
        self.phase = "offline"
        self._hello_at = 0
        self._hello_wait = HELLO_MS
        self._outbox.fall_silent()
        if self._pull_at is not None or self._fetch_at is not None:
            self._pace.lost()
        self._pull_at = self._feed_until = None
        self._queued = 0
        self._fetch = None
        self._fetch_at = None
        self._fetched = None
        self._comparison.forget()
        self._rewinding = False

    def _welcome(self, message: Welcome, now: int) -> list[FollowerEffect]:
        """Ask for the logs of the groups in which the hall differs, if there are any."""
        self._heard = now
        self._hello_wait = HELLO_MS
        question = self._comparison.begin(message, now, now + RESEND_MAX_MS)
        if question is None:
            return []
        self._hello_at = now + RESEND_MAX_MS
        if question.groups:
            return [Send(question)]
        return self._compared(Compared(message.store, message.end, (), ()), now)

    def _compared(self, message: Compared, now: int) -> list[FollowerEffect]:
        known = self._comparison.end(message)
        if known is None:
            return []
        welcome, held = known
        self._heard = now
        self._store, self.hall_end = message.store, message.end
        self._queued = 0
        self._outbox.welcomed(dict(held))
        self._repair.compared(message.lines)
        self._fetch, self._fetch_at, self._fetched = None, None, None
        self._pull_wait = RESEND_MS
        self.phase = "catching_up"
        effects: list[FollowerEffect] = [HallHas(held, complete=True, end=message.end)]
        cursor = self._log.cursor(self._store)
        restored = cursor > welcome.end
        by_author = self._repair.quicker_than(welcome.end - (0 if restored else cursor))
        self._read_to = welcome.end if by_author else None
        if by_author and (behind := sum(self._repair.lacking())):
            effects.append(LinkIs("catching_up", behind))
        next_steps = self._rewind() if restored else self._settle(now)
        return [*effects, *next_steps, *self.poke(now)]

    def _rewind(self) -> list[FollowerEffect]:
        """Read the hall's log again from its beginning.

        A hall that was restored from an old disk uses positions again that were read before.
        """
        self._rewinding = True
        return [LinkIs("catching_up", self.hall_end), TakeIn((), self._store, 0)]

    def _acked(self, message: Ack, now: int) -> list[FollowerEffect]:
        self._heard = now
        durable = self._outbox.acked(message, now)
        if durable is None:
            return []
        return [HallHas(durable, end=message.end), *self.poke(now)]

    def _events(self, message: Events, now: int) -> list[FollowerEffect]:
        if message.store != self._store or self._rewinding:
            return []
        reached = self._reached
        self.hall_end = max(self.hall_end, message.end)
        if self._fetch is not None:
            # What is fetched fills a gap. An event beyond the gap is read once it is filled: the
            # log might have no room for it yet, and its position would be passed.
            return []
        if message.after > reached:
            return self._settle(now, missed=True)
        if message.upto <= reached:
            return []
        if self._pull_at is not None and message.asked:
            self._heard = now
            self._pace.answered(now)
        self._pull_at = self._feed_until = None
        self._pull_wait = self._pace.patience
        self._queued = message.upto
        taken = TakeIn(tuple(signed(message.events)), message.store, message.upto, message.after)
        waiting = message.upto - self._log.cursor(self._store)
        if self.phase == "catching_up" and message.more and waiting <= READ_AHEAD:
            return [taken, *self._pull(now)]
        return [taken]

    @property
    def _reached(self) -> int:
        """How far the hall's log is here or waits to be committed."""
        return max(self._log.cursor(self._store), self._queued)

    def _fetched_part(self, message: Fetched, now: int) -> list[FollowerEffect]:
        asked = self._fetch
        if asked is None or self._fetched is not None:
            return []
        if (message.node, message.inc, message.after) != (asked.node, asked.inc, asked.after):
            return []
        self._fetch_at = None
        self._heard = now
        self._pace.answered(now)
        self._fetch_wait = self._pace.patience
        self._fetched = message
        return [TakeIn(tuple(signed(message.events)), self._store, None)]

    def took(
        self, take: TakeIn, new: Sequence[Event], known: Sequence[Event], now: int
    ) -> list[FollowerEffect]:
        """Return what to do next after the driver has stored what the hall sent.

        ``new`` are the sound events of ``take`` that were not here before, ``known`` the others.
        """
        self._outbox.note(new)
        if take.upto is not None:
            # The hall holds these numbers, but perhaps not the twins that are here.
            for place in {(e.node, e.inc) for e in new}.intersection(self._log.forked):
                self._repair.owe(place)
        echoed = self._outbox.note(known)
        if self._rewinding:
            self._rewinding = self._log.cursor(self._store) > 0
        if take.upto is not None and self._log.cursor(self._store) < take.upto:
            self._queued = 0  # an earlier stretch could not be stored
        if self.phase not in ("catching_up", "live"):
            return []
        if take.upto is None and self._fetched is not None and self._fetch is not None:
            done, self._fetched = self._fetched, None
            self._fetch = (
                msgspec.structs.replace(self._fetch, after=done.upto) if done.more else None
            )
            effects = self._ask(now) if done.more else []
        else:
            effects = []
        if echoed:
            effects.insert(0, HallHas(echoed, end=self.hall_end))
        return [*effects, *self._settle(now)]

    def could_not_take(self, take: TakeIn, now: int) -> None:
        """Ask again later: the driver could not store what the hall sent (a full disk)."""
        if take.upto is None:
            self._fetched = None
            self._fetch_wait = RESEND_MAX_MS
            self._fetch_at = None if self._fetch is None else now + RESEND_MAX_MS
            return
        self._queued = 0
        if self._rewinding:
            self._fall_silent()
            self._hello_at = now + RESEND_MAX_MS
            return
        self._pull_wait = RESEND_MAX_MS
        self._pull_at = now + self._pull_wait

    def _hall_is_at(self, store: str, end: int, now: int) -> list[FollowerEffect]:
        if store != self._store:
            self._fall_silent()
            return [LinkIs("offline")]
        self.hall_end = max(self.hall_end, end)
        return self._settle(now)

    def _settle(self, now: int, *, missed: bool = False) -> list[FollowerEffect]:
        """Go live when nothing is missing. Else pull: at once, unless the feed may still bring it.

        ``missed``: the feed has gone on without it.
        """
        if self._rewinding:
            return []
        cursor = self._log.cursor(self._store)
        behind = self.hall_end - cursor
        if behind <= 0 or self._read_to is not None:
            self._pull_at = self._feed_until = None
            if self._fetch is None:
                self._fetch = self._repair.next(self._store)
                if self._fetch is not None:
                    self.phase = "catching_up"
                    return [*self._ask(now), *self.poke(now)]
            if self._fetch is not None:
                return []
            if self._read_to is not None:
                self._queued, self._read_to = self._read_to, None
                return [TakeIn((), self._store, self._queued, cursor)]
            if self.phase == "live":
                return []
            self.phase = "live"
            return [LinkIs("live")]
        effects: list[FollowerEffect] = []
        if self._pull_at is None and self._fetch is None and self._reached < self.hall_end:
            if missed or self.phase == "catching_up" or behind > MAX_BATCH_EVENTS:
                effects += self._pull(now)
            elif self._feed_until is None:
                self._feed_until = now + FEED_MS
        if self.phase == "catching_up" or behind > MAX_BATCH_EVENTS:
            self.phase = "catching_up"
            effects.append(LinkIs("catching_up", behind))
        return effects

    def _ask(self, now: int) -> list[FollowerEffect]:
        assert self._fetch is not None
        self._fetch_at = now + self._fetch_wait
        self._pace.asks((self._fetch.node, self._fetch.inc, self._fetch.after), now)
        self._fetch = msgspec.structs.replace(self._fetch, room=self._pace.room)
        return [Send(self._fetch)]

    def _pull(self, now: int) -> list[FollowerEffect]:
        self._pull_at, self._feed_until = now + self._pull_wait, None
        self._pace.asks(self._reached, now)
        return [Send(Pull(self._store, self._reached, self._pace.room))]
