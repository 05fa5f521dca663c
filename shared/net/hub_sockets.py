"""The hall's sockets: ROUTER for sync and XPUB for the feed, both under CURVE.

The gate lets in only the keys of enrolled devices. ZeroMQ cannot drop one subscriber of the feed.
So when a key is revoked or misuses the feed, the feed ends for all; the others come back by a new
handshake.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import zmq

from shared.net.address import ListenAt
from shared.net.gate import FEED, SYNC
from shared.net.keys import DeviceKeys, from_z85, to_z85
from shared.net.lines import Lines
from shared.net.listening import IO_THREAD
from shared.net.pump import Frames, Pump, configure
from shared.wire.limits import MAX_MESSAGE
from shared.wire.messages import TOPICS, FromHall, OnFeed, ToHall, decode_to_hall, encode

HELD_BACK = {SYNC: 16, FEED: 1_000}
"""The most messages that wait for one peer that does not read."""
LONGEST = {SYNC: MAX_MESSAGE, FEED: 1_024}
"""Bytes of one frame. The feed receives only handshakes and subscriptions to one-letter topics."""
STRANGE_ON_FEED = 16
"""After this many messages that no node sends on the feed, a key loses the feed."""
_AGAIN_S = 0.02
"""ZeroMQ frees a port a moment after its socket was closed."""

log = logging.getLogger(__name__)


class Letter(NamedTuple):
    """A message with the key that sent it, the way back, and the frame that it came in."""

    curve_key: bytes
    route: bytes
    data: bytes
    frame: zmq.Frame | None = None

    @property
    def address(self) -> str:
        """Return the address that it came from, "" if that is not known."""
        return "" if self.frame is None else str(self.frame.get("Peer-Address"))

    def read(self) -> ToHall:
        """Return the decoded message. Raises CodecError."""
        return decode_to_hall(self.data)


class PortTaken(Exception):
    """The hall cannot listen on its port; the sentence says what to do."""


class HubSockets:
    """The hall's open sockets, in its loop. In their context a gate is already open.

    ``misused`` is told of a key that sends on the feed what no node sends there.
    """

    def __init__(
        self,
        context: zmq.Context[zmq.Socket[bytes]],
        keys: DeviceKeys,
        listen: ListenAt,
        *,
        heard: Callable[[list[Letter]], None],
        misused: Callable[[bytes], None],
    ) -> None:
        self._context = context
        self._keys = keys
        self._host = listen.host
        self._heard = heard
        self._misused = misused
        self._strange: Counter[bytes] = Counter()
        self._again: asyncio.TimerHandle | None = None
        sync = None
        try:
            sync = self._bound(zmq.ROUTER, SYNC, listen.sync_port)
            feed = self._bound(zmq.XPUB, FEED, listen.feed_port)
        except zmq.ZMQError as error:
            if sync is not None:
                sync.close(linger=0)
            port = listen.sync_port if sync is None else listen.feed_port
            raise PortTaken(_taken(listen.host, port, error)) from error
        self._ports = (_port(sync), _port(feed))
        self._lines = Lines(*self._ports)
        self._sync = Pump(sync, self._on_sync)
        self._feed: Pump | None = Pump(feed, self._on_feed)

    def _bound(self, kind: int, domain: str, port: int) -> zmq.Socket[bytes]:
        """Return a socket that listens. Raises ZMQError."""
        socket = self._context.socket(kind)
        configure(socket, send_hwm=HELD_BACK[domain])
        socket.set(zmq.AFFINITY, IO_THREAD[domain])
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
        """Hang up on peers that send more than is read; ``now`` is monotonic ms."""
        self._lines.look(now)

    def reply(self, route: bytes, message: FromHall) -> None:
        """Send an answer back along a letter's route."""
        self._sync.send([route, encode(message)])

    def hang_up(self, letter: Letter) -> None:
        """End the connection of a letter. The gate decides whether the device may come again."""
        if letter.frame is not None:
            self._lines.hang_up(letter.frame)

    def publish(self, topic: bytes, message: OnFeed) -> None:
        """Send to all subscribers. A slow one pulls what it misses.

        Topic and message are one frame: between two frames of one message, a broken connection and
        a closing socket would crash ZeroMQ.
        """
        if self._feed is not None:
            self._feed.send([topic + encode(message)])

    def cut_feed(self) -> None:
        """End the feed for all subscribers. The admitted ones come back at once.

        They pull what they missed, by the position in the next pong.
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
            self._lines.heard(frames)
            letter = _read(frames)
            if letter is not None:
                letters.append(letter)
        if letters:
            self._heard(letters)

    def _on_feed(self, burst: list[Frames]) -> None:
        """Count messages that no node sends here. ZeroMQ keeps each topic that a peer names."""
        for frames in burst:
            said = frames[0].bytes
            if len(frames) == 1 and said[:1] in (b"\0", b"\1") and said[1:] in (b"", *TOPICS):
                continue
            key = _key(frames[0])
            self._strange[key] += 1
            if self._strange[key] == STRANGE_ON_FEED:
                self._misused(key)

    def close(self) -> None:
        if self._again is not None:
            self._again.cancel()
        self._sync.close()
        if self._feed is not None:
            self._feed.close()


def _read(frames: Sequence[zmq.Frame]) -> Letter | None:
    """Return the letter in some frames, or None for anything that no node sends."""
    if len(frames) != 2:
        return None
    key = _key(frames[1])
    if not key:
        return None
    return Letter(key, frames[0].bytes, frames[1].bytes, frames[1])


def _key(frame: zmq.Frame) -> bytes:
    """Return the key that sent a frame, b"" if it bears none."""
    try:
        return from_z85(str(frame.get("User-Id")))
    except (zmq.ZMQError, ValueError):
        return b""


def _port(socket: zmq.Socket[bytes]) -> int:
    return int(bytes(socket.get(zmq.LAST_ENDPOINT)).rstrip(b"\0").rpartition(b":")[2])


def _taken(host: str, port: int, error: zmq.ZMQError) -> str:
    if error.errno == zmq.EADDRINUSE:
        return (
            f"Port {port} is taken on this machine: another hall may be running. Nothing was"
            " changed. Stop the other one; or start this one with another --port-base, and every"
            " device with --hall ADDRESS:PORT, since its invite names the old port."
        )
    return f"The hall cannot listen on {host}:{port} ({error}). Nothing was changed."
