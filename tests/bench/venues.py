"""The logs of many halls of one championship: founded, paired, and what is signed.

Built in memory by the devices' own keys; no hall runs.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field

from nacl.signing import SigningKey

from hall_server.championship.chain import RUN_BYTES, Sealer, seal_segment
from shared.core.events import (
    ROLE_SCOPES,
    Actor,
    Body,
    DeviceAssigned,
    DeviceEnrolled,
    DivisionOpened,
    Draft,
    PairedMatch,
    PlayerRegistered,
    ResultSigned,
    Role,
    RoundPaired,
    TableSet,
    TournamentOpened,
    entities,
)
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import Code, Outcome
from shared.net.keys import DeviceKeys
from shared.wire.envelope import Signed, Stamp, seal
from tests.championship.kit import ROOT, ROOT_ID, ListLog

TABLES = 40
ROUNDS = 2
AT = 1_790_000_000_000
OUTCOME = Outcome((Code.WIN, Code.DRAW))
NOBODY = Actor()


@dataclass
class Writer:
    """A device at its only start."""

    key: SigningKey
    inc: str
    count: int = 0
    last: str = ""

    def write(
        self, ent: str, body: Body, deps: tuple[str, ...] = (), actor: Actor = NOBODY
    ) -> Signed:
        """Return the next event of its log."""
        self.count += 1
        stamp = Stamp(self.inc, self.count, AT, deps=deps, prev=self.last)
        signed, event = seal(self.key, Draft(ent, body, actor), stamp)
        self.last = event.id
        return signed


@dataclass
class Venue:
    """A hall: what it has published is ``log``; ``said`` are the signatures of each round."""

    name: str
    tables: int = TABLES
    log: ListLog = field(default_factory=ListLog)
    said: list[list[tuple[Signed, Signed]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.keys = DeviceKeys.from_seed(f"hall {self.name}".encode().ljust(32, b"."))
        self._hall = Writer(self.keys.sign, "0a" * 8)
        self._tables = [
            DeviceKeys.from_seed(f"{self.name} {n}".encode().ljust(32, b"."))
            for n in range(self.tables)
        ]
        self._found()
        self.said = [self._play(number) for number in range(1, ROUNDS + 1)]

    @property
    def division(self) -> str:
        """Its only division."""
        return f"{self.name}.open"

    @property
    def by(self) -> Sealer:
        """Who seals its segments."""
        key = self.keys.sign
        return Sealer(
            ROOT_ID,
            self.name,
            self.keys.node,
            lambda segment: seal_segment(segment, key),
            lambda: os.urandom(RUN_BYTES),
        )

    def uid(self, round_no: int, table: int) -> str:
        """Return the match at a table."""
        return f"{self.name}.r{round_no}t{table}"

    def _found(self) -> None:
        root = Writer(ROOT, self.keys.node[:16])
        opened = TournamentOpened("Bench", "UTC", bytes(ROOT.verify_key), "", self.name)
        hall = self._hall
        events = [
            root.write(entities.tournament(), opened),
            root.write(*enrolment(self.keys, "hall", "Hall", self.name)),
            hall.write(entities.division(self.division), DivisionOpened("Open", "acf-majors", 12)),
        ]
        for n in range(2 * self.tables):
            body = PlayerRegistered(f"P {n} {self.name}", self.division)
            events.append(hall.write(entities.player(f"{self.name}.p{n}"), body))
        for n, keys in enumerate(self._tables):
            table = f"{self.name}.{n}"
            events += [
                hall.write(entities.table(table), TableSet(f"Table {n}")),
                hall.write(*enrolment(keys, "terminal", f"Table {n}", self.name)),
                hall.write(entities.table_device(table), DeviceAssigned(keys.node)),
            ]
        self.log.events += events

    def _play(self, round_no: int) -> list[tuple[Signed, Signed]]:
        matches = tuple(
            PairedMatch(
                self.uid(round_no, n),
                f"{self.name}.{n}",
                f"{self.name}.p{2 * n}",
                f"{self.name}.p{2 * n + 1}",
            )
            for n in range(self.tables)
        )
        paired = RoundPaired(AT, "seed", matches)
        self.log.events.append(self._hall.write(entities.pairing(self.division, round_no), paired))
        return [self._signatures(round_no, n) for n in range(self.tables)]

    def _signatures(self, round_no: int, table: int) -> tuple[Signed, Signed]:
        ent = entities.result(MatchKey(self.division, round_no, self.uid(round_no, table)))
        # Started anew before each round, so that a round may be left out.
        writer, how = Writer(self._tables[table].sign, f"{round_no:016x}"), "unverified press"
        one = writer.write(ent, ResultSigned(0, OUTCOME), (), Actor("0", how))
        return one, writer.write(ent, ResultSigned(1, OUTCOME), (one.id,), Actor("1", how))


def enrolment(keys: DeviceKeys, role: Role, label: str, venue: str) -> tuple[str, Body]:
    """Return a device of a venue, as it is admitted."""
    body = DeviceEnrolled(
        keys.sign_public, keys.curve_public, role, ROLE_SCOPES[role], label, venue
    )
    return entities.device(keys.node), body


def venues(count: int, tables: int = TABLES) -> Sequence[Venue]:
    """Return so many halls."""
    return [Venue(f"v{n}", tables) for n in range(count)]
