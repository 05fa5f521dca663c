"""A node's sockets to one hall: DEALER for sync, SUB for the feed, and a handshake monitor."""

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from typing import Literal

import zmq
from zmq.utils.monitor import parse_monitor_message

from shared.net.address import HallAddress
from shared.net.keys import DeviceKeys, to_z85
from shared.net.pump import Frames, Pump, configure, watch
from shared.wire.codec import CodecError
from shared.wire.limits import MAX_MESSAGE
from shared.wire.messages import FromHall, OnFeed, ToHall, decode_feed, decode_from_hall, encode

SILENCE_MS = 1_500
"""After this silence either end of a connection counts as gone."""

log = logging.getLogger(__name__)

Handshake = Literal["done", "turned_away", "failed"]
"""How a handshake ended. ZeroMQ does not try again after "turned_away"."""

_ENDED: dict[int, Handshake] = {
    zmq.EVENT_HANDSHAKE_SUCCEEDED: "done",
    zmq.EVENT_HANDSHAKE_FAILED_AUTH: "turned_away",
    zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL: "failed",
    zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL: "failed",
}


class NoSocket(OSError):
    """The system has no room for another socket now. Try again later."""


def socket_to(
    context: zmq.Context[zmq.Socket[bytes]], kind: int, address: HallAddress, keys: DeviceKeys
) -> zmq.Socket[bytes]:
    """Return a socket that trusts the hall's key alone, not yet connected. Raises ZMQError.

    It finds out that the hall is silent, and with each heartbeat it tells the hall after which
    silence of its own the hall may hang up.
    """
    socket = context.socket(kind)
    configure(socket, send_hwm=100)
    socket.set(zmq.HEARTBEAT_IVL, 500)
    socket.set(zmq.HEARTBEAT_TIMEOUT, SILENCE_MS)
    socket.set(zmq.HEARTBEAT_TTL, SILENCE_MS)
    socket.set(zmq.CONNECT_TIMEOUT, 1500)
    socket.set(zmq.RECONNECT_IVL, 100)
    socket.set(zmq.RECONNECT_IVL_MAX, 1000)
    socket.set(zmq.MAXMSGSIZE, MAX_MESSAGE)
    socket.set(zmq.CURVE_PUBLICKEY, to_z85(keys.curve_public))
    socket.set(zmq.CURVE_SECRETKEY, to_z85(keys.curve_secret))
    socket.set(zmq.CURVE_SERVERKEY, to_z85(address.curve_key))
    return socket


class LinkSockets:
    """A connection that is opened again and again until closed, in the node's loop."""

    def __init__(
        self,
        context: zmq.Context[zmq.Socket[bytes]],
        address: HallAddress,
        keys: DeviceKeys,
        *,
        topics: Sequence[bytes],
        heard: Callable[[list[FromHall | OnFeed]], None],
        handshake: Callable[[Handshake], None],
    ) -> None:
        """Open the sockets. Raises NoSocket."""
        self._heard = heard
        self._handshake = handshake
        with ExitStack() as opened:
            try:
                sync = socket_to(context, zmq.DEALER, address, keys)
                opened.callback(sync.close, linger=0)
                sync.set(zmq.IMMEDIATE, 1)
                feed = socket_to(context, zmq.SUB, address, keys)
                opened.callback(feed.close, linger=0)
                monitor = watch(context, sync, sum(_ENDED))
            except zmq.ZMQError as error:
                raise NoSocket(error.errno, str(error)) from error
            opened.pop_all()
        self._monitor = Pump(monitor, self._on_monitor)
        self._sync_socket = sync
        self._sync = Pump(sync, self._on_sync)
        for topic in topics:
            feed.subscribe(topic)
        self._feed = Pump(feed, self._on_feed)
        try:
            sync.connect(f"tcp://{address.host}:{address.sync_port}")
            feed.connect(f"tcp://{address.host}:{address.feed_port}")
        except zmq.ZMQError as error:
            # Addresses come from others too. A malformed one is a place without an answer.
            log.warning("%s cannot be an address: %s", address.host[:80], error)

    def send(self, message: ToHall) -> bool:
        """Send a message to the hall if it can be reached now."""
        return self._sync.send([encode(message)])

    def _on_sync(self, burst: list[Frames]) -> None:
        self._pass_on((frames[-1].bytes for frames in burst), decode_from_hall)

    def _on_feed(self, burst: list[Frames]) -> None:
        after_topic = (frames[-1].bytes[1:] for frames in burst)
        self._pass_on(after_topic, decode_feed)

    def _pass_on(
        self, burst: Iterable[bytes], decode: Callable[[bytes], FromHall | OnFeed]
    ) -> None:
        messages: list[FromHall | OnFeed] = []
        for data in burst:
            with suppress(CodecError):
                messages.append(decode(data))
        if messages:
            self._heard(messages)

    def _on_monitor(self, burst: list[Frames]) -> None:
        for frames in burst:
            event = parse_monitor_message([frame.bytes for frame in frames])["event"]
            self._handshake(_ENDED[event])

    def close(self) -> None:
        self._sync_socket.monitor(None, 0)
        self._monitor.close()
        self._sync.close()
        self._feed.close()
