"""Serves the read-only kiosk to a limited number of browsers, by textual-serve.

Everything that a page needs comes from this machine. Nothing that a browser sends is trusted.
"""

import asyncio
import json
import shlex
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp_jinja2
import jinja2
from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.server import Server

from shared.core.text.language import N_, Voice, _, speaking
from shared.machine.languages import catalogue

TITLE = N_("Lobby")
FULL = N_("The hall's pages are being read by as many as they can bear. Try again in a minute.")
TOO_MANY = N_("This device has the hall's pages open several times. Close one, and try again.")
OF_ONE_ADDRESS = 4
"""How many pages one address may have open: enough for a family, and only a part of all."""
_LONGEST_MESSAGE = 4096
_LONGEST_KEYS = 64
_WIDTHS, _HEIGHTS = (20, 400), (8, 150)
_SERVED = ("js/textual.js", "css/xterm.css")
_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'"
)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def _guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
    response = await handler(request)
    if not response.prepared:
        response.headers["Content-Security-Policy"] = _POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
    return response


class LobbyServer(Server):
    """Starts a process of ``visitor`` for each browser, at most ``visitors`` at a time."""

    def __init__(self, sheet: Path, *, host: str, port: int, visitors: int, language: str) -> None:
        command = shlex.join([sys.executable, "-m", "kiosk.web.visitor", str(sheet), language])
        templates = Path(__file__).with_name("templates")
        self.language = language
        self.voice = Voice(catalogue(language))
        with speaking(self.voice):
            title = _(TITLE)
        super().__init__(command, host, port, title, templates_path=templates)
        self.visitors = visitors
        self.inside: Counter[str] = Counter()
        """Visitors by their address."""

    def initialize_logging(self) -> None:
        """Leave the log alone: the program that starts this has its own."""

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing: the program that starts this says where it is."""

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[_guarded])
        aiohttp_jinja2.setup(app, loader=jinja2.FileSystemLoader(self.templates_path))
        app.add_routes(
            [
                web.get("/", self.handle_index),
                web.get("/ws", self.handle_websocket),
                *(web.get(f"/static/{name}", self._file(name)) for name in _SERVED),
            ]
        )
        return app

    def _turns_away(self, address: str) -> str:
        """Return why there is no room for another visitor from an address, "" if there is."""
        with speaking(self.voice):
            if self.inside.total() >= self.visitors:
                return _(FULL)
            most = max(1, min(OF_ONE_ADDRESS, self.visitors // 2))
            return _(TOO_MANY) if self.inside[address] >= most else ""

    async def handle_index(self, request: web.Request) -> Any:
        """Return the page, or a sentence where there is no room for another visitor."""
        if no_room := self._turns_away(request.remote or ""):
            return web.Response(status=503, text=no_room, headers={"Retry-After": "60"})
        scheme = "wss" if request.secure else "ws"
        with speaking(self.voice):
            words = {
                "title": self.title,
                "opening": _("The pages of the lobby are opening …"),
                "closed": _("The pages of the lobby are closed for the moment."),
                "again": _("Open again"),
            }
        socket = f"{scheme}://{request.host}/ws"
        context = {**words, "language": self.language, "socket": socket}
        return aiohttp_jinja2.render_template("lobby.html", request, context)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Serve a visitor; the process ends with the visit."""
        origin = request.headers.get("Origin", "")
        if origin and origin.partition("://")[2] != request.host:
            raise web.HTTPForbidden(text="Open the page itself.")
        address = request.remote or ""
        if no_room := self._turns_away(address):
            raise web.HTTPServiceUnavailable(text=no_room)
        self.inside[address] += 1
        try:
            return await self._visit(request)
        finally:
            self.inside[address] -= 1
            self.inside += Counter()  # who has left is forgotten

    async def _visit(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=_LONGEST_MESSAGE)
        await socket.prepare(request)

        async def close() -> None:
            await socket.close()

        service = AppService(
            self.command,
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=close,
            download_manager=self.download_manager,
        )
        size = (request.query.get("width"), request.query.get("height"))
        await service.start(*_size(*size))
        try:
            await self._process_messages(socket, service)
        except asyncio.CancelledError:
            await socket.close()
        finally:
            await service.stop()
        return socket

    async def _process_messages(
        self, websocket: web.WebSocketResponse, app_service: AppService
    ) -> None:
        """Take keys, taps and the size of the window; pass over everything else a browser sends."""
        async for message in websocket:
            if message.type != WSMsgType.TEXT:
                continue
            try:
                kind, data = json.loads(message.data)[:2]
            except (ValueError, TypeError, KeyError):
                continue
            if kind == "stdin" and isinstance(data, str):
                await app_service.send_bytes(data[:_LONGEST_KEYS].encode("utf-8", "replace"))
            elif kind == "resize" and isinstance(data, dict):
                width, height = _size(data.get("width"), data.get("height"))
                await app_service.set_terminal_size(width, height)
            elif kind == "ping":
                await websocket.send_json(["pong", data])

    def _file(self, name: str) -> Handler:
        path = Path(self.statics_path) / name

        async def serve(_request: web.Request) -> web.StreamResponse:
            return web.FileResponse(path)

        return serve


def _size(width: object, height: object) -> tuple[int, int]:
    """Return a window's size as a browser tells it, within what a screen can be."""
    found = []
    for told, usual, (least, most) in ((width, 80, _WIDTHS), (height, 24, _HEIGHTS)):
        try:
            number = int(told) if isinstance(told, int | str) else usual
        except ValueError:
            number = usual
        found.append(max(least, min(number, most)))
    return found[0], found[1]
