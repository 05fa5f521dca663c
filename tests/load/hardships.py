"""What makes a hall's day hard: a slow line, a slow disk, half of one core."""

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

from shared.machine.clocks import monotonic_s
from tests.bench.hall import LOOPBACK

Hardship = Literal["", "line", "disk", "core"]
LINE_BYTES_S = 125_000
"""1 Mbit/s each way."""
CHUNK = 1_460


class Line:
    """A line of 1 Mbit/s to some ports of this machine: ``ports`` are its own, in that order."""

    def __init__(self, *ports: int) -> None:
        self.ports: tuple[int, ...] = ()
        self._free = {"up": 0.0, "down": 0.0}
        self._open = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, args=(ports,), daemon=True)
        self._thread.start()
        assert self._open.wait(10)

    def _run(self, ports: tuple[int, ...]) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._listen(ports))
        self._loop.run_forever()

    async def _listen(self, ports: tuple[int, ...]) -> None:
        own = []
        for port in ports:
            server = await asyncio.start_server(
                lambda r, w, to=port: self._carry(r, w, to), LOOPBACK, 0, limit=4 * CHUNK
            )
            own.append(server.sockets[0].getsockname()[1])
        self.ports = tuple(own)
        self._open.set()

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int
    ) -> None:
        there, back = await asyncio.open_connection(LOOPBACK, port, limit=4 * CHUNK)
        with suppress(ConnectionError):  # an end that is closed closes the other
            await asyncio.gather(self._way(reader, back, "up"), self._way(there, writer, "down"))

    async def _way(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str
    ) -> None:
        writer.transport.set_write_buffer_limits(high=4 * CHUNK)
        while some := await reader.read(CHUNK):
            now = monotonic_s()
            self._free[way] = max(now, self._free[way]) + len(some) / LINE_BYTES_S
            await asyncio.sleep(self._free[way] - now)
            writer.write(some)
            await writer.drain()
        writer.close()


@contextmanager
def half_a_core(pid: int) -> Iterator[None]:
    """Keep a process on one core, and another one busy there, until the end of the block."""
    core = {min(os.sched_getaffinity(pid))}
    for task in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(task.name), core)
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    os.sched_setaffinity(busy.pid, core)
    try:
        yield
    finally:
        busy.kill()
        busy.wait()
