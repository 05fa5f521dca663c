"""The hall of a rehearsal: a tournament in a temporary folder, served by this process.

It ends with this process. Only the real hall's log announces it.
"""

import secrets
from contextlib import AsyncExitStack
from pathlib import Path

from nacl.signing import SigningKey

from hall_server.play.carried_over import CarriedOver
from hall_server.serving.reach import Visitor
from hall_server.setting_up.setup import new_device
from shared.core.events import Draft, RehearsalOpened, TournamentOpened, entities
from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.address import ListenAt
from shared.node.engine import Engine
from shared.node.hall import HallLink
from shared.node.home import engine_home
from shared.store.batch import Author
from shared.store.replica import Replica


class _QuietLink(HallLink):
    async def look_around(self, opened: AsyncExitStack) -> None:
        """Announce nothing: a device that looks for its hall must not find this one."""


class ThrownAwayHall:
    """A running hall; ``ears`` hear what it tells. ``node.failure`` says why it does not run."""

    def __init__(self, folder: Path, event: CarriedOver, *, host: str, port_base: int) -> None:
        """Start it. Raises StoreError."""
        root = SigningKey.generate()
        hall = new_device("hall", "Rehearsal")
        self._keys = bytes(root.verify_key), hall.keys.curve_public
        tournament = TournamentOpened(event.name, event.zone, self._keys[0])
        replica = Replica(folder / "hall.db", self._keys[0], new_store_id=secrets.token_hex(8))
        now = wall_ms()
        try:
            by_root = Author(root, secrets.token_hex(8))
            by_hall = Author(hall.keys.sign, secrets.token_hex(8))
            with replica.batch() as batch:
                batch.append(by_root, Draft(entities.tournament(), tournament), at=now)
                batch.append(by_root, hall.enrolment(), at=now)
                for draft in event.drafts:
                    batch.append(by_hall, draft, at=now)
        finally:
            replica.close()
        self.node = Engine(
            engine_home(folder, self._keys[0], hall.keys),
            _QuietLink(ListenAt(host, port_base, port_base and port_base + 1)),
            wall=wall_ms,
            monotonic=monotonic_ms,
        )
        self.ears = Visitor(self.node)
        self.node.start(self.ears.hear)
        self.node.wait_ready()

    def opening(self, *, until: int, speed: int) -> RehearsalOpened:
        """Return the event that tells devices where this hall is."""
        seed = secrets.randbelow(1 << 31)
        return RehearsalOpened(*self._keys, *self.node.link.ports, until, speed, seed=seed)
