"""A pairing published to 300 subscribers that decode and verify it, beside raw CURVE PUB/SUB."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import zmq
from nacl.signing import SigningKey

from shared.clocks import precise_ns
from shared.core import entities
from shared.core.events import Actor, PairedMatch, RoundPaired
from shared.net.hub_sockets import HubSockets
from shared.net.keys import DeviceKeys, to_z85
from shared.net.pump import Frames, Pump, configure
from shared.wire.envelope import read, seal, verify
from shared.wire.messages import TOPIC_EVENTS, Events, decode_feed, encode, signed
from tests.bench.figures import row

SUBSCRIBERS = 300
REPEATS = 20
Deliver = Callable[[bytes], None]


def pairing(matches: int) -> tuple[bytes, bytes, bytes]:
    """A signed pairing of so many matches: data, signature, public key."""
    key = SigningKey.generate()
    body = RoundPaired(
        0,
        "seed",
        tuple(
            PairedMatch(f"uid{n}", str(n), (f"p{2 * n}", f"p{2 * n + 1}")) for n in range(matches)
        ),
    )
    sealed, _ = seal(
        key,
        inc="00" * 8,
        seq=1,
        at=0,
        term=1,
        ent=entities.pairing("open", 1),
        deps=(),
        actor=Actor("referee", "key"),
        body=body,
        prev="",
    )
    return sealed.data, sealed.sig, bytes(key.verify_key)


async def measure(work: Deliver, payload: Events) -> list[int]:
    """Publish again and again; the nanoseconds until each subscriber has done its work."""
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context(io_threads=1)
    context.set(zmq.MAX_SOCKETS, 4 * SUBSCRIBERS)
    keys = DeviceKeys.from_seed(b"h" * 32)
    hub = HubSockets(
        context,
        keys,
        host="127.0.0.1",
        sync_port=0,
        feed_port=0,
        heard=lambda letters: None,
        enrolled=lambda key: True,
    )
    took: list[int] = []
    waiting = asyncio.Event()
    left = 0
    begun = 0

    def deliver(burst: list[Frames]) -> None:
        nonlocal left
        for frames in burst:
            work(frames[-1].bytes)
            took.append(precise_ns() - begun)
            left -= 1
            if left == 0:
                waiting.set()

    subscribers = []
    client = DeviceKeys.from_seed(b"c" * 32)
    for _ in range(SUBSCRIBERS):
        socket = context.socket(zmq.SUB)
        configure(socket, send_hwm=10, receive_hwm=100)
        socket.set(zmq.CURVE_PUBLICKEY, to_z85(client.curve_public))
        socket.set(zmq.CURVE_SECRETKEY, to_z85(client.curve_secret))
        socket.set(zmq.CURVE_SERVERKEY, to_z85(keys.curve_public))
        socket.subscribe(TOPIC_EVENTS)
        socket.connect(f"tcp://127.0.0.1:{hub.ports[1]}")
        subscribers.append(Pump(socket, deliver))
    warm = 0
    while warm < SUBSCRIBERS:  # until every subscription has arrived
        left, begun = 10**9, precise_ns()
        before = len(took)
        hub.publish(TOPIC_EVENTS, payload)
        await asyncio.sleep(0.5)
        warm = len(took) - before
    took.clear()
    for _ in range(REPEATS):
        waiting.clear()
        left = SUBSCRIBERS
        begun = precise_ns()
        hub.publish(TOPIC_EVENTS, payload)
        await waiting.wait()
    for pump in subscribers:
        pump.close()
    hub.close()
    context.destroy(linger=0)
    return took


def bench() -> None:
    """Print the two rows and their ratio."""
    data, sig, public = pairing(SUBSCRIBERS // 2)
    payload = Events("store", 0, 1, False, 1, ((data, sig),))
    size = len(encode(payload))

    def decode_and_verify(raw: bytes) -> None:
        message = decode_feed(raw)
        assert isinstance(message, Events)
        for one in signed(message.events):
            read(one)
            verify(one, public)

    print(f"A pairing of {SUBSCRIBERS // 2} matches ({size} bytes) to {SUBSCRIBERS} subscribers")  # noqa: T201
    whole = row("received, decoded, verified", asyncio.run(measure(decode_and_verify, payload)))
    raw = row(
        "raw CURVE PUB/SUB of the same bytes", asyncio.run(measure(lambda raw: None, payload))
    )
    print(f"  ratio of p99: {whole / raw:.2f} (bar: 5, and 100 ms)")  # noqa: T201
