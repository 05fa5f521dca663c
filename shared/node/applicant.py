"""A device without an invite asks to be admitted: finds a hall, shows six digits, waits.

Owns its thread and sockets until it is admitted or closed. The device is set up only with keys
that its own digits stood for and that the tournament key's certificates vouch for.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from shared.clocks import monotonic_ms
from shared.core.events import Role
from shared.core.language import N_
from shared.net.address import DEFAULT_PORT_BASE, HallAddress
from shared.net.invite import BadInvite, Invite, read_admission
from shared.net.keys import SEED_BYTES, DeviceKeys
from shared.node.home import join
from shared.wire.door import (
    VERSION,
    Admitted,
    Commit,
    FromHall,
    Offer,
    Reveal,
    Revealed,
    Still,
    Turned,
    enrolment_said,
)
from shared.wire.enrol import PATIENCE_MS, TRIES, commitment, digits
from shared.wire.possession import prove

if TYPE_CHECKING:
    from shared.net.discovery import Door
    from shared.net.door_line import DoorLine

TICK_S = 0.25
RESEND_MS = 1_000


class Progress(msgspec.Struct, frozen=True):
    """How far the device has got. ``digits`` is "" until both sides have spoken."""

    tournament: str = ""
    digits: str = ""
    sentence: str = N_("Looking for a hall on this network …")
    done: bool = False
    over: bool = False


class Applicant:
    """``told`` is called in the applicant's thread with each step."""

    def __init__(
        self,
        home: Path,
        *,
        role: Role,
        name: str,
        hall: str,
        told: Callable[[Progress], None],
    ) -> None:
        """``hall`` is an address typed by hand, "" to look around. Raises ValueError for none."""
        self._home = home
        self._role: Role = role
        self._name = name
        self._told = told
        self._typed: tuple[str, int] | None = None
        if hall:
            at = HallAddress("", DEFAULT_PORT_BASE, 0, b"").at(hall)
            self._typed = (at.host, at.sync_port + 2)
        self._tries = 0
        self._progress = Progress()
        self._line: DoorLine | None = None
        self._offer: Offer | None = None
        self._stop: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, name="enrolment", daemon=True)

    def start(self) -> None:
        """Begin to ask."""
        self._thread.start()

    def close(self) -> None:
        """Stop asking; return when the sockets are closed."""
        if self._loop is not None and self._stop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._stop.set)
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=10)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            runner.run(self._main())

    async def _main(self) -> None:
        from shared.net.discovery import Finder, read_door

        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        finder = None
        self._tell(self._progress)
        try:
            if self._typed is not None:
                self._apply(*self._typed)
            else:
                finder = Finder(lambda said, at, _port: read_door(said, at), self._found)
                await finder.open()
            while not self._stop.is_set():
                self._tick()
                try:
                    await asyncio.wait_for(self._stop.wait(), TICK_S)
                except TimeoutError:
                    continue
        finally:
            if finder is not None:
                await finder.close()
            if self._line is not None:
                self._line.close()

    def _found(self, door: Door) -> None:
        if self._line is None:
            self._apply(door.host, door.enrol_port)

    def _apply(self, host: str, port: int) -> None:
        """Ask at one place, with a fresh number: digits are never used twice."""
        from shared.net.door_line import DoorLine

        if self._line is not None:
            self._line.close()
        self._place = (host, port)
        self._seed = secrets.token_bytes(SEED_BYTES)
        keys = self._keys = DeviceKeys.from_seed(self._seed)
        self._reveal = Reveal(
            keys.sign_public, keys.curve_public, self._role, self._name, secrets.token_bytes(32)
        )
        self._offer = None
        self._tries += 1
        self._began, self._next = monotonic_ms(), 0
        self._line = DoorLine(host, port, self._heard)

    def _revealed(self, offer: Offer) -> Revealed:
        """Return what was committed to, with the proof of both keys. Raises ValueError."""
        said, keys = enrolment_said(offer, self._reveal), self._keys
        return Revealed(self._reveal, prove(said, keys.sign, keys.curve_secret, offer.curve_key))

    def _tick(self) -> None:
        if self._line is None or self._progress.over:
            return
        now = monotonic_ms()
        if self._offer is not None and now - self._began > PATIENCE_MS:
            if self._tries >= TRIES:
                self._end(N_("Nobody accepted this device. Start it again to ask once more."))
            else:
                self._apply(*self._place)
            return
        if now >= self._next:
            self._next = now + RESEND_MS
            self._line.send(
                Commit(VERSION, commitment(self._reveal)) if self._offer is None else Still()
            )

    def _heard(self, message: FromHall) -> None:
        if self._progress.over or self._line is None:
            return
        match message:
            case Offer() if self._offer is None:
                # One offer, then no other: the digits stand for what came before the reveal.
                self._offer = message
                self._began = monotonic_ms()
                self._line.send(self._revealed(message))
                self._tell(
                    Progress(
                        message.tournament,
                        digits(message, self._reveal),
                        N_(
                            "Show these digits to the referee. They have to be the same on his "
                            "screen."
                        ),
                    )
                )
            case Admitted() if self._offer is not None:
                self._join(self._offer, message)
            case Turned():
                if self._offer is not None and self._tries < TRIES:
                    self._apply(*self._place)
                elif self._offer is not None:
                    self._end(message.sentence)
                else:
                    self._tell(Progress(sentence=message.sentence))
            case _:
                pass

    def _join(self, offer: Offer, admitted: Admitted) -> None:
        halls = tuple(
            HallAddress(a.host or self._place[0], a.sync_port, a.feed_port, a.curve_key)
            for a in admitted.halls
        )
        invite = Invite(
            offer.tournament,
            offer.root_key,
            admitted.zone,
            self._role,
            admitted.label,
            admitted.table,
            self._seed,
            halls,
            admitted.vouchers,
        )
        try:
            read_admission(invite, offer.sign_key, offer.curve_key)
        except BadInvite as error:
            self._end(str(error))
            return
        join(self._home, invite)
        self._tell(Progress(offer.tournament, "", f"Admitted as '{admitted.label}'.", True, True))

    def _end(self, sentence: str) -> None:
        self._tell(Progress(self._progress.tournament, "", sentence, False, True))

    def _tell(self, progress: Progress) -> None:
        self._progress = progress
        self._told(progress)
