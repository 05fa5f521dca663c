"""Headquarters in a process of its own: ``python -m tests.bench.headquarters FOLDER URL``.

Prints each match once it counts in standings that were derived from what headquarters told.
"""

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from hall_server.championship.headquarters import StreamSize, open_headquarters
from hall_server.championship.stream import Access
from shared.core.state import HallState
from shared.machine.clocks import precise_ns
from shared.pairing.places import division_standings
from shared.port import HallChanged, Told
from tests.bench.figures import say

ROOM = 1 << 30


class Reader(threading.Thread):
    """Derives the standings of what has changed from the newest state, one state at a time."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._come = threading.Condition()
        self._newest: HallState | None = None
        self._seen: dict[str, str] = {}

    def hear(self, told: Told) -> None:
        """A state came."""
        if isinstance(told, HallChanged):
            with self._come:
                self._newest = told.state
                self._come.notify()

    def run(self) -> None:
        """Print ``matches N`` and ``uid ns``, each as soon as it is true."""
        shown = 0
        while True:
            with self._come:
                self._come.wait_for(lambda: self._newest is not None)
                state, self._newest = self._newest, None
            assert state is not None
            new = [
                match
                for uid, match in state.matches.items()
                if match.result.status == "confirmed" and uid not in self._seen
            ]
            divisions = {match.key.division for match in new}
            rows = {r.player: r for d in divisions for r in division_standings(state, d)}
            assert all(rows[match.players[0]].match_points for match in new)
            now = precise_ns()
            self._seen.update((match.uid, match.table) for match in new)
            lines = [f"{match.uid} {now}" for match in new]
            if len(state.matches) != shown:
                shown = len(state.matches)
                lines.append(f"matches {shown}")
            if lines:
                say("\n".join(lines))


class HeadquartersProcess:
    """Headquarters, its costs, and what it prints, heard in a thread."""

    def __init__(self, folder: Path, url: str, hear: Callable[[str, int], None]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.headquarters", str(folder), url],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.pid = self._process.pid
        out = self._process.stdout
        assert out is not None
        if out.readline() != "ready\n":
            raise RuntimeError("headquarters did not start")

        def listen() -> None:
            for line in out:
                what, value = line.split()
                hear(what, int(value))

        self._listener = threading.Thread(target=listen, daemon=True)
        self._listener.start()

    def stop(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        self._listener.join()


def main(folder: str, url: str) -> None:
    """Serve until the input ends."""
    reader = Reader()
    reader.start()
    node = open_headquarters(
        Path(folder), Access((url,)), host="127.0.0.1", port_base=0, size=StreamSize(1, ROOM)
    )
    node.start(reader.hear)
    assert node.wait_ready(60), node.failure
    assert not node.failure, node.failure
    say("ready")
    sys.stdin.read()
    node.stop()


if __name__ == "__main__":
    main(*sys.argv[1:3])
