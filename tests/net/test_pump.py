"""The pump: every message that a socket holds is delivered, in bursts, without another nudge."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import zmq

from shared.net.pump import BURST, Frames, Pump


@contextmanager
def pair(sent_hwm: int = 0) -> Iterator[tuple[zmq.Socket[bytes], zmq.Socket[bytes]]]:
    """Two connected sockets."""
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    left, right = context.socket(zmq.PAIR), context.socket(zmq.PAIR)
    for end in (left, right):
        end.set(zmq.SNDHWM, sent_hwm)
        end.set(zmq.RCVHWM, sent_hwm)
    left.bind("inproc://pump")
    right.connect("inproc://pump")
    try:
        yield left, right
    finally:
        left.close(linger=0)
        right.close(linger=0)
        context.term()


def collector(
    bursts: list[int], wanted: int, done: asyncio.Event
) -> Callable[[list[Frames]], None]:
    def deliver(burst: list[Frames]) -> None:
        bursts.append(len(burst))
        if sum(bursts) >= wanted:
            done.set()

    return deliver


async def test_messages_from_before_the_pump_are_delivered() -> None:
    with pair() as (left, right):
        for n in range(10):
            right.send(b"%d" % n)
        bursts: list[int] = []
        done = asyncio.Event()
        pump = Pump(left, collector(bursts, 10, done))
        await asyncio.wait_for(done.wait(), 10)
        assert bursts == [10]
        pump.close()


async def test_more_than_one_burst_is_delivered_in_several_and_completely() -> None:
    with pair() as (left, right):
        bursts: list[int] = []
        done = asyncio.Event()
        wanted = 2 * BURST + 7
        for n in range(wanted):
            right.send(b"%d" % n)
        pump = Pump(left, collector(bursts, wanted, done))
        await asyncio.wait_for(done.wait(), 10)
        assert bursts == [BURST, BURST, 7]
        pump.close()


async def test_a_message_that_arrives_while_another_is_sent_does_not_lie_about() -> None:
    """The file descriptor tells of each change once; sending uses it up."""
    with pair() as (left, right):
        bursts: list[int] = []
        done = asyncio.Event()
        rounds = 300
        pump = Pump(left, collector(bursts, rounds, done))
        for n in range(rounds):
            right.send(b"%d" % n)
            assert pump.send([b"answer"])
        await asyncio.wait_for(done.wait(), 10)
        assert sum(bursts) == rounds
        pump.close()


async def test_unsendable_message_is_not_kept() -> None:
    with pair(sent_hwm=1) as (left, right):
        pump = Pump(left, lambda burst: None)
        sent = [pump.send([b"%d" % n]) for n in range(10)]
        assert sent[0]
        assert not sent[-1]
        assert right.recv() == b"0"
        pump.close()
        assert not pump.send([b"after"])


async def test_a_pump_that_was_closed_while_woken_delivers_nothing() -> None:
    with pair() as (left, right):
        heard: list[int] = []
        pump = Pump(left, lambda burst: heard.append(len(burst)))
        right.send(b"x")
        pump.close()
        for _ in range(3):
            await asyncio.sleep(0)
        assert heard == []
