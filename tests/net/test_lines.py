"""The look at a hall's connections, while another thread opens and closes descriptors."""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from shared.net import lines


class Replaced:
    """A descriptor that was a connection when its bytes were asked for, and is a pipe since."""

    def __init__(self, pipe: socket.socket) -> None:
        self._pipe = pipe

    def getsockopt(self, level: int, option: int, size: int) -> bytes:
        return bytes(size)

    def getsockname(self) -> object:
        return self._pipe.getsockname()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts what a peer sent")
def test_a_connection_that_becomes_another_socket_during_the_look_does_not_stop_the_hall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other = socket.socketpair()

    @contextmanager
    def borrowed(number: int) -> Iterator[Replaced]:
        yield Replaced(one)

    monkeypatch.setattr(lines, "_borrowed", borrowed)
    with one, other:
        looks = lines.Lines(47301)
        looks.look(0)
        looks.look(100)
