"""A replica against a plain model: whatever is done, in whatever order, they agree."""

import shutil
import tempfile
from functools import cache
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from shared.core.events import Draft
from shared.core.fold import fold
from shared.store.batch import Batch, Early
from shared.store.database import sqlite3
from shared.store.errors import CannotSave
from shared.wire.envelope import BadEvent, Signed, read
from tests.store.store_kit import AT, HALL, TABLES, by, open_replica, report, result, set_up, write

UIDS = st.sampled_from(["m-1", "m-2"])
DRAFTS = st.one_of(
    st.tuples(st.sampled_from([0, 1]), st.sampled_from([("W", "W"), ("D", "L")])).map(
        lambda said: result(said[0], *said[1])  # type: ignore[arg-type]
    ),
    st.tuples(st.sampled_from("abc"), st.text("xyz", max_size=3)).map(lambda r: report(*r)),
)
HERE = TABLES["1"]


@cache
def foreign_log() -> list[Signed]:
    """Return what the other table and the hall wrote, two starts each."""
    folder = Path(tempfile.mkdtemp())
    replica = open_replica(folder / "foreign.db", "f")
    set_up(replica)
    for inc in (1, 2):
        write(replica, by(TABLES["2"], inc), *(report(f"{inc}-{n}", table="2") for n in range(4)))
        write(replica, by(HALL, 10 + inc), *(report(f"h{inc}-{n}") for n in range(2)))
    events = [stored.signed for stored in replica.after(0, 1_000)]
    replica.close()
    shutil.rmtree(folder)
    return events


class ReplicaMachine(RuleBasedStateMachine):
    """The model is lists and dicts; a failed batch changes none of them."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.starts = 1
        self.log: list[str] = []
        self.early: set[str] = set()
        self.events: dict[str, Signed] = {}
        self.journals: dict[str, list[bytes]] = {}
        self.readings: dict[str, bytes] = {}
        self.cursors: dict[str, int] = {}
        self.acked: dict[tuple[str, str], int] = {}

    @initialize()
    def begin(self) -> None:
        self.foreign = foreign_log()
        self.replica = open_replica(self.folder / "hall.db")
        with self.replica.batch() as batch:
            for event in self.foreign[:20]:
                batch.ingest(event)
        self.note([event.id for event in self.foreign[:20]])

    def note(self, ids: list[str]) -> None:
        self.log += ids
        for stored in self.replica.after(0, 10_000):
            self.events[stored.event.id] = stored.signed

    @rule(drafts=st.lists(DRAFTS, min_size=1, max_size=3))
    def append(self, drafts: list[Draft]) -> None:
        self.note(write(self.replica, by(HERE, self.starts), *drafts))

    @rule(choice=st.data())
    def ingest(self, choice: st.DataObject) -> None:
        event = choice.draw(st.sampled_from(self.foreign))
        place = read(event).place
        expected = self.replica.vector.get(place[:2], 0) + 1
        with self.replica.batch() as batch:
            try:
                taken = batch.ingest(event)
            except Early:
                assert place[2] > expected
                self.early.add(event.id)
                return
        assert taken.new == (event.id not in self.events)
        if taken.new:
            assert place[2] == expected
            come = [event.id]
            # What came before it and waited comes in with it.
            for later in self.foreign:
                node, inc, seq = read(later).place
                if (node, inc) == place[:2] and seq == place[2] + len(come):
                    if later.id not in self.early:
                        break
                    come.append(later.id)
            self.early -= set(come)
            self.note(come)

    @rule(uid=UIDS, entries=st.lists(st.binary(max_size=4), min_size=1, max_size=3))
    def journal(self, uid: str, entries: list[bytes]) -> None:
        with self.replica.batch() as batch:
            batch.journal(uid, entries[:1])
            batch.journal(uid, entries[1:])
        self.journals.setdefault(uid, []).extend(entries)

    @rule(uid=UIDS, reading=st.binary(min_size=1, max_size=4), pos=st.integers(0, 99))
    def reading_and_cursor(self, uid: str, reading: bytes, pos: int) -> None:
        with self.replica.batch() as batch:
            batch.journal(uid, [], reading)
            batch.cursor(uid, pos)
        self.readings[uid] = reading
        self.cursors[uid] = pos

    @rule(start=st.integers(1, 3), seq=st.integers(1, 9), complete=st.booleans())
    def acknowledge(self, start: int, seq: int, complete: bool) -> None:
        place = (HERE.node, by(HERE, start).inc)
        with self.replica.batch() as batch:
            batch.acked(HERE.node, {place: seq, (HALL.node, "00" * 8): 5}, complete=complete)
        before = {} if complete else self.acked
        self.acked = {**before, place: max(seq, before.get(place, 0))}

    @rule(draft=DRAFTS, how=st.sampled_from(["raise", "disk"]), uid=UIDS)
    def fail(self, draft: Draft, how: str, uid: str) -> None:
        """Do a bit of everything and then fail."""
        error = LookupError() if how == "raise" else sqlite3.OperationalError("disk I/O error")
        try:
            with self.replica.batch() as batch:
                self.do_everything(batch, draft, uid)
                raise error
        except (LookupError, CannotSave):
            pass

    def do_everything(self, batch: Batch, draft: Draft, uid: str) -> None:
        batch.append(by(HERE, self.starts), draft, at=AT)
        batch.journal(uid, [b"lost"], b"lost")
        batch.cursor(uid, 1_000)
        batch.acked(HERE.node, {(HERE.node, by(HERE, 1).inc): 99}, complete=True)
        for event in self.foreign:
            try:
                batch.ingest(event)
            except BadEvent:
                continue

    @precondition(lambda self: self.starts < 9)
    @rule()
    def reopen(self) -> None:
        self.replica.close()
        self.starts += 1
        self.replica = open_replica(self.folder / "hall.db", f"{self.starts}")
        assert self.replica.store_id == "5151"

    @invariant()
    def agrees_with_the_model(self) -> None:
        if not hasattr(self, "replica"):
            return
        replica = self.replica
        assert [stored.event.id for stored in replica.after(0, 10_000)] == self.log
        vector: dict[tuple[str, str], int] = {}
        for event in map(read, self.events.values()):
            vector[event.node, event.inc] = max(event.seq, vector.get((event.node, event.inc), 0))
        assert replica.vector == vector
        assert replica.end == len(self.log)
        assert len(replica.parked) == len(self.early)
        assert replica.state == fold(replica.root, map(read, self.events.values()))
        assert replica.acked == self.acked
        for uid in ("m-1", "m-2"):
            held = (tuple(self.journals.get(uid, ())), self.readings.get(uid))
            assert replica.journal(uid) == held
            assert replica.cursor(uid) == self.cursors.get(uid, 0)

    def teardown(self) -> None:
        if hasattr(self, "replica"):
            self.replica.close()
        shutil.rmtree(self.folder)


ReplicaMachine.TestCase.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
TestReplicaAgainstAModel = ReplicaMachine.TestCase
