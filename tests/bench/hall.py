"""A bare hall in a process of its own: ``python -m tests.bench.hall FOLDER SYNC FEED``.

With one word more, ``slow-disk``, each commit waits as on a disk whose fsync takes 100 ms.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.address import HallAddress, ListenAt
from shared.node.engine import Engine
from shared.node.hall import HallLink
from shared.node.home import Home
from shared.store import replica
from shared.store.collector import keep_what_is_loaded
from shared.store.database import Database
from tests.bench import field

LOOPBACK = "127.0.0.1"
SLOW_DISK = "slow-disk"
FSYNC_S = 0.1


class HallProcess:
    """The hall of ``field``, to be killed and started again on the same ports."""

    def __init__(self, folder: Path, ports: tuple[int, int] = (0, 0), *words: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.hall", str(folder), *map(str, ports), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline().split()
        if not said:
            raise RuntimeError("the hall did not start")
        self.ports = (int(said[0]), int(said[1]))
        self.door = int(said[2])

    @property
    def address(self) -> HallAddress:
        """Where it is to be found."""
        return HallAddress(LOOPBACK, *self.ports, field.HALL.curve_public)

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def kill(self) -> None:
        """kill -9."""
        self._process.kill()
        self._process.communicate()


@contextmanager
def running(folder: Path, *words: str, ports: tuple[int, int] = (0, 0)) -> Iterator[HallProcess]:
    """A hall until the end of the block."""
    hall = HallProcess(folder, ports, *words)
    try:
        yield hall
    finally:
        hall.kill()


def slow_disk() -> None:
    """Let each transaction of the replica wait before its commit."""
    transaction = replica.transaction

    @contextmanager
    def slow(db: Database) -> Iterator[None]:
        with transaction(db):
            yield
            time.sleep(FSYNC_S)

    replica.transaction = slow


def main(folder: str, sync: str, feed: str, *words: str) -> None:
    """Serve until the input ends."""
    if SLOW_DISK in words:
        slow_disk()
    home = Home(Path(folder), field.ROOT.sign_public, field.HALL, "0b" * 8, "0c" * 8)
    link = HallLink(ListenAt(LOOPBACK, int(sync), int(feed)))
    node = Engine(home, link, wall=wall_ms, monotonic=monotonic_ms)
    node.start(lambda told: None)
    assert node.wait_ready(60), node.failure
    assert not node.failure, node.failure
    keep_what_is_loaded()  # as the program does
    print(*link.ports, link.enrol_port, flush=True)  # noqa: T201
    sys.stdin.read()
    node.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
