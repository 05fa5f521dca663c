"""The TCP connections to the hall's sockets, and how to end one of them.

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
from pathlib import Path

import zmq

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


class Lines:
    """The connections to this process at ``ports``, as they were at the last look."""

    def __init__(self, *ports: int) -> None:
        self._ports = ports
        self._lines: dict[int, _Line | None] = {}

    def heard(self, frame: zmq.Frame) -> None:
        """Note a whole message: its sender starts afresh at the next look."""
        try:
            number = int(frame.get(zmq.SRCFD))
        except zmq.ZMQError:
            return  # its connection is gone
        self._lines[number] = None

    def hang_up(self, frame: zmq.Frame) -> None:
        """End the connection that a message came on."""
        with (
            suppress(zmq.ZMQError, OSError, ValueError),
            _borrowed(int(frame.get(zmq.SRCFD))) as line,
        ):
            if line.getsockname()[1] in self._ports:
                line.shutdown(socket.SHUT_RDWR)

    def look(self, now: int) -> None:
        """Hang up on who sends and sends and says nothing whole; ``now`` is monotonic ms."""
        before, self._lines = self._lines, {}
        for number, peer, received in _connections(self._ports):
            line = before.get(number, _Line(peer, 0, now))
            if line is None or line.peer != peer:
                line = _Line(peer, received, now)
            elif received - line.received > UNFINISHED + HEARTBEATS * (now - line.since) // 1_000:
                log.warning("hung up on %s, which sends a message without an end", peer[0])
                _hang_up(number)
            self._lines[number] = line


def _connections(ports: tuple[int, ...]) -> Iterator[tuple[int, tuple[str, int], int]]:
    """The connections to this process at ``ports``, on Linux: each with its descriptor, its other
    end and the bytes that came over it."""
    if not hasattr(socket, "TCP_INFO"):
        return
    with suppress(OSError):  # no descriptor is left to look with: the next look will do
        for number in [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]:
            with suppress(OSError, ValueError, struct.error), _borrowed(number) as line:
                told = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _RECEIVED.size)
                if line.getsockname()[1] in ports:
                    host, its_port, *_ = line.getpeername()
                    yield number, (host, its_port), _RECEIVED.unpack(told)[0]


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
