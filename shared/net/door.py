"""The hall's door: a small TCP server, and the gate of the sockets, in a thread of their own.

Strangers can only come here. Frames are short, connections few, and each has one question at a
time. Questions for the hall wait in a short line for the engine's loop.
"""

import asyncio
import logging
import secrets
import socket
import threading
from collections import Counter
from collections.abc import Callable

import zmq

from shared.core.text.for_people import why
from shared.net.frames import NotAFrame, from_device, send
from shared.net.gate import Gate
from shared.net.keys import DeviceKeys
from shared.wire.door import FromHall, HallOffer
from shared.wire.enrol import EnrolAnswer
from shared.wire.visit import DoorAnswer, Presented, Request, Visit

MOST = 64
"""Connections at one time."""
MOST_OF_ONE_ADDRESS = 16
MOST_WAITING = 32
"""Questions that wait for the engine."""
BACKLOG = 64
PACE_S = 0.01
"""Between two connections that are accepted; the others wait in the system's backlog."""
SPEAKS_S = 10.0
"""A visitor without a whole message for this long is disconnected."""
ANSWER_S = 5.0
REST_S = 0.1
"""Between an answer and the next question of one visitor."""
AGAIN_S = 0.5
"""After an error of the system, such as no free descriptor, the door tries again."""
START_S = 10.0

Answers = Callable[[bytes, Request], EnrolAnswer | DoorAnswer | None]

log = logging.getLogger(__name__)


class Door:
    """The open door. ``port`` is where it listens, 0 if it cannot; ``trouble`` says why.

    ``answers`` is called in the loop that made the door, with the visit and its question.
    """

    def __init__(
        self,
        context: zmq.Context[zmq.Socket[bytes]],
        keys: DeviceKeys,
        *,
        host: str,
        port: int,
        answers: Answers,
    ) -> None:
        self._context = context
        self._keys = keys
        self._answers = answers
        self._engine = asyncio.get_running_loop()
        self._visits: dict[asyncio.Task[None], str] = {}
        self._waiting = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._open = threading.Event()
        self.gate = Gate()
        self.port = 0
        self.trouble = ""
        listener = self._listens(host, port)
        self._thread = threading.Thread(
            target=self._run, args=(listener,), name="door", daemon=True
        )
        self._thread.start()
        self._open.wait(START_S)

    def _listens(self, host: str, port: int) -> socket.socket | None:
        listener = socket.socket()
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("" if host == "*" else host, port))
            listener.listen(BACKLOG)
            listener.setblocking(False)
        except OSError as error:
            listener.close()
            self.trouble = f"Port {port} is taken on this machine ({why(error)})."
            return None
        self.port = listener.getsockname()[1]
        return listener

    def _run(self, listener: socket.socket | None) -> None:
        try:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._main(listener))
        except Exception:
            log.exception("the hall's door is closed: new devices cannot come in")
        finally:
            if listener is not None:
                listener.close()
            self._open.set()

    async def _main(self, listener: socket.socket | None) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self.gate.open(self._context)
        taking = None if listener is None else asyncio.ensure_future(self._take_in(listener))
        self._open.set()
        try:
            await self._stop.wait()
        finally:
            tasks = [task for task in (taking, *self._visits) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.gate.close()

    async def _take_in(self, listener: socket.socket) -> None:
        """Accept visitors one after the other, and hang up on those that are too many."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                line, (host, *_) = await loop.sock_accept(listener)
            except OSError as error:
                log.debug("the door takes nobody in just now: %s", error)
                await asyncio.sleep(AGAIN_S)
                continue
            if len(self._visits) >= MOST or self._of(host) >= MOST_OF_ONE_ADDRESS:
                line.close()
            else:
                visit = asyncio.ensure_future(self._receive(line))
                self._visits[visit] = host
                visit.add_done_callback(self._visits.pop)
            await asyncio.sleep(PACE_S)

    def _of(self, host: str) -> int:
        return Counter(self._visits.values())[host]

    async def _receive(self, line: socket.socket) -> None:
        """Talk to one visitor until it leaves or sends what no device sends."""
        keys, route = self._keys, secrets.token_bytes(16)
        visit = Visit(keys.curve_secret, keys.curve_public, secrets.token_bytes(32))
        with line:
            try:
                line.setblocking(False)
                while True:
                    message = await asyncio.wait_for(from_device(line), SPEAKS_S)
                    answer = await self._answer(route, visit, visit.hears(message))
                    if answer is not None:
                        await asyncio.wait_for(send(line, answer), ANSWER_S)
                    await asyncio.sleep(REST_S)
            except (NotAFrame, OSError, TimeoutError) as error:
                log.debug("a visitor at the door has left: %r", error)

    async def _answer(
        self, route: bytes, visit: Visit, heard: Request | FromHall
    ) -> FromHall | None:
        if not isinstance(heard, Request):
            return heard
        said = await self._ask_engine(route, heard)
        if isinstance(said, DoorAnswer):
            return visit.verdict(heard, said) if isinstance(heard, Presented) else None
        if isinstance(said, HallOffer):
            visit.offered(said)
        return said

    async def _ask_engine(self, route: bytes, request: Request) -> EnrolAnswer | DoorAnswer | None:
        if self._waiting >= MOST_WAITING:
            return None  # the device asks again
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[EnrolAnswer | DoorAnswer | None] = loop.create_future()
        self._waiting += 1

        def done(answer: EnrolAnswer | DoorAnswer | None) -> None:
            self._waiting -= 1
            if not answered.done():
                answered.set_result(answer)

        def serve() -> None:
            answer: EnrolAnswer | DoorAnswer | None = None
            try:
                answer = self._answers(route, request)
            finally:
                if not loop.is_closed():
                    loop.call_soon_threadsafe(done, answer)

        try:
            self._engine.call_soon_threadsafe(serve)
        except RuntimeError:
            return None  # the engine has stopped
        return await asyncio.wait_for(answered, ANSWER_S)

    def close(self) -> None:
        """Close the door; return when its thread has ended."""
        if self._loop is not None and self._stop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(START_S)
