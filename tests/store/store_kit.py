"""A small tournament for the store's tests: fixed keys, first events, disks that fill up."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from shared.core.events import (
    ROLE_SCOPES,
    DeviceAssigned,
    DeviceEnrolled,
    DivisionOpened,
    Draft,
    PairedMatch,
    PlayerRegistered,
    ReportFiled,
    ResultSigned,
    Role,
    RoundPaired,
    TableSet,
    TournamentOpened,
    entities,
)
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import Code, Outcome, Seat
from shared.net.keys import DeviceKeys
from shared.store.batch import Author
from shared.store.replica import Replica

ROOT = SigningKey(bytes([1]) * 32)
ROOT_KEY = bytes(ROOT.verify_key)
HALL = DeviceKeys.from_seed(bytes([2]) * 32)
REFEREE = DeviceKeys.from_seed(bytes([3]) * 32)
TABLES = {str(n): DeviceKeys.from_seed(bytes([10 + n]) * 32) for n in (1, 2)}
AT = 1_790_000_000_000

MATCH = MatchKey("masters", 1, "m-1")
OTHER_MATCH = MatchKey("masters", 1, "m-2")


def by(keys: DeviceKeys, inc: int = 1) -> Author:
    """Return a device as author, at its ``inc``-th start."""
    return Author(keys.sign, f"{inc:016x}")


def open_replica(path: Path, store: str = "5151") -> Replica:
    """Return a replica of the tournament."""
    return Replica(path, ROOT_KEY, new_store_id=store)


def write(replica: Replica, author: Author, *drafts: Draft, at: int = AT) -> list[str]:
    """Write events in one batch; returns their ids."""
    with replica.batch() as batch:
        return [batch.append(author, draft, at=at).id for draft in drafts]


def enrolment(keys: DeviceKeys, role: Role, label: str) -> Draft:
    return Draft(
        entities.device(keys.node),
        DeviceEnrolled(keys.sign_public, keys.curve_public, role, ROLE_SCOPES[role], label),
    )


def set_up(replica: Replica) -> None:
    """The first events: tournament, devices, division, four players, two tables, round 1."""
    opened = TournamentOpened("Open", "UTC", ROOT_KEY)
    write(
        replica,
        Author(ROOT, f"{1:016x}"),
        Draft(entities.tournament(), opened),
        enrolment(HALL, "hall", "Hall"),
        enrolment(REFEREE, "referee", "Referee"),
    )
    masters = DivisionOpened("Masters", "acf-masters", 4)
    write(
        replica,
        by(HALL),
        Draft(entities.division("masters"), masters),
        *(
            Draft(entities.player(f"p{n}"), PlayerRegistered(f"Player {n}", "masters", 2000 + n))
            for n in range(1, 5)
        ),
        *(Draft(entities.table(table), TableSet(f"Table {table}")) for table in TABLES),
        *(enrolment(keys, "terminal", f"Table {table}") for table, keys in TABLES.items()),
        *(
            Draft(entities.table_device(table), DeviceAssigned(keys.node))
            for table, keys in TABLES.items()
        ),
        pairing(),
    )


def pairing(seed: str = "seed", suffix: str = "") -> Draft:
    """Round 1: two matches at two tables."""
    matches = (
        PairedMatch(MATCH.uid + suffix, "1", "p1", "p2"),
        PairedMatch(OTHER_MATCH.uid + suffix, "2", "p3", "p4"),
    )
    return Draft(entities.pairing("masters", 1), RoundPaired(AT, seed, matches))


def games(*codes: str) -> Outcome:
    return Outcome(tuple(Code(code) for code in codes))


def result(seat: Seat, *codes: str, match: MatchKey = MATCH) -> Draft:
    return Draft(entities.result(match), ResultSigned(seat, games(*codes)))


def report(token: str, note: str = "", table: str = "1") -> Draft:
    return Draft(entities.table_report(table, token), ReportFiled("call", note=note))


def rows(replica: Replica, table: str) -> list[tuple[object, ...]]:
    """Return all rows of a table, in a fixed order."""
    found = replica.database.execute(f"SELECT * FROM {table}").fetchall()
    return sorted(found, key=repr)


@contextmanager
def small_disk(place: Path, size: str = "1m", *, options: str = "") -> Iterator[Path]:
    """Mount a small disk that a test can fill; the test needs mount.

    Skips the test where this user may not mount a disk.
    """
    place.mkdir()
    wanted = ",".join(filter(None, [f"size={size}", options]))
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", wanted, "tmpfs", str(place)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("this user may not mount a disk on this machine")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def fill(disk: Path) -> Path:
    """Leave no byte free; returns the file to delete."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return filler
