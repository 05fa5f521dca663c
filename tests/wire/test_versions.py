"""Nodes of other versions: later fields are ignored, and a node too far off is told so."""

import msgpack
import pytest

from shared.wire import messages as m
from shared.wire.codec import CodecError
from shared.wire.limits import GROUPS
from shared.wire.sync.effects import LinkIs
from shared.wire.sync.follower import Follower
from tests.wire.hub_kit import Hall, refusal
from tests.wire.memory_log import ROOT, MemoryLog

NODE, INC = b"n" * 16, b"i" * 8
PAIRS = ((b"data", b"sig"),)
TO_HALL: list[m.ToHall] = [
    m.Hello(m.PROTOCOL, "root", "store", "i", "kiosk"),
    m.Compare("store", (3, 5)),
    m.Pull("store", 5, 9_000),
    m.Fetch("store", NODE, INC, 3, 4),
    m.Push(1, PAIRS),
    m.Ping(5, "store", 3),
    m.Live("1", b"clock"),
]
FROM_HALL: list[m.FromHall] = [
    m.Welcome("store", 9, 0, (NODE,) * GROUPS),
    m.Compared("store", 9, (3, 5), ((NODE, INC, 7, NODE),)),
    m.Refused("revoked", "No."),
    m.Events("store", 0, 2, False, 2, PAIRS, True),
    m.Fetched(NODE, INC, 0, 2, False, PAIRS),
    m.Ack(1, ((NODE, INC, 7),), (("ab" * 16, "no"),), 9),
    m.Pong(1, 2, 3, "store", 9, 0),
]
ON_FEED: list[m.OnFeed] = [
    m.Events("store", 0, 2, False, 2, PAIRS, True),
    m.Heartbeat("store", 9, 0, (9, 8)),
    m.Readings((m.Reading("1", 300, b"clock"),)),
    m.Asking((m.Newcomer(b"k" * 32, b"c" * 32, "kiosk", "Spare", "042917"),)),
    m.Doubles((m.DoubleUse("Table 1", "10.0.0.7", "10.0.0.9"),)),
]


def longer(data: bytes, *fields: object) -> bytes:
    """Return a message as a later version would send it: with more fields at its end."""
    return bytes(msgpack.packb([*msgpack.unpackb(data), *fields]))


@pytest.mark.parametrize("message", TO_HALL)
def test_the_hall_passes_over_fields_of_a_later_version(message: m.ToHall) -> None:
    assert m.decode_to_hall(longer(m.encode(message), "new", 7)) == message


@pytest.mark.parametrize("message", FROM_HALL)
def test_a_node_passes_over_fields_of_a_later_hall(message: m.FromHall) -> None:
    assert m.decode_from_hall(longer(m.encode(message), "new", [7])) == message


@pytest.mark.parametrize("message", ON_FEED)
def test_the_feed_of_a_later_hall_is_read(message: m.OnFeed) -> None:
    assert m.decode_feed(longer(m.encode(message), None)) == message


@pytest.mark.parametrize("data", [["later", 1], ["hello"], ["hello", "2"], [], 7, {"t": "hello"}])
def test_a_message_of_a_kind_that_is_not_known_is_refused(data: object) -> None:
    packed = bytes(msgpack.packb(data))
    for decode in (m.decode_to_hall, m.decode_from_hall, m.decode_feed):
        with pytest.raises(CodecError):
            decode(packed)


@pytest.mark.parametrize("away", [-2, -1, 1, 2])
@pytest.mark.parametrize("rest", [(), ("root", "store"), ({"all": "anew"}, 7, [[]])])
def test_a_greeting_of_another_version_is_answered_whatever_its_shape(
    away: int, rest: tuple[object, ...]
) -> None:
    """Two versions older or newer: the screen says to install the same version on both."""
    said = m.decode_to_hall(bytes(msgpack.packb(["hello", m.PROTOCOL + away, *rest])))

    assert refusal(Hall().hear(said)) == "protocol"


def test_a_greeting_of_this_version_has_to_have_its_shape() -> None:
    with pytest.raises(CodecError):
        m.decode_to_hall(bytes(msgpack.packb(["hello", m.PROTOCOL, "root"])))


def test_a_refusal_that_only_a_later_hall_knows_is_shown_with_its_sentence() -> None:
    sentence = "This device needs version 9. Nothing is lost."
    refused = m.decode_from_hall(bytes(msgpack.packb(["refused", "needs_version_9", sentence])))
    follower = Follower(MemoryLog("mine"), root=ROOT.node, instance="i", role="terminal")

    assert follower.receive(refused, 0) == [LinkIs("refused", sentence=sentence)]
