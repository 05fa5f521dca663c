"""The hall's sockets: ROUTER for sync and XPUB for the feed, both under CURVE.

The gate lets in the keys of enrolled devices alone, and each message is judged by its key before
a byte of it is read. ZeroMQ cannot drop one subscriber of the feed, so a key that is withdrawn or
that misuses it ends the feed for all; those that still may come back by a new handshake.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import zmq

from shared.net.gate import FEED, SYNC
from shared.net.keys import DeviceKeys, from_z85, to_z85
from shared.net.lines import Lines
from shared.net.pump import Frames, Pump, configure
from shared.wire.limits import MAX_MESSAGE
from shared.wire.messages import TOPICS, FromHall, OnFeed, ToHall, decode_to_hall, encode

HELD_BACK = {SYNC: 16, FEED: 1_000}
"""Messages that wait for one peer that does not read: no node has so many answers due at once."""
TAKEN_IN = {SYNC: 8, FEED: 8}
"""Messages of one peer that wait to be read: a node has one batch and a ping under way."""
LONGEST = {SYNC: MAX_MESSAGE, FEED: 1_024}
"""Bytes of one frame. The feed hears handshakes and subscriptions to topics of one letter."""
STRANGE_ON_FEED = 16
"""So many things that no node says on the feed, and its key stays without it."""
_AGAIN_S = 0.02
"""ZeroMQ gives a port back a moment after its socket was closed."""

log = logging.getLogger(__name__)


class Letter(NamedTuple):
    """A message as it came, the key that sent it, the way back, and the address it came from."""

    curve_key: bytes
    route: bytes
    data: bytes
    address: str = ""
    frame: zmq.Frame | None = None

    def read(self) -> ToHall:
        """Return what it says. Raises CodecError."""
        return decode_to_hall(self.data)


class PortTaken(Exception):
    """Another program listens on the hall's port; the sentence says what to do."""


class HubSockets:
    """Bound until closed, in the hall's loop. In its context a gate is open already.

    ``misused`` hears of a key that says on the feed what no node says there.
    """

    def __init__(
        self,
        context: zmq.Context[zmq.Socket[bytes]],
        keys: DeviceKeys,
        *,
        host: str,
        sync_port: int,
        feed_port: int,
        heard: Callable[[list[Letter]], None],
        misused: Callable[[bytes], None],
    ) -> None:
        self._context = context
        self._keys = keys
        self._host = host
        self._heard = heard
        self._misused = misused
        self._strange: Counter[bytes] = Counter()
        self._again: asyncio.TimerHandle | None = None
        sync = None
        try:
            sync = self._bound(zmq.ROUTER, SYNC, sync_port)
            feed = self._bound(zmq.XPUB, FEED, feed_port)
        except zmq.ZMQError as error:
            if sync is not None:
                sync.close(linger=0)
            port = sync_port if sync is None else feed_port
            raise PortTaken(_taken(host, port, error)) from error
        self._ports = (_port(sync), _port(feed))
        self._lines = Lines(*self._ports)
        self._sync = Pump(sync, self._on_sync)
        self._feed: Pump | None = Pump(feed, self._on_feed)

    def _bound(self, kind: int, domain: str, port: int) -> zmq.Socket[bytes]:
        """A socket that listens. Raises ZMQError if it cannot."""
        socket = self._context.socket(kind)
        configure(socket, send_hwm=HELD_BACK[domain], receive_hwm=TAKEN_IN[domain])
        socket.set(zmq.MAXMSGSIZE, LONGEST[domain])
        socket.set(zmq.ZAP_DOMAIN, domain.encode())
        socket.set(zmq.CURVE_SERVER, 1)
        socket.set(zmq.CURVE_SECRETKEY, to_z85(self._keys.curve_secret))
        try:
            socket.bind(f"tcp://{self._host}:{port or '*'}")
        except zmq.ZMQError:
            socket.close(linger=0)
            raise
        return socket

    @property
    def ports(self) -> tuple[int, int]:
        """The ports in use: sync and feed."""
        return self._ports

    def look(self, now: int) -> None:
        """Hang up on who sends messages without an end; ``now`` is monotonic ms."""
        self._lines.look(now)

    def reply(self, route: bytes, message: FromHall) -> None:
        """Answer on the way that a letter came."""
        self._sync.send([route, encode(message)])

    def hang_up(self, letter: Letter) -> None:
        """End the connection that a letter came on; the gate decides whether it may come again."""
        if letter.frame is not None:
            self._lines.hang_up(letter.frame)

    def publish(self, topic: bytes, message: OnFeed) -> None:
        """Send to all who subscribe; who is too slow repairs from the cursor.

        Topic and message are one frame: ZeroMQ ends the process if a socket is closed while a
        connection breaks between two frames of one message.
        """
        if self._feed is not None:
            self._feed.send([topic + encode(message)])

    def cut_feed(self) -> None:
        """End the feed for all subscribers; who still may comes back at once.

        What is published meanwhile they pull by the position that the next pong names.
        """
        if self._feed is not None:
            self._feed.close()
            self._feed = None
            self._open_feed()

    def _open_feed(self) -> None:
        self._again = None
        try:
            feed = self._bound(zmq.XPUB, FEED, self._ports[1])
            self._feed = Pump(feed, self._on_feed)
        except zmq.ZMQError as error:
            log.debug("the feed is not back yet: %s", error)
            self._again = asyncio.get_running_loop().call_later(_AGAIN_S, self._open_feed)

    def _on_sync(self, burst: list[Frames]) -> None:
        letters: list[Letter] = []
        for frames in burst:
            self._lines.heard(frames[-1])
            letter = _read(frames)
            if letter is not None:
                letters.append(letter)
        if letters:
            self._heard(letters)

    def _on_feed(self, burst: list[Frames]) -> None:
        """Count what no node says here: ZeroMQ keeps each topic that a peer ever names."""
        for frames in burst:
            said = frames[0].bytes
            if len(frames) == 1 and said[:1] in (b"\0", b"\1") and said[1:] in (b"", *TOPICS):
                continue
            key = _key(frames[0])
            self._strange[key] += 1
            if self._strange[key] == STRANGE_ON_FEED:
                self._misused(key)

    def close(self) -> None:
        """Close all sockets."""
        if self._again is not None:
            self._again.cancel()
        self._sync.close()
        if self._feed is not None:
            self._feed.close()


def _read(frames: Sequence[zmq.Frame]) -> Letter | None:
    """A letter, or None for anything that no node of a hall sends."""
    if len(frames) != 2:
        return None
    key = _key(frames[1])
    if not key:
        return None
    return Letter(
        key, frames[0].bytes, frames[1].bytes, str(frames[1].get("Peer-Address")), frames[1]
    )


def _key(frame: zmq.Frame) -> bytes:
    """The key that sent a frame, b"" if it bears none."""
    try:
        return from_z85(str(frame.get("User-Id")))
    except (zmq.ZMQError, ValueError):
        return b""


def _port(socket: zmq.Socket[bytes]) -> int:
    return int(bytes(socket.get(zmq.LAST_ENDPOINT)).rstrip(b"\0").rpartition(b":")[2])


def _taken(host: str, port: int, error: zmq.ZMQError) -> str:
    if error.errno == zmq.EADDRINUSE:
        return (
            f"Port {port} is taken on this machine: another hall may be running."
            " Stop it, or start this one with another --port-base. Nothing was changed."
        )
    return f"The hall cannot listen on {host}:{port} ({error}). Nothing was changed."
