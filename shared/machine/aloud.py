"""Output of a program without a screen, written from a thread of its own.

An unread pipe fills up, and its writer waits for ever. So the program itself never writes to it.
"""

import atexit
import os
import threading
from io import UnsupportedOperation
from queue import SimpleQueue
from typing import TextIO

ROOM = 1_000
"""Lines that may wait to be read. More are dropped; the log file has them."""
PATIENCE_S = 1.0
"""How long a program that ends waits until its last lines are read."""


class Aloud:
    """Says lines on a stream without waiting for a reader. Safe in any thread."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._waiting = threading.Semaphore(ROOM)
        self._idle = threading.Condition()
        self._open = 0
        try:
            self._file = -1 if stream is None else stream.fileno()
        except (UnsupportedOperation, ValueError):
            self._file = -1  # a stream in memory has no reader to wait for
        if self._file >= 0:
            threading.Thread(target=self._speak, name="aloud", daemon=True).start()
            atexit.register(self._finish)

    def say(self, line: str) -> None:
        """Say a line, if there is room for it."""
        self.write(line + "\n")

    def write(self, text: str) -> None:
        """Say some text as it is, as a log's handler does."""
        if self._file < 0:
            if self._stream is not None:
                self._stream.write(text)
        elif self._waiting.acquire(blocking=False):
            with self._idle:
                self._open += 1
            self._lines.put(text)

    def flush(self) -> None:
        """Do nothing: no text is held back."""

    def _finish(self) -> None:
        with self._idle:
            self._idle.wait_for(lambda: not self._open, PATIENCE_S)

    def _speak(self) -> None:
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        while True:
            data = self._lines.get().encode(encoding, "replace")
            try:
                # Not through the stream's buffer: a program that ends would wait to empty it.
                while data:
                    data = data[os.write(self._file, data) :]
            except OSError:
                pass  # the reader is gone
            self._waiting.release()
            with self._idle:
                self._open -= 1
                self._idle.notify_all()
