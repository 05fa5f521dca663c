"""MessagePack to values and back. Input has a limit and a type; bad input raises CodecError."""

from typing import Any, TypeVar

import msgpack
import msgspec

from shared.core.text.fields import UNSEEN, sound
from shared.core.text.sentence import plain
from shared.wire.limits import MAX_MESSAGE

T = TypeVar("T")


class CodecError(ValueError):
    """The bytes cannot be read; the sentence says why."""


def prepare(*kinds: object) -> None:
    """Make the decoders of these kinds while their module is imported, in one thread.

    msgspec reads the fields of a kind when it first meets it. If two threads meet it at the same
    time, the process crashes.
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


def shortened(value: Any) -> Any:
    """Return a value without the fields at the end of each Struct that are as by default."""
    if isinstance(value, tuple):
        return tuple([shortened(each) for each in value])
    if not isinstance(value, msgspec.Struct) or not value.__struct_config__.array_like:
        return value
    fields = [getattr(value, name) for name in value.__struct_fields__]
    for default in reversed(value.__struct_defaults__):
        if fields[-1] != default:
            break
        fields.pop()
    tag = value.__struct_config__.tag
    return [*([] if tag is None else [tag]), *map(shortened, fields)]


def decode(data: bytes, kind: type[T] | Any) -> T:
    """Decode ``data`` into ``kind``; its texts are not judged.

    Raises CodecError if there are too many bytes, or if they are malformed, too deep or of another
    shape.
    """
    if len(data) > MAX_MESSAGE:
        raise CodecError(f"{len(data)} bytes are more than the limit of {MAX_MESSAGE}")
    try:
        value: T = _decoder(kind).decode(data)
    except (ValueError, TypeError, RecursionError, msgspec.MsgspecError) as error:
        raise CodecError(f"not a readable message: {str(error) or type(error).__name__}") from error
    return value


def unpack(data: bytes, kind: type[T] | Any) -> T:
    """Decode ``data`` into ``kind``.

    Raises CodecError as ``decode`` does, and if a text holds a character that may not travel.
    """
    value: T = decode(data, kind)
    judge(value)
    return value


def judge(value: object) -> None:
    """Raise CodecError if a text in a value holds a character that may not travel."""
    if not sound(value):
        raise CodecError(UNSEEN)
