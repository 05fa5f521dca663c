"""A table asks its network for a hall by multicast while its own hall is silent, and only then."""

import asyncio
import queue
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace

from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.discovery import read_hint
from shared.node.engine import Engine
from shared.node.follower import LOOK_S, FollowerLink
from tests.node.hall_kit import PATIENCE_S, Ears, Hall, Running, a_hall, engine_home


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


class Looks:
    """The pauses of a table between its looks at its hall: each ends when the test says so."""

    def __init__(self) -> None:
        self._pauses: queue.Queue[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = queue.Queue()
        self._now: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None

    async def __call__(self, seconds: float) -> None:
        assert seconds == LOOK_S
        over = asyncio.Event()
        self._pauses.put((asyncio.get_running_loop(), over))
        await over.wait()

    def next(self) -> None:
        """End the pause that the table is in, and wait until it is in the next one."""
        if self._now is not None:
            loop, over = self._now
            loop.call_soon_threadsafe(over.set)
        self._now = self._pauses.get(timeout=PATIENCE_S)


class Network(ModuleType):
    """Stands in the place of ``shared.net.discovery``: what is opened and closed, in order."""

    def __init__(self, heard: list[str]) -> None:
        super().__init__("shared.net.discovery")
        self.read_hint = read_hint

        class HallFinder:
            def __init__(self, *what: Any) -> None:
                heard.append("imported")

            async def open(self) -> None:
                heard.append("opened")

            async def close(self) -> None:
                heard.append("closed")

        self.HallFinder = HallFinder


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setitem(sys.modules, "shared.net.discovery", Network(found))
    return found


def table_of(hall: Hall, looks: Looks) -> Running:
    """Table 1, in its first pause. It knows the hall by name: none is searched for at 127.0.0.1."""
    link = FollowerLink(replace(hall.address(), host="localhost"), role="terminal", pause=looks)
    root = bytes(hall.root_key.verify_key)
    home = engine_home(hall.folder / "table-1", root, hall.keys("table-1"))
    table = Running(Engine(home, link, wall=wall_ms, monotonic=monotonic_ms), Ears())
    hall.running.append(table)
    table.node.start(table.ears.hear)
    looks.next()
    return table


def test_a_linked_table_opens_no_multicast_search_and_one_whose_hall_is_silent_does(
    hall: Hall, heard: list[str]
) -> None:
    server, looks = hall.start_hall(), Looks()
    table = table_of(hall, looks)
    # It was not linked when this pause began, and is when it ends.
    table.ears.until_link("live")
    for _ in range(3):
        looks.next()
    assert heard == []
    hall.stop(server)
    table.ears.until_link("offline")
    looks.next()
    assert heard == ["imported", "opened"]
    hall.start_hall()
    table.ears.until_link("live")
    looks.next()
    assert heard == ["imported", "opened", "closed"]


def test_a_table_that_stops_while_it_searches_closes_the_search(
    hall: Hall, heard: list[str]
) -> None:
    looks = Looks()
    table = table_of(hall, looks)
    looks.next()
    assert heard == ["imported", "opened"]
    hall.stop(table)
    assert heard == ["imported", "opened", "closed"]
