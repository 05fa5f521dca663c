"""Checks a copy of a replica offline: every signature, chain and number; and compares two copies.

Reads only. Trusts nothing in the file but what the tournament key and the keys it admitted signed.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple

from shared.core.events import DeviceEnrolled, TournamentOpened
from shared.core.fold import Fold
from shared.core.state import HallState
from shared.store.database import sqlite3
from shared.store.errors import CannotOpen
from shared.store.projection import PROJECTED
from shared.wire.envelope import BadEvent, Signed, node_of, read, verify

MOST_FAULTS = 20


class Verdict(NamedTuple):
    """What a copy holds, and what is wrong with it; without faults every event is its author's."""

    root: str
    events: int
    authors: int
    ids: frozenset[str]
    state: HallState
    faults: tuple[str, ...]


def check_copy(path: Path) -> Verdict:
    """Check one copy. Raises CannotOpen for a file that is no copy of a replica."""
    db = _open(path)
    try:
        meta = dict(db.execute("SELECT key, value FROM meta"))
        rows = db.execute("SELECT pos, id, data, sig FROM log ORDER BY pos").fetchall()
        vector = {(n, i): s for n, i, s in db.execute("SELECT node, inc, seq FROM vector")}
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} is no copy of a tournament ({error}).") from error
    finally:
        db.close()
    root = str(meta.get("root", ""))
    faults: list[str] = []
    keys: dict[str, bytes] = {}
    events = []
    for pos, event_id, data, sig in rows:
        signed = Signed(data, sig)
        try:
            event = read(signed)
        except BadEvent as error:
            faults.append(f"entry {pos} is no event: {error}")
            continue
        if event.id != event_id:
            faults.append(f"entry {pos} is not the event whose id it bears")
        events.append((pos, event, signed))
        if isinstance(event.body, DeviceEnrolled):
            keys[node_of(event.body.sign_key)] = event.body.sign_key
        elif isinstance(event.body, TournamentOpened):
            # A node id is the hash of its key, so a wrong key cannot pass for the right one.
            keys[node_of(event.body.tournament_key)] = event.body.tournament_key
    if root not in keys:
        faults.append("the tournament key's own event is missing")
    fold = Fold(root, str(meta.get("node", "")))
    held: dict[tuple[str, str], set[int]] = {}
    for pos, event, signed in events:
        key = keys.get(event.node)
        if key is None:
            faults.append(f"entry {pos} is by {event.node[:8]}, whom nobody admitted")
            continue
        try:
            verify(signed, key)
        except BadEvent:
            faults.append(f"entry {pos} does not bear the signature of {event.node[:8]}")
            continue
        held.setdefault((event.node, event.inc), set()).add(event.seq)
        fold.add([event])
    for place, numbers in sorted(held.items()):
        missing = set(range(1, max(numbers) + 1)) - numbers
        if missing:
            faults.append(
                f"of {place[0][:8]}'s log {place[1][:8]} number {min(missing)} is missing"
            )
        elif vector.get(place) != max(numbers):
            faults.append(f"the vector is wrong about {place[0][:8]}'s log {place[1][:8]}")
    state = fold.state()
    faults += [
        alarm.sentence for alarm in state.alarms if alarm.kind in ("broken_chain", "equivocation")
    ]
    ids = frozenset(event.id for _, event, _ in events)
    authors = len({node for node, _ in held})
    return Verdict(root, len(rows), authors, ids, state, tuple(faults))


def raw_log(path: Path) -> Generator[tuple[str, bytes, bytes], None, None]:
    """The log of a copy as it lies there: id, bytes and signature of each entry, in order.

    The copy is closed with the generator.

    Raises CannotOpen for a file that is no copy of a replica.
    """
    db = _open(path)
    try:
        rows = db.execute("SELECT id, data, sig FROM log ORDER BY pos")
        for event_id, data, sig in rows:
            yield event_id, bytes(data), bytes(sig)
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} is no copy of a tournament ({error}).") from error
    finally:
        db.close()


def differences(one: Path, other: Path, left: Verdict, right: Verdict) -> tuple[str, ...]:
    """How two copies differ: events that only one holds, and, with the same events, any row."""
    if left.root != right.root:
        return ("They belong to different tournaments.",)
    found = [
        f"{len(more)} events are in {name} only"
        for more, name in ((left.ids - right.ids, one.name), (right.ids - left.ids, other.name))
        if more
    ]
    if found:
        return tuple(found)
    return tuple(
        f"the table {table} differs although the events are the same"
        for table in PROJECTED
        if _rows(one, table) != _rows(other, table)
    )


def _rows(path: Path, table: str) -> list[Any]:
    db = _open(path)
    try:
        return list(db.execute(f"SELECT * FROM {table}"))  # noqa: S608 - a name of the schema
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} has no table {table} ({error}).") from error
    finally:
        db.close()


def _open(path: Path) -> Any:
    if not path.is_file():
        raise CannotOpen(f"{path} does not exist.")
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.Error:
            db.close()
            raise
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} is no copy of a tournament ({error}).") from error
    if verdict != "ok":
        db.close()
        raise CannotOpen(f"{path} is damaged ({verdict}).")
    return db
