"""MessagePack in and out: bounded, typed, and never an exception other than CodecError.

What is read goes straight into the fields of its kind: what fits none of them is never built.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgpack
import msgspec

from shared.core.text.fields import UNSEEN, sound
from shared.core.text.sentence import plain
from shared.wire.limits import MAX_MESSAGE

T = TypeVar("T")


class CodecError(ValueError):
    """The bytes are not what they should be; the sentence says how."""


def prepare(*kinds: object) -> None:
    """Have the fields of these kinds read now, while the module that knows them is imported.

    msgspec reads them when it first meets a kind. A second thread that meets it meanwhile finds
    half of them, and the process ends without a word: hall and guest, or the tables of a
    rehearsal, live in threads of one process.
    """
    for kind in kinds:
        _decoder(kind)


_DECODERS: dict[Any, msgspec.msgpack.Decoder[Any]] = {}


def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    known = _DECODERS.get(kind)
    if known is None:
        known = _DECODERS[kind] = msgspec.msgpack.Decoder(kind, strict=True)
    return known


def pack(value: Any) -> bytes:
    """Encode a Struct, or builtins, to MessagePack bytes."""
    built = msgspec.to_builtins(value, builtin_types=(bytes,), enc_hook=plain)
    packed: bytes = msgpack.packb(built, use_bin_type=True)
    return packed


def unpack(data: bytes, kind: type[T] | Any) -> T:
    """Decode ``data`` into ``kind``.

    Raises CodecError if the bytes are too many, malformed, too deep, or of another shape, or if a
    text holds a character that may not travel.
    """
    if len(data) > MAX_MESSAGE:
        raise CodecError(f"{len(data)} bytes are more than the limit of {MAX_MESSAGE}")
    try:
        value: T = _decoder(kind).decode(data)
    except (ValueError, TypeError, RecursionError, msgspec.MsgspecError) as error:
        raise CodecError(f"not a readable message: {str(error) or type(error).__name__}") from error
    if not sound(value, kind):
        raise CodecError(UNSEEN)
    return value
