"""The log as JSON Lines: an event on each line, with its signed bytes."""

from base64 import b64encode
from collections.abc import Iterable, Iterator

import msgspec

from shared.wire.sync.log import Stored


def log_lines(stored: Iterable[Stored]) -> Iterator[str]:
    """Yield a line for each event, in the order of the log.

    ``bytes`` and ``sig`` (base64) are what the author signed, so that a line can be checked.
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
    """Return a body by the names of its fields, None if this software does not know it."""
    if body is None:
        return None
    return {name: getattr(body, name) for name in body.__struct_fields__}
