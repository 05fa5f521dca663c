"""A large tournament as signed events: 300 tables, rounds of results, clock batches between."""

from pathlib import Path

from shared.core.events import (
    ROLE_SCOPES,
    Actor,
    ClockLogged,
    DeviceAssigned,
    DeviceEnrolled,
    DivisionOpened,
    Draft,
    PairedMatch,
    PlayerRegistered,
    Press,
    ReportFiled,
    ResultSigned,
    RoundPaired,
    TableSet,
    TournamentOpened,
    entities,
)
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import Code, Outcome
from shared.net.keys import DeviceKeys
from shared.store.batch import Author
from shared.store.replica import Replica
from shared.wire.envelope import Signed

TABLES = 300
AT = 1_790_000_000_000
ROOT = DeviceKeys.from_seed(b"r" * 32)
HALL = DeviceKeys.from_seed(b"h" * 32)
OUTCOME = Outcome((Code.WIN, Code.DRAW))
CALL = ReportFiled("call")


def terminal(number: int) -> DeviceKeys:
    """Return the keys of the terminal at a table (from 0)."""
    return DeviceKeys.from_seed(f"terminal {number}".encode().ljust(32, b"."))


def author(keys: DeviceKeys) -> Author:
    """Return a device at its only start."""
    return Author(keys.sign, "0a" * 8)


def match(round_no: int, table: int) -> MatchKey:
    """Return the match at a table in a round."""
    return MatchKey("open", round_no, f"r{round_no}t{table}")


def open_replica(path: Path, store: str = "5151") -> Replica:
    """Return a replica of this tournament."""
    return Replica(path, ROOT.sign_public, new_store_id=store)


def enrol(keys: DeviceKeys, role: str, label: str) -> Draft:
    """Return the enrolment of a device."""
    body = DeviceEnrolled(
        keys.sign_public,
        keys.curve_public,
        role,
        ROLE_SCOPES[role],
        label,  # type: ignore[arg-type, index]
    )
    return Draft(entities.device(keys.node), body)


def found(replica: Replica, tables: int = TABLES) -> None:
    """Write the devices, tables and players."""
    with replica.batch() as batch:
        opened = TournamentOpened("Bench", "UTC", ROOT.sign_public)
        for draft in (Draft(entities.tournament(), opened), enrol(HALL, "hall", "Hall")):
            batch.append(author(ROOT), draft, at=AT)
    with replica.batch() as batch:
        drafts = [Draft(entities.division("open"), DivisionOpened("Open", "acf-majors", 12))]
        for n in range(2 * tables):
            drafts.append(Draft(entities.player(f"p{n}"), PlayerRegistered(f"P {n}", "open")))
        for n in range(tables):
            drafts += [
                Draft(entities.table(f"{n}"), TableSet(f"Table {n}")),
                enrol(terminal(n), "terminal", f"Table {n}"),
                Draft(entities.table_device(f"{n}"), DeviceAssigned(terminal(n).node)),
            ]
        for draft in drafts:
            batch.append(author(HALL), draft, at=AT)


def pair(replica: Replica, round_no: int, tables: int = TABLES) -> None:
    """Publish a round."""
    matches = tuple(
        PairedMatch(match(round_no, n).uid, f"{n}", f"p{2 * n}", f"p{2 * n + 1}")
        for n in range(tables)
    )
    with replica.batch() as batch:
        body = RoundPaired(AT, "seed", matches)
        batch.append(author(HALL), Draft(entities.pairing("open", round_no), body), at=AT)


def table_says(round_no: int, table: int, *, clocks: int = 3) -> list[Draft]:
    """Return what one table writes in a round: clock batches, and both signatures."""
    key = match(round_no, table)
    presses = tuple(Press(n % 2, 12_000 + n) for n in range(30))  # type: ignore[arg-type]
    said = [
        Draft(entities.clock(key), ClockLogged(1, presses, (60_000, 50_000), (n, n), "every 30 s"))
        for n in range(clocks)
    ]
    for seat in (0, 1):
        body = ResultSigned(seat, OUTCOME)  # type: ignore[arg-type]
        said.append(Draft(entities.result(key), body, Actor(str(seat), "unverified press")))
    return said


def play(
    replica: Replica, round_no: int, tables: int = TABLES, *, paired: int = TABLES, clocks: int = 3
) -> None:
    """Write a round of so many paired tables as it was played at the first ``tables``."""
    pair(replica, round_no, paired)
    with replica.batch() as batch:
        for n in range(tables):
            for draft in table_says(round_no, n, clocks=clocks):
                batch.append(author(terminal(n)), draft, at=AT)


def events(replica: Replica) -> list[Signed]:
    """Return the whole log."""
    return [stored.signed for stored in replica.after(0, 1_000_000)]


def of_size(folder: Path, rounds: int, *, tables: int = TABLES, clocks: int = 3) -> list[Signed]:
    """Return the log of a tournament after so many rounds."""
    replica = open_replica(folder / "source.db", "source")
    found(replica, tables)
    for round_no in range(1, rounds + 1):
        play(replica, round_no, tables, paired=tables, clocks=clocks)
    log = events(replica)
    replica.close()
    return log
