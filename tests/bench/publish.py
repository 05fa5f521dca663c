"""A pairing published to many subscribers that decode and verify it, beside raw CURVE PUB/SUB."""

import asyncio
from collections.abc import Callable

import zmq
from nacl.signing import SigningKey

from shared.core.events import Actor, Draft, PairedMatch, RoundPaired, entities
from shared.machine.clocks import precise_ns
from shared.net.address import HallAddress, ListenAt
from shared.net.gate import FEED, Gate
from shared.net.hub_sockets import HubSockets
from shared.net.keys import DeviceKeys
from shared.net.link import socket_to
from shared.net.listening import IO_THREAD, seeded_context
from shared.net.pump import Frames, Pump
from shared.store.collector import keep_what_is_loaded
from shared.wire.envelope import Signed, Stamp, read, seal, verify
from shared.wire.messages import TOPIC_EVENTS, Events, decode_feed, encode, signed
from tests.bench.figures import PATIENCE_S, Effort, row, say, times

SIZES = ((300, 20, 3), (1_000, 8, 4))
"""Subscribers, pairings published, and how many times the raw part's p99 it may take."""
REST_S = 0.2
"""Before each pairing: in a hall the cores sleep until a round is published."""
Deliver = Callable[[bytes], None]


def pairing(matches: int) -> tuple[bytes, bytes, bytes]:
    """Return a signed pairing of so many matches: data, signature, public key."""
    key = SigningKey.generate()
    body = RoundPaired(
        0,
        "seed",
        tuple(PairedMatch(f"uid{n}", str(n), f"p{2 * n}", f"p{2 * n + 1}") for n in range(matches)),
    )
    draft = Draft(entities.pairing("open", 1), body, Actor("referee", "key"))
    sealed, _ = seal(key, draft, Stamp("00" * 8, 1, 0, 1))
    return sealed.data, sealed.sig, bytes(key.verify_key)


async def measure(work: Deliver, payload: Events, count: int, repeats: int) -> list[int]:
    """Publish again and again; return nanoseconds until each subscriber has done its work."""
    context = seeded_context()
    context.set(zmq.MAX_SOCKETS, 4 * count + 16)
    keys = DeviceKeys.from_seed(b"h" * 32)
    gate = Gate()
    gate.open(context)
    hub = HubSockets(
        context,
        keys,
        ListenAt("127.0.0.1", 0, 0),
        heard=lambda letters: None,
        misused=lambda key: None,
    )
    took: list[int] = []
    waiting = asyncio.Event()
    left = 0
    begun = 0

    def deliver(burst: list[Frames]) -> None:
        nonlocal left
        for frames in burst:
            work(frames[-1].bytes[1:])
            took.append(precise_ns() - begun)
            left -= 1
            if left == 0:
                waiting.set()

    subscribers = []
    address = HallAddress("127.0.0.1", *hub.ports, keys.curve_public)
    clients = [DeviceKeys.from_seed(number.to_bytes(32)) for number in range(count)]
    gate.admitted = frozenset(client.curve_public for client in clients)
    for client in clients:
        socket = socket_to(context, zmq.SUB, address, client)
        socket.set(zmq.AFFINITY, IO_THREAD[FEED])  # one thread for both ends of the feed
        socket.subscribe(TOPIC_EVENTS)
        socket.connect(f"tcp://{address.host}:{address.feed_port}")
        subscribers.append(Pump(socket, deliver))
    warm = 0
    deadline = precise_ns() + PATIENCE_S * 10**9
    while warm < count:  # until every subscription has arrived
        if precise_ns() > deadline:
            raise TimeoutError(f"only {warm} of {count} subscribers heard the hall")
        left, begun = 10**9, precise_ns()
        before = len(took)
        hub.publish(TOPIC_EVENTS, payload)
        await asyncio.sleep(0.5)
        warm = len(took) - before
    took.clear()
    keep_what_is_loaded()  # as the program does soon after its start
    for _ in range(repeats):
        waiting.clear()
        left = count
        await asyncio.sleep(REST_S)
        begun = precise_ns()
        hub.publish(TOPIC_EVENTS, payload)
        await asyncio.wait_for(waiting.wait(), PATIENCE_S)
    for pump in subscribers:
        pump.close()
    hub.close()
    context.destroy(linger=0)
    return took


def bench(effort: Effort) -> None:
    """Print the three rows and their ratios for each size."""
    for count, repeats, most in effort.pick(SIZES, ((4, 1, 0),)):
        _published(effort, count, repeats, most)


def _published(effort: Effort, count: int, repeats: int, most: int) -> None:
    data, sig, public = pairing(count // 2)
    payload = Events("store", 0, 1, False, 1, ((data, sig),))
    size = len(encode(payload))

    def decode_and_verify(raw: bytes) -> None:
        message = decode_feed(raw)
        assert isinstance(message, Events)
        for one in signed(message.events):
            read(one)
            verify(one, public)

    def measured(work: Deliver) -> list[int]:
        return asyncio.run(measure(work, payload, count, repeats))

    say(f"  a pairing of {count // 2} matches ({size} bytes) to {count} subscribers")
    whole = row("received, decoded, verified", measured(decode_and_verify))
    one = Signed(data, sig)
    checked = row("the same bytes, the signature alone", measured(lambda raw: verify(one, public)))
    raw = row("raw CURVE PUB/SUB of the same bytes", measured(lambda raw: None))
    say(f"  p99 {times(whole, raw)} the raw part, the signature alone {times(checked, raw)}")
    effort.judge(whole <= most * raw, f"p99 ≤ {most} × the raw part")
