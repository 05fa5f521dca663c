"""The rehearsal's own hall: a tournament in a folder that is thrown away, served from this process.

It ends with this process, however that ends, and is announced nowhere but in the real hall's log.
"""

from __future__ import annotations

import secrets
from contextlib import AsyncExitStack
from pathlib import Path

from nacl.signing import SigningKey

from hall_server.reach import Visitor
from hall_server.rehearse.plan import Plan
from hall_server.setup import new_device
from shared.clocks import monotonic_ms, wall_ms
from shared.core import entities
from shared.core.events import Draft, RehearsalOpened, TournamentOpened
from shared.node.engine import Engine
from shared.node.hall import HallLink
from shared.node.home import engine_home
from shared.store.batch import Author
from shared.store.replica import Replica


class _QuietLink(HallLink):
    async def look_around(self, opened: AsyncExitStack) -> None:
        """A device that looks for its hall must not find this one."""


class Stage:
    """The hall of a rehearsal, running. ``ears`` hears what it is told."""

    def __init__(self, folder: Path, plan: Plan, *, host: str, port_base: int) -> None:
        """Raises StoreError; ``failure`` says why it does not run."""
        root = SigningKey.generate()
        hall = new_device("hall", "Rehearsal")
        self.root_key = bytes(root.verify_key)
        self.curve_key = hall.keys.curve_public
        opened = TournamentOpened(plan.name, plan.zone, self.root_key)
        replica = Replica(folder / "hall.db", self.root_key, new_store_id=secrets.token_hex(8))
        now = wall_ms()
        try:
            by_root = Author(root, secrets.token_hex(8))
            by_hall = Author(hall.keys.sign, secrets.token_hex(8))
            with replica.batch() as batch:
                batch.append(by_root, Draft(entities.tournament(), opened), at=now)
                batch.append(by_root, hall.enrolment(), at=now)
                for draft in plan.drafts:
                    batch.append(by_hall, draft, at=now)
        finally:
            replica.close()
        self.node = Engine(
            engine_home(folder, self.root_key, hall.keys),
            _QuietLink(host=host, ports=(port_base, port_base and port_base + 1)),
            wall=wall_ms,
            monotonic=monotonic_ms,
        )
        self.ears = Visitor(self.node)
        self.node.start(self.ears.hear)
        self.node.wait_ready()

    @property
    def failure(self) -> str:
        """Why the hall does not run, "" if it does."""
        return self.node.failure

    def opening(self, *, until: int, speed: int, seed: int) -> RehearsalOpened:
        """The word that tells devices where this is."""
        sync, feed = self.node.link.ports
        return RehearsalOpened(self.root_key, self.curve_key, sync, feed, until, speed, seed=seed)

    def silent_ms(self, node: str) -> int | None:
        """How long ago a device was heard here, None if never."""
        return self.node.link.heard_from(node)

    def close(self) -> None:
        """Serve no longer."""
        self.node.stop()
