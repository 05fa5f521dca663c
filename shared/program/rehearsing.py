"""Runs a device's own app, and takes part in rehearsals while the device is free.

A rehearsal lives in a folder that is deleted afterwards, under the device's own keys. The device's
real folder is closed meanwhile and stays unchanged.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from shared.core.state.office import Rehearsal
from shared.machine.clocks import monotonic_ms
from shared.net.address import HallAddress
from shared.node.home import SEED, Membership, load, settle
from shared.node.open import open_follower
from shared.port import NodePort
from shared.program.measured import Measured
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
