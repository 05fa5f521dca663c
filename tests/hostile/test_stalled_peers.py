"""A connection ends while what came over it waits to be read. The process at the other end lives.

ZeroMQ ends a process if a heartbeat meets such a connection while its messages wait for room.
"""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import zmq

from shared.machine.clocks import monotonic_s
from shared.net.keys import DeviceKeys, to_z85
from shared.net.link import socket_to
from tests.hostile.kit import SLOW_TO_READ, plays_on
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, a_hall, free_ports
from tests.node.hall_process import HallProcess

pytestmark = pytest.mark.processes

TABLES = 12
TRIES = 2
HEARTBEATS_S = 1.0
"""Some heartbeats fall due in this time."""


def test_a_hall_outlives_tables_that_end_before_it_has_read_them(tmp_path: Path) -> None:
    with a_hall(tmp_path, TABLES) as hall, HallProcess(hall) as process:
        for _ in range(TRIES):
            context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
            tables = [hall.keys(f"table-{number}") for number in range(1, TABLES + 1)]
            peers = [socket_to(context, zmq.DEALER, hall.address(), keys) for keys in tables]
            for peer in peers:
                peer.connect(f"tcp://{LOOPBACK}:{hall.ports[0]}")
                for _ in range(12):
                    peer.send(SLOW_TO_READ)
            time.sleep(HEARTBEATS_S)
            for peer in peers:
                peer.close(linger=0)
            context.term()
            time.sleep(HEARTBEATS_S)
            assert process.process.poll() is None
        plays_on(hall.start("table-1"), "still-here")


READS_LATE = """
import sys, zmq
from shared.net.address import HallAddress
from shared.net.keys import DeviceKeys
from shared.net.link import socket_to
host, port, key = sys.argv[1], int(sys.argv[2]), bytes.fromhex(sys.argv[3])
address = HallAddress(host, port, port, key)
feed = socket_to(zmq.Context(), zmq.SUB, address, DeviceKeys.from_seed(b"t" * 32))
feed.subscribe(b"")
feed.connect(f"tcp://{host}:{port}")
for _ in sys.stdin:
    read = 0
    while feed.poll(1_000):
        feed.recv()
        read += 1
    print(read, flush=True)
"""
MANY = 5_000
"""More than would wait for a node if it had a limit."""


def publishes(context: zmq.Context[zmq.Socket[bytes]], port: int) -> zmq.Socket[bytes]:
    """Return a hall's feed without a limit."""
    feed = context.socket(zmq.XPUB)
    feed.set(zmq.SNDHWM, 0)
    feed.set(zmq.CURVE_SERVER, 1)
    feed.set(zmq.CURVE_SECRETKEY, to_z85(DeviceKeys.from_seed(b"h" * 32).curve_secret))
    feed.set(zmq.RCVTIMEO, int(1_000 * PATIENCE_S))
    feed.bind(f"tcp://{LOOPBACK}:{port}")
    return feed


def test_a_node_outlives_halls_that_end_before_it_has_read_them() -> None:
    port = free_ports()[0]
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    key = DeviceKeys.from_seed(b"h" * 32).curve_public
    words = [sys.executable, "-c", READS_LATE, LOOPBACK, str(port), key.hex()]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:
        assert node.stdin is not None
        assert node.stdout is not None
        for _ in range(TRIES):
            feed = publishes(context, port)
            assert feed.recv() == b"\1"
            for _ in range(MANY):
                feed.send(b"x" * 1_000)
            time.sleep(0.2)
            feed.close(linger=0)
            time.sleep(HEARTBEATS_S)
            print("read", file=node.stdin, flush=True)
            assert int(node.stdout.readline() or -1) > 0
        node.kill()
    context.term()


CONNECTS = """
import sys, zmq
from shared.net.address import HallAddress
from shared.net.invite import read_invite
from shared.net.link import socket_to
host, port, key, invite = sys.argv[1], int(sys.argv[2]), bytes.fromhex(sys.argv[3]), sys.argv[4]
keys = read_invite(open(invite).read()).keys
line = socket_to(zmq.Context(), zmq.DEALER, HallAddress(host, port, port, key), keys)
line.connect(f"tcp://{host}:{port}")
sys.stdin.read()
"""


def sockets() -> set[Path]:
    """Return the open sockets of this process, that is, also of its hall."""
    links = {file.readlink() for file in Path("/proc/self/fd").iterdir() if file.is_symlink()}
    return {link for link in links if link.name.startswith("socket:")}


def until(holds: Callable[[], object]) -> None:
    deadline = monotonic_s() + PATIENCE_S
    while not holds():
        assert monotonic_s() < deadline
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="counts descriptors")
def test_a_hall_hangs_up_on_a_node_that_has_fallen_silent(tmp_path: Path) -> None:
    with a_hall(tmp_path) as hall:
        hall.start_hall()
        before = sockets()
        key = hall.keys("hall").curve_public.hex()
        words = [LOOPBACK, str(hall.ports[0]), key, str(hall.invites["table-1"])]
        command = [sys.executable, "-c", CONNECTS, *words]
        with subprocess.Popen(command, stdin=subprocess.PIPE) as node:
            try:
                until(lambda: sockets() - before)
                time.sleep(HEARTBEATS_S)
                line = sockets() - before
                node.send_signal(signal.SIGSTOP)
                until(lambda: not line & sockets())
            finally:
                node.kill()  # one that is stopped would be waited for without end
