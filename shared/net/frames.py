"""Sends and reads the door's frames over TCP. It reads a body only once kind and size are known."""

import asyncio
import socket
from typing import Any

from shared.wire.codec import CodecError, unpack
from shared.wire.door import HEADER, FromDevice, FromHall, announced, frame


class NotAFrame(ValueError):
    """The other side hung up, or sent something that does not belong here."""


async def from_device(line: socket.socket) -> FromDevice:
    """Return a device's next message; ``line`` does not block. Raises NotAFrame, OSError."""
    message: FromDevice = await _next(line, by_hall=False)
    return message


async def from_hall(line: socket.socket) -> FromHall:
    """Return the hall's next message; ``line`` does not block. Raises NotAFrame, OSError."""
    message: FromHall = await _next(line, by_hall=True)
    return message


async def _next(line: socket.socket, *, by_hall: bool) -> Any:
    try:
        kind, length = announced(await _exactly(line, HEADER.size), by_hall=by_hall)
        return unpack(await _exactly(line, length), kind)
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
