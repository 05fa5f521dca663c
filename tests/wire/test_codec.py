"""Bytes to values and back: bounded, typed, and one kind of exception."""

from collections.abc import Callable
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.wire import messages as m
from shared.wire.codec import CodecError, pack, unpack
from shared.wire.limits import MAX_MESSAGE
from tests.wire.any_value import any_value

TO_HALL = any_value(m.ToHall)
FROM_HALL = any_value(m.FromHall)
ON_FEED = any_value(m.OnFeed)
DECODERS: list[Callable[[bytes], Any]] = [m.decode_to_hall, m.decode_from_hall, m.decode_feed]


def decoded(decode: Callable[[bytes], Any], data: bytes) -> Any:
    """Return what the bytes say, or None if they are refused; any other exception fails the
    test."""
    try:
        return decode(data)
    except CodecError:
        return None


@given(message=TO_HALL)
def test_message_of_a_node_arrives_unchanged(message: m.ToHall) -> None:
    assert m.decode_to_hall(m.encode(message)) == message


@given(message=FROM_HALL)
def test_message_of_the_hall_arrives_unchanged(message: m.FromHall) -> None:
    assert m.decode_from_hall(m.encode(message)) == message


@given(message=ON_FEED)
def test_message_of_the_feed_arrives_unchanged(message: m.OnFeed) -> None:
    assert m.decode_feed(m.encode(message)) == message


@given(
    data=st.binary(max_size=200)
    | st.recursive(
        st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(), inner, max_size=3),
    ).map(msgpack.packb)
)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for decode in DECODERS:
        message = decoded(decode, data)
        assert message is None or decode(m.encode(message)) == message


@given(message=TO_HALL | FROM_HALL, data=st.data())
def test_any_changed_byte_is_read_or_refused(message: m.ToHall, data: st.DataObject) -> None:
    packed = bytearray(m.encode(message))
    packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    for decode in DECODERS:
        changed = decoded(decode, bytes(packed))
        assert changed is None or decode(m.encode(changed)) == changed


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x91" * 100_000,
        b"\x81\xa1a" * 50_000,
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xc9\xff\xff\xff\xff\x01",
        b"\xdd\x00\x01\x00\x01" + b"\xc0" * 65_537,
        b"\xd6\xff\x00\x00\x00\x00",
        b"\xc7\x00\x05",
        b"\x81\x90\x01",
        b"\xa1\xff",
        b"\xc0\xc0",
        pack(["ping", "now"]),
        pack(["nothing", 1]),
        pack([]),
        pack({"t": "ping"}),
        pack(["ping"]),
        pack(["ping", 1.5]),
        pack(["ping", True]),
        pack(["push", 1, [["text", b""]]]),
        pack(["push", 1, [[b"one"]]]),
        pack(["hello", m.PROTOCOL, "", "", "", "king", []]),
    ],
)
def test_malformed_message_is_refused(data: bytes) -> None:
    with pytest.raises(CodecError):
        m.decode_to_hall(data)


def test_depth_that_only_the_shape_check_would_meet_is_refused() -> None:
    data = b"\x91" * 900 + b"\x01"

    with pytest.raises(CodecError):
        m.decode_to_hall(data)


def test_size_is_checked_before_anything_is_decoded() -> None:
    full = msgpack.packb(b"x" * (MAX_MESSAGE - 5))
    assert len(full) == MAX_MESSAGE
    plain: bytes = unpack(full, bytes)
    assert plain == b"x" * (MAX_MESSAGE - 5)

    with pytest.raises(CodecError, match="1048577 bytes are more than the limit of 1048576"):
        unpack(full + b"x", bytes)


@given(
    lines=st.dictionaries(
        st.tuples(
            st.binary(min_size=16, max_size=16).map(bytes.hex),
            st.binary(min_size=8, max_size=8).map(bytes.hex),
        ),
        st.integers(1, 2**53),
    )
)
def test_a_vector_travels_and_returns(lines: m.Vector) -> None:
    assert m.vector(m.entries(lines)) == lines


def test_the_events_of_a_message_are_pairs() -> None:
    (one,) = m.signed(((b"data", b"sig"),))

    assert (one.data, one.sig) == (b"data", b"sig")
