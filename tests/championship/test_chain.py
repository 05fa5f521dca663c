"""The chain of segments: what goes up next, and what may follow what is held."""

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from hall_server.championship.chain import (
    MAX_EVENTS,
    BadSegment,
    Chain,
    Hole,
    followed,
    hash_of,
    head_at,
    next_segment,
    read_segment,
    resumed,
    seal_segment,
    verify_segment,
)
from tests.championship.kit import Author, ListLog, a_log, all_segments, sealer
from tests.large import large

KEY = SigningKey(b"h" * 32)
BY = sealer(KEY)


def taken(messages: list[bytes]) -> Chain | None:
    held: Chain | None = None
    for message in messages:
        held = followed(held, read_segment(message), message)
    return held


@given(st.integers(0, 200))
def test_a_log_goes_up_whole_in_segments_of_the_authors_exact_bytes(count: int) -> None:
    log = a_log(count)
    messages = all_segments(log, BY)
    events = [signed for m in messages for signed in read_segment(m).signed_events()]
    assert events == log.events
    assert all(len(read_segment(m).events) <= MAX_EVENTS for m in messages)
    held = taken(messages)
    assert (held.last if held else 0) == count


def test_segments_are_smaller_where_events_are_large() -> None:
    author = Author(SigningKey(b"a" * 32))
    log = ListLog([author.write(f"p{n}", large(200_000)) for n in range(5)])
    assert [len(read_segment(m).events) for m in all_segments(log, BY)] == [2, 2, 1]


def test_the_chain_goes_on_after_the_last_segment_of_the_stream() -> None:
    log = a_log(100)
    first, second = all_segments(log, BY)
    chain = resumed(first, log, BY)
    assert chain is not None
    step = next_segment(chain, log, BY)
    assert step is not None
    assert step.message == second


def test_an_older_disk_and_another_order_of_events_are_not_gone_on_with() -> None:
    log = a_log(100)
    tail = all_segments(log, BY)[-1]
    older = ListLog(log.events[:90])
    grown_again = ListLog([*log.events[:90], *a_log(50, Author(SigningKey(b"b" * 32))).events])
    shuffled = ListLog([log.events[1], log.events[0], *log.events[2:]])
    assert resumed(tail, log, BY) is not None
    for other in (older, grown_again, shuffled):
        assert resumed(tail, other, BY) is None


def test_another_venues_or_tournaments_message_is_not_gone_on_with() -> None:
    log = a_log(10)
    for by in (sealer(KEY, "south"), sealer(KEY, root="00" * 16)):
        assert resumed(all_segments(log, by)[0], log, BY) is None
    assert resumed(b"noise", log, BY) is None
    assert resumed(None, log, BY) is None


def test_a_new_reading_begins_again_whatever_was_held() -> None:
    log = a_log(100)
    held = taken(all_segments(log, BY))
    again = all_segments(log, BY, run=b"s" * 8)
    for message in again:
        held = followed(held, read_segment(message), message)
    assert held is not None
    assert (held.run, held.last) == (b"s" * 8, 100)
    assert held.head == head_at(log, 100)


def test_a_missing_segment_is_a_hole() -> None:
    one, two, three = all_segments(a_log(150), BY)
    with pytest.raises(Hole, match="events 65 to 128 are missing"):
        followed(taken([one]), read_segment(three), three)
    with pytest.raises(Hole, match="in the middle"):
        followed(None, read_segment(two), two)


def test_a_segment_that_tells_otherwise_is_refused() -> None:
    log = a_log(150)
    one, two, _ = all_segments(log, BY)
    held = taken([one])
    other_log = ListLog([*log.events[:64], *a_log(64, Author(SigningKey(b"b" * 32))).events])
    other = all_segments(other_log, BY)[1]
    with pytest.raises(BadSegment, match="already brought event 65"):
        followed(taken([one, two]), read_segment(other), other)
    with pytest.raises(BadSegment, match="begins a reading that has begun"):
        followed(held, read_segment(one), one)
    segment = read_segment(two)
    for change, why in (
        ({"prev": bytes(16)}, "does not follow"),
        ({"events": tuple(reversed(segment.events))}, "not those of its hash"),
    ):
        altered = seal_segment(msgspec.structs.replace(segment, **change), KEY)
        with pytest.raises(BadSegment, match=why):
            followed(held, read_segment(altered), altered)


def test_a_segment_counts_only_with_its_signers_key() -> None:
    (message,) = all_segments(a_log(3), BY)
    verify_segment(read_segment(message), message, bytes(KEY.verify_key))
    with pytest.raises(BadSegment, match="another key"):
        verify_segment(read_segment(message), message, bytes(SigningKey(b"x" * 32).verify_key))
    spot = message.index(b"north")
    altered = message[:spot] + b"south" + message[spot + 5 :]
    with pytest.raises(BadSegment, match="does not fit"):
        verify_segment(read_segment(altered), altered, bytes(KEY.verify_key))


def test_each_segment_names_the_hash_of_the_one_before() -> None:
    messages = all_segments(a_log(200), BY)
    assert all(read_segment(b).prev == hash_of(a) for a, b in pairwise(messages))


@given(st.binary(max_size=200))
def test_noise_is_no_segment(noise: bytes) -> None:
    with pytest.raises(BadSegment):
        read_segment(noise)


@given(st.data())
def test_a_segment_with_a_flipped_bit_is_refused(data: st.DataObject) -> None:
    (message,) = all_segments(a_log(2), BY)
    bit = data.draw(st.integers(0, 8 * len(message) - 1))
    flipped = bytearray(message)
    flipped[bit // 8] ^= 1 << bit % 8
    with pytest.raises(BadSegment):
        verify_segment(read_segment(bytes(flipped)), bytes(flipped), bytes(KEY.verify_key))
