"""The TCP connections of a socket that listens, and how to end one of them.

ZeroMQ bounds a frame and counts whole messages; of a message that never ends it keeps every frame.
So whoever sends much and says nothing whole is hung up on. Linux tells how much a connection sent.
"""

from __future__ import annotations

import logging
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import zmq
from zmq.utils.monitor import parse_monitor_message

from shared.net.pump import Frames, Pump, watch

UNFINISHED = 8 << 20
"""Bytes that a peer may have sent since its last whole message; a node's longest has 1 MiB."""
HEARTBEATS = 500
"""Bytes a second that ZeroMQ's own heartbeats may come to."""
_RECEIVED = struct.Struct("=128xQ")
"""``tcpi_bytes_received`` in Linux's ``tcp_info``."""

log = logging.getLogger(__name__)


@dataclass
class _Line:
    """One connection: who is at its other end, and how much it had sent at ``since`` (ms)."""

    peer: tuple[str, int]
    received: int
    since: int


_NEW = _Line(("", 0), 0, 0)


class Lines:
    """Lives in the loop of the socket that it watches."""

    def __init__(
        self, context: zmq.Context[zmq.Socket[bytes]], listening: zmq.Socket[bytes]
    ) -> None:
        self._socket = listening
        self._lines: dict[int, _Line | None] = {}
        events = zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED
        self._monitor = Pump(watch(context, listening, events), self._on_events)

    def _on_events(self, burst: list[Frames]) -> None:
        for frames in burst:
            event = parse_monitor_message([frame.bytes for frame in frames])
            if event["event"] == zmq.EVENT_ACCEPTED:
                self._lines[int(event["value"])] = _NEW
            else:
                self._lines.pop(int(event["value"]), None)

    def heard(self, frame: zmq.Frame) -> None:
        """Note a whole message: its sender starts afresh at the next look."""
        try:
            number = int(frame.get(zmq.SRCFD))
        except zmq.ZMQError:
            return  # its connection is gone
        if number in self._lines:
            self._lines[number] = None

    def look(self, now: int) -> None:
        """Hang up on who sends and sends and says nothing whole; ``now`` is monotonic ms."""
        for number, line in list(self._lines.items()):
            found = _state(number)
            if found is None:
                self._lines.pop(number, None)
            elif line is _NEW:
                self._lines[number] = _Line(found[0], 0, now)
            elif line is None or found[0] != line.peer:
                self._lines[number] = _Line(*found, now)
            elif found[1] - line.received > UNFINISHED + HEARTBEATS * (now - line.since) // 1_000:
                log.warning("hung up on %s, which sends a message without an end", found[0][0])
                _hang_up(number)

    def close(self) -> None:
        """Watch no longer."""
        self._socket.monitor(None, 0)
        self._monitor.close()


def _state(number: int) -> tuple[tuple[str, int], int] | None:
    """Return the other end of a connection and the bytes that it has sent, None if it is gone."""
    if not hasattr(socket, "TCP_INFO"):
        return None
    try:
        with _borrowed(number) as line:
            told = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _RECEIVED.size)
            host, port = line.getpeername()
            return (host, port), _RECEIVED.unpack(told)[0]
    except (OSError, ValueError, struct.error):
        return None


def _hang_up(number: int) -> None:
    with suppress(OSError), _borrowed(number) as line:
        line.shutdown(socket.SHUT_RDWR)


@contextmanager
def _borrowed(number: int) -> Iterator[socket.socket]:
    """A descriptor of ZeroMQ's as a socket, for a moment. Raises OSError if it is none."""
    line = socket.socket(socket.AF_INET, socket.SOCK_STREAM, 0, fileno=number)
    try:
        yield line
    finally:
        line.detach()
