"""The server of ``visitors`` in a process of its own: the hall's pages, or one bare page.

It prints where it listens; each line that it reads is a result.
"""

import asyncio
import sys
import threading
from contextlib import suppress

import msgspec
from aiohttp import web

from shared.core.match.outcome import Code, Outcome
from shared.core.state import HallState, Result
from shared.port import HallChanged, Link, LinkChanged
from shared.web import limits
from shared.web.opening import pages_of
from shared.web.place import PagesAt
from tests.kiosk.lobby_states import large_hall
from tests.tui.fake_port import START

SIDES = (Outcome((Code.WIN, Code.WIN)), Outcome((Code.LOSS, Code.WIN)))
HOST = "127.0.0.1"


def after_result(state: HallState, number: int) -> HallState:
    """Return the hall with one more result."""
    uids = list(state.matches)
    uid = uids[number % len(uids)]
    result = Result("confirmed", SIDES[number % 2])
    match = msgspec.structs.replace(state.matches[uid], result=result)
    return msgspec.structs.replace(state, matches={**state.matches, uid: match})


def pages(port: int, tables: int) -> None:
    """Serve the hall's pages until the input ends."""
    limits.OPEN_EACH = limits.STREAMS_EACH = limits.BURST = 100_000  # type: ignore[misc]
    state = large_hall(tables)
    with pages_of(PagesAt(HOST, port, 5000), "UTC", say=lambda _: None, must=True) as hear:
        hear(HallChanged(state, frozenset()))
        hear(LinkChanged(Link("live", START)))
        threading.Event().wait(2.0)
        ready(port)
        for number, _line in enumerate(sys.stdin, start=5):
            state = after_result(state, number)
            hear(HallChanged(state, frozenset()))


async def bare(port: int) -> None:
    """Serve one page of aiohttp's own, and a stream of events to each that asks for one."""
    body = "<h1>Round 3</h1>" + "<p>Ann Lee – Bo King, 2–0</p>" * 100
    bell = [asyncio.Event()]

    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        if not request.path.startswith("/live/"):
            return web.Response(text=body, content_type="text/html")
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        with suppress(ConnectionError):
            while True:
                await bell[0].wait()
                await response.write(f"data: {body}\n\n".encode())
        return response

    loop = asyncio.get_running_loop()
    listening = await loop.create_server(web.Server(answer), HOST, port)
    ready(port)

    def ring() -> None:
        bell[0].set()
        bell[0] = asyncio.Event()

    def read() -> None:
        for _line in sys.stdin:
            loop.call_soon_threadsafe(ring)

    await asyncio.to_thread(read)
    listening.close()
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()


def ready(port: int) -> None:
    """Say where the server listens."""
    sys.stdout.write(f"{HOST}:{port}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    kind, where, many = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if kind == "pages":
        pages(where, many)
    else:
        asyncio.run(bare(where))
