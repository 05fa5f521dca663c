"""A ZeroMQ socket on an asyncio loop, drained in bursts, so that one commit serves many messages.

The socket's descriptor is edge-triggered. So after every burst and every send the pump looks for
events again; otherwise a message would wait for the next one.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence

import zmq

BURST = 1_000
BURST_BYTES = 1 << 20
"""The most that is read at once, in messages and bytes. What else is due then has its turn."""

Frames = list[zmq.Frame]


class Pump:
    """Delivers each burst of messages to ``deliver``, in the loop's thread."""

    def __init__(self, socket: zmq.Socket[bytes], deliver: Callable[[list[Frames]], None]) -> None:
        self.socket = socket
        self._deliver = deliver
        self._loop = asyncio.get_running_loop()
        self._fd = int(socket.get(zmq.FD))
        self._woken = False
        self._loop.add_reader(self._fd, self._drain)
        self._wake()

    def _wake(self) -> None:
        if not self._woken:
            self._woken = True
            self._loop.call_soon(self._drain)

    def _drain(self) -> None:
        self._woken = False
        if self.socket.closed:
            return
        burst: list[Frames] = []
        size = 0
        while len(burst) < BURST and size < BURST_BYTES:
            try:
                frames = [self.socket.recv(zmq.NOBLOCK, copy=False)]
            except zmq.Again:
                break
            while frames[-1].more:
                frames.append(self.socket.recv(zmq.NOBLOCK, copy=False))
            burst.append(frames)
            size += len(frames[-1])
        else:
            self._wake()
        if burst:
            self._deliver(burst)

    def send(self, frames: Sequence[bytes]) -> bool:
        """Send now or not at all, since ZeroMQ is no outbox; return whether it was sent."""
        try:
            self.socket.send_multipart(frames, zmq.NOBLOCK)
        except zmq.ZMQError:
            return False
        finally:
            self._wake()
        return True

    def close(self) -> None:
        self._loop.remove_reader(self._fd)
        self.socket.close(linger=0)


def configure(socket: zmq.Socket[bytes], *, send_hwm: int) -> None:
    """Set the options of every socket of a hall.

    What waits to be read has no limit in ZeroMQ. With one, a heartbeat on a connection that has
    ended while its messages waited ends the process (libzmq #4364). The hall's limit is ``Lines``.
    """
    socket.set(zmq.LINGER, 0)
    socket.set(zmq.SNDHWM, send_hwm)
    socket.set(zmq.RCVHWM, 0)
    socket.set(zmq.HANDSHAKE_IVL, 3000)
    socket.set(zmq.IPV6, 0)


def watch(
    context: zmq.Context[zmq.Socket[bytes]], socket: zmq.Socket[bytes], events: int
) -> zmq.Socket[bytes]:
    """Return the monitor of a socket's ``events``; ``socket.monitor(None, 0)`` ends it.

    Its queue has no limit. At a limit ZeroMQ's own thread would wait for this program, and could
    wait for ever.
    """
    address = f"inproc://watch.{secrets.token_hex(8)}"
    socket.monitor(address, events)
    told = context.socket(zmq.PAIR)
    told.set(zmq.RCVHWM, 0)
    told.connect(address)
    return told
