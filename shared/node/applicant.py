"""A device without an invite asks to be admitted: it finds a hall, shows six digits and waits.

It has its own thread and sockets until it is admitted or closed. The device is set up only if its
digits and the tournament key's certificates prove the hall. Anyone can announce a door, so the
device asks at each in turn.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from shared.core.events import Role
from shared.core.text.language import N_
from shared.machine.clocks import monotonic_ms
from shared.net.address import DEFAULT_PORT_BASE, HallAddress
from shared.net.invite import BadInvite, Invite, read_admission
from shared.net.keys import SEED_BYTES, DeviceKeys
from shared.node.home import join
from shared.port import EnrolProgress
from shared.wire.door import (
    VERSION,
    Admitted,
    Commit,
    FromHall,
    HallOffer,
    Reveal,
    Revealed,
    Still,
    Turned,
    enrolment_said,
)
from shared.wire.enrol import PATIENCE_MS, TRIES, commitment, digits
from shared.wire.possession import prove

if TYPE_CHECKING:
    from shared.net.discovery import EnrolPlace
    from shared.net.door_line import DoorLine

TICK_S = 0.25
RESEND_MS = 1_000
DOOR_MS = 6_000
"""How long a door has to answer before the next one is asked."""
MOST_DOORS = 16
"""Doors that are asked in turn."""
MOST_TURNS = 3
"""Digits are shown ``TRIES`` times for each of this many doors at most."""


class Applicant:
    """Asks for admission in its own thread, and calls ``told`` there with each step."""

    def __init__(
        self,
        home: Path,
        *,
        role: Role,
        name: str,
        hall: str,
        told: Callable[[EnrolProgress], None],
    ) -> None:
        """``hall`` is an address typed by hand, "" to look around. Raises ValueError."""
        self._home = home
        self._role: Role = role
        self._name = name
        self._told = told
        self._doors: deque[tuple[str, int]] = deque()
        if hall:
            at = HallAddress("", DEFAULT_PORT_BASE, 0, b"").at(hall)
            self._doors.append((at.host, at.sync_port + 2))
        self._shown = 0
        self._progress = EnrolProgress()
        self._line: DoorLine | None = None
        self._offer: HallOffer | None = None
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
        from shared.net.discovery import HallFinder, read_door

        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        finder = None
        self._tell(self._progress)
        try:
            if self._doors:
                self._apply()
            else:
                finder = HallFinder(lambda said, at, _port: read_door(said, at), self._found)
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

    def _found(self, door: EnrolPlace) -> None:
        place = (door.host, door.enrol_port)
        if place not in self._doors and len(self._doors) < MOST_DOORS:
            self._doors.append(place)
        if self._line is None:
            self._apply()

    def _apply(self) -> None:
        """Ask at the first door with fresh keys, so that digits are never used twice."""
        from shared.net.door_line import DoorLine

        if self._line is not None:
            self._line.close()
        host, port = self._doors[0]
        self._seed = secrets.token_bytes(SEED_BYTES)
        keys = self._keys = DeviceKeys.from_seed(self._seed)
        self._reveal = Reveal(
            keys.sign_public, keys.curve_public, self._role, self._name, secrets.token_bytes(32)
        )
        self._offer = None
        self._began, self._next = monotonic_ms(), 0
        self._line = DoorLine(host, port, self._heard, self._lost)
        self._tell(EnrolProgress(at=host))

    def _give_way(self, sentence: str) -> None:
        """Ask at the next door, or end with ``sentence`` if digits were shown often enough."""
        if self._offer is not None and self._shown >= TRIES * min(len(self._doors), MOST_TURNS):
            self._end(sentence)
        else:
            self._doors.rotate(-1)
            self._apply()

    def _lost(self) -> None:
        """Ask again: the digits belong to the connection that broke."""
        if self._offer is not None and not self._progress.over:
            self._give_way(N_("The hall hung up. Start this device again to ask once more."))

    def _revealed(self, offer: HallOffer) -> Revealed:
        """Return the committed keys with the proof of both. Raises ValueError."""
        said, keys = enrolment_said(offer, self._reveal), self._keys
        return Revealed(self._reveal, prove(said, keys.sign, keys.curve_secret, offer.curve_key))

    def _tick(self) -> None:
        if self._line is None or self._progress.over:
            return
        now = monotonic_ms()
        alone = self._offer is None and len(self._doors) == 1
        patience = DOOR_MS if self._offer is None else PATIENCE_MS
        if now - self._began > patience and not alone:
            self._give_way(N_("Nobody accepted this device. Start it again to ask once more."))
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
            case HallOffer() if self._offer is None:
                # Only one offer counts: the digits cover what came before the reveal.
                self._offer = message
                self._shown += 1
                self._began = monotonic_ms()
                self._line.send(self._revealed(message))
                self._tell(
                    EnrolProgress(
                        message.tournament,
                        self._doors[0][0],
                        digits(message, self._reveal),
                        N_(
                            "Show these digits to the referee. They must be the same on the"
                            " referee's screen."
                        ),
                    )
                )
            case Admitted() if self._offer is not None:
                self._join(self._offer, message)
            case Turned():
                if self._offer is not None:
                    self._give_way(message.sentence)
                else:
                    self._tell(EnrolProgress(at=self._doors[0][0], sentence=message.sentence))
            case _:
                pass

    def _join(self, offer: HallOffer, admitted: Admitted) -> None:
        halls = tuple(
            HallAddress(a.host or self._doors[0][0], a.sync_port, a.feed_port, a.curve_key)
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
            self._give_way(str(error))
            return
        join(self._home, invite)
        said = f"Admitted as '{admitted.label}'."
        self._tell(EnrolProgress(offer.tournament, sentence=said, done=True, over=True))

    def _end(self, sentence: str) -> None:
        self._tell(EnrolProgress(self._progress.tournament, sentence=sentence, over=True))

    def _tell(self, progress: EnrolProgress) -> None:
        self._progress = progress
        self._told(progress)
