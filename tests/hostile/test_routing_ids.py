"""A peer that names itself as ZeroMQ will name the next one. The hall goes on."""

import ctypes
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest
import zmq

from shared.net.keys import DeviceKeys, to_z85
from shared.wire.messages import Welcome
from tests.node.hall_kit import LOOPBACK, Hall, a_hall, raw_peer, report
from tests.node.hall_process import HallProcess
from tests.node.raw_kit import ask, fresh_keys, hello
from tests.prove import times

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(sys.platform != "linux", reason="knows the numbers of glibc's rand"),
]

STARTS = times(12, 24)
"""Numbers of an unseeded ``rand`` from which a ROUTER may count."""
NAMELESS = times(24, 34)
"""Connections that let ZeroMQ name them."""


def unseeded() -> Iterator[int]:
    """Yield the numbers that a ROUTER begins with where nobody has seeded ``rand``."""
    libc = ctypes.CDLL(None)
    libc.srand(1)
    numbers = [libc.rand() for _ in range(STARTS + 1)]
    for low, high in pairwise(numbers):
        yield (low | high << 31) & 0xFFFFFFFF


def attack(hall: Hall, keys: DeviceKeys) -> None:
    """Take the names that come next, then come without a name until one would be given twice."""
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    with ExitStack() as opened:
        opened.callback(context.destroy, linger=0)
        names = [b"\0" + ((n + NAMELESS) % 2**32).to_bytes(4) for n in unseeded()]
        for name in (*names, *[b""] * NAMELESS):
            peer = context.socket(zmq.DEALER)
            opened.callback(peer.close, linger=0)
            peer.set(zmq.LINGER, 0)
            if name:
                peer.set(zmq.ROUTING_ID, name)
            peer.set(zmq.CURVE_PUBLICKEY, to_z85(keys.curve_public))
            peer.set(zmq.CURVE_SECRETKEY, to_z85(keys.curve_secret))
            key = hall.keys("hall").curve_public
            peer.set(zmq.CURVE_SERVERKEY, to_z85(key))
            monitor = peer.get_monitor_socket(
                zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_HANDSHAKE_FAILED_AUTH
            )
            peer.connect(f"tcp://{LOOPBACK}:{hall.ports[0]}")
            monitor.poll(5_000)
            peer.disable_monitor()
            monitor.close(linger=0)


@pytest.mark.parametrize("stolen", [False, True])
def test_names_that_come_next_end_no_hall(tmp_path: Path, stolen: bool) -> None:
    with a_hall(tmp_path) as hall, HallProcess(hall) as process:
        table = hall.start("table-1")
        table.ears.until_link("live")

        attack(hall, hall.keys("table-2") if stolen else fresh_keys())

        event = table.file(report("after-the-attack"))
        table.ears.until(lambda: event not in table.ears.unsent)
        assert process.process.poll() is None
        if not stolen:
            with raw_peer(hall, hall.keys("table-3")) as peer:
                assert isinstance(ask(peer, hello(hall)), Welcome)
        process.end(signal.SIGTERM)
        assert process.code == 0
