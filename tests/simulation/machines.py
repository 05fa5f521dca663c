"""A machine of the simulated hall: its keys, its disk, its clock, and the process that may run."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from shared.core.events import Draft, Role
from shared.net.keys import DeviceKeys
from shared.node.home import Home
from shared.node.work import Append
from shared.store.replica import Replica
from tests.simulation.nodes import SimFollower, SimHall

Disk = Path
"""A folder with a replica's files as a power cut would leave them."""


@dataclass
class Machine:
    """One device. ``hall`` is the name of the hall machine that it talks to."""

    name: str
    keys: DeviceKeys
    role: Role
    place: Path
    table: str = ""
    hall: str = "H1"
    wall_offset: int = 0
    node: SimFollower | SimHall | None = None
    connection: bytes = b""
    boots: int = 0
    backups: list[Disk] = field(default_factory=list)
    instance: str = ""
    typed: Draft | None = None
    commit_due: bool = False
    retired: bool = False
    serves: bool = False
    """Whether it starts as a hall."""
    held_off: frozenset[str] = frozenset()

    def home(self, root_key: bytes, chance: Random, *, reuse: bool) -> Home:
        """Return who the process is at this start: with a fresh incarnation, as the product has
        it."""
        if not (reuse and self.instance):
            self.instance = chance.randbytes(8).hex()
        return Home(self.disk, root_key, self.keys, self.instance, chance.randbytes(8).hex())

    @property
    def disk(self) -> Disk:
        """Where its files lie since the last start."""
        return self.place / f"{self.name}-{self.boots}"

    @property
    def replica(self) -> Replica:
        """The replica of the process that runs."""
        assert self.node is not None
        return self.node.replica

    @property
    def held(self) -> frozenset[str]:
        """The events on its disk, whether it runs or not."""
        if self.node is None:
            return self.held_off
        return frozenset(row[0] for row in self.replica.database.execute("SELECT id FROM log"))

    def say(self, draft: Draft) -> None:
        """A person types; it waits for the next commit."""
        assert self.node is not None
        self.typed = draft
        self.node.put(Append(1, (draft,)))

    def save_copy(self) -> None:
        """Copy the disk of the running machine."""
        self.backups.append(_copied(self.disk, self.place / f"{self.name}-copy{len(self.backups)}"))

    def cut_power(self) -> None:
        """The process is gone in an instant: what was not committed is lost."""
        if self.node is None:
            return
        self.held_off = self.held
        old = self.disk
        self.boots += 1
        _copied(old, self.disk)
        self.replica.close()
        shutil.rmtree(old)
        self.node = None
        self.commit_due = False

    def switch_off(self) -> None:
        """The simulation is over."""
        self.held_off = self.held
        self.replica.close()
        self.node = None

    def set_back(self, backup: Disk) -> frozenset[str]:
        """Its disk is replaced by an old copy; returns what is not on it any more."""
        self.cut_power()
        shutil.rmtree(self.disk)
        _copied(backup, self.disk)
        before, self.held_off = self.held_off, frozenset()
        return before

    def clone(self, name: str) -> Machine:
        """Return another machine with the same key and a copy of its disk."""
        twin = Machine(name, self.keys, self.role, self.place, self.table, self.hall)
        _copied(self.disk, twin.disk)
        twin.typed = self.typed
        return twin


def _copied(source: Disk, target: Disk) -> Disk:
    target.mkdir(parents=True)
    if source.exists():
        for file in source.iterdir():
            shutil.copy(file, target / file.name)
    return target
