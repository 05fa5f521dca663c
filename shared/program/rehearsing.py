"""Runs a device's own app, and takes part in rehearsals while the device is free.

A rehearsal lives in a folder that is deleted afterwards, under the device's own keys. The device's
real folder is closed meanwhile and stays unchanged.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from shared.core.events import DeviceChecked, ResultSigned, entities
from shared.core.events.admission import MOST_WAITS
from shared.core.state.office import Rehearsal
from shared.machine.clocks import Clock, monotonic_ms
from shared.net.address import HallAddress
from shared.node.home import SEED, Membership, load, settle
from shared.node.open import open_follower
from shared.port import (
    Draft,
    HallChanged,
    LinkChanged,
    Listener,
    NodePort,
    NotSaved,
    Pinged,
    Saved,
    Told,
)
from shared.port.wrap import PortWrap
from shared.program.running import own_version, run_until_left

if TYPE_CHECKING:
    from shared.node.engine import Engine
    from shared.node.follower import FollowerLink
    from shared.tui.app import HallApp

PREFIX = "rehearsal-"

log = logging.getLogger("hall")


class Own(NamedTuple):
    """A device's own app with its node."""

    app: HallApp
    node: Engine[FollowerLink]


class Guest(NamedTuple):
    """The app of a rehearsal, the speed of its clock, and the robot that plays there, if any."""

    app: HallApp
    speed: int = 1
    robot: Callable[[], Awaitable[None]] | None = None


def run_and_rehearse(
    home: Path,
    own: Callable[[], Own],
    guest: Callable[[NodePort, Membership, Rehearsal], Guest],
    *,
    headless: bool = False,
) -> None:
    """Run ``own`` until a person leaves it, and ``guest`` each time it goes to a rehearsal.

    Exits with the own app's code.
    """
    left: set[bytes] = set()
    _throw_away_old(home)
    while True:
        app, node = own()
        app.declines = left
        ended = run_until_left(app, headless=headless)
        rehearsal = app.goes_to
        if ended or rehearsal is None:
            raise SystemExit(app.return_code or 0)
        left.add(rehearsal.root_key)
        try:
            ended = _rehearse(home, node.link.hall, rehearsal, guest, headless=headless)
        except (OSError, ValueError) as error:
            log.warning("the rehearsal could not be joined: %s", error)
        except Exception:
            # An error in a rehearsal must not stop the real table.
            log.exception("the rehearsal ended with an error")
        if ended:
            raise SystemExit(0)


def membership_of(own: Membership, hall: HallAddress, rehearsal: Rehearsal) -> Membership:
    """Return a device's membership in a rehearsal, whose hall runs on the machine of ``hall``."""
    there = HallAddress(hall.host, rehearsal.sync_port, rehearsal.feed_port, rehearsal.curve_key)
    return Membership(
        own.tournament,
        rehearsal.root_key,
        own.zone,
        own.role,
        own.label,
        own.table,
        (there,),
    )


def _rehearse(
    home: Path,
    hall: HallAddress,
    rehearsal: Rehearsal,
    guest: Callable[[NodePort, Membership, Rehearsal], Guest],
    *,
    headless: bool,
) -> bool:
    """Take part until the rehearsal is over; return whether the whole program shall end."""
    membership, _ = load(home)
    seed = bytes.fromhex((home / SEED).read_text(encoding="utf-8").strip())
    there = membership_of(membership, hall, rehearsal)
    log.info("goes to a rehearsal")
    with TemporaryDirectory(prefix=PREFIX, dir=home) as folder:
        settle(Path(folder), seed, there)
        node, _ = open_follower(Path(folder))
        port = Measured(node, software=own_version(), monotonic=monotonic_ms)
        app, speed, robot = guest(port, there, rehearsal)
        port.size = lambda: (app.size.width, app.size.height)
        app.take_part(speed)
        ended = run_until_left(app, headless=headless, robot=robot)
    log.info("comes back from the rehearsal")
    return ended


def _throw_away_old(home: Path) -> None:
    """Delete the folders of rehearsals in which the device was switched off."""
    for folder in home.glob(f"{PREFIX}*"):
        shutil.rmtree(folder, ignore_errors=True)


class Measured(PortWrap[NodePort]):
    """Stands between an app and ``node``. ``size`` gives columns and lines of the screen.

    It writes the figures once a ping was answered, and again after each result and each loss of
    the hall.
    """

    def __init__(self, node: NodePort, *, software: str, monotonic: Clock) -> None:
        super().__init__(node)
        self._software = software
        self._monotonic = monotonic
        self.size: Callable[[], tuple[int, int]] = lambda: (0, 0)
        self._listener: Listener = lambda told: None
        self._lock = threading.Lock()
        self._entered: dict[int, int] = {}
        """Ticket of a result → when it was entered."""
        self._held: dict[str, int] = {}
        """Event of a result that is held here → when it was entered."""
        self._own: set[int] = set()
        """Tickets of this port's own events."""
        self._waits: list[int] = []
        self._ping: Pinged | None = None
        self._lost = 0
        self._live = False
        self._written: tuple[int, int] | None = None

    def start(self, listener: Listener) -> None:
        """Start the node, and measure all that it tells."""
        self._listener = listener
        super().start(self._hear)

    def append(self, *drafts: Draft) -> int:
        """Write events, all or none; note the time of a result."""
        # The lock makes the node's thread wait until the ticket is noted.
        with self._lock:
            at = self._monotonic()
            ticket = super().append(*drafts)
            if any(isinstance(draft.body, ResultSigned) for draft in drafts):
                self._entered[ticket] = at
            return ticket

    def _hear(self, told: Told) -> None:
        """Hear the node, in its thread."""
        with self._lock:
            for_app = self._measure(told)
            self._write_if_new()
        if for_app:
            self._listener(told)

    def _measure(self, told: Told) -> bool:
        """Measure by what was told; return whether the app gets it."""
        match told:
            case Saved(ticket=ticket) | NotSaved(ticket=ticket) if ticket in self._own:
                self._own.discard(ticket)
                return False
            case Saved(ticket=ticket, events=events) if ticket in self._entered:
                at = self._entered.pop(ticket)
                self._held.update(dict.fromkeys(events, at))
            case HallChanged(unsent=unsent):
                now = self._monotonic()
                for event in [event for event in self._held if event not in unsent]:
                    self._waits.append(now - self._held.pop(event))
            case LinkChanged(link=link):
                live = link.state in ("live", "catching_up")
                self._lost += self._live and not live
                self._live = live
            case Pinged():
                # The shortest round trip gives the best offset.
                if self._ping is None or told.round_trip_ms <= self._ping.round_trip_ms:
                    self._ping = told
                return False
            case _:
                pass
        return True

    def _write_if_new(self) -> None:
        news = (len(self._waits), self._lost)
        if self._ping is None or not self._live or news == self._written:
            return
        self._written = news
        columns, lines = self.size()
        body = DeviceChecked(
            self._software,
            columns,
            lines,
            self._ping.round_trip_ms,
            self._ping.offset_ms,
            self._lost,
            tuple(self._waits[-MOST_WAITS:]),
        )
        self._own.add(super().append(Draft(entities.check(self.node_id), body)))
