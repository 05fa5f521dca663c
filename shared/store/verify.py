"""Checks a copy of a replica offline: its tables, signatures, chains and numbers. Compares two.

It writes nothing. It trusts only events signed by the tournament key and the keys that it admitted;
everything else in the file is derived again from those events and compared.
"""

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from sqlite3 import Connection
from typing import NamedTuple

from shared.core.events import DeviceEnrolled, Event, LogKey, TournamentOpened, entities
from shared.core.fold import Fold, fold
from shared.core.state import HallState
from shared.store.database import open_copy, sqlite3
from shared.store.errors import CannotOpen
from shared.store.projection import PROJECTED, TableRow, projected
from shared.store.shelf import READ_AT_START, ClockShelf
from shared.store.snapshot import STANDINGS_HERE, standings
from shared.wire.envelope import UNREAD, BadEvent, Signed, node_of, read, read_filed, verify

MOST_FAULTS = 20
_AT_ONCE = 10_000


class Verdict(NamedTuple):
    """The contents of a copy and its faults.

    Without faults every event is its author's, and every table says what the events say.
    """

    root: str
    events: int
    authors: int
    ids: frozenset[str]
    state: HallState
    faults: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    """Oddities that are no fault of the copy: broken chains, twins, entries over today's limits."""
    ranked: bool = True
    """Whether the copy holds the standings. A node's own file does not."""


class _Entry(NamedTuple):
    """An entry of the log that is an event."""

    pos: int
    event: Event
    signed: Signed


def check_copy(path: Path) -> Verdict:
    """Check one copy. Raises CannotOpen for a file that is no copy of a replica."""
    try:
        with closing(open_copy(path)) as db:
            return _check(db, path)
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} is no copy of a tournament ({error}).") from error


def _check(db: Connection, path: Path) -> Verdict:
    meta = {str(key): str(value) for key, value in db.execute("SELECT key, value FROM meta")}
    root = meta.get("root", "")
    faults: list[str] = []
    remarks: list[str] = []
    filed = list(_filed(db, faults, remarks))
    keys = _keys(filed)
    if root not in keys:
        faults.append("the tournament key's own event is missing")
    sound = list(_sound(filed, keys, faults))
    state = fold(root, (each.event for each in sound), meta.get("node", ""))
    faults += _gaps(sound)
    ranked = STANDINGS_HERE in meta or bool(_rows(db, "standings"))
    if not faults:
        faults += _derived(db, sound, state, ranked=ranked)
    if not faults:
        faults += _shelved(db, path, meta, state)
    ids = frozenset(each.event.id for each in filed)
    authors = len({each.event.node for each in sound})
    (events,) = db.execute("SELECT count(*) FROM log").fetchone()
    remarks += (a.sentence for a in state.alarms if a.kind in ("broken_chain", "equivocation"))
    return Verdict(root, events, authors, ids, state, tuple(faults), tuple(remarks), ranked)


def _filed(db: Connection, faults: list[str], remarks: list[str]) -> Iterator[_Entry]:
    """Read the log. An entry that is no event, or stands under another's place, is a fault.

    A log may hold entries that an older version let pass; a node reads them as far as it can.
    """
    rows = db.execute("SELECT pos, id, node, inc, seq, kind, ent, data, sig FROM log ORDER BY pos")
    for expected, (pos, ident, *columns, data, sig) in enumerate(rows, start=1):
        if pos != expected:
            faults.append(f"entry {expected} is missing")
            return
        signed = Signed(data, sig)
        try:
            event = read(signed)
        except BadEvent as error:
            try:
                event = read_filed(ident, data)
            except BadEvent:
                faults.append(f"entry {pos} is no event: {error}")
                continue
            counts = "it does not count" if event.body is None else "some of it is replaced"
            remarks.append(f"entry {pos} is older than the limits of today: {counts}")
        if event.id != ident:
            faults.append(f"entry {pos} is not the event whose id it bears")
        place = [event.node, event.inc, event.seq]
        # An older program may not have been able to read this event.
        unread = [*place, UNREAD, entities.unread(event.id)]
        if columns not in ([*place, event.kind, event.ent], unread):
            faults.append(f"entry {pos} stands under another author, number, kind or entity")
        yield _Entry(pos, event, signed)


def _keys(filed: Iterable[_Entry]) -> dict[str, bytes]:
    """Return the keys that the events name, by node id. A node id is the hash of its key."""
    keys: dict[str, bytes] = {}
    for _, event, _ in filed:
        if isinstance(event.body, DeviceEnrolled):
            keys[node_of(event.body.sign_key)] = event.body.sign_key
        elif isinstance(event.body, TournamentOpened):
            keys[node_of(event.body.tournament_key)] = event.body.tournament_key
    return keys


def _sound(filed: Iterable[_Entry], keys: dict[str, bytes], faults: list[str]) -> Iterator[_Entry]:
    """Yield the events that bear the signature of an author who was admitted."""
    for each in filed:
        node, key = each.event.node, keys.get(each.event.node)
        if key is None:
            faults.append(f"entry {each.pos} is by {node[:8]}, who was never admitted")
            continue
        try:
            verify(each.signed, key)
        except BadEvent:
            faults.append(f"entry {each.pos} does not bear the signature of {node[:8]}")
            continue
        yield each


def _gaps(sound: Iterable[_Entry]) -> Iterator[str]:
    held: dict[LogKey, set[int]] = {}
    for each in sound:
        held.setdefault((each.event.node, each.event.inc), set()).add(each.event.seq)
    for (node, inc), numbers in sorted(held.items()):
        if len(numbers) < max(numbers):  # a number may be as large as it likes to be
            missing = next(number for number in count(1) if number not in numbers)
            yield f"of {node[:8]}'s log {inc[:8]} number {missing} is missing"


def _derived(
    db: Connection, sound: Iterable[_Entry], state: HallState, *, ranked: bool
) -> Iterator[str]:
    """Compare the tables, which are not signed, with what the events say."""
    ends: dict[LogKey, TableRow] = {}
    for _, event, _ in sound:
        place = (event.node, event.inc)
        if place not in ends or event.seq > ends[place][2]:
            ends[place] = (*place, event.seq, event.id)
    tables = {"vector": list(ends.values())} | projected(state)
    if ranked:
        tables["standings"] = standings(state)
    for table, rows in tables.items():
        if set(_rows(db, table)) != set(rows):
            yield f"the table {table} does not hold what the events say"


def _shelved(db: Connection, path: Path, meta: dict[str, str], state: HallState) -> Iterator[str]:
    """Read the file as a node's start does, without the batches on the shelf, and compare."""
    try:
        shelf = ClockShelf(db, path)
        hall = Fold(meta["root"], meta.get("node", ""), shelf)
        hall.resume(shelf.presses)
        hall.add(read_filed(ident, data) for _, ident, data, *_ in db.execute(READ_AT_START))
        same = hall.state() == state
        while not shelf.check(_AT_ONCE):
            pass
    except CannotOpen:
        same = False
    if not same:
        yield "the table clocks does not hold what the events say"


def raw_log(path: Path) -> Generator[tuple[str, bytes, bytes], None, None]:
    """Yield id, bytes and signature of each entry in the log of a copy, in order.

    The copy is closed with the generator. Raises CannotOpen for a file that is no copy.
    """
    try:
        with closing(open_copy(path)) as db:
            for event_id, data, sig in db.execute("SELECT id, data, sig FROM log ORDER BY pos"):
                yield event_id, bytes(data), bytes(sig)
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} is no copy of a tournament ({error}).") from error


def differences(one: Path, other: Path, left: Verdict, right: Verdict) -> tuple[str, ...]:
    """Return how two copies differ: by events that only one holds, else by rows."""
    if left.root != right.root:
        return ("They belong to different tournaments.",)
    found = [
        f"{len(more)} events are in {name} only"
        for more, name in ((left.ids - right.ids, one.name), (right.ids - left.ids, other.name))
        if more
    ]
    if found:
        return tuple(found)
    with closing(open_copy(one)) as first, closing(open_copy(other)) as second:
        return tuple(
            f"the table {table} differs although the events are the same"
            for table in PROJECTED
            if _rows(first, table) != _rows(second, table)
        )


def _rows(db: Connection, table: str) -> list[TableRow]:
    return list(db.execute(f"SELECT * FROM {table}"))  # noqa: S608 - a name of our own
