"""Envelopes for tests: sealed by somebody, and altered field by field."""

from __future__ import annotations

from typing import Any

import msgpack

from shared.core import events as ev
from shared.core.events import Actor, Body, Event, entities
from shared.wire.codec import pack
from shared.wire.envelope import Signed, node_of, seal
from tests.forging import unchecked
from tests.wire.memory_log import START, author

AUTHOR = author("somebody")


def sealed(body: Body, **fields: Any) -> tuple[Signed, Event]:
    ent = "table/t1"
    if isinstance(body, ev.DeviceEnrolled):
        ent = entities.device(node_of(body.sign_key))
    given: dict[str, Any] = {
        "inc": AUTHOR.inc,
        "seq": 1,
        "at": START,
        "term": 0,
        "ent": ent,
        "deps": (),
        "actor": Actor(),
        "prev": "",
    }
    return seal(AUTHOR.key, body=body, **{**given, **fields})


def altered(position: int, value: object, body: Body | None = None) -> Signed:
    """An envelope with one field replaced, as a careless or hostile author may send it."""
    fields = msgpack.unpackb(sealed(body or ev.TableSet("A"))[0].data)
    fields[position] = value
    return Signed(pack(fields), b"")


def forged(body: Body) -> Signed:
    """An event with a body that ``seal`` may refuse, as an older or hostile author writes it."""
    return unchecked(AUTHOR.key, "table/t1", body, inc=AUTHOR.inc, at=START)


V, NODE, INC, SEQ, AT, TERM, KIND, KV, ENT, DEPS, ACTOR, BODY, PREV = range(13)
