"""The first events of the simulated tournament and its people, the same for every seed."""

import shutil
import tempfile
from functools import cache
from pathlib import Path

from nacl.signing import SigningKey

from shared.core.events import (
    ROLE_SCOPES,
    DeviceAssigned,
    DeviceEnrolled,
    DivisionOpened,
    Draft,
    PairedMatch,
    PlayerRegistered,
    Role,
    RoundPaired,
    TableSet,
    TournamentOpened,
    entities,
)
from shared.net.keys import DeviceKeys
from shared.store.batch import Author
from shared.store.replica import Replica
from tests.simulation.machines import Machine

START = 1_790_000_000_000
ROOT = SigningKey(bytes([1]) * 32)
ROOT_KEY = bytes(ROOT.verify_key)
TABLES = ("1", "2", "3")
ROLES: dict[str, tuple[Role, str]] = {
    "H1": ("hall", ""),
    "H2": ("standby", ""),
    "R1": ("referee", ""),
    "R2": ("referee", ""),
    "K": ("kiosk", ""),
    "T1": ("terminal", "1"),
    "T2": ("terminal", "2"),
    "T3": ("terminal", "3"),
    "S": ("terminal", ""),
}
"""Machine → role and table. S is a spare terminal."""


def keys_of(name: str) -> DeviceKeys:
    """Return a machine's keys; X is a device that was stolen before it was ever switched on."""
    return DeviceKeys.from_seed(name.encode().ljust(32, b"."))


def people(place: Path) -> list[Machine]:
    """Return all machines, with empty disks."""
    return [
        Machine(name, keys_of(name), role, place, table) for name, (role, table) in ROLES.items()
    ]


def found(disk: Path) -> None:
    """Write the founded tournament's file to a disk."""
    disk.mkdir(parents=True, exist_ok=True)
    (disk / "hall.db").write_bytes(_founded())


def pairing(number: int, mark: str) -> Draft:
    """Return a pairing of a round; ``mark`` tells two of them apart."""
    matches = tuple(
        PairedMatch(f"r{number}{mark}m{table}", table, f"p{2 * n}", f"p{2 * n + 1}")
        for n, table in enumerate(TABLES)
    )
    return Draft(entities.pairing("open", number), RoundPaired(START, mark, matches))


@cache
def _founded() -> bytes:
    folder = Path(tempfile.mkdtemp())
    replica = Replica(folder / "hall.db", ROOT_KEY, new_store_id="founded")
    opened = Draft(entities.tournament(), TournamentOpened("Sim", "UTC", ROOT_KEY))
    enrolled = []
    for name, (role, _) in {**ROLES, "X": ("terminal", "")}.items():
        keys = keys_of(name)
        body = DeviceEnrolled(keys.sign_public, keys.curve_public, role, ROLE_SCOPES[role], name)
        enrolled.append(Draft(entities.device(keys.node), body))
    _write(replica, Author(ROOT, "00" * 8), opened, *enrolled)
    _write(
        replica,
        Author(keys_of("H1").sign, "0f" * 8),
        Draft(entities.division("open"), DivisionOpened("Open", "acf-majors", 4)),
        *(Draft(entities.player(f"p{n}"), PlayerRegistered(f"P {n}", "open")) for n in range(6)),
        *(Draft(entities.table(table), TableSet(f"Table {table}")) for table in TABLES),
        *(
            Draft(entities.table_device(table), DeviceAssigned(keys_of(f"T{table}").node))
            for table in TABLES
        ),
        pairing(1, "a"),
    )
    replica.close()
    data = (folder / "hall.db").read_bytes()
    shutil.rmtree(folder)
    return data


def _write(replica: Replica, author: Author, *drafts: Draft) -> None:
    with replica.batch() as batch:
        for draft in drafts:
            batch.append(author, draft, at=START)
