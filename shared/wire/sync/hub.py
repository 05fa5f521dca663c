"""The hub: how the hall answers its nodes. It believes nothing that a key does not show.

Each message is judged by the key of its sender at that moment, never by its routing or by what
was allowed at the handshake. An acknowledgement is given only for what is durable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from shared.core.state import Device, HallState
from shared.wire.envelope import BadEvent, Signed, read
from shared.wire.limits import MAX_BATCH_BYTES, MAX_BATCH_EVENTS
from shared.wire.messages import (
    PROTOCOL,
    TOPIC_EVENTS,
    TOPIC_HEARTBEAT,
    TOPIC_LIVE,
    Ack,
    Events,
    Heartbeat,
    Hello,
    Ping,
    Pong,
    Pull,
    Push,
    Refused,
    ToHall,
    Vector,
    Welcome,
    entries,
    signed,
    vector,
)
from shared.wire.sync.effects import HubEffect, Publish, Reply, TakeFrom
from shared.wire.sync.log import Log, Stored

HEARTBEAT_MS = 500
SESSION_MS = 2_000
"""A session that was silent for so long may be taken over by another store with its key."""


@dataclass
class _Session:
    """What the hub remembers of a connection that has greeted it."""

    node: str
    store: str
    heard: int
    vector: Vector = field(default_factory=dict)


class Hub:
    """The hall's side of all links. ``now`` is monotonic milliseconds, ``wall`` UTC ms."""

    def __init__(self, log: Log, *, root: str) -> None:
        self._log = log
        self._root = root
        self._sessions: dict[str, _Session] = {}
        self._heartbeat_at = 0

    def tick(self, now: int) -> list[HubEffect]:
        """Time passes: the feed carries a heartbeat with the cursor."""
        if now < self._heartbeat_at:
            return []
        self._heartbeat_at = now + HEARTBEAT_MS
        beat = Heartbeat(self._log.store_id, self._log.end, self._log.term)
        return [Publish(TOPIC_HEARTBEAT, beat)]

    def heard_from(self, node: str, now: int) -> int | None:
        """Milliseconds since a node's last word, or None if it has not spoken."""
        heard = [s.heard for s in self._sessions.values() if s.node == node]
        return now - max(heard) if heard else None

    def receive(
        self,
        peer: str,
        device: Device | None,
        hall: HallState,
        message: ToHall,
        now: int,
        wall: int,
    ) -> list[HubEffect]:
        """A message over the connection ``peer`` from the holder of ``device``'s key.

        ``device`` is None if the key is not enrolled.
        """
        if device is None:
            return [
                Reply(
                    peer,
                    Refused(
                        "not_admitted",
                        "This device is not admitted to the tournament."
                        " Ask the referee for an invite file made for it.",
                    ),
                )
            ]
        if device.revoked:
            return [
                Reply(
                    peer,
                    Refused(
                        "revoked",
                        "The referee has withdrawn this device's key. What it holds stays on it."
                        " Ask the referee for a new invite.",
                    ),
                )
            ]
        if isinstance(message, Hello):
            return self._hello(peer, device, message, now)
        session = self._sessions.get(peer)
        if session is None or session.node != device.node:
            return []
        session.heard = now
        match message:
            case Ping():
                log = self._log
                pong = Pong(message.sent, wall, wall, log.store_id, log.end, log.term)
                return [Reply(peer, pong)]
            case Pull():
                return [Reply(peer, self._events(session, message))]
            case Push():
                return [TakeFrom(peer, message.batch, tuple(signed(message.events)))]
            case _:  # Live
                table = hall.tables.get(message.table)
                if table is None or table.device != device.node:
                    return []
                return [Publish(TOPIC_LIVE, message)]

    def _hello(self, peer: str, device: Device, message: Hello, now: int) -> list[HubEffect]:
        refusal = self._objection(device, message, now)
        if refusal is not None:
            return [Reply(peer, refusal)]
        self._sessions = {
            peer: session
            for peer, session in self._sessions.items()
            if session.node != device.node
            or (_may_run_two(device) and session.store != message.store)
        }
        self._sessions[peer] = _Session(device.node, message.store, now, vector(message.vector))
        log = self._log
        welcome = Welcome(log.store_id, log.end, log.term, entries(dict(log.vector)))
        return [Reply(peer, welcome)]

    def _objection(self, device: Device, message: Hello, now: int) -> Refused | None:
        if message.protocol != PROTOCOL:
            return Refused(
                "protocol",
                "This device runs another version of the playing hall than the hall does."
                " Install the same version on both; nothing is lost.",
            )
        if message.root != self._root:
            return Refused(
                "other_tournament",
                "This device belongs to another tournament. Give it an invite for this one.",
            )
        others = [
            session
            for session in self._sessions.values()
            if session.node == device.node
            and session.store != message.store
            and now - session.heard <= SESSION_MS
        ]
        if not others or _may_run_two(device):
            return None
        return Refused(
            "in_use",
            f"'{device.label}' is already in use on another device. Switch that one off, or ask"
            " the referee for an invite of your own. What this device holds is safe.",
        )

    def _events(self, session: _Session, message: Pull) -> Events:
        """The next stretch of the log, without what the peer said that it holds."""
        log = self._log
        after = min(message.after, log.end) if message.store == log.store_id else 0
        chosen: list[tuple[bytes, bytes]] = []
        size, upto = 0, after
        while size < MAX_BATCH_BYTES and len(chosen) < MAX_BATCH_EVENTS and upto < log.end:
            stretch = log.after(upto, MAX_BATCH_EVENTS - len(chosen))
            if not stretch:
                break
            for stored in stretch:
                event = stored.event
                if event.seq > session.vector.get((event.node, event.inc), 0):
                    size += len(stored.signed.data)
                    if size >= MAX_BATCH_BYTES and chosen:
                        break
                    chosen.append((stored.signed.data, stored.signed.sig))
                upto = stored.pos
        return Events(log.store_id, after, upto, upto < log.end, log.end, tuple(chosen))

    def stored(
        self,
        take: TakeFrom,
        places: Mapping[tuple[str, str], int],
        refused: Sequence[tuple[str, str]],
    ) -> list[HubEffect]:
        """A push is durable (as far as it was not refused): acknowledge it.

        ``places`` is how far the hall holds the logs of the push's authors. That may be more than
        the peer holds, so the peer is credited with what it pushed and no more.
        """
        session = self._sessions.get(take.peer)
        if session is not None:
            for place, pushed in _last_of(take.events).items():
                held = min(pushed, places.get(place, 0))
                session.vector[place] = max(held, session.vector.get(place, 0))
        return [Reply(take.peer, Ack(take.batch, entries(dict(places)), tuple(refused)))]

    def publish(self, written: Sequence[Stored]) -> list[HubEffect]:
        """New events are durable here: tell everybody, in pieces that fit."""
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


def _may_run_two(device: Device) -> bool:
    """A machine that may be the hall has a server's disk beside its screen's, under one key."""
    return "term" in device.scopes


def _last_of(events: Sequence[Signed]) -> Vector:
    """The last seq of each log in a push; what cannot be read was not stored."""
    last: Vector = {}
    for one in events:
        try:
            event = read(one)
        except BadEvent:
            continue
        last[event.node, event.inc] = max(event.seq, last.get((event.node, event.inc), 0))
    return last
