"""Frames of the door over a TCP connection: nothing is read before its kind and size are known."""

from __future__ import annotations

import asyncio
import socket

from shared.wire.codec import CodecError
from shared.wire.door import (
    HEADER,
    FromDevice,
    FromHall,
    announced,
    frame,
    read_from_device,
    read_from_hall,
)


class NotAFrame(ValueError):
    """The other side hung up, or said what it must not say here."""


async def from_device(line: socket.socket) -> FromDevice:
    """Return a device's next message; ``line`` does not block. Raises NotAFrame, OSError."""
    try:
        number, length = announced(await _exactly(line, HEADER.size), by_hall=False)
        return read_from_device(number, await _exactly(line, length))
    except CodecError as error:
        raise NotAFrame(str(error)) from error


async def from_hall(line: socket.socket) -> FromHall:
    """Return the hall's next message; ``line`` does not block. Raises NotAFrame, OSError."""
    try:
        number, length = announced(await _exactly(line, HEADER.size), by_hall=True)
        return read_from_hall(number, await _exactly(line, length))
    except CodecError as error:
        raise NotAFrame(str(error)) from error


async def send(line: socket.socket, message: FromDevice | FromHall) -> None:
    """Send a message. Raises OSError."""
    await asyncio.get_running_loop().sock_sendall(line, frame(message))


async def _exactly(line: socket.socket, count: int) -> bytes:
    loop, found = asyncio.get_running_loop(), b""
    while len(found) < count:
        piece = await loop.sock_recv(line, count - len(found))
        if not piece:
            raise NotAFrame("the other side has hung up")
        found += piece
    return found
