"""A process of its own, with apsw as its only SQLite: works, is cut off, and looks what is left.

``python -m tests.store.cut_process SEED CUTS SYNCHRONOUS`` prints one line of JSON.
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.store import apsw_dbapi

apsw_dbapi.install()

from shared.core.fold import fold  # noqa: E402
from shared.store.errors import CannotOpen  # noqa: E402
from shared.store.replica import Replica  # noqa: E402
from tests.store.cut_disk import NAME, Platter, Recorder  # noqa: E402
from tests.store.store_kit import TABLES, by, open_replica, report, set_up, write  # noqa: E402

COMMITS = 50
SHM = Path("/dev/shm")


class Work:
    """What a node did on the recorded disk, and what it had said to be held after which op."""

    def __init__(self, folder: Path, chance: Random, synchronous: str) -> None:
        self.disk = Recorder()
        self.held: list[tuple[int, int, int]] = [(0, 0, 0)]
        self.events: list[str] = []
        presses = 0
        apsw_dbapi.DISK[0] = NAME
        replica = open_replica(folder / "hall.db")
        # Small enough that the log is folded into the file some times on the way.
        replica.database.execute("PRAGMA wal_autocheckpoint=40")
        replica.database.execute(f"PRAGMA synchronous={synchronous}")
        set_up(replica)
        self._note(replica, presses)
        for n in range(COMMITS):
            count = chance.randint(1, 4)
            size = chance.choice((10, 300, 500))
            write(
                replica,
                by(TABLES["1"]),
                *(report(f"r{n}-{m}", "x" * size) for m in range(count)),
            )
            self._note(replica, presses)
            with replica.batch() as batch:
                batch.journal("m-1", [b"press %d" % n])
            presses += 1
            self._note(replica, presses)
        replica.close()
        apsw_dbapi.DISK[0] = ""

    def _note(self, replica: Replica, presses: int) -> None:
        """A screen says *held here*: from this op on it has to be true."""
        self.events += [stored.event.id for stored in replica.after(len(self.events), 1_000)]
        self.held.append((len(self.disk.ops), len(self.events), presses))

    def verdict(self, after: int, path: Path) -> str:
        """Return what is wrong with what a cut after so many ops left; "" if nothing."""
        _, held, presses = [line for line in self.held if line[0] <= after][-1]
        try:
            replica = open_replica(path)
        except CannotOpen as error:
            return f"does not open: {error}"
        try:
            stored = replica.after(0, 10_000)
            there = [one.event.id for one in stored]
            journal = replica.journal("m-1")[0]
            if there != self.events[: len(there)] or len(there) < held:
                return f"{held} entries were held, {len(there)} are there"
            if len(journal) < presses:
                return f"{presses} presses were held, {len(journal)} are there"
            if replica.state != fold(replica.root, [one.event for one in stored]):
                return "the state is not that of the log"
            write(replica, by(TABLES["1"], 9), report("after-the-cut"))
        finally:
            replica.close()
        return ""


def main(seed: int, cuts: int, synchronous: str) -> int:
    """Cut so often; prints how often something was lost."""
    chance = Random(seed)
    place = Path(tempfile.mkdtemp(prefix="hall-cut-", dir=SHM if SHM.is_dir() else None))
    wrong: list[str] = []
    try:
        work = Work(place / "live", chance, synchronous)
        moments = sorted(chance.randrange(len(work.disk.ops) + 1) for _ in range(cuts))
        platter, played = Platter(), 0
        for moment in moments:
            for op in work.disk.ops[played:moment]:
                platter.play(op)
            played = moment
            folder = place / "cut"
            folder.mkdir()
            for name, content in platter.cut(chance).items():
                (folder / name).write_bytes(content)
            verdict = work.verdict(moment, folder / "hall.db")
            if verdict:
                wrong.append(f"cut after {moment} of {len(work.disk.ops)}: {verdict}")
            shutil.rmtree(folder)
    finally:
        shutil.rmtree(place)
    print(json.dumps({"cuts": cuts, "ops": len(work.disk.ops), "wrong": wrong}))  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
