"""One event of every kind, byte for byte: what travels and what lies on disks does not drift.

``python -m tests.wire.golden`` writes the file anew, after a kind was added or changed on purpose.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect as types
from nacl.signing import SigningKey

from shared.core.events import KINDS, Actor, DecisionMade, DeviceEnrolled, Draft, Event, Kind
from shared.core.events.entities import Entity
from shared.core.events.measures import ClockAssigned, MatchDecided, taken
from shared.core.match.outcome import Code
from shared.wire.envelope import Signed, Stamp, node_of, read, seal

FILE = Path(__file__).with_name("golden_events.txt")
KEY = SigningKey(b"golden".ljust(32, b"."))
PUBLIC = bytes(KEY.verify_key)
AT = 1_790_000_000_000
SLOTS = {"NODE": node_of(PUBLIC), "ROUND": "3", "NUMBER": "2", "SEAT": "1", "TOPIC": "fees"}


class Golden(NamedTuple):
    """An event as the file has it: its id, its bytes, and what they say."""

    kind: str
    ident: str
    data: bytes
    said: str


def golden() -> dict[str, Golden]:
    """Return what the file has, by kind."""
    blocks = FILE.read_text(encoding="utf-8").strip().split("\n\n")
    lines = (block.split("\n") for block in blocks)
    return {
        kind: Golden(kind, ident, bytes.fromhex(data), said) for kind, ident, data, said in lines
    }


def sealed_again(event: Event) -> Signed:
    """Return an event as its author would write it today."""
    assert event.body is not None
    stamp = Stamp(event.inc, event.seq, event.at, event.term, event.deps, event.prev)
    return seal(KEY, Draft(event.ent, event.body, event.actor), stamp)[0]


def said(event: Event) -> str:
    """Return what an event says, as the file has it."""
    return f"{event.ent}: {event.body!r}"


def _name(entity: Entity) -> str:
    return "/".join(
        word if fixed else SLOTS.get(word, f"{word.lower()}-1")
        for word, fixed in zip(entity.words, entity.shape, strict=True)
    )


def _sample(kind: type[Any]) -> Any:
    """Return a value of a type: small, and never what the field would be without it."""
    plain = _plain(types.type_info(kind))
    return msgspec.convert(plain, kind, strict=True, builtin_types=(bytes,))


def _plain(kind: types.Type) -> Any:
    match kind:
        case types.Metadata():
            return _plain(kind.type)
        case types.IntType():
            return max(kind.ge or 0, 7) if kind.le is None or kind.le >= 7 else kind.le
        case types.BoolType():
            return True
        case types.StrType():
            return "2026-11-22" if kind.pattern else "words"
        case types.BytesType():
            return b"b" * (kind.min_length or 4)
        case types.LiteralType() | types.EnumType():
            values = kind.values if isinstance(kind, types.LiteralType) else [*kind.cls]
            return sorted(values, key=str)[-1]
        case types.VarTupleType():
            return [_plain(kind.item_type)]
        case types.TupleType():
            return [_plain(item) for item in kind.item_types]
        case types.UnionType():
            return _plain(next(t for t in kind.types if not isinstance(t, types.NoneType)))
        case types.Metadata():
            return _plain(kind.type)
        case types.StructType():
            return [_plain(field.type) for field in kind.fields]
        case _:
            raise TypeError(f"no sample of {kind}")


def _made(number: int, kind: Kind) -> Golden:
    body = _sample(kind.body)
    if isinstance(body, DeviceEnrolled):
        body = msgspec.structs.replace(body, sign_key=PUBLIC)
    if isinstance(body, DecisionMade):
        decided = MatchDecided((Code.WIN, Code.DRAW), points=(7, 3))
        measures = taken("words", decided, ClockAssigned("30:00", "game"))
        body = msgspec.structs.replace(body, measures=measures)
    ent = _name(kind.about)
    event = Event(
        "", node_of(PUBLIC), "0a" * 8, number, AT, 4, kind.name, kind.version, ent, ("0d" * 16,),
        Actor("1", "pin"), body, "0e" * 16,
    )  # fmt: skip
    signed = sealed_again(event)
    return Golden(kind.name, signed.id, signed.data, said(read(signed)))


def _written() -> Iterator[str]:
    for number, kind in enumerate(KINDS.values(), start=1):
        one = _made(number, kind)
        yield "\n".join((one.kind, one.ident, one.data.hex(), one.said))


if __name__ == "__main__":
    FILE.write_text("\n\n".join(_written()) + "\n", encoding="utf-8")
