"""Hostile bytes: each decoder reads them or names the fault, and memory stays bounded."""

import tracemalloc
from collections.abc import Callable, Iterator
from random import Random

import msgpack
import pytest

from shared.core.events import Draft, PairedMatch, ResultSigned, RoundPaired, entities
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import Code, Outcome
from shared.port import LiveTable
from shared.wire import messages as m
from shared.wire.codec import CodecError, pack, unpack
from shared.wire.envelope import BadEvent, Signed, Stamp, read, seal, verify
from shared.wire.limits import GROUPS, MAX_EVENT, MAX_MESSAGE
from tests.prove import chunks, times
from tests.wire.memory_log import author

TRIES = times(6_000, 1_000_000)
CHUNK = times(2_000, 50_000)
ME = author("me")


def _events() -> list[Signed]:
    outcome = Outcome((Code.WIN, Code.DRAW))
    pairing = RoundPaired(0, "seed", tuple(PairedMatch(f"m{n}", "1", "a", "b") for n in range(9)))
    sealed = []
    for ent, body in (
        (entities.result(MatchKey("open", 1, "m1")), ResultSigned(0, outcome)),
        (entities.pairing("open", 1), pairing),
    ):
        one, _ = seal(ME.key, Draft(ent, body), Stamp("00" * 8, 1, 5, deps=("ab" * 16,)))
        sealed.append(one)
    return sealed


EVENTS = _events()
PAIRS = tuple((one.data, one.sig) for one in EVENTS)
NODE, INC = b"n" * 16, b"i" * 8
LIVE = LiveTable("1", "m1", "game 1", 1, (9, 8), (0,), (1, 0))
TRUE: list[bytes] = [
    *map(
        m.encode,
        [
            m.Hello(m.PROTOCOL, "root", "store", "i", "kiosk"),
            m.Compare("store", (3, 5, 127)),
            m.Pull("store", 5),
            m.Fetch("store", NODE, INC, 3, 4),
            m.Push(1, PAIRS),
            m.Ping(5, "store", 3, -9),
            m.Live("1", pack(LIVE)),
            m.Welcome("store", 9, 0, (NODE,) * GROUPS),
            m.Compared("store", 9, (3, 5), ((NODE, INC, 7, NODE),) * 5),
            m.Refused("revoked", "No."),
            m.Events("store", 0, 2, False, 2, PAIRS),
            m.Fetched(NODE, INC, 0, 2, False, PAIRS),
            m.Ack(1, ((NODE, INC, 7),), (("ab" * 16, "no"),), 9),
            m.Pong(1, 2, 3, "store", 9, 0),
            m.Heartbeat("store", 9, 0, (9, 8)),
            m.Readings((m.Reading("1", 300, pack(LIVE)),)),
            m.Asking((m.Newcomer(b"k" * 32, b"c" * 32, "kiosk", "Spare", "042917"),)),
            m.Seen((m.SeenLine(NODE, 7, -9), m.SeenLine(NODE, 8))),
            m.Doubles((m.DoubleUse("Table 1", "10.0.0.7", "10.0.0.9"),)),
        ],
    ),
    *(one.data for one in EVENTS),
    pack(LIVE),
]


def _an_event(data: bytes) -> object:
    signed = Signed(data, data[:64])
    event = read(signed)
    try:
        verify(signed, ME.public)
    except BadEvent:
        return event
    raise AssertionError("bytes that nobody signed were taken for signed")


DECODERS: list[Callable[[bytes], object]] = [
    m.decode_to_hall,
    m.decode_from_hall,
    m.decode_feed,
    _an_event,
    lambda data: unpack(data, LiveTable),
]


def hostile(chance: Random) -> bytes:
    """Noise, true messages with changes, messages within messages, and headers that promise."""
    way = chance.randrange(6)
    true = bytearray(chance.choice(TRUE))
    if way == 0:
        return chance.randbytes(chance.randrange(60))
    if way == 1:
        for _ in range(chance.randint(1, 4)):
            true[chance.randrange(len(true))] = chance.randrange(256)
    elif way == 2:
        del true[chance.randrange(len(true)) :]
    elif way == 3:
        at = chance.randrange(len(true))
        true[at:at] = chance.choice(TRUE)[: chance.randrange(40)]
    elif way == 4:
        at = chance.randrange(len(true))
        big = chance.choice((b"\xdd", b"\xdf", b"\xdb", b"\xc6", b"\xc9", b"\xcf", b"\xd3"))
        true[at : at + 1] = big + chance.randbytes(8)
    else:
        return bytes(msgpack.packb(_value(chance, 4)))
    return bytes(true)


def _value(chance: Random, depth: int) -> object:
    """Return a value of the shapes that messages have, with other things in it."""
    tags = ("hello", "pull", "push", "ping", "live", "welcome", "events", "fetch", "fetched")
    leaves: list[object] = [
        None, True, 0, -1, 2**63, -(2**63), 2**64 - 1, 1.5, "", "x" * 40, b"", b"y" * 40,
        chance.choice(tags),
    ]  # fmt: skip
    if depth == 0 or chance.random() < 0.4:
        return chance.choice(leaves)
    inner = [_value(chance, depth - 1) for _ in range(chance.randrange(7))]
    if chance.random() < 0.2:
        return {str(n): one for n, one in enumerate(inner)}
    return [chance.choice(tags), *inner] if depth == 4 else inner


@pytest.mark.parametrize("tries", chunks(TRIES, CHUNK), ids=lambda tries: f"from {tries[0]}")
def test_every_decoder_reads_or_refuses(tries: range) -> None:
    chance = Random(tries[0])
    read_well = 0
    said: set[str] = set()
    refused = 0
    for _ in tries:
        data = hostile(chance)
        for decode in DECODERS:
            try:
                decode(data)
            except (CodecError, BadEvent) as error:
                refused += 1
                said.add(str(error)[:40])
            else:
                read_well += 1
    assert refused > read_well > 0
    assert all(said)


def bombs() -> Iterator[bytes]:
    """Yield the most that a message may promise in the bytes that it may have."""
    for filler in (b"\x90", b"\x80", b"\xcb" + bytes(8)):
        inner = b"\xdc\xff\xff" + filler * 65_535
        count = (MAX_MESSAGE - 5) // len(inner)
        yield b"\xdd" + count.to_bytes(4, "big") + inner * count
    yield b"\x91" * MAX_MESSAGE
    yield b"\xdd\xff\xff\xff\xff" * (MAX_MESSAGE // 5)
    for true in TRUE:
        yield true[:-1] + b"\xdd\x00\x0f\x00\x00"


def test_memory_is_bounded_by_the_bytes_that_came() -> None:
    tracemalloc.start()
    try:
        for bomb in bombs():
            assert len(bomb) <= MAX_MESSAGE
            for decode in (m.decode_to_hall, _an_event):
                tracemalloc.reset_peak()
                before, _ = tracemalloc.get_traced_memory()
                with pytest.raises((CodecError, BadEvent)):
                    decode(bomb)
                assert tracemalloc.get_traced_memory()[1] - before < 128 * MAX_MESSAGE
    finally:
        tracemalloc.stop()


def test_refused_events_leave_no_trace() -> None:
    chance = Random(7)
    tracemalloc.start()
    try:
        before = 0
        for round_no in range(3):
            for _ in range(times(300, 3_000)):
                data = hostile(chance)
                for decode in DECODERS:
                    try:
                        decode(data)
                    except (CodecError, BadEvent):
                        continue
            if round_no == 0:
                before, _ = tracemalloc.get_traced_memory()
        assert tracemalloc.get_traced_memory()[0] - before < 64_000
    finally:
        tracemalloc.stop()


HARM = "\x1b[2J"
HARMED: list[tuple[Callable[[bytes], object], m.ToHall | m.FromHall | m.OnFeed]] = [
    (m.decode_to_hall, m.Ping(5, HARM, 3, -9)),
    (m.decode_from_hall, m.Refused("revoked", f"No.{HARM}")),
    (m.decode_from_hall, m.Events(HARM, 0, 2, False, 2, PAIRS, True)),
    (m.decode_feed, m.Events(HARM, 0, 2, False, 2, PAIRS)),
    (m.decode_feed, m.Doubles((m.DoubleUse(f"Table 1{HARM}", "10.0.0.7", "10.0.0.9"),))),
]


@pytest.mark.parametrize(("decoder", "message"), HARMED)
def test_a_text_that_steers_a_terminal_comes_through_no_message(
    decoder: Callable[[bytes], object], message: m.ToHall | m.FromHall | m.OnFeed
) -> None:
    with pytest.raises(CodecError, match="control character"):
        decoder(m.encode(message))


@pytest.mark.parametrize("size", [MAX_EVENT + 1, MAX_MESSAGE + 1])
def test_oversized_message_is_not_even_read(size: int) -> None:
    with pytest.raises(BadEvent, match=r"more than|limit"):
        read(Signed(bytes(size), b""))
    with pytest.raises(CodecError):
        unpack(bytes(MAX_MESSAGE + size), LiveTable)
