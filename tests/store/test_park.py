"""Events that come too early wait on the disk and are stored with what they need."""

import random
from pathlib import Path

import pytest

from shared.core.fold import fold
from shared.store import park
from shared.store.batch import Early
from shared.store.replica import Replica
from shared.wire.envelope import BadEvent, Signed
from tests.store.store_kit import TABLES, by, open_replica, report, set_up, write


def history(folder: Path) -> list[Signed]:
    """Return a hall's events and two reports of a table, each of another start."""
    replica = open_replica(folder / "source.db", "source")
    set_up(replica)
    for inc in (1, 2):
        write(replica, by(TABLES["1"], inc), report(f"a{inc}"), report(f"b{inc}"))
    events = [stored.signed for stored in replica.after(0, 1_000)]
    replica.close()
    return events


def offer(replica: Replica, *events: Signed) -> list[str]:
    """Take events in, one batch each; returns what was said about those that were not taken."""
    said: list[str] = []
    for event in events:
        with replica.batch() as batch:
            try:
                batch.ingest(event)
            except BadEvent as error:
                said.append(str(error))
    return said


@pytest.mark.parametrize("reopened", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_whatever_comes_first_nothing_has_to_be_sent_twice(
    tmp_path: Path, seed: int, reopened: bool
) -> None:
    events = history(tmp_path)
    replica = open_replica(tmp_path / "hall.db")
    shuffled = random.Random(seed).sample(events, len(events))
    for piece in (shuffled[:9], shuffled[9:]):
        offer(replica, *piece)
        if reopened:
            replica.close()
            replica = open_replica(tmp_path / "hall.db")

    stored = replica.after(0, 1_000)
    assert {one.signed for one in stored} == set(events)
    assert replica.state == fold(replica.root, [one.event for one in stored])
    assert len(replica.parked) == 0
    replica.close()


def test_waiting_event_is_neither_in_the_log_nor_in_the_vector(tmp_path: Path) -> None:
    events = history(tmp_path)
    replica = open_replica(tmp_path / "hall.db")

    (why,) = offer(replica, events[-1])

    assert "not enrolled here yet" in why
    assert (replica.end, replica.vector, len(replica.parked)) == (0, {}, 1)
    with replica.batch() as batch, pytest.raises(Early):
        batch.ingest(events[-1])
    assert len(replica.parked) == 1
    replica.close()


def test_a_forgery_that_waited_does_not_keep_the_true_event_out(tmp_path: Path) -> None:
    events = history(tmp_path)
    replica = open_replica(tmp_path / "hall.db")
    true = events[-4]
    forged = Signed(true.data, bytes(64))

    offer(replica, forged, true, *events[:-4])

    assert {one.signed for one in replica.after(0, 1_000)} == set(events[:-3])
    assert len(replica.parked) == 0
    replica.close()


def test_an_event_that_waited_and_came_again_stands_once(tmp_path: Path) -> None:
    events = history(tmp_path)
    replica = open_replica(tmp_path / "hall.db")
    offer(replica, *events[:-4], events[-3])

    offer(replica, events[-4], events[-3])

    assert [one.signed for one in replica.after(0, 1_000)] == events[:-2]
    assert len(replica.parked) == 0
    replica.close()


def test_the_park_has_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What finds no room is refused, and taken when it is offered again."""
    events = history(tmp_path)
    replica = open_replica(tmp_path / "hall.db")
    monkeypatch.setattr(park, "MAX_EVENTS", 2)
    offer(replica, *reversed(events[-4:]))
    assert len(replica.parked) == 2
    monkeypatch.setattr(park, "MAX_EVENTS", 100)
    monkeypatch.setattr(park, "MAX_BYTES", 700)
    offer(replica, *reversed(events[-4:]))
    assert len(replica.parked) < 4

    offer(replica, *events)

    assert {one.signed for one in replica.after(0, 1_000)} == set(events)
    replica.close()


def test_a_parked_event_that_cannot_be_read_any_more_is_passed_over(tmp_path: Path) -> None:
    events = history(tmp_path)
    replica = open_replica(tmp_path / "hall.db")
    offer(replica, events[-1])
    replica.database.execute("UPDATE parked SET data = ?", [b"\xc1"])
    replica.close()

    again = open_replica(tmp_path / "hall.db")
    assert len(again.parked) == 0
    again.close()


def test_one_author_takes_up_the_room_of_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thief writes ahead of what it hands in: a few wait, the rest is refused, none is lost."""
    source = open_replica(tmp_path / "source.db", "source")
    set_up(source)
    begun = source.end
    for table, count in (("1", 40), ("2", 3)):
        write(source, by(TABLES[table], 1), *(report(f"{table}-{n}") for n in range(count)))
    events = [stored.signed for stored in source.after(0, 1_000)]
    source.close()
    thief, honest = events[begun + 1 : begun + 40], events[begun + 41 :]
    monkeypatch.setattr(park, "MAX_EVENTS", 12)
    monkeypatch.setattr(park, "MAX_OF_ONE", 10)
    replica = open_replica(tmp_path / "hall.db")
    offer(replica, *events[:begun])

    offer(replica, *thief)
    assert len(replica.parked) == 10
    offer(replica, *honest)
    assert len(replica.parked) == 12

    offer(replica, *events)
    assert {one.signed for one in replica.after(0, 1_000)} == set(events)
    assert len(replica.parked) == 0
    replica.close()
