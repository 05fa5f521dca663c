"""A terminal that hears announcements as lines on its standard input: loopback has no multicast.

Run as a program with the options of ``hall-terminal``.
"""

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any

from board_terminal.cli import main
from shared.net import discovery
from shared.net.discovery import HintReader, certificate_properties
from shared.wire.envelope import Signed


def announcement(host: str, ports: tuple[int, int], root: str, certificate: Signed) -> str:
    """Return the line that says what a hall at ``host`` announces."""
    told = {"root": root.encode(), "feed": str(ports[1]).encode()}
    properties = {**told, **certificate_properties(certificate)}
    named = {name: value.hex() for name, value in properties.items()}
    return json.dumps([host, ports[0], named]) + "\n"


class HallFinder(discovery.HallFinder[Any]):
    """Reads announcements as the real one does; only the network is missing."""

    def __init__(self, reads: HintReader[Any], found: Callable[[Any], None]) -> None:
        self._hear = (reads, found)

    async def open(self) -> None:
        """Listen."""
        asyncio.get_running_loop().add_reader(sys.stdin, self._line)

    def _line(self) -> None:
        reads, found = self._hear
        host, port, named = json.loads(sys.stdin.readline())
        hint = reads({k.encode(): bytes.fromhex(v) for k, v in named.items()}, host, port)
        if hint is not None:
            found(hint)

    async def close(self) -> None:
        """Hear no more."""
        asyncio.get_running_loop().remove_reader(sys.stdin)


if __name__ == "__main__":
    discovery.HallFinder = HallFinder  # type: ignore[misc]
    main()
