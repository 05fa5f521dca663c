"""The log as JSON Lines: one event a line, readable, with the signed bytes it was read from."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator

import msgspec

from shared.wire.sync.log import Stored


def log_lines(stored: Iterable[Stored]) -> Iterator[str]:
    """A line for each event, in the order of the log it comes from.

    ``bytes`` and ``sig`` (base64) are what the author signed: whoever doubts a line can check it.
    """
    for each in stored:
        event = each.event
        record = {
            "pos": each.pos,
            "id": event.id,
            "node": event.node,
            "inc": event.inc,
            "seq": event.seq,
            "at": event.at,
            "term": event.term,
            "kind": event.kind,
            "kv": event.kv,
            "ent": event.ent,
            "deps": event.deps,
            "actor": {"who": event.actor.who, "how": event.actor.how},
            "body": _fields(event.body),
            "prev": event.prev,
            "bytes": b64encode(each.signed.data).decode(),
            "sig": b64encode(each.signed.sig).decode(),
        }
        yield msgspec.json.encode(record).decode() + "\n"


def _fields(body: msgspec.Struct | None) -> dict[str, object] | None:
    """A body by the names of its fields; None for one that this software does not know."""
    if body is None:
        return None
    return {name: getattr(body, name) for name in body.__struct_fields__}
