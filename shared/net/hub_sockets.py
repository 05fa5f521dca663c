"""The hall's sockets: ROUTER for sync and XPUB for the feed, both under CURVE.

The handshake on sync proves only that the peer holds some key: whether that key may speak is
asked for each message. The feed is given to enrolled keys alone; ZeroMQ cannot drop one of its
subscribers, so a key that is withdrawn ends the feed for all, who come back by a new handshake.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import NamedTuple

import zmq
from zmq.auth.asyncio import AsyncioAuthenticator

from shared.net.keys import DeviceKeys, from_z85, to_z85
from shared.net.pump import Frames, Pump, configure
from shared.wire.codec import CodecError
from shared.wire.limits import MAX_MESSAGE
from shared.wire.messages import FromHall, OnFeed, ToHall, decode_to_hall, encode

_SYNC = "sync"
_FEED = "feed"
HELD_BACK = {_SYNC: 16, _FEED: 1_000}
"""Messages that wait for one peer that does not read: no node has so many answers due at once."""
_AGAIN_S = 0.02
"""ZeroMQ gives a port back a moment after its socket was closed."""

log = logging.getLogger(__name__)


class Letter(NamedTuple):
    """A message with the key that sent it, the way back, and the address that it came from."""

    curve_key: bytes
    route: bytes
    message: ToHall
    address: str = ""


class PortTaken(Exception):
    """Another program listens on the hall's port; the sentence says what to do."""


class _Door:
    """Answers ZeroMQ's question whether a key may shake hands."""

    def __init__(self, enrolled: Callable[[bytes], bool] | None) -> None:
        self._enrolled = enrolled

    def callback(self, _domain: str, key: bytes) -> bool:
        """``key`` comes as ZeroMQ names it, in 40 letters."""
        return self._enrolled is None or self._enrolled(from_z85(key.decode()))


class HubSockets:
    """Bound until closed. Lives in the hall's loop."""

    def __init__(
        self,
        context: zmq.Context[zmq.Socket[bytes]],
        keys: DeviceKeys,
        *,
        host: str,
        sync_port: int,
        feed_port: int,
        heard: Callable[[list[Letter]], None],
        enrolled: Callable[[bytes], bool],
    ) -> None:
        self._context = context
        self._keys = keys
        self._host = host
        self._heard = heard
        self._auth = AsyncioAuthenticator(context)
        self._auth.start()
        self._auth.configure_curve_callback(domain=_SYNC, credentials_provider=_Door(None))
        self._auth.configure_curve_callback(domain=_FEED, credentials_provider=_Door(enrolled))
        self._again: asyncio.TimerHandle | None = None
        sync = None
        try:
            sync = self._bound(zmq.ROUTER, _SYNC, sync_port)
            feed = self._bound(zmq.XPUB, _FEED, feed_port)
        except zmq.ZMQError as error:
            if sync is not None:
                sync.close(linger=0)
            self._auth.stop()
            port = sync_port if sync is None else feed_port
            raise PortTaken(_taken(host, port, error)) from error
        self._ports = (_port(sync), _port(feed))
        self._sync = Pump(sync, self._on_sync)
        self._feed: Pump | None = Pump(feed, _ignore)

    def _bound(self, kind: int, domain: str, port: int) -> zmq.Socket[bytes]:
        """A socket that listens. Raises ZMQError if it cannot."""
        socket = self._context.socket(kind)
        configure(socket, send_hwm=HELD_BACK[domain], receive_hwm=10_000)
        socket.set(zmq.MAXMSGSIZE, MAX_MESSAGE)
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

    def reply(self, route: bytes, message: FromHall) -> None:
        """Answer on the way that a letter came."""
        self._sync.send([route, encode(message)])

    def publish(self, topic: bytes, message: OnFeed) -> None:
        """Send to all who subscribe; who is too slow repairs from the cursor."""
        if self._feed is not None:
            self._feed.send([topic, encode(message)])

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
            self._feed = Pump(self._bound(zmq.XPUB, _FEED, self._ports[1]), _ignore)
        except zmq.ZMQError as error:
            log.debug("the feed is not back yet: %s", error)
            self._again = asyncio.get_running_loop().call_later(_AGAIN_S, self._open_feed)

    def _on_sync(self, burst: list[Frames]) -> None:
        letters: list[Letter] = []
        for frames in burst:
            letter = _read(frames)
            if letter is not None:
                letters.append(letter)
        if letters:
            self._heard(letters)

    def close(self) -> None:
        """Close all sockets."""
        if self._again is not None:
            self._again.cancel()
        self._sync.close()
        if self._feed is not None:
            self._feed.close()
        self._auth.stop()


def _read(frames: Sequence[zmq.Frame]) -> Letter | None:
    """A letter, or None for anything that no node of a hall sends."""
    if len(frames) != 2:
        return None
    try:
        key = from_z85(str(frames[1].get("User-Id")))
        message = decode_to_hall(frames[1].bytes)
        return Letter(key, frames[0].bytes, message, str(frames[1].get("Peer-Address")))
    except (CodecError, zmq.ZMQError, ValueError):
        return None


def _port(socket: zmq.Socket[bytes]) -> int:
    return int(bytes(socket.get(zmq.LAST_ENDPOINT)).rstrip(b"\0").rpartition(b":")[2])


def _ignore(_burst: list[Frames]) -> None:
    """Subscriptions are of no interest."""


def _taken(host: str, port: int, error: zmq.ZMQError) -> str:
    if error.errno == zmq.EADDRINUSE:
        return (
            f"Port {port} is taken on this machine: another hall may be running."
            " Stop it, or start this one with another --port-base. Nothing was changed."
        )
    return f"The hall cannot listen on {host}:{port} ({error}). Nothing was changed."
