"""Answers browsers: the pages, and streams of what changes. GET and HEAD alone.

It sets no cookie, keeps no log of who reads and trusts nothing that a browser sends.
"""

import asyncio
import gzip
import logging
import socket
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files
from urllib.parse import quote
from zlib import crc32

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from shared.core.text.language import N_, Catalogue, Voice, _, speaking
from shared.machine.clocks import Clock
from shared.public.html.site import TV
from shared.web.limits import Limits, gone
from shared.web.live import LivePages, Topic
from shared.web.stream import BEAT, BEGIN, Piece

log = logging.getLogger(__name__)

FULL = N_("Too much is asked of the hall's pages at the moment. Nothing is lost. Try again soon.")
BROKEN = N_("This page cannot be shown. Nothing in the hall is touched. Ask at the referee's desk.")
NO_PAGE = N_("There is no such page here. The pages that there are begin with the first one.")
READ_ONLY = N_("These pages are only for reading. Ask at the referee's desk.")
TITLE = N_("The hall's pages")
BEAT_S = 20.0
SLOW_S = 30.0
"""A reader who takes nothing for so long has gone."""
IDLE_S = 20.0
_HELD = 1 << 17
"""Bytes that are held for a reader, by the program and again by the system."""
_LONGEST_LINE, _LONGEST_FIELD, _MOST_FIELDS = 1024, 4096, 64
_MOST_TYPED = 80
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
    "Server": "playing hall",
    "Vary": "Accept-Language, Accept-Encoding",
}
_OWN = {"hall.css": "text/css", "hall.js": "text/javascript"}


class PagesServer(web.Server):
    """Serves ``pages``; must be made in the running loop."""

    def __init__(
        self,
        pages: LivePages,
        limits: Limits,
        catalogues: Mapping[str, Catalogue],
        *,
        first: str,
        monotonic: Clock,
    ) -> None:
        super().__init__(
            self._answer,
            access_log=None,
            keepalive_timeout=IDLE_S,
            lingering_time=1.0,
            max_line_size=_LONGEST_LINE,
            max_field_size=_LONGEST_FIELD,
            max_headers=_MOST_FIELDS,
        )
        self._pages, self._limits = pages, limits
        self._catalogues, self._first, self._monotonic = catalogues, first, monotonic
        self._own = {
            name: (body, gzip.compress(body, mtime=0))
            for name in _OWN
            for body in (files("shared.public.html").joinpath(name).read_bytes(),)
        }

    def connection_made(self, handler: RequestHandler, transport: asyncio.Transport) -> None:
        """Take a connection, or end it if its address or all together hold too many."""
        address = _address(transport)
        taken = self._limits.may_connect(address)
        self._limits.open[address] += 1
        super().connection_made(handler, transport)
        transport.set_write_buffer_limits(high=_HELD)
        opened = transport.get_extra_info("socket")
        if opened is not None:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _HELD)
        if not taken:
            transport.abort()

    def connection_lost(self, handler: RequestHandler, exc: BaseException | None = None) -> None:
        """Forget a connection."""
        if handler in self._connections:
            gone(self._limits.open, _address(self._connections[handler]))
        super().connection_lost(handler, exc)

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        address = request.remote or ""
        language, path = self._asked(request)
        if not self._limits.may_ask(address, self._monotonic()):
            return self._says(language, FULL, 429)
        if request.method not in ("GET", "HEAD"):
            return self._says(language, READ_ONLY, 405)
        try:
            return await self._found(request, language, path, address)
        except BlockingIOError:
            return self._says(language, FULL, 503)
        except Exception:
            log.exception("a page was not made")
            return self._says(language, BROKEN, 500)

    def _asked(self, request: web.BaseRequest) -> tuple[str, str]:
        """Return the language and the path in it; the language is "" where the path names none."""
        first, _stroke, rest = request.path.lstrip("/").partition("/")
        return (first, rest or "index") if first in self._pages.languages else ("", request.path)

    async def _found(
        self, request: web.BaseRequest, language: str, path: str, address: str
    ) -> web.StreamResponse:
        if not language:
            return await self._outside(request, path.lstrip("/"), address)
        if TV in request.query and not path.startswith(f"{TV}/"):
            return _elsewhere(f"/{language}/{TV}/1")
        if path == "find":
            made = await self._pages.find(language, request.query.get("q", "")[:_MOST_TYPED])
            if isinstance(made, str):
                return _elsewhere(f"/{language}/{made}")
        else:
            found = await self._pages.page(language, path)
            if found is None:
                return self._says(language, NO_PAGE, 404)
            made = found
        return _sent(request, made.html, made.packed, "text/html")

    async def _outside(
        self, request: web.BaseRequest, path: str, address: str
    ) -> web.StreamResponse:
        """Answer for a path without a language: a stream, a file of the pages' own, or the same
        page in the language that the browser asks for."""
        if path in self._own:
            return _sent(request, *self._own[path], _OWN[path])
        kind, _stroke, rest = path.partition("/")
        if kind == "live" and request.method == "GET":
            return await self._stream(request, *rest.partition("/")[::2], address)
        told = request.headers.get("Accept-Language", "")
        wanted = _wanted(told, self._pages.languages, self._first)
        query = f"?{request.query_string}" if request.query_string else ""
        return _elsewhere(f"/{wanted}/{quote(path)}{query}")

    def _says(self, language: str, sentence: str, status: int) -> web.Response:
        """Answer with a page that says one sentence."""
        code = language or self._first
        with speaking(Voice(self._catalogues[code])):
            html = self._pages.sentence(code, _(TITLE), _(sentence))
        again = {"Retry-After": "5"} if status in (429, 503) else {}
        allow = {"Allow": "GET, HEAD"} if status == 405 else {}
        return web.Response(
            body=html, status=status, content_type="text/html", charset="utf-8",
            headers={**HEADERS, **again, **allow},
        )  # fmt: skip

    # -- streams of changes ------------------------------------------------------------------------

    async def _stream(
        self, request: web.BaseRequest, language: str, path: str, address: str
    ) -> web.StreamResponse:
        """Send what changes on a page for as long as the reader stays."""
        if language not in self._pages.languages:
            return self._says("", NO_PAGE, 404)
        if not self._limits.may_stream(address):
            return self._says(language, FULL, 503)
        self._limits.streams[address] += 1
        try:
            topic = await self._pages.join(language, path or "index")
            if topic is None:
                return self._says(language, NO_PAGE, 404)
            try:
                return await self._follow(request, language, topic)
            finally:
                self._pages.leave(language, path or "index", topic)
        finally:
            gone(self._limits.streams, address)

    async def _follow(
        self, request: web.BaseRequest, language: str, topic: Topic
    ) -> web.StreamResponse:
        packed = "gzip" in request.headers.get("Accept-Encoding", "")
        response = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        seen = request.headers.get("Last-Event-ID") or request.query.get("v", "")
        noted: Piece | None = None
        with suppress(ConnectionError, TimeoutError):
            await response.prepare(request)
            if packed:
                await response.write(BEGIN)
            while True:
                bell = topic.bell
                told: list[Piece] = []
                note = self._pages.notes.get(language)
                if note is not None and (noted is None or note.plain[:20] != noted.plain[:20]):
                    told.append(note)
                    noted = note
                if topic.piece is not None and topic.version != seen:
                    told.append(topic.piece)
                    seen = topic.version
                # A slow reader passes over the versions between: only the newest is kept.
                async with asyncio.timeout(SLOW_S):
                    for piece in told:
                        await response.write(piece.packed if packed else piece.plain)
                try:
                    async with asyncio.timeout(BEAT_S):
                        await bell.wait()
                except TimeoutError:
                    async with asyncio.timeout(SLOW_S):
                        await response.write(BEAT.packed if packed else BEAT.plain)
        return response


def _address(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


def _elsewhere(to: str) -> web.Response:
    return web.Response(status=302, headers={**HEADERS, "Location": to})


def _sent(request: web.BaseRequest, body: bytes, packed: bytes, kind: str) -> web.Response:
    """Return a page or a file, packed if the browser takes that; nothing if it has it already."""
    tag = f'"{crc32(packed):08x}-{len(body):x}"'
    headers = {**HEADERS, "ETag": tag}
    if request.headers.get("If-None-Match") == tag:
        return web.Response(status=304, headers=headers)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = packed
    return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)


def _wanted(accepted: str, languages: Mapping[str, str], first: str) -> str:
    """Return the language that a browser asks for first, of those that there are."""
    ranked: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted[:200].split(",")):
        tag, _semicolon, weight = part.partition(";q=")
        code = tag.strip().lower()[:2]
        try:
            rank = float(weight) if weight else 1.0
        except ValueError:
            continue
        if code in languages and rank > 0:
            ranked.append((-rank, place, code))
    return min(ranked)[2] if ranked else first
