"""Events of later software: which part is read, and which fields must keep their places."""

import msgpack
import pytest

from shared.core import events as ev
from shared.core.events import KINDS, entities
from shared.wire.codec import pack
from shared.wire.envelope import UNREAD, VERSION, BadEvent, Signed, read, read_filed
from tests.wire.envelope_kit import (
    AT,
    AUTHOR,
    BODY,
    INC,
    KIND,
    KV,
    NODE,
    PREV,
    SEQ,
    V,
    altered,
    sealed,
)


def test_an_unknown_kind_is_read_without_its_body() -> None:
    event = read(altered(KIND, "a.something.new"))

    assert (event.kind, event.body, event.ent) == ("a.something.new", None, "table/t1")


@pytest.mark.parametrize("body", [None, 7, ["x", ["y"]], {"a": b"b"}])
def test_a_newer_body_is_read_without_being_understood(body: object) -> None:
    fields = msgpack.unpackb(sealed(ev.TableSet("A"))[0].data)
    fields[KV], fields[BODY] = KINDS["a.table.set"].version + 1, body

    newer = Signed(pack(fields), b"")
    event = read(newer)
    assert (event.kind, event.body) == ("a.table.set", None)
    assert read_filed(newer.id, newer.data) == event


@pytest.mark.parametrize("version", [VERSION + 1, VERSION + 40])
def test_only_the_place_of_a_later_envelope_is_read(version: int) -> None:
    before = sealed(ev.TableSet("A"), seq=6)[0]
    fields = msgpack.unpackb(sealed(ev.TableSet("A"), seq=7, prev=before.id)[0].data)
    known = [version, *fields[1:AT], *([{"new": True}] * (PREV - AT)), fields[PREV], "more"]

    later = Signed(pack(known), b"")
    event = read(later)

    assert read_filed(later.id, later.data) == event
    assert event.place == (AUTHOR.node, fields[INC].hex(), 7)
    assert (event.prev, event.kind, event.kv, event.body) == (before.id, UNREAD, version, None)
    assert entities.parse(event.ent) is None


@pytest.mark.parametrize(
    ("position", "value"),
    [(NODE, b"short"), (INC, "text"), (SEQ, 0), (SEQ, 2**53 + 1), (PREV, None), (V, 2**60)],
)
def test_a_later_envelope_without_a_place_is_refused(position: int, value: object) -> None:
    fields = [VERSION + 1, *msgpack.unpackb(sealed(ev.TableSet("A"))[0].data)[1:]]
    fields[position] = value
    with pytest.raises(BadEvent):
        read(Signed(pack(fields), b""))


def test_later_fields_of_a_body_may_be_left_out_or_added() -> None:
    shorter = read(altered(BODY, ["Ann", "men"], ev.PlayerRegistered("Ann", "men", 5, "club")))
    longer = read(altered(BODY, ["A", "why", False, "future"]))

    assert shorter.body == ev.PlayerRegistered("Ann", "men")
    assert longer.body == ev.TableSet("A", "why")
