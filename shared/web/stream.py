"""What is sent to a browser that hears of changes: server-sent events, packed once for all.

Each piece is compressed by itself up to a byte's end, so that one and the same piece fits into
every stream: what a change costs does not grow with the visitors who read of it.
"""

import zlib
from dataclasses import dataclass

BEGIN = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""The head of a gzip stream. Its end never comes."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a stream, as it is and packed."""

    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, kind: str, data: str, ident: str = "") -> "Piece":
        """Return an event of a ``kind``; ``data`` is one line."""
        name = f"id: {ident}\n" if ident else ""
        plain = f"event: {kind}\n{name}data: {data}\n\n".encode()
        packer = zlib.compressobj(6, wbits=-15)
        return cls(plain, packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH))


BEAT = Piece.of("beat", "")
"""Keeps a stream open while nothing changes."""
