"""Hands what a hall sent to a process that checks its signatures, while much is to be fetched.

Half of the work of taking in a long log is signatures, and they need no order: another core can
check them while this node's thread takes in what came before. Everything comes back in the order in
which it was handed over; what could not be checked comes back unchecked.
"""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue

from shared.node.checking import packed_events, packed_keys, read_frame
from shared.node.work import CheckedTake
from shared.wire.sync.effects import Take

FAR_BEHIND = 2_000
"""With so many events to fetch a process is worth its start."""

log = logging.getLogger(__name__)


class Help:
    """One process, its pipes, and what is on the way. Lives in the node's loop.

    ``checked`` is called in the loop's thread. Raises OSError if no process can be started.
    """

    def __init__(self, keys: Sequence[bytes], checked: Callable[[CheckedTake], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._checked = checked
        self._waiting: deque[Take] = deque()
        self._ready = False
        self._gone = False
        self._out: SimpleQueue[bytes | None] = SimpleQueue()
        self._out.put(packed_keys(keys))
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "shared.node.checking"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._threads = [
            threading.Thread(target=work, name="signatures", daemon=True)
            for work in (self._write, self._read)
        ]
        for thread in self._threads:
            thread.start()

    def take(self, take: Take) -> bool:
        """Have it checked; False if there is nobody to do it and nothing before it on the way."""
        if not self._ready or self._gone:
            return False
        self._waiting.append(take)
        self._out.put(packed_events(take.events))
        return True

    def end(self) -> None:
        """No more is to come: the process ends once it has answered."""
        self._out.put(None)

    def close(self) -> None:
        """End at once. What is on the way is forgotten: the hall has it."""
        self._gone = True
        self.process.kill()
        self._out.put(None)
        for thread in self._threads:
            thread.join()

    # In the loop's thread, called from the others.

    def _answered(self, marks: bytes) -> None:
        if not self._ready:
            self._ready = True
        elif self._waiting:
            take = self._waiting.popleft()
            self._checked(CheckedTake(take.events, take.store, take.upto, take.after, marks))

    def _ended(self) -> None:
        self._gone = True
        if self._waiting:
            log.warning("the process that checks signatures has ended; this node checks them")
        while self._waiting:
            self._answered(b"")

    # In the threads of the pipes.

    def _write(self) -> None:
        assert self.process.stdin is not None
        with suppress(OSError), self.process.stdin as pipe:
            while (data := self._out.get()) is not None:
                pipe.write(data)
                pipe.flush()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as pipe:
            while (marks := read_frame(pipe)) is not None:
                self._tell(self._answered, marks)
        self.process.wait()
        self._out.put(None)
        self._tell(self._ended)

    def _tell(self, work: Callable[..., None], *args: bytes) -> None:
        with suppress(RuntimeError):  # the loop is closed: the node has stopped
            self._loop.call_soon_threadsafe(work, *args)


def can_help(behind: int) -> bool:
    """Whether another process would be quicker: there is much to do, and a core to do it."""
    return behind >= FAR_BEHIND and (os.cpu_count() or 1) > 1
