"""Measures this machine: versions, disk, ports, permissions, the link to the hall.

It deletes what it wrote. It asks the hall from a temporary folder.
"""

import importlib
import os
import stat
import sys
import tempfile
import threading
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from statistics import median

from shared.core.text.for_people import why
from shared.machine.clocks import Clock, monotonic_ms, precise_ns, wall_ms
from shared.net.address import HallAddress
from shared.net.keys import DeviceKeys
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.home import MEMBERSHIP, SEED, Membership, engine_home
from shared.port import Link, LinkChanged, Told
from shared.store.database import sqlite3

DISTRIBUTION = "playing-hall"
PACKAGES = ("shared", "hall_server", "kiosk", "board_terminal")
HALL_PATIENCE_S = 5.0
"""A hall on the LAN answers much faster."""

_PAGE = b"\x5a" * 4096
_TRIES = 15
_ANSWERED = ("live", "catching_up", "refused")
_LIBRARIES = {"_sqlite3": "Python's own", "pysqlite3._sqlite3": "pysqlite3", "apsw": "apsw"}


def loaded_sqlite() -> tuple[str, ...]:
    """Return the SQLite libraries in this process, the one in use first."""
    loaded = [name for module, name in _LIBRARIES.items() if module in sys.modules]
    used = "Python's own" if sqlite3.__name__ == "sqlite3" else sqlite3.__name__.partition(".")[0]
    return tuple(sorted(loaded, key=lambda name: name != used)) or (used,)


def strangers() -> dict[str, list[str]]:
    """Return other distributions that bring a package with one of our names, by package."""
    brought = metadata.packages_distributions()
    return {
        package: sorted({name for name in brought.get(package, ()) if name != DISTRIBUTION})
        for package in PACKAGES
    }


def folders() -> dict[str, str]:
    """Return where each of our packages is loaded from."""
    found = {}
    for package in PACKAGES:
        file = importlib.import_module(package).__file__ or ""
        found[package] = str(Path(file).parents[1])
    return found


def existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    return next((place for place in (folder, *folder.parents) if place.is_dir()), Path("/"))


def file_system(folder: Path, mounts: str | None = None) -> str:
    """Return the kind of file system of a folder, "" if this machine does not say.

    ``mounts`` is the kernel's list of what is mounted where.
    """
    if mounts is None:
        try:
            mounts = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
    place = existing(folder.absolute()).resolve()
    found = (Path("/"), "")
    for words in (line.split() for line in mounts.splitlines()):
        if len(words) < 3:
            continue
        # Blanks in a name are written as octal numbers; a later mount hides an earlier one.
        at = Path(words[1].replace("\\040", " "))
        if place.is_relative_to(at) and len(at.parts) >= len(found[0].parts):
            found = (at, words[2])
    return found[1]


def fsync_us(folder: Path, clock_ns: Clock = precise_ns) -> tuple[int, str]:
    """Return the median microseconds until a page is durable, and what went wrong."""
    took = []
    try:
        with tempfile.NamedTemporaryFile(dir=existing(folder), prefix=".doctor-") as file:
            for _ in range(_TRIES):
                began = clock_ns()
                file.write(_PAGE)
                file.flush()
                os.fsync(file.fileno())
                took.append(clock_ns() - began)
    except OSError as error:
        return 0, why(error)
    return int(median(took)) // 1000, ""


def permissions(home: Path) -> tuple[dict[str, int], list[str]]:
    """Return the modes of what only the owner may read, and the files of another user; of Windows,
    which keeps neither, nothing."""
    modes: dict[str, int] = {}
    others: list[str] = []
    for path in (home, home / SEED, home / MEMBERSHIP, home / "hall.db"):
        with suppress(OSError):
            found = path.stat()
            if sys.platform != "win32":
                modes[str(path)] = stat.S_IMODE(found.st_mode)
                if found.st_uid != os.geteuid():
                    others.append(str(path))
    return modes, others


def invites(home: Path) -> list[str]:
    """Return the names of the invites in the folder."""
    return sorted(path.name for path in (home / "invites").glob("*.invite"))


def link_to_hall(
    membership: Membership,
    keys: DeviceKeys,
    hall: HallAddress,
    *,
    patience_s: float = HALL_PATIENCE_S,
) -> Link:
    """Return this device's link to the hall, tried from a temporary folder."""
    link = Link("starting", 0)
    done = threading.Event()

    def told(what: Told) -> None:
        nonlocal link
        if isinstance(what, LinkChanged):
            link = what.link
            if link.state in _ANSWERED:
                done.set()

    with tempfile.TemporaryDirectory() as folder:
        node = Engine(
            engine_home(Path(folder), membership.root_key, keys),
            FollowerLink(hall, role=membership.role),
            wall=wall_ms,
            monotonic=monotonic_ms,
        )
        node.start(told)
        try:
            done.wait(patience_s)
        finally:
            node.stop()
    return link
