"""The pages over HTTP: what a browser is answered, how changes reach it, and what has a limit."""

import asyncio
import socket
import sys
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import aiohttp
import pytest
from msgspec.structs import replace

from shared.core.state import HallState
from shared.core.state.office import Announcement, Office
from shared.port import HallChanged, Link, LinkChanged, Listener, Stopped
from shared.web import limits, live
from shared.web.limits import BURST, OPEN_EACH, STREAMS_EACH, Limits
from shared.web.opening import pages_of
from shared.web.place import CannotServe, PagesAt
from tests.bench.visited import after_result
from tests.kiosk.lobby_states import large_hall, small_hall
from tests.node.hall_kit import free_ports
from tests.pages.sites import renamed
from tests.tui.fake_port import START

pytestmark = pytest.mark.processes
HOST = "127.0.0.1"
IDENTITY = {"Accept-Encoding": "identity"}


class Served:
    """A server of a made-up hall: its address, and the ear of its node."""

    def __init__(self, url: str, hear: Listener) -> None:
        self.url, self.hear = url, hear

    def tells(self, state: HallState) -> None:
        self.hear(HallChanged(state, frozenset()))


@contextmanager
def served(state: HallState, visitors: int = 500) -> Iterator[Served]:
    port = free_ports()[0]
    place = PagesAt(HOST, port, visitors)
    with pages_of(place, "UTC", say=lambda _: None, must=True) as hear:
        one = Served(f"http://{HOST}:{port}", hear)
        one.tells(state)
        hear(LinkChanged(Link("live", START)))
        yield one


async def open_until(session: aiohttp.ClientSession, url: str, words: str) -> str:
    """Return a page as soon as it says some words."""
    async with asyncio.timeout(60):
        while words not in (said := await (await session.get(url)).text()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return said


async def events(
    session: aiohttp.ClientSession, url: str, **headers: str
) -> AsyncIterator[dict[str, str]]:
    answer = await session.get(url, headers=headers)
    assert answer.status == 200
    assert answer.content_type == "text/event-stream"
    told: dict[str, str] = {}
    async for raw in answer.content:
        name, _colon, value = raw.decode().rstrip("\n").partition(": ")
        if name:
            told[name] = value
        elif told:
            yield told
            told = {}


async def next_page(stream: AsyncIterator[dict[str, str]]) -> dict[str, str]:
    async with asyncio.timeout(60):
        async for told in stream:
            if told["event"] == "page":
                return told
    raise AssertionError("the stream ended")


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, read_bufsize=1 << 20) as opened:
        yield opened


async def test_a_kept_link_opens_in_the_language_of_the_phone(
    session: aiohttp.ClientSession,
) -> None:
    with served(small_hall()) as hall:
        await open_until(session, f"{hall.url}/en/p/p7", "Tinsley")
        for told, code in (("ru,en;q=0.5", "ru"), ("de, fr;q=0.4", "fr"), ("de", "en"), ("", "en")):
            answer = await session.get(f"{hall.url}/p/p7", headers={"Accept-Language": told})
            assert answer.url.path == f"/{code}/p/p7"
            assert f'lang="{code}"' in await answer.text()
            assert "Set-Cookie" not in answer.headers


async def test_the_only_player_found_is_shown_at_once(session: aiohttp.ClientSession) -> None:
    with served(small_hall()) as hall:
        await open_until(session, f"{hall.url}/en/", "Masters")
        answer = await session.get(f"{hall.url}/en/find", params={"q": "tin"})
        assert answer.url.path == "/en/p/p7"
        several = await session.get(f"{hall.url}/en/find", params={"q": "ki"})
        assert "3 players match." in await several.text()


async def test_nothing_but_reading_is_answered_and_nothing_comes_from_elsewhere(
    session: aiohttp.ClientSession,
) -> None:
    with served(small_hall()) as hall:
        await open_until(session, f"{hall.url}/en/", "Masters")
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE"):
            refused = await session.request(method, f"{hall.url}/en/")
            assert (refused.status, refused.headers["Allow"]) == (405, "GET, HEAD")
        head = await session.head(f"{hall.url}/en/masters/pairings")
        assert (head.status, await head.read()) == (200, b"")
        assert "default-src 'none'" in head.headers["Content-Security-Policy"]
        for path in ("en/nope", "en/p/nobody", "en/masters/x", "en/tv/x", "live/en/x", "live/xx/"):
            gone = await session.get(f"{hall.url}/{path}")
            assert gone.status == 404
            assert "There is no such page here." in await gone.text()
        long = await session.get(f"{hall.url}/en/find?q={'x' * 3000}")
        assert long.status == 400


async def test_a_page_that_a_phone_has_is_not_sent_again(session: aiohttp.ClientSession) -> None:
    with served(small_hall()) as hall:
        await open_until(session, f"{hall.url}/en/hall.css".replace("/en", ""), "color-scheme")
        first = await session.get(f"{hall.url}/hall.css")
        again = await session.get(
            f"{hall.url}/hall.css", headers={"If-None-Match": first.headers["ETag"]}
        )
        assert (again.status, await again.read()) == (304, b"")


async def test_a_result_reaches_the_phones_that_look_at_it_and_no_others(
    session: aiohttp.ClientSession,
) -> None:
    state = large_hall(12)
    with served(state) as hall:
        await open_until(session, f"{hall.url}/en/masters/pairings", "Number011")
        one = events(session, f"{hall.url}/live/en/masters/pairings?v=0")
        other = events(session, f"{hall.url}/live/en/announcements?v=0")
        before = await next_page(one)
        assert "Nothing is announced now." in (await next_page(other))["data"]
        hall.tells(after_result(state, 5))
        after = await next_page(one)
        assert after["id"] != before["id"]
        assert "0–2" in after["data"] or "1–1" in after["data"]
        lunch = Announcement("l", "Lunch is served.", 1 << 50, "all", "", START)
        hall.tells(replace(after_result(state, 5), office=Office({"l": lunch})))
        assert "Lunch is served." in (await next_page(other))["data"]


async def test_a_phone_that_slept_catches_up_with_what_it_missed(
    session: aiohttp.ClientSession,
) -> None:
    with served(small_hall()) as hall:
        url = f"{hall.url}/live/en/p/p7"
        await open_until(session, f"{hall.url}/en/p/p7", "Tinsley")
        first = await next_page(events(session, f"{url}?v=0"))
        hall.tells(renamed(small_hall(), "p7", "Marion Franklin Tinsley"))
        told = await next_page(events(session, f"{url}?v=0", **{"Last-Event-ID": first["id"]}))
        assert "Marion Franklin Tinsley" in told["data"]


async def test_every_phone_hears_at_once_that_the_hall_is_lost(
    session: aiohttp.ClientSession,
) -> None:
    with served(small_hall()) as hall:
        await open_until(session, f"{hall.url}/en/p/p7", 'data-link="live"')
        stream = events(session, f"{hall.url}/live/en/p/p7?v=0")
        told = [await anext(stream), await anext(stream)]
        assert told[0]["data"].startswith("live|")
        hall.hear(LinkChanged(Link("offline", START)))
        async with asyncio.timeout(60):
            lost = await anext(stream)
        assert lost["event"] == "link"
        assert lost["data"].startswith("away|▲ As of")
        hall.hear(Stopped("The disk is full."))
        said = await open_until(session, f"{hall.url}/en/p/p7", "the hall is not heard")
        assert 'data-link="away"' in said


async def test_packed_streams_say_the_same_as_plain_ones(session: aiohttp.ClientSession) -> None:
    with served(small_hall()) as hall:
        await open_until(session, f"{hall.url}/en/p/p7", "Tinsley")
        plain = await next_page(events(session, f"{hall.url}/live/en/p/p7?v=0", **IDENTITY))
        reader, writer = await asyncio.open_connection(HOST, int(hall.url.rpartition(":")[2]))
        writer.write(b"GET /live/en/p/p7?v=0 HTTP/1.0\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n")
        unpacker, said = zlib.decompressobj(wbits=31), b""
        async with asyncio.timeout(60):
            await reader.readuntil(b"\r\n\r\n")
            while plain["id"].encode() not in said or not said.endswith(b"\n\n"):
                said += unpacker.decompress(await reader.read(1 << 16))
        assert f"data: {plain['data']}\n\n".encode() in said
        writer.close()


async def test_a_hundred_results_at_once_are_made_into_few_pages(
    session: aiohttp.ClientSession,
) -> None:
    state = large_hall(12)
    with served(state) as hall:
        await open_until(session, f"{hall.url}/en/masters/pairings", "Number011")
        stream = events(session, f"{hall.url}/live/en/masters/pairings?v=0")
        await next_page(stream)
        for number in range(100):
            state = after_result(state, number)
            hall.tells(state)
        hall.tells(renamed(state, "p23", "The Last"))
        told = 0
        while "The Last" not in (await next_page(stream))["data"]:
            told += 1
        assert told <= 2


async def test_a_reader_who_takes_nothing_passes_over_what_lies_between(
    session: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PAUSE_S", 0.0)
    state, changes = large_hall(250), 20
    with served(state) as hall:
        await open_until(session, f"{hall.url}/en/masters/pairings", "Number011")
        port = int(hall.url.rpartition(":")[2])
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect((HOST, port))
        slow.sendall(b"GET /live/en/masters/pairings?v=0 HTTP/1.0\r\nHost: x\r\n\r\n")
        quick = events(session, f"{hall.url}/live/en/masters/pairings?v=0", **IDENTITY)
        await next_page(quick)
        for number in range(changes):
            state = renamed(after_result(state, number), "p0", f"Reader {number}.")
            hall.tells(state)
            while f"Reader {number}." not in (await next_page(quick))["data"]:
                continue
        slow.settimeout(60)
        said = b""
        while f"Reader {changes - 1}.".encode() not in said:
            said += await asyncio.to_thread(slow.recv, 1 << 20)
        assert said.count(b"event: page") < changes // 2
        slow.close()


async def test_beyond_the_visitors_a_phone_reads_its_page_but_is_given_no_stream(
    session: aiohttp.ClientSession,
) -> None:
    with served(small_hall(), visitors=1) as hall:
        await open_until(session, f"{hall.url}/en/p/p7", "Tinsley")
        stream = events(session, f"{hall.url}/live/en/p/p7?v=0")
        await next_page(stream)
        full = await session.get(f"{hall.url}/live/en/p/p6")
        assert (full.status, full.headers["Retry-After"]) == (503, "5")
        assert "Tinsley" in await (await session.get(f"{hall.url}/en/p/p7")).text()


def test_one_address_takes_a_part_of_the_connections_streams_and_requests() -> None:
    kept = Limits(500)
    kept.open["a"], kept.streams["a"] = OPEN_EACH, STREAMS_EACH
    assert not kept.may_connect("a")
    assert kept.may_connect("b")
    assert not kept.may_stream("a")
    assert kept.may_stream("b")
    answered = sum(kept.may_ask("a", 0) for _ in range(BURST + 50))
    assert answered == BURST
    assert kept.may_ask("b", 0)
    assert kept.may_ask("a", 1000)


async def test_connections_of_one_address_beyond_its_part_are_ended(
    session: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OPEN_EACH", 3)
    with served(small_hall()) as hall:
        await open_until(session, f"{hall.url}/en/", "Masters")
        port = int(hall.url.rpartition(":")[2])
        opened = [await asyncio.open_connection(HOST, port) for _ in range(4)]
        async with asyncio.timeout(60):
            with suppress(ConnectionError):
                assert await opened[3][0].read() == b""
        for _reader, writer in opened:
            writer.close()


def test_a_port_that_is_taken_is_said_and_touches_nothing_else() -> None:
    with socket.create_server((HOST, 0)) as taken:
        place = PagesAt(HOST, taken.getsockname()[1], 5)
        with (
            pytest.raises(CannotServe, match="The hall itself is not touched"),
            pages_of(place, "UTC", say=print, must=True),
        ):
            pass
        said: list[str] = []
        with pages_of(place, "UTC", say=said.append, must=False):
            pass
        assert "name another one" in said[0]


def test_style_and_script_are_files_of_the_pages_own() -> None:
    folder = Path(live.__file__).parents[1] / "public" / "html"
    for name in ("hall.css", "hall.js"):
        words = (folder / name).read_text(encoding="utf-8")
        assert "://" not in words
        assert "@import" not in words


def test_without_the_extra_the_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "shared.web.serving", None)
    with pytest.raises(CannotServe, match=r"Install it: playing-hall\[browser\]"):
        pages_of(PagesAt(HOST, 1, 5), "UTC", say=print, must=True)
