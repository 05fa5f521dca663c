"""The TCP connections to the hall's sockets. It ends those of which too much waits to be read.

ZeroMQ limits a frame, but keeps every message until it is read, and every frame of a message that
never ends. Linux tells how many bytes a connection has sent.
"""

import logging
import socket
import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import zmq

UNREAD = 8 << 20
"""Bytes of one peer that may wait to be read. A node has a batch and a ping under way."""
AT_ONCE = 250
"""Descriptors in one look. The tables of a large hall come by within a second."""
HEARTBEATS = 500
"""Bytes a second for ZeroMQ's own heartbeats, which it reads itself."""
AROUND = 64
"""The most bytes that encryption and transport add to a frame."""
_RECEIVED = struct.Struct("=128xQ")
"""``tcpi_bytes_received`` in Linux's ``tcp_info``."""

log = logging.getLogger(__name__)


@dataclass
class _Connection:
    """One connection: its peer, and how much of what it sent was read by ``at`` (monotonic ms)."""

    peer: tuple[str, int]
    read: int
    at: int


class Lines:
    """The connections to this process at ``ports``, each as it was at its last look."""

    def __init__(self, *ports: int) -> None:
        self._ports = ports
        self._lines: dict[int, _Connection] = {}
        self._read: Counter[int] = Counter()
        self._next: list[int] = []

    def heard(self, frames: Sequence[zmq.Frame]) -> None:
        """Note that a message of these frames was read."""
        with suppress(zmq.ZMQError):  # its connection is gone
            self._read[int(frames[-1].get(zmq.SRCFD))] += sum(len(f) + AROUND for f in frames)

    def hang_up(self, frame: zmq.Frame) -> None:
        """End the connection that a message came on."""
        with (
            suppress(zmq.ZMQError, OSError, ValueError),
            _borrowed(int(frame.get(zmq.SRCFD))) as line,
        ):
            if _port(line) in self._ports:
                line.shutdown(socket.SHUT_RDWR)

    def look(self, now: int) -> None:
        """Hang up on peers of which too much waits to be read; ``now`` is monotonic ms.

        Of many connections it looks at some, and at the next ones the next time.
        """
        if not self._next:
            self._next = _descriptors()
            self._lines = {n: self._lines[n] for n in self._next if n in self._lines}
        here, self._next = self._next[:AT_ONCE], self._next[AT_ONCE:]
        for number in here:
            read = self._read.pop(number, 0)
            seen = _seen(number, self._ports)
            if seen is None:
                self._lines.pop(number, None)
                continue
            peer, received = seen
            line = self._lines.get(number)
            if line is None or line.peer != peer:
                line = self._lines[number] = _Connection(peer, 0, now)
            read += HEARTBEATS * (now - line.at) // 1_000
            line.read, line.at = min(received, line.read + read), now
            if received - line.read > UNREAD:
                log.warning("hung up on %s, which sends more than the hall can read", peer[0])
                _hang_up(number)


def _descriptors() -> list[int]:
    """Return what this process has open, on Linux."""
    if hasattr(socket, "TCP_INFO"):
        with suppress(OSError):  # no descriptor is left to look with: the next look will do
            return [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]
    return []


def _seen(number: int, ports: tuple[int, ...]) -> tuple[tuple[str, int], int] | None:
    """Return peer and received bytes of a connection at ``ports``, None for anything else."""
    with suppress(OSError, ValueError, struct.error), _borrowed(number) as line:
        told = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _RECEIVED.size)
        if _port(line) in ports:
            host, its_port, *_ = line.getpeername()
            return (host, its_port), _RECEIVED.unpack(told)[0]
    return None


def _port(line: socket.socket) -> int | None:
    """Return where it listens, None for a socket that is no TCP connection.

    Another thread may close a connection at any moment, and open something else in its place.
    """
    address = line.getsockname()
    return int(address[1]) if isinstance(address, tuple) else None


def _hang_up(number: int) -> None:
    with suppress(OSError), _borrowed(number) as line:
        line.shutdown(socket.SHUT_RDWR)


@contextmanager
def _borrowed(number: int) -> Iterator[socket.socket]:
    """Lend a descriptor of ZeroMQ's as a socket. Raises OSError if it is none."""
    line = socket.socket(socket.AF_INET, socket.SOCK_STREAM, 0, fileno=number)
    try:
        yield line
    finally:
        line.detach()
