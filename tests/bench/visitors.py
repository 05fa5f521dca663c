"""500 phones on the hall's pages, beside a bare aiohttp page: memory, CPU, first byte, news."""

import asyncio
import os
import subprocess
import sys
from contextlib import suppress

import aiohttp

from shared.machine.clocks import precise_ns
from tests.bench.figures import (
    PATIENCE_S,
    SECOND_NS,
    Effort,
    Used,
    percentile,
    row,
    say,
    times,
    used,
)
from tests.node.hall_kit import free_ports

VISITORS, CHANGES = 500, 12
TABLES = 100
EVERY_S = 3.0
"""Twenty results a minute: a round of 100 tables ends within five minutes."""
LONGEST_BEAT = 100
AT_ONCE = 20
"""Phones that come at the same moment."""
MOST_MEMORY = 100_000
MOST_CORE = 0.0002
FIRST_BYTE_NS = 100_000_000
NEWS_NS = SECOND_NS
PAGES = ("masters/pairings", "masters/standings", "index")


async def visit(session: aiohttp.ClientSession, url: str) -> int:
    """Load a page; return the nanoseconds to its first byte."""
    begun = precise_ns()
    async with session.get(url) as answer:
        await answer.content.readany()
        first = precise_ns() - begun
        await answer.read()
    return first


async def follow(answer: aiohttp.ClientResponse, news: list[int]) -> None:
    """Note the time of each change that a stream brings: a beat of it is shorter than a page."""
    with suppress(aiohttp.ClientError, ConnectionError):
        async for some in answer.content.iter_any():
            if len(some) > LONGEST_BEAT:
                news.append(precise_ns())


class Crowd:
    """So many visitors of a server in a process of its own."""

    def __init__(self, command: list[str], count: int, paths: list[str]) -> None:
        self.command, self.count, self.paths = command, count, paths
        self.first: list[int] = []
        self.late: list[int] = []
        self.before = self.after = self.busy = self.loaded = Used(0, 0)
        self.watched_ns = 0

    def play(self, changes: int) -> None:
        """Start the server, let all come and read of ``changes``, and end it."""
        process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        asyncio.run(self._come(process, changes))

    async def _come(self, process: "subprocess.Popen[bytes]", changes: int) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            host = process.stdout.readline().decode().strip()
            connector = aiohttp.TCPConnector(limit=0, force_close=False)
            timeout = aiohttp.ClientTimeout(total=None, sock_connect=PATIENCE_S)
            async with aiohttp.ClientSession(
                connector=connector, timeout=timeout, auto_decompress=False, read_bufsize=1 << 20
            ) as session:
                await self._read(session, host, process, changes)
        finally:
            process.stdin.close()
            process.wait(PATIENCE_S)
            process.stdout.close()

    async def _read(
        self,
        session: aiohttp.ClientSession,
        host: str,
        process: "subprocess.Popen[bytes]",
        changes: int,
    ) -> None:
        await visit(session, f"http://{host}/en/{self.paths[0]}")
        self.before = used(process.pid)
        news: list[int] = []
        tasks: list[asyncio.Task[None]] = []
        for start in range(0, self.count, AT_ONCE):
            group = [self.paths[n % len(self.paths)] for n in range(start, start + AT_ONCE)]
            pages = (visit(session, f"http://{host}/en/{path}") for path in group)
            self.first += await asyncio.gather(*pages)
            for path in group:
                # Packed, as phones take it; this process could not unpack for so many.
                answer = await session.get(f"http://{host}/live/en/{path}")
                tasks.append(asyncio.create_task(follow(answer, news)))
        await asyncio.sleep(EVERY_S)
        self.after = used(process.pid)
        begun = precise_ns()
        for _ in range(changes):
            news.clear()
            assert process.stdin is not None
            told = precise_ns()
            process.stdin.write(b"\n")
            process.stdin.flush()
            await asyncio.sleep(EVERY_S)
            self.late += [at - told for at in news]
        self.watched_ns = precise_ns() - begun
        self.busy = used(process.pid)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def memory(self) -> float:
        """Return bytes a visitor."""
        return (self.busy.memory - self.before.memory) / self.count

    def core(self) -> float:
        """Return the part of a core that a visitor takes."""
        return (self.busy.cpu - self.after.cpu) / self.watched_ns / self.count


def bench(effort: Effort) -> None:
    """Print what a visitor costs, and what one of a bare page costs."""
    count, changes = effort.pick(VISITORS, AT_ONCE), effort.pick(CHANGES, 1)
    tables = effort.pick(TABLES, 6)
    players = [f"p/p{n}" for n in range(2 * tables)]
    own = [
        path for n in range(count) for path in (PAGES[n % len(PAGES)], players[n % len(players)])
    ]
    module = [sys.executable, "-m", "tests.bench.visited"]
    say(
        f"  {count} visitors, half of them on pages of their own;"
        f" {changes} results, one each {EVERY_S:.0f} s"
    )
    crowds = {}
    for kind in ("pages", "bare"):
        port = str(free_ports()[0])
        paths = own[:count] if kind == "pages" else ["masters/pairings"]
        crowds[kind] = Crowd([*module, kind, port, str(tables), str(os.getpid())], count, paths)
        crowds[kind].play(changes)
        row(f"{kind}: first byte, {AT_ONCE} at once", crowds[kind].first)
        if crowds[kind].late:
            row(f"{kind}: result → a phone", crowds[kind].late)
        say(
            f"  {kind}: {crowds[kind].memory() / 1e6:.3f} MB and {crowds[kind].core():.3%} of a"
            f" core a visitor ({crowds[kind].busy.memory / 1e6:.0f} MB in all)"
        )
    mine, bare = crowds["pages"], crowds["bare"]
    say(f"  CPU {times(mine.core(), bare.core())}, memory {times(mine.memory(), bare.memory())}")
    effort.judge(mine.memory() <= MOST_MEMORY, "≤ 0.1 MB a visitor")
    effort.judge(mine.core() <= MOST_CORE, "≤ 0.02 % of a core a visitor")
    effort.judge(percentile(mine.first, 0.99) <= FIRST_BYTE_NS, "first byte ≤ 100 ms")
    effort.judge(bool(mine.late) and percentile(mine.late, 0.99) <= NEWS_NS, "a result ≤ 1 s")
