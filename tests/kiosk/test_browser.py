"""The kiosk in a browser: the lobby's part of the hall alone, so many visitors, nothing outside."""

import asyncio
import base64
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from kiosk.web.public import Given, public, read, written
from kiosk.web.sheet import ONLY_READS, STALE_MS, SheetPort, SheetWriter
from shared.core.events import ClockLogged, Press, RequestFiled
from shared.port import Draft, HallChanged, Link, LinkChanged, NotSaved, Told
from tests.kiosk.lobby_states import small_hall
from tests.node.hall_kit import Hall, free_ports
from tests.processes.absent_hall import absent_hall
from tests.tui.fake_port import START

DRAWN = 15_000
"""A picture of words on one ground has fewer bytes, one of a drawn terminal more."""
LIVE = Link("live", START)
SERVER = """
import sys
from pathlib import Path
from kiosk.web.server import LobbyServer
LobbyServer(Path(sys.argv[1]), host="127.0.0.1", port=int(sys.argv[2]), visitors=2,
            language="en").serve()
"""


def test_a_browser_is_given_no_clock_no_move_and_nobodys_claim() -> None:
    state = small_hall()
    log = ClockLogged(1, (Press(0, 61_000),), (754_000, 571_000), (31, 30), "pause")
    matches = {
        uid: msgspec.structs.replace(match, clock=log, presses=61)
        for uid, match in state.matches.items()
    }
    busy = msgspec.structs.replace(state, matches=matches)
    given = read(written(Given(public(busy), LIVE, "node")))
    assert given.state == public(state)
    for match in given.state.matches.values():
        assert match.clock is None
        assert match.result.versions == ()
        assert match.draw is None or (match.draw.moves, match.draw.opening) == ((), 0)
    assert given.state.matches["m0"].result.outcome == state.matches["m0"].result.outcome


class Heard:
    def __init__(self) -> None:
        self.told: list[Told] = []

    def __call__(self, told: Told) -> None:
        self.told.append(told)


def reader(path: Path, wall: int = START) -> tuple[SheetPort, Heard]:
    port, heard = SheetPort(path, lambda: wall), Heard()
    port._listener = heard
    return port, heard


def test_a_visitor_reads_what_was_written_last_and_may_write_nothing(tmp_path: Path) -> None:
    path = tmp_path / "sheet"
    writer = SheetWriter(path, "node", lambda: START)
    writer.hear(HallChanged(small_hall(), frozenset()))
    writer.hear(LinkChanged(LIVE))
    writer.step()
    os.utime(path, ns=(START * 1_000_000,) * 2)
    port, heard = reader(path)
    port.look()
    port.look()
    assert heard.told == [HallChanged(public(small_hall()), frozenset()), LinkChanged(LIVE)]
    assert port.node_id == "node"
    port.append(Draft("player/p0/request/x", RequestFiled("withdraw")))
    port.journal("m-1", b"a press", reading=b"a reading")
    port.load_journal("m-1")
    assert heard.told[2:] == [NotSaved(0, ONLY_READS)] * 2


def test_sheet_that_is_no_longer_written_is_not_called_live(tmp_path: Path) -> None:
    path = tmp_path / "sheet"
    path.write_bytes(written(Given(public(small_hall()), LIVE, "node")))
    os.utime(path, ns=(START * 1_000_000,) * 2)
    port, heard = reader(path, START + STALE_MS + 1)
    port.look()
    assert heard.told[-1] == LinkChanged(Link("offline", START))


def test_visitor_during_an_outage_reads_how_old_the_pages_are(
    tmp_path: Path,
) -> None:
    now = START
    writer = SheetWriter(tmp_path / "sheet", "node", lambda: now)
    writer.hear(HallChanged(small_hall(), frozenset()))
    writer.hear(LinkChanged(LIVE))
    writer.step()
    now += 60_000
    writer.hear(LinkChanged(Link("catching_up", now)))
    writer.step()
    os.utime(writer.path, ns=(now * 1_000_000,) * 2)
    port, heard = reader(writer.path, now)
    port.look()
    assert heard.told[1:] == [
        LinkChanged(Link("live", START)),
        LinkChanged(Link("catching_up", START)),
    ]


def test_a_sheet_that_is_damaged_or_missing_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "sheet"
    port, heard = reader(path)
    port.look()
    path.write_bytes(b"\x00broken")
    port.look()
    assert heard.told == []


# -- real processes -----------------------------------------------------------------------------


@contextmanager
def serving(tmp_path: Path) -> Iterator[str]:
    """A server with room for two, on a sheet of the small hall."""
    path, port = tmp_path / "sheet", free_ports()[0]
    path.write_bytes(written(Given(public(small_hall()), LIVE, "node")))
    command = [sys.executable, "-uc", SERVER, str(path), str(port)]
    log = tmp_path / "server.log"
    with (
        log.open("wb") as said,
        subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT) as server,
    ):
        try:
            yield f"127.0.0.1:{port}"
        except BaseException as failed:
            failed.add_note(f"The server, which ended with {server.poll()}: {log.read_text()}")
            raise
        finally:
            server.terminate()
            with suppress(subprocess.TimeoutExpired):
                server.wait(20)
            server.kill()


async def opened(session: aiohttp.ClientSession, url: str) -> aiohttp.ClientResponse:
    """Return the answer to a GET, as soon as the server is up."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await session.get(url)
            except aiohttp.ClientConnectorError:
                await asyncio.sleep(0.05)


@asynccontextmanager
async def browser(host: str) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        await (await opened(session, f"http://{host}/")).read()
        yield session


async def shown(ws: aiohttp.ClientWebSocketResponse, words: str) -> str:
    """Return what the terminal was sent until ``words`` stood there."""
    text = ""
    async with asyncio.timeout(60):
        while words not in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text):
            message = await ws.receive()
            assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), message
            if message.type == aiohttp.WSMsgType.BINARY:
                text += message.data.decode("utf-8", "replace")
    return text


@pytest.mark.processes
async def test_visitor_reads_the_lobby_and_garbage_does_no_harm(tmp_path: Path) -> None:
    with serving(tmp_path) as host:
        async with browser(host) as session, session.ws_connect(f"http://{host}/ws") as ws:
            await shown(ws, "Harbour Open")
            for garbage in ("", "[]", "{}", "7", '["resize", {"width": "x"}]', '["stdin", 3]'):
                await ws.send_str(garbage)
            await ws.send_str(json.dumps(["stdin", "x"]))
            await shown(ws, "Type the first letters")
            for key in "tin":
                await ws.send_str(json.dumps(["stdin", key]))
            seen = await shown(ws, "against")
            assert "Ask" not in seen


@pytest.mark.processes
async def test_there_is_room_for_so_many_and_no_way_to_anything_else(tmp_path: Path) -> None:
    with serving(tmp_path) as host:
        async with browser(host) as session:
            page = await session.get(f"http://{host}/")
            assert "://" not in (await page.text()).replace(f"ws://{host}/ws", "")
            assert "default-src 'none'" in page.headers["Content-Security-Policy"]
            for path in ("download/x", "static/", "static/../server.py", "static/fonts/x", "etc"):
                assert (await session.get(f"http://{host}/{path}")).status == 404
            elsewhere = {"Origin": "http://elsewhere.example"}
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await session.ws_connect(f"http://{host}/ws", headers=elsewhere)
            async with (
                session.ws_connect(f"http://{host}/ws") as one,
                elsewhere_in_the_hall("127.0.0.2") as other,
                other.ws_connect(f"http://{host}/ws") as two,
                elsewhere_in_the_hall("127.0.0.3") as third,
            ):
                await shown(one, "Harbour Open")
                await shown(two, "Harbour Open")
                full = await third.get(f"http://{host}/")
                assert full.status == 503
                assert "Try again in a minute" in await full.text()
                with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                    await third.ws_connect(f"http://{host}/ws")


def elsewhere_in_the_hall(address: str) -> aiohttp.ClientSession:
    """Return a browser on another machine."""
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=(address, 0)))


@pytest.mark.processes
async def test_one_machine_does_not_take_all_places(tmp_path: Path) -> None:
    with serving(tmp_path) as host:
        async with browser(host) as greedy, elsewhere_in_the_hall("127.0.0.2") as other:
            async with greedy.ws_connect(f"http://{host}/ws") as one:
                await shown(one, "Harbour Open")
                refused = await greedy.get(f"http://{host}/")
                assert refused.status == 503
                assert "several times" in await refused.text()
                with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                    await greedy.ws_connect(f"http://{host}/ws")
                async with other.ws_connect(f"http://{host}/ws") as two:
                    await shown(two, "Harbour Open")
            async with asyncio.timeout(60):
                while (await greedy.get(f"http://{host}/")).status == 503:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            async with greedy.ws_connect(f"http://{host}/ws") as again:
                await shown(again, "Harbour Open")


async def seen_by(session: aiohttp.ClientSession, profile: Path) -> bytes:
    """Return a picture of the page, once the terminal in it has been sent something."""
    async with asyncio.timeout(90):
        while not (profile / "DevToolsActivePort").exists():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        port = (profile / "DevToolsActivePort").read_text(encoding="utf-8").splitlines()[0]
        pages: list[dict[str, str]] = []
        while not pages:
            listed = await session.get(f"http://127.0.0.1:{port}/json/list")
            pages = [page for page in await listed.json() if page["type"] == "page"]
        async with session.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=0) as tools:
            number = 0

            async def ask(method: str, **params: object) -> dict[str, Any]:
                nonlocal number
                number += 1
                await tools.send_json({"id": number, "method": method, "params": params})
                while True:
                    answer = await tools.receive_json()
                    if answer.get("id") == number:
                        return answer["result"]

            # The page says by a class that its terminal was sent something, then letters appear.
            begun = "(document.body || {className: ''}).className.includes('-first-byte')"
            picture = b""
            while len(picture) < DRAWN:
                if (await ask("Runtime.evaluate", expression=begun))["result"]["value"]:
                    picture = base64.b64decode((await ask("Page.captureScreenshot"))["data"])
            return picture


async def pictured(session: aiohttp.ClientSession, host: str, folder: Path) -> bytes:
    """Return the page as Chromium shows it, with no way to anything outside; ``net.json`` has its
    log."""
    process = await asyncio.create_subprocess_exec(
        "chromium",
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={folder / 'profile'}",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        f"--log-net-log={folder / 'net.json'}",
        "--remote-debugging-port=0",
        "--remote-allow-origins=*",
        "--window-size=1280,800",
        f"http://{host}/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        picture = await seen_by(session, folder / "profile")
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await asyncio.wait_for(process.wait(), 30)
    (folder / "page.png").write_bytes(picture)
    return picture


def asked_of_others(host: str, folder: Path) -> set[str]:
    """Return the addresses that the page asked for beyond ``host``; fails where it asked for
    nothing."""
    # The browser asks its maker for updates by itself: what counts is what the page asks for.
    asked = {
        found[1]
        for line in (folder / "net.json").read_text(encoding="utf-8").splitlines()
        if f'"initiator":"http://{host}"' in line
        and (found := re.search(r'"url":"([a-z]+://[^"?]+)', line))
    }
    assert f"http://{host}/static/js/textual.js" in asked
    return {url for url in asked if not url.startswith((f"http://{host}/", f"ws://{host}/"))}


@contextmanager
def kiosk_of(hall: Hall) -> Iterator[str]:
    """``hall-kiosk --serve`` as it is started beside a hall."""
    port = free_ports()[0]
    command = [
        str(Path(sys.executable).with_name("hall-kiosk")), "--home", str(hall.folder / "kiosk"),
        "--invite", str(hall.invites["kiosk-1"]), "--serve", "--serve-host", "127.0.0.1",
        "--serve-port", str(port),
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as kiosk:
        try:
            yield f"127.0.0.1:{port}"
        finally:
            kiosk.terminate()
            told, _errors = kiosk.communicate(timeout=30)
    assert kiosk.returncode == 0
    assert f"http://127.0.0.1:{port} (at most 12 browsers)" in told


@pytest.mark.processes
async def test_a_real_halls_lobby_is_read_in_a_browser_and_says_when_the_hall_is_gone(
    tmp_path: Path,
) -> None:
    with absent_hall(tmp_path) as hall:
        running = hall.start_hall()
        with kiosk_of(hall) as host:
            async with browser(host) as session, session.ws_connect(f"http://{host}/ws") as ws:
                await shown(ws, "● LIVE")
                await ws.send_str(json.dumps(["stdin", "x"]))
                await shown(ws, "Type the first letters")
                for key in "la":
                    await ws.send_str(json.dumps(["stdin", key]))
                await shown(ws, "against Ben Moss")
                await ws.send_str(json.dumps(["stdin", "\x1b"]))
                hall.stop(running)
                await shown(ws, "▲ as of")
                async with session.ws_connect(f"http://{host}/ws") as late:
                    await shown(late, "▲ as of")


@pytest.mark.processes
@pytest.mark.needs("chromium")
async def test_a_browser_without_any_outside_shows_a_real_halls_pages(tmp_path: Path) -> None:
    with absent_hall(tmp_path) as hall:
        hall.start_hall()
        with kiosk_of(hall) as host:
            async with browser(host) as session:
                assert len(await pictured(session, host, tmp_path)) >= DRAWN
    assert asked_of_others(host, tmp_path) == set()


def test_the_page_around_the_screen_speaks_the_nodes_language(tmp_path: Path) -> None:
    from kiosk.web.server import LobbyServer

    told = [
        LobbyServer(tmp_path / "sheet", host="127.0.0.1", port=1, visitors=1, language=language)
        for language in ("en", "ru")
    ]
    assert [server.title for server in told] == ["Lobby", "Фойе"]
    assert [server.command.split()[-1] for server in told] == ["en", "ru"]
