"""Envelopes for tests: sealed by one author, and altered field by field."""

from typing import Any

import msgpack

from shared.core import events as ev
from shared.core.events import Body, Draft, Event, entities
from shared.wire.codec import pack
from shared.wire.envelope import Signed, Stamp, node_of, seal
from tests.forging import unchecked
from tests.wire.memory_log import START, author

AUTHOR = author("somebody")


def sealed(body: Body, **fields: Any) -> tuple[Signed, Event]:
    ent = "table/t1"
    if isinstance(body, ev.DeviceEnrolled):
        ent = entities.device(node_of(body.sign_key))
    stamp = Stamp(AUTHOR.inc, 1, START)
    written = {name: fields.pop(name) for name in ("ent", "actor") if name in fields}
    draft = Draft(**{"ent": ent, "body": body, **written})
    return seal(AUTHOR.key, draft, stamp._replace(**fields))


def altered(position: int, value: object, body: Body | None = None) -> Signed:
    """Return an envelope with one field replaced, as a careless or hostile author may send it."""
    fields = msgpack.unpackb(sealed(body or ev.TableSet("A"))[0].data)
    fields[position] = value
    return Signed(pack(fields), b"")


def forged(body: Body) -> Signed:
    """Return an event with a body that ``seal`` may refuse, as an older or hostile author writes
    it."""
    return unchecked(AUTHOR.key, "table/t1", body, inc=AUTHOR.inc, at=START)


V, NODE, INC, SEQ, AT, TERM, KIND, KV, ENT, DEPS, ACTOR, BODY, PREV = range(13)
