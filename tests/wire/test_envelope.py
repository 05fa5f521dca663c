"""Events as their authors wrote them: read back exactly, refused where no author can mean it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.core import events as ev
from shared.core.events import KIND_OF, KINDS, Actor, Body
from shared.wire.envelope import BadEvent, Signed, read, read_filed, verify
from shared.wire.limits import MAX_EVENT
from tests.prove import times
from tests.wire.envelope_kit import (
    ACTOR,
    AT,
    AUTHOR,
    BODY,
    DEPS,
    INC,
    KIND,
    KV,
    NODE,
    PREV,
    SEQ,
    TERM,
    V,
    altered,
    sealed,
)
from tests.wire.event_bodies import BODIES, HEX8, HEX16, INSTANT, TEXT
from tests.wire.memory_log import START


def test_every_body_has_an_example_here() -> None:
    assert BODIES.keys() == KIND_OF.keys()


@pytest.mark.parametrize("kind", [KINDS[kind].body for kind in sorted(KINDS)])
@settings(max_examples=times(20, 1_000))
@given(data=st.data())
def test_an_event_is_read_as_it_was_written(kind: type[Body], data: st.DataObject) -> None:
    signed, event = sealed(
        data.draw(BODIES[kind]),
        inc=data.draw(HEX8),
        seq=data.draw(st.integers(1, 2**53)),
        at=data.draw(INSTANT),
        term=data.draw(st.integers(0, 2**53)),
        deps=tuple(data.draw(st.lists(HEX16, max_size=3))),
        actor=data.draw(st.builds(Actor, TEXT, TEXT)),
        prev=data.draw(HEX16 | st.just("")),
    )

    assert read(signed) == event
    assert read_filed(signed.id, signed.data) == event
    assert event.id == signed.id
    assert event.place == (AUTHOR.node, event.inc, event.seq)
    verify(signed, AUTHOR.public)


@given(data=st.data())
def test_filed_bytes_with_a_flipped_bit_are_refused(data: st.DataObject) -> None:
    signed, _ = sealed(ev.TableSet("A"))
    flipped = bytearray(signed.data)
    flipped[data.draw(st.integers(0, len(flipped) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(BadEvent, match="not the bytes of the event"):
        read_filed(signed.id, bytes(flipped))


@given(data=st.binary(max_size=300))
def test_random_bytes_are_no_event(data: bytes) -> None:
    with pytest.raises(BadEvent):
        read(Signed(data, b""))


@given(position=st.integers(0, 12), value=st.integers(-(2**63), 2**64 - 1) | st.text() | st.none())
def test_a_field_of_the_wrong_kind_is_refused_or_read(position: int, value: object) -> None:
    try:
        event = read(altered(position, value))
    except BadEvent:
        return
    assert 1 <= event.seq <= 2**53
    assert 0 <= event.at <= 253_402_300_799_999


@pytest.mark.parametrize(
    ("position", "value"),
    [
        (V, 0),
        (V, -1),
        (V, 2**53 + 1),
        (V, "2"),
        (NODE, b""),
        (NODE, b"x" * 15),
        (INC, b"x" * 9),
        (SEQ, 0),
        (SEQ, -1),
        (SEQ, 2**53 + 1),
        (SEQ, True),
        (AT, -1),
        (AT, 253_402_300_800_000),
        (AT, 2**64 - 1),
        (TERM, -1),
        (TERM, 2**64 - 1),
        (KIND, b"a.table.set"),
        (KV, "1"),
        (DEPS, [["deep"]]),
        (DEPS, "text"),
        (ACTOR, ["referee", 1]),
        (BODY, [1]),
        (BODY, []),
        (BODY, None),
        (BODY, {"label": 1}),
        (PREV, None),
    ],
)
def test_what_no_author_can_have_meant_is_refused(position: int, value: object) -> None:
    with pytest.raises(BadEvent):
        read(altered(position, value))


@pytest.mark.parametrize(
    "body",
    [
        ev.DivisionOpened("A", "b", 2**53 + 1),
        ev.PlayerRegistered("A", "b", 2**64 - 1),
        ev.RoundPaired(-1, "", ()),
        ev.RoundPaired(2**60, "", ()),
        ev.OpeningDrawn(0, 2**63, ()),
        ev.ClockLogged(1, (), (0, -(2**63)), (0, 0), ""),
    ],
)
def test_numbers_that_no_column_or_calendar_holds_are_refused(body: Body) -> None:
    with pytest.raises(BadEvent, match="does not fit"):
        read(sealed(body)[0])


def test_an_event_that_is_too_large_is_neither_written_nor_read() -> None:
    with pytest.raises(BadEvent, match="larger than the limit"):
        sealed(ev.TableSet("x" * MAX_EVENT))
    with pytest.raises(BadEvent, match="more than an event may have"):
        read(Signed(b"x" * (MAX_EVENT + 1), b""))

    signed, event = sealed(ev.TableSet("x" * (MAX_EVENT - 200)))
    assert read(signed) == event


def test_the_pairing_of_a_thousand_players_fits() -> None:
    matches = tuple(
        ev.PairedMatch(f"{number:032x}", f"t{number}", (f"player{number}a", f"player{number}b"))
        for number in range(500)
    )
    trace = tuple("a sentence about this pairing" * 3 for _ in range(1_000))
    field = tuple(ev.FieldEntry(f"player{number}", 40, 1) for number in range(1_000))
    signed, event = sealed(ev.RoundPaired(START, "seed", matches, (), (), trace, "swiss 1", field))

    assert read(signed) == event


@pytest.mark.parametrize("depth", [20, 500, 5_000, 100_000])
def test_a_body_that_is_nested_too_deep_is_refused(depth: int) -> None:
    fields = sealed(ev.TableSet("A"))[0].data
    whole = fields.replace(b"\x91\xa1A", b"\x91" * depth + b"\xa1A")
    assert len(whole) == len(fields) + depth - 1

    with pytest.raises(BadEvent):
        read(Signed(whole, b""))
