"""Messages that are deep, wide or without an end. The hall reads none of it and goes on."""

import sys
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest
import zmq

from shared.machine.clocks import monotonic_s
from shared.net.lines import UNREAD
from shared.wire.codec import CodecError
from shared.wire.limits import GROUPS, MAX_MESSAGE
from shared.wire.messages import Compare, Compared, Ping, Push, Welcome, decode_to_hall, encode
from tests.hostile.kit import SLOW_TO_READ, plays_on
from tests.node.hall_kit import PATIENCE_S, Hall, a_hall, raw_peer
from tests.node.hall_process import HallProcess
from tests.node.raw_kit import ask, fresh_keys, hello
from tests.prove import times

EMPTY = b"\xdd\x00\x0f\xff\x00" + b"\x90" * 1_048_320
DEEP = b"\x91" * (MAX_MESSAGE - 64)
IN_A_PUSH = b"\x93\xa4push\x01" + EMPTY[:-16]
IN_A_GREETING = b"\x97\xa5hello\x02\xa0\xa0\xa0\xa8terminal" + EMPTY[:-64]

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts what a peer sent")


TOO_MANY = encode(Push(1, ((b"", b""),) * 200_000))
"""As many events as find room. To build them all took the hall 65 ms."""


@pytest.mark.parametrize("data", [EMPTY, DEEP, IN_A_PUSH, IN_A_GREETING, TOO_MANY])
def test_message_of_unknown_kind_is_never_built(data: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(CodecError):
            decode_to_hall(data)
        assert tracemalloc.get_traced_memory()[1] < len(data)
    finally:
        tracemalloc.stop()


@linux
@pytest.mark.processes
def test_sender_of_more_than_the_hall_reads_is_disconnected(tmp_path: Path) -> None:
    with a_hall(tmp_path) as hall, HallProcess(hall) as process:
        table = hall.start("table-1")
        table.ears.until_link("live")

        with raw_peer(hall, hall.keys("table-2")) as peer:
            monitor = peer.get_monitor_socket(zmq.EVENT_DISCONNECTED)
            ends = monotonic_s() + PATIENCE_S
            while not monitor.poll(0):
                assert monotonic_s() < ends, "the hall did not hang up"
                peer.send(SLOW_TO_READ, copy=False)
            peer.disable_monitor()
            monitor.close(linger=0)

        plays_on(table, "after-it")
        assert process.process.poll() is None


@linux
@pytest.mark.parametrize("stolen", [False, True])
@pytest.mark.parametrize("which", [0, 1])
def test_sender_of_an_endless_message_is_disconnected(
    tmp_path: Path, stolen: bool, which: int
) -> None:
    with a_hall(tmp_path) as hall:
        server, table = hall.start_hall(), hall.start("table-1")
        table.ears.until_link("live")

        endless(hall, hall.ports[which], stolen=stolen)

        plays_on(table, "after-it")
        assert not server.node.failure


def endless(hall: Hall, port: int, *, stolen: bool) -> None:
    """Send a message of many frames, many times what the hall may keep of it."""
    keys = hall.keys("table-2") if stolen else fresh_keys()
    sync = port == hall.ports[0]
    piece = b"x" * (64 << 10 if sync else 900)
    with raw_peer(hall, keys, zmq.DEALER if sync else zmq.XSUB, port) as peer:
        monitor = peer.get_monitor_socket(zmq.EVENT_DISCONNECTED | zmq.EVENT_HANDSHAKE_FAILED_AUTH)
        try:
            with suppress(zmq.Again):  # a stranger is connected with nobody
                for _ in range(times(12, 60) * UNREAD // len(piece)):
                    peer.send(piece, zmq.SNDMORE)
                peer.send(b"", zmq.NOBLOCK)
            assert monitor.poll(int(PATIENCE_S * 1000)), "the hall did not hang up"
        finally:
            peer.disable_monitor()
            monitor.close(linger=0)


def test_wide_and_deep_messages_of_a_stolen_key_keep_no_table_from_the_hall(
    tmp_path: Path,
) -> None:
    with a_hall(tmp_path) as hall:
        server, table = hall.start_hall(), hall.start("table-1")
        table.ears.until_link("live")
        with raw_peer(hall, hall.keys("table-2")) as peer:
            assert isinstance(ask(peer, hello(hall)), Welcome)
            for number in range(times(8, 200)):
                for data in (EMPTY, DEEP, IN_A_PUSH, IN_A_GREETING):
                    peer.send(data)
                peer.send_multipart([b"x"] * 1_000)
                plays_on(table, f"round-{number}")
            assert ask(peer, Ping(0))
        assert not server.node.failure


def test_endless_questions_of_a_stolen_key_keep_no_table_from_the_hall(tmp_path: Path) -> None:
    with a_hall(tmp_path) as hall:
        server, table = hall.start_hall(), hall.start("table-1")
        table.ears.until_link("live")
        everything = Compare(server.node.replica.store_id, tuple(range(GROUPS)))
        with raw_peer(hall, hall.keys("table-2")) as peer:
            assert isinstance(ask(peer, hello(hall)), Welcome)
            for number in range(times(8, 200)):
                for _ in range(200):
                    peer.send(encode(everything))
                plays_on(table, f"round-{number}")
            assert isinstance(ask(peer, everything), Compared)
        assert not server.node.failure
