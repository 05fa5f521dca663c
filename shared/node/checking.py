"""The process that checks signatures for a node far behind: ``python -m shared.node.checking``.

Reads lots of events from its input and answers one byte an event. Opens no file and no socket,
decides about nobody's rights, and ends with its input.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import IO

from shared.core.events import DeviceEnrolled
from shared.wire.codec import CodecError, pack, unpack
from shared.wire.envelope import BadEvent, Signed, node_of, read, verify

SOUND = b"\x01"
UNKNOWN = b"\x00"
"""The signature is wrong, or its author's key is not known: whoever asked looks for himself."""
HEAD = 4
"""Bytes of a frame's length, big-endian."""


class Checker:
    """Knows the keys that it was given and those that enrolments have named since.

    A node's id is the hash of its key: whoever names a key for it can name only the right one.
    """

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = {node_of(key): key for key in keys}

    def marks(self, events: Sequence[Signed]) -> bytes:
        """One byte an event: SOUND if the key of the node that it names has signed it."""
        return b"".join(SOUND if self._is_sound(signed) else UNKNOWN for signed in events)

    def _is_sound(self, signed: Signed) -> bool:
        try:
            event = read(signed)
            if isinstance(event.body, DeviceEnrolled):
                self._keys[node_of(event.body.sign_key)] = event.body.sign_key
            key = self._keys.get(event.node)
            if key is None:
                return False
            verify(signed, key)
        except BadEvent:
            return False
        return True


def framed(data: bytes) -> bytes:
    """Bytes with their length before them."""
    return len(data).to_bytes(HEAD) + data


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The next frame's bytes, or None at the end of the stream."""
    head = stream.read(HEAD)
    if len(head) < HEAD:
        return None
    size = int.from_bytes(head)
    data = stream.read(size)
    return data if len(data) == size else None


def packed_keys(keys: Sequence[bytes]) -> bytes:
    """The first frame: the keys that are known already."""
    return framed(pack(list(keys)))


def packed_events(events: Sequence[Signed]) -> bytes:
    """Each later frame: a lot of events. The answer is a frame with a byte for each."""
    return framed(pack([[signed.data, signed.sig] for signed in events]))


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer each lot in turn until the input ends. An empty frame says that it can begin."""
    first = read_frame(source)
    if first is None:
        return
    checker = Checker(unpack(first, tuple[bytes, ...]))
    answer = b""
    while True:
        sink.write(framed(answer))
        sink.flush()
        lot = read_frame(source)
        if lot is None:
            return
        pairs: tuple[tuple[bytes, bytes], ...] = unpack(lot, tuple[tuple[bytes, bytes], ...])
        answer = checker.marks([Signed(data, sig) for data, sig in pairs])


def main() -> None:
    """Serve the process that started this one."""
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except (OSError, CodecError, KeyboardInterrupt):
        sys.exit(1)  # the node goes on without this process


if __name__ == "__main__":
    main()
