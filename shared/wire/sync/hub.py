"""The hub: the hall's answers to its nodes.

It judges each message by the key of its sender at that moment, not by its routing or by the
handshake. It acknowledges only what is durable.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from shared.core.events import LogKey, Role
from shared.core.state import Device, HallState
from shared.wire.limits import MAX_BATCH_BYTES, MAX_BATCH_EVENTS, MAX_STRETCH_EVENTS
from shared.wire.messages import (
    PROTOCOL,
    TOPIC_ASKING,
    TOPIC_EVENTS,
    TOPIC_HEARTBEAT,
    TOPIC_READINGS,
    Ack,
    Beyond,
    Compare,
    Compared,
    Doubles,
    DoubleUse,
    Events,
    Fetch,
    Fetched,
    Heartbeat,
    Hello,
    Live,
    OnFeed,
    Ping,
    Pong,
    Pull,
    Push,
    Reading,
    Readings,
    Refused,
    Seen,
    ToHall,
    Venues,
    Welcome,
    entries,
    signed,
)
from shared.wire.sync.comparison import Groups
from shared.wire.sync.effects import HubEffect, Publish, Reply, TakeFrom
from shared.wire.sync.log import Log, Stored
from shared.wire.sync.quota import PAUSE_MS, Quota
from shared.wire.sync.sessions import Caller, Sessions

T = TypeVar("T")

HEARTBEAT_MS = 500
SEEN_MS = 2_000
"""Between two messages that say when each device was heard."""
LASTING: frozenset[Role] = frozenset({"hall", "standby", "referee", "kiosk"})
"""The roles whose disks count as copies. Tables do not: they are switched off and carried away."""

NOT_ADMITTED = Refused(
    "not_admitted",
    "This device is not admitted to the tournament."
    " Ask the referee for an invite file for this device.",
)
KEY_TAKEN = Refused(
    "key_taken",
    "Another device of this tournament already has this device's key: a disk or an invite was"
    " copied. What this device holds stays on it. Ask the referee for a new invite.",
)
REVOKED = Refused(
    "revoked",
    "The referee has withdrawn this device's key. What it holds stays on it."
    " Ask the referee for a new invite.",
)
OTHER_TOURNAMENT = Refused(
    "other_tournament",
    "This device belongs to another tournament. Give it an invite for this one.",
)
OTHER_VERSION = Refused(
    "protocol",
    "This device runs another version of the playing hall than the hall does. Nothing is lost."
    " Install the same version on both.",
)


class Hub:
    """The hall's side of all links. ``now`` is monotonic milliseconds, ``wall`` UTC ms."""

    def __init__(self, log: Log, *, root: str) -> None:
        self._log = log
        self._root = root
        self._sessions = Sessions()
        self._quota = Quota()
        self.beyond: tuple[bytes, ...] = ()
        """The devices that send more than the hall takes, by the last heartbeat."""
        self.doubles: tuple[DoubleUse, ...] = ()
        """The keys that two devices use, by the last heartbeat."""
        self._lives: dict[str, tuple[Live, int]] = {}
        self._heartbeat_at = 0
        self._seen_at = 0
        self._kept: dict[str, int] = {}
        self._groups = Groups(log)
        self.full = False
        """The driver sets this while its disk is full."""

    def tick(self, now: int) -> list[HubEffect]:
        """Return the messages for the feed that are due, with the heartbeat."""
        if now < self._heartbeat_at:
            return []
        self._heartbeat_at = now + HEARTBEAT_MS
        beat = Heartbeat(self._log.store_id, self._log.end, self._log.term, self.kept, self.full)
        before, self.doubles = self.doubles, self._sessions.doubles(now)
        told: list[OnFeed] = [Doubles(self.doubles)] if before or self.doubles else []
        too_much, self.beyond = self.beyond, self._quota.beyond(now)
        told += [Beyond(self.beyond)] if too_much or self.beyond else []
        asking = [Publish(TOPIC_ASKING, message) for message in told]
        return [Publish(TOPIC_HEARTBEAT, beat), *asking, *self._seen(now), *self._clocks(now)]

    def _clocks(self, now: int) -> list[HubEffect]:
        """Return what tables have told of their clocks since the last heartbeat.

        It is one message for all: ZeroMQ sends a node a few KB at a time, so many small ones would
        keep the events behind them waiting.
        """
        lives, self._lives = self._lives, {}
        lines = [Reading(one.table, now - at, one.data) for one, at in lives.values()]
        pieces = _pieces(lines, lambda line: len(line.table) + len(line.data), len(lines))
        return [Publish(TOPIC_READINGS, Readings(tuple(piece))) for piece in pieces]

    def _seen(self, now: int) -> list[HubEffect]:
        """Return when each device was heard, if it is time to tell the referees."""
        if now < self._seen_at:
            return []
        lines = self._sessions.seen(now)
        if not lines:
            return []
        self._seen_at = now + SEEN_MS
        return [Publish(TOPIC_ASKING, Seen(lines))]

    @property
    def kept(self) -> tuple[int, ...]:
        """How far other lasting nodes hold this log on their disks, the furthest first."""
        return tuple(sorted(self._kept.values(), reverse=True))

    def heard_from(self, node: str, now: int) -> int | None:
        """Return the milliseconds since a node last spoke, None if it has not spoken."""
        return self._sessions.heard_from(node, now)

    @staticmethod
    def turns_away(caller: Caller) -> list[HubEffect]:
        """Return the refusal for a key that is not enrolled or is revoked, else nothing."""
        if caller.device is None:
            return [Reply(caller.peer, NOT_ADMITTED)]
        return [Reply(caller.peer, REVOKED)] if caller.device.revoked else []

    def receive(
        self, caller: Caller, message: ToHall, hall: HallState, now: int, wall: int
    ) -> list[HubEffect]:
        """Return the effects of a message. A caller that ``turns_away`` refuses gets only that."""
        peer, device, _ = caller
        away = self.turns_away(caller)
        if device is None or away:
            return away
        if isinstance(message, Hello):
            return self._hello(caller, device, message, now)
        session = self._sessions.get(peer, device.node)
        if session is None:
            return []
        session.heard = now
        match message:
            case Ping():
                log = self._log
                session.ahead_ms = message.ahead_ms
                if device.role in LASTING and message.store == log.store_id:
                    self._kept[device.node] = min(message.upto, log.end)
                pong = Pong(message.sent, wall, wall, log.store_id, log.end, log.term)
                return [Reply(peer, pong)]
            case Compare():
                return self._compare(peer, message)
            case Pull():
                return [Reply(peer, self._events(message))]
            case Fetch():
                return [Reply(peer, self._fetched(message))]
            case Push():
                return self._push(peer, device.node, message, hall.devices, now)
            case Venues():
                # Only a device that may be the hall speaks for its championship link.
                return [Publish(TOPIC_ASKING, message)] if "hall" in device.scopes else []
            case _:  # Live
                table = hall.tables.get(message.table)
                if table is not None and table.device == device.node:
                    self._lives[message.table] = message, now
                return []

    def _push(
        self, peer: str, device: str, push: Push, devices: dict[str, Device], now: int
    ) -> list[HubEffect]:
        """Take a push as far as its authors' budgets go, one push of each device at a time."""
        if not self._quota.begin(device, now):
            return []
        taken, later = self._quota.part(signed(push.events), devices, now)
        take = TakeFrom(peer, device, push.batch, taken, later)
        return [take] if taken else self.stored(take, {}, ())

    def _hello(self, caller: Caller, device: Device, message: Hello, now: int) -> list[HubEffect]:
        answer = self._objection(message) or self._sessions.greet(caller, device, message, now)
        if isinstance(answer, Refused):
            return [Reply(caller.peer, answer)]
        if not answer:
            return []
        log = self._log
        self._kept.pop(device.node, None)
        welcome = Welcome(log.store_id, log.end, log.term, self._groups.digests())
        return [Reply(caller.peer, welcome)]

    def _compare(self, peer: str, message: Compare) -> list[HubEffect]:
        log = self._log
        if message.store != log.store_id:
            return []
        lines = self._groups.lines(message.groups)
        return [Reply(peer, Compared(log.store_id, log.end, message.groups, lines))]

    def _objection(self, message: Hello) -> Refused | None:
        if message.protocol != PROTOCOL:
            return OTHER_VERSION
        if message.root != self._root:
            return OTHER_TOURNAMENT
        return None

    def _events(self, message: Pull) -> Events:
        """Return the next stretch of the log."""
        log = self._log
        after = min(message.after, log.end) if message.store == log.store_id else 0
        rows = log.after(after, MAX_STRETCH_EVENTS)
        chosen = _within(rows, min(message.room, MAX_BATCH_BYTES))
        upto = chosen[-1].pos if chosen else after
        return Events(
            log.store_id, after, upto, upto < log.end, log.end, _pairs(chosen), asked=True
        )

    def _fetched(self, message: Fetch) -> Fetched:
        """Return as much of one author's log as fits into a message."""
        place = (message.node.hex(), message.inc.hex())
        after = message.after if message.store == self._log.store_id else 0
        rows = self._log.part(place, message.beyond, after, MAX_BATCH_EVENTS)
        chosen = _within(rows, min(message.room, MAX_BATCH_BYTES))
        upto = chosen[-1].pos if chosen else after
        more = len(chosen) < len(rows) or len(rows) == MAX_BATCH_EVENTS
        return Fetched(message.node, message.inc, message.after, upto, more, _pairs(chosen))

    def stored(
        self,
        take: TakeFrom,
        places: Mapping[LogKey, int],
        refused: Sequence[tuple[str, str]],
    ) -> list[HubEffect]:
        """Acknowledge a push: all of it that was not refused is durable.

        ``places`` is how far the hall holds the logs of the push's authors.
        """
        self._quota.end(take.device)
        pause = PAUSE_MS if take.later else 0
        held = entries(dict(places))
        ack = Ack(take.batch, held, tuple(refused), self._log.end, take.later, pause)
        return [Reply(take.peer, ack)]

    def not_stored(self, take: TakeFrom) -> None:
        """Note that a push could not be stored. Its sender keeps it and sends it again."""
        self._quota.end(take.device)

    def publish(self, written: Sequence[Stored]) -> list[HubEffect]:
        """Publish events that are newly durable, in pieces that fit, and charge their authors."""
        self._quota.pay(written)
        pieces = _pieces(written, _size, MAX_BATCH_EVENTS)
        return [self._piece(piece) for piece in pieces]

    def _piece(self, piece: Sequence[Stored]) -> Publish:
        after, upto, end = piece[0].pos - 1, piece[-1].pos, self._log.end
        events = Events(self._log.store_id, after, upto, upto < end, end, _pairs(piece))
        return Publish(TOPIC_EVENTS, events)


def _pairs(rows: Sequence[Stored]) -> tuple[tuple[bytes, bytes], ...]:
    """Return events as they travel."""
    return tuple((stored.signed.data, stored.signed.sig) for stored in rows)


def _size(stored: Stored) -> int:
    return len(stored.signed.data)


def _within(rows: Sequence[Stored], room: int) -> Sequence[Stored]:
    """Return the first rows that fit into so many bytes, at least one."""
    return next(_pieces(rows, _size, len(rows), room), ())


def _pieces(
    items: Iterable[T], size: Callable[[T], int], most: int, room: int = MAX_BATCH_BYTES
) -> Iterator[list[T]]:
    """Yield items in pieces of at most so many, each of which fits into one message."""
    piece: list[T] = []
    left = room
    for item in items:
        left -= size(item)
        if piece and (left < 0 or len(piece) == most):
            yield piece
            piece, left = [], room - size(item)
        piece.append(item)
    if piece:
        yield piece
