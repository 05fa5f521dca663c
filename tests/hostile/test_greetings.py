"""Greetings of a megabyte and topics without number. The hall keeps none of it."""

import sys
from pathlib import Path

import pytest
import zmq

from shared.wire.codec import pack
from shared.wire.messages import PROTOCOL, Welcome, decode_from_hall
from tests.hostile.kit import plays_on
from tests.node.hall_kit import Hall, a_hall, is_refused, raw_peer
from tests.node.hall_process import HallProcess
from tests.node.raw_kit import ask, hello
from tests.processes.memory import resident_kb
from tests.prove import times

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(sys.platform != "linux", reason="reads memory from /proc"),
]

MORE_KB = 64_000
GREETINGS = times(40, 1_000)
TOPICS = times(60_000, 1_000_000)


def test_greetings_of_a_megabyte_are_not_kept(tmp_path: Path) -> None:
    with a_hall(tmp_path) as hall, HallProcess(hall) as process:
        table = hall.start("table-1")
        table.ears.until_link("live")
        before = resident_kb(process.pid)
        root = table.node.replica.root
        with raw_peer(hall, hall.keys("referee-1")) as peer:
            for number in range(GREETINGS):
                claims = [[n.to_bytes(16), number.to_bytes(8), n] for n in range(20_000)]
                store, start = f"store-{number}", f"start-{number}"
                peer.send(pack(["hello", PROTOCOL, root, store, start, "referee", claims]))
                assert isinstance(decode_from_hall(peer.recv()), Welcome)
                peer.send(pack(["hello", PROTOCOL, root, "x" * 900_000, "bb", "referee", []]))
        plays_on(table, "after-it")
        assert resident_kb(process.pid) - before < MORE_KB


def test_only_a_key_that_subscribes_to_everything_loses_the_feed(
    tmp_path: Path,
) -> None:
    with a_hall(tmp_path) as hall, HallProcess(hall) as process:
        table, kiosk = hall.start("table-1"), hall.start("kiosk-1", role="kiosk")
        for node in (table, kiosk):
            node.ears.until_link("live")
        before = resident_kb(process.pid)

        subscribe(hall, TOPICS)

        plays_on(table, "after-it")
        kiosk.ears.until_sees("after-it")
        assert resident_kb(process.pid) - before < MORE_KB
        assert is_refused(hall, hall.keys("table-2"), zmq.XSUB, hall.ports[1])
        with raw_peer(hall, hall.keys("table-2")) as peer:
            assert isinstance(ask(peer, hello(hall)), Welcome)


def subscribe(hall: Hall, count: int) -> None:
    """Subscribe to topics that nobody publishes until the feed is gone."""
    with raw_peer(hall, hall.keys("table-2"), zmq.XSUB, hall.ports[1]) as peer:
        peer.send(b"\x01h")
        peer.recv_multipart()
        monitor = peer.get_monitor_socket(zmq.EVENT_HANDSHAKE_FAILED_AUTH)
        for number in range(count):
            peer.send(b"\x01" + number.to_bytes(200))
            if number % 1_000 == 0 and monitor.poll(0):
                break
        monitor.poll(20_000)
        peer.disable_monitor()
        monitor.close(linger=0)
