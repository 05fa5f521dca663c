"""The hub: how the hall answers its nodes. It believes nothing that a key does not show.

Each message is judged by the key of its sender at that moment, never by its routing or by what
was allowed at the handshake. An acknowledgement is given only for what is durable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shared.core.events import Role
from shared.core.state import Device, HallState
from shared.wire.limits import MAX_BATCH_BYTES, MAX_BATCH_EVENTS, MAX_STRETCH_EVENTS
from shared.wire.messages import (
    PROTOCOL,
    TOPIC_ASKING,
    TOPIC_EVENTS,
    TOPIC_HEARTBEAT,
    TOPIC_LIVE,
    Ack,
    Beyond,
    Double,
    Doubles,
    Events,
    Fetch,
    Fetched,
    Heartbeat,
    Hello,
    OnFeed,
    Ping,
    Pong,
    Pull,
    Push,
    Refused,
    Seen,
    ToHall,
    Venues,
    Welcome,
    entries,
    signed,
)
from shared.wire.sync.effects import HubEffect, Publish, Reply, TakeFrom
from shared.wire.sync.log import Log, Stored
from shared.wire.sync.quota import PAUSE_MS, Quota
from shared.wire.sync.sessions import LinkSession, Sessions

HEARTBEAT_MS = 500
SEEN_MS = 2_000
"""Between two words on who was heard when."""
LASTING: frozenset[Role] = frozenset({"hall", "standby", "referee", "kiosk"})
"""Whose disks count as copies beside the hall's: tables are switched off and carried away."""


NOT_ADMITTED = Refused(
    "not_admitted",
    "This device is not admitted to the tournament."
    " Ask the referee for an invite file made for it.",
)
KEY_TAKEN = Refused(
    "key_taken",
    "Another device of this tournament already has this device's key: a disk or an invite was"
    " copied. What this device holds stays on it. Ask the referee for an invite of its own.",
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
    "This device runs another version of the playing hall than the hall does."
    " Install the same version on both; nothing is lost.",
)


class Hub:
    """The hall's side of all links. ``now`` is monotonic milliseconds, ``wall`` UTC ms."""

    def __init__(self, log: Log, *, root: str) -> None:
        self._log = log
        self._root = root
        self._sessions = Sessions()
        self._quota = Quota()
        self._beyond: tuple[bytes, ...] = ()
        self._doubles: tuple[Double, ...] = ()
        self._heartbeat_at = 0
        self._seen_at = 0
        self._kept: dict[str, int] = {}
        self.full = False
        """Set by the driver while its disk takes in nothing more."""

    def tick(self, now: int) -> list[HubEffect]:
        """Time passes: the feed carries a heartbeat with the cursor."""
        if now < self._heartbeat_at:
            return []
        self._heartbeat_at = now + HEARTBEAT_MS
        beat = Heartbeat(self._log.store_id, self._log.end, self._log.term, self.kept, self.full)
        before, self._doubles = self._doubles, self._sessions.doubles(now)
        told: list[OnFeed] = [Doubles(self._doubles)] if before or self._doubles else []
        too_much, self._beyond = self._beyond, self._quota.beyond(now)
        told += [Beyond(self._beyond)] if too_much or self._beyond else []
        asking = [Publish(TOPIC_ASKING, message) for message in told]
        return [Publish(TOPIC_HEARTBEAT, beat), *asking, *self._seen(now)]

    def _seen(self, now: int) -> list[HubEffect]:
        """Who was heard when: told to referees, never an event."""
        lines = self._sessions.seen(now)
        if not lines or now < self._seen_at:
            return []
        self._seen_at = now + SEEN_MS
        return [Publish(TOPIC_ASKING, Seen(lines))]

    @property
    def doubles(self) -> tuple[Double, ...]:
        """The devices that run twice, as the last heartbeat told."""
        return self._doubles

    @property
    def beyond(self) -> tuple[bytes, ...]:
        """The devices that send more than the hall takes in, as the last heartbeat told."""
        return self._beyond

    @property
    def kept(self) -> tuple[int, ...]:
        """How far other lasting nodes hold this log on their disks, the furthest first."""
        return tuple(sorted(self._kept.values(), reverse=True))

    def heard_from(self, node: str, now: int) -> int | None:
        """Milliseconds since a node's last word, or None if it has not spoken."""
        return self._sessions.heard_from(node, now)

    @staticmethod
    def turns_away(peer: str, device: Device | None) -> list[HubEffect]:
        """Return the refusal for a key that may not speak, whatever it says; nothing if it may."""
        if device is None:
            return [Reply(peer, NOT_ADMITTED)]
        return [Reply(peer, REVOKED)] if device.revoked else []

    def receive(
        self,
        peer: str,
        device: Device | None,
        hall: HallState,
        message: ToHall,
        now: int,
        wall: int,
        address: str = "",
    ) -> list[HubEffect]:
        """A message over the connection ``peer`` from the holder of ``device``'s key.

        ``device`` is None if the key is not enrolled; ``address`` is where the message came from.
        Of a key that is not enrolled, or revoked, no message is read: ``turns_away`` answers.
        """
        away = self.turns_away(peer, device)
        if device is None or away:
            return away
        if isinstance(message, Hello):
            return self._hello(peer, device, message, now, address)
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
            case Pull():
                return [Reply(peer, self._events(session, message))]
            case Fetch():
                return [Reply(peer, self._fetched(message))]
            case Push():
                return self._push(peer, device.node, message, hall.devices, now)
            case Venues():
                # Only who may be the hall speaks for its link.
                return [Publish(TOPIC_ASKING, message)] if "hall" in device.scopes else []
            case _:  # Live
                table = hall.tables.get(message.table)
                if table is None or table.device != device.node:
                    return []
                return [Publish(TOPIC_LIVE, message)]

    def _push(
        self, peer: str, device: str, push: Push, devices: dict[str, Device], now: int
    ) -> list[HubEffect]:
        """Take in a push, one at a time of each device, as far as its authors' budgets go."""
        if not self._quota.begin(device, now):
            return []
        taken, later = self._quota.part(signed(push.events), devices, now)
        take = TakeFrom(peer, device, push.batch, taken, later)
        return [take] if taken else self.stored(take, {}, ())

    def _hello(
        self, peer: str, device: Device, message: Hello, now: int, address: str
    ) -> list[HubEffect]:
        answer = self._objection(message) or self._sessions.greet(
            peer, device, message, address, now, self._log.vector
        )
        if isinstance(answer, Refused):
            return [Reply(peer, answer)]
        if not answer:
            return []
        log = self._log
        self._kept.pop(device.node, None)
        promise = tuple(
            (bytes.fromhex(node), bytes.fromhex(inc), seq, log.digest((node, inc), seq))
            for (node, inc), seq in log.vector.items()
        )
        welcome = Welcome(log.store_id, log.end, log.term, promise)
        return [Reply(peer, welcome)]

    def _objection(self, message: Hello) -> Refused | None:
        if message.protocol != PROTOCOL:
            return OTHER_VERSION
        if message.root != self._root:
            return OTHER_TOURNAMENT
        return None

    def _events(self, session: LinkSession, message: Pull) -> Events:
        """The next stretch of the log, without what the peer said that it holds.

        That goes for what a Welcome promised; if the hall held another event under a number of the
        peer's, the digests of the Welcome differ, and the peer asks for it by author.
        """
        log = self._log
        room = min(message.room, MAX_BATCH_BYTES)
        after = min(message.after, log.end) if message.store == log.store_id else 0
        chosen: list[tuple[bytes, bytes]] = []
        size, upto = 0, after
        while size <= room and len(chosen) < MAX_STRETCH_EVENTS and upto < log.end:
            stretch = log.after(upto, MAX_STRETCH_EVENTS - len(chosen))
            if not stretch:
                break
            for stored in stretch:
                node, inc, seq = stored.place
                held = session.vector.get((node, inc), 0)
                if stored.pos > message.promised or seq > held:
                    size += len(stored.signed.data)
                    if size > room and chosen:
                        break
                    chosen.append((stored.signed.data, stored.signed.sig))
                upto = stored.pos
        more = upto < log.end
        return Events(log.store_id, after, upto, more, log.end, tuple(chosen), message.promised)

    def _fetched(self, message: Fetch) -> Fetched:
        """A part of one author's log, as far as a message holds it."""
        place = (message.node.hex(), message.inc.hex())
        after = message.after if message.store == self._log.store_id else 0
        rows = self._log.part(place, message.beyond, after, MAX_BATCH_EVENTS)
        chosen: list[Stored] = []
        size = 0
        for stored in rows:
            size += len(stored.signed.data)
            if size >= MAX_BATCH_BYTES and chosen:
                break
            chosen.append(stored)
        upto = chosen[-1].pos if chosen else after
        more = len(chosen) < len(rows) or len(rows) == MAX_BATCH_EVENTS
        events = tuple((stored.signed.data, stored.signed.sig) for stored in chosen)
        return Fetched(message.node, message.inc, message.after, upto, more, events)

    def stored(
        self,
        take: TakeFrom,
        places: Mapping[tuple[str, str], int],
        refused: Sequence[tuple[str, str]],
    ) -> list[HubEffect]:
        """A push is durable (as far as it was not refused): acknowledge it.

        ``places`` is how far the hall holds the logs of the push's authors.
        """
        self._quota.end(take.device)
        pause = PAUSE_MS if take.later else 0
        held = entries(dict(places))
        ack = Ack(take.batch, held, tuple(refused), self._log.end, take.later, pause)
        return [Reply(take.peer, ack)]

    def not_stored(self, take: TakeFrom) -> None:
        """A push could not be stored: its sender keeps it and sends it again."""
        self._quota.end(take.device)

    def publish(self, written: Sequence[Stored]) -> list[HubEffect]:
        """New events are durable here: their authors pay, and all are told, in pieces that fit."""
        self._quota.pay(written)
        effects: list[HubEffect] = []
        piece: list[Stored] = []
        size = 0
        for stored in written:
            size += len(stored.signed.data)
            if piece and (size > MAX_BATCH_BYTES or len(piece) >= MAX_BATCH_EVENTS):
                effects.append(self._piece(piece))
                piece, size = [], len(stored.signed.data)
            piece.append(stored)
        if piece:
            effects.append(self._piece(piece))
        return effects

    def _piece(self, piece: Sequence[Stored]) -> Publish:
        events = tuple((stored.signed.data, stored.signed.sig) for stored in piece)
        after, upto, end = piece[0].pos - 1, piece[-1].pos, self._log.end
        return Publish(
            TOPIC_EVENTS, Events(self._log.store_id, after, upto, upto < end, end, events)
        )
