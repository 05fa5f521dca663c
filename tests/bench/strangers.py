"""What strangers without a key cost an honest table at the hall: floods of each port.

Each flood runs in a process of its own: ``python -m tests.bench.strangers KIND PORT KEY``.
"""

import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import zmq

from shared.net.keys import DeviceKeys, to_z85
from tests.bench import field, flood
from tests.bench.figures import Effort, on_this_disk, percentile, row, say, times, used
from tests.bench.hall import LOOPBACK, HallProcess, running
from tests.bench.sync import hall_folder, lines_to

ONE_BY_ONE = 150
MOST = 2
HELD = 200
"""Connections that a flood holds at once."""
SETTLE_S = 1.0


def bench(effort: Effort) -> None:
    """Print what an honest report takes to the hall, calm and under each flood."""
    count = effort.pick(ONE_BY_ONE, 2)
    with on_this_disk() as name:
        folder = Path(name)
        home = hall_folder(folder, "hall", 0, 2)
        shutil.copy(home / "hall.db", folder / "writer.db")
        with closing(field.open_replica(folder / "writer.db")) as replica:
            reports = iter([flood.report(replica, n) for n in range(count * (2 * len(FLOODS)))])
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        with running(home) as hall:
            _, (honest, _) = lines_to(hall, context, 2)
            for what, (_, port_of) in FLOODS.items():
                before = used(hall.pid).memory
                calm = flood.handed_in(honest, [next(reports) for _ in range(count)])
                with _flooded(what, port_of(hall)):
                    beside = flood.handed_in(honest, [next(reports) for _ in range(count)])
                more = used(hall.pid).memory - before
                row(f"an honest report at the hall, before {what}", calm)
                row(f"an honest report at the hall, under {what}", beside)
                say(
                    f"  the hall's memory: {before / 1e6:.0f} MB before, {more / 1e6:+.0f} MB after"
                )
                slow, quick = percentile(beside, 0.5), percentile(calm, 0.5)
                effort.judge(slow <= MOST * quick, f"{times(slow, quick)}, at most {MOST} × calm")
        context.destroy(linger=0)


@contextmanager
def _flooded(what: str, port: int) -> Iterator[None]:
    """A flood in a process of its own, until the end of the block."""
    key = to_z85(field.HALL.curve_public).decode()
    command = [sys.executable, "-m", "tests.bench.strangers", what, str(port), key]
    process = subprocess.Popen(command)
    try:
        time.sleep(SETTLE_S)
        yield
    finally:
        process.kill()
        process.wait()


def _connections(port: int, _: str) -> None:
    """Connect, say nothing, and come again."""
    held: list[socket.socket] = []
    while True:
        with suppress(OSError):
            held.append(socket.create_connection((LOOPBACK, port), timeout=1))
        if len(held) >= HELD:
            held.pop(0).close()


def _garbage(port: int, _: str) -> None:
    """Say what no device says, as fast as it is taken."""
    while True:
        with suppress(OSError), socket.create_connection((LOOPBACK, port), timeout=1) as line:
            while True:
                line.sendall(secrets.token_bytes(16 << 10))


def _handshakes(port: int, hall: str) -> None:
    """Shake hands with keys that nobody knows."""
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    while True:
        keys = DeviceKeys.from_seed(secrets.token_bytes(32))
        peer = context.socket(zmq.DEALER)
        peer.set(zmq.LINGER, 0)
        peer.set(zmq.CURVE_PUBLICKEY, to_z85(keys.curve_public))
        peer.set(zmq.CURVE_SECRETKEY, to_z85(keys.curve_secret))
        peer.set(zmq.CURVE_SERVERKEY, hall.encode())
        peer.connect(f"tcp://{LOOPBACK}:{port}")
        peer.poll(10)
        peer.close()


Flood = Callable[[int, str], None]
Port = Callable[[HallProcess], int]

FLOODS: dict[str, tuple[Flood, Port]] = {
    "connections to sync": (_connections, lambda hall: hall.ports[0]),
    "connections to the door": (_connections, lambda hall: hall.door),
    "garbage to sync": (_garbage, lambda hall: hall.ports[0]),
    "garbage to the feed": (_garbage, lambda hall: hall.ports[1]),
    "garbage to the door": (_garbage, lambda hall: hall.door),
    "handshakes of strange keys": (_handshakes, lambda hall: hall.ports[0]),
}


if __name__ == "__main__":
    FLOODS[sys.argv[1]][0](int(sys.argv[2]), sys.argv[3])
