"""A device's side of the door: a lasting connection, and a single question with its answer."""

import asyncio
import logging
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from hmac import compare_digest

from shared.net.address import HallAddress
from shared.net.frames import NotAFrame, from_hall, send
from shared.net.keys import DeviceKeys
from shared.wire.door import (
    VERSION,
    AskIn,
    Challenge,
    DoorVerdict,
    FromDevice,
    FromHall,
    Papers,
    Vouchers,
    asking_said,
    verdict_said,
)
from shared.wire.possession import code, prove
from shared.wire.visit import DoorAnswer

CONNECT_S = 3.0
AGAIN_S = 1.0
"""Between two tries to connect."""
PATIENCE_S = 10.0
"""How long the hall has to answer a question."""

log = logging.getLogger(__name__)


class DoorLine:
    """A connection to the door that is opened again and again until closed, in the device's loop.

    ``lost`` is called when it breaks: the hall then forgets what was said over it.
    """

    def __init__(
        self, host: str, port: int, heard: Callable[[FromHall], None], lost: Callable[[], None]
    ) -> None:
        self._heard = heard
        self._lost = lost
        self._line: socket.socket | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._task = asyncio.ensure_future(self._keep(host, port))

    async def _keep(self, host: str, port: int) -> None:
        while True:
            with suppress(ValueError, OverflowError, OSError, TimeoutError):
                self._line = await _connected(host, port)
                with self._line:
                    while True:
                        self._heard(await from_hall(self._line))
            if self._line is not None:
                self._line = None
                self._lost()
            await asyncio.sleep(AGAIN_S)

    def send(self, message: FromDevice) -> bool:
        """Send a message if the hall can be reached now; return whether it can."""
        if self._line is None:
            return False
        sending = asyncio.ensure_future(self._send(self._line, message))
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)
        return True

    @staticmethod
    async def _send(line: socket.socket, message: FromDevice) -> None:
        with suppress(OSError, TimeoutError):
            await asyncio.wait_for(send(line, message), CONNECT_S)

    def close(self) -> None:
        for task in (self._task, *self._sending):
            task.cancel()


class DoorQuestion:
    """One question at a time at a hall's door, for a node that the sockets turned away."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def ask(
        self,
        hall: HallAddress,
        keys: DeviceKeys,
        root: str,
        told: Callable[[DoorAnswer | None], None],
        vouchers: Vouchers = (),
    ) -> None:
        """Ask why the sockets turn this node away; drop an earlier question.

        ``told`` gets the answer, or None if no hall with the right key answers.
        """

        async def asked() -> None:
            told(await _ask(hall, keys, root, vouchers))

        self.close()
        self._task = asyncio.ensure_future(asked())

    def close(self) -> None:
        """Drop the question."""
        if self._task is not None:
            self._task.cancel()


async def _ask(
    hall: HallAddress, keys: DeviceKeys, root: str, vouchers: Vouchers
) -> DoorAnswer | None:
    try:
        async with asyncio.timeout(PATIENCE_S):
            with await _connected(hall.host, hall.sync_port + 2) as line:
                return await _asked(line, hall.curve_key, keys, root, vouchers)
    except (OSError, ValueError, OverflowError, TimeoutError) as error:
        log.debug("no answer at the door of %s: %r", hall.host[:80], error)
        return None


async def _asked(
    line: socket.socket, hall_key: bytes, keys: DeviceKeys, root: str, vouchers: Vouchers
) -> DoorAnswer:
    ask = AskIn(VERSION, keys.sign_public, keys.curve_public, secrets.token_bytes(32))
    await send(line, ask)
    challenge = await from_hall(line)
    if not isinstance(challenge, Challenge):
        raise NotAFrame("the hall asked for no proof")
    said = asking_said(ask, challenge, hall_key, root)
    await send(line, Papers(root, prove(said, keys.sign, keys.curve_secret, hall_key), vouchers))
    verdict = await from_hall(line)
    if not isinstance(verdict, DoorVerdict):
        raise NotAFrame("the hall gave no answer")
    shown = code(verdict_said(said, verdict.code, verdict.sentence), keys.curve_secret, hall_key)
    if not compare_digest(shown, verdict.shown):
        raise NotAFrame("the answer is not the hall's own")
    return DoorAnswer(verdict.code, verdict.sentence)


async def _connected(host: str, port: int) -> socket.socket:
    """Return a connection that does not block. Raises OSError, TimeoutError."""
    loop = asyncio.get_running_loop()
    line = socket.socket()
    line.setblocking(False)
    try:
        async with asyncio.timeout(CONNECT_S):
            found = await loop.getaddrinfo(
                host, port, family=socket.AF_INET, type=socket.SOCK_STREAM
            )
            await loop.sock_connect(line, found[0][4])
    except BaseException:
        line.close()
        raise
    return line
