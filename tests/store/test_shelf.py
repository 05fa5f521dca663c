"""A replica with long clocks: what a start does not read, and the check of it afterwards."""

import sqlite3
from pathlib import Path

import pytest

from shared.core.events import ClockLogged, Draft, Press, entities
from shared.core.fold import fold
from shared.store.batch import Batch
from shared.store.errors import CannotOpen
from shared.store.replica import Replica
from shared.wire.envelope import read
from tests.store.store_kit import MATCH, TABLES, by, open_replica, report, set_up, write

TABLE = by(TABLES["1"])
CLOCK = entities.clock(MATCH)
BATCHES = 30


def batch(number: int) -> Draft:
    """Return two presses, and a mark by which the bytes are found."""
    body = ClockLogged(1, (Press(0, number), Press(1, 7)), (9, 9), (1, 1), f"mark {number:02}")
    return Draft(CLOCK, body)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A replica's file, closed, with a clock of thirty batches."""
    path = tmp_path / "hall.db"
    replica = open_replica(path)
    set_up(replica)
    for number in range(BATCHES):
        write(replica, TABLE, batch(number))
    write(replica, TABLE, report("r1"))
    replica.close()
    return path


def change(path: Path, sql: str) -> None:
    """Change the file as nobody may."""
    plain = sqlite3.connect(path)
    assert plain.execute(sql).rowcount == 1
    plain.commit()
    plain.close()


def flip(path: Path, mark: bytes) -> None:
    """Flip one bit beside each copy of some bytes."""
    data = bytearray(path.read_bytes())
    assert data.count(mark)
    path.write_bytes(data.replace(mark, bytes([mark[0] ^ 1]) + mark[1:]))


def checked(replica: Replica, limit: int = 7) -> int:
    """Check all that the start passed over; return in how many turns."""
    turns = 1
    while not replica.check(limit):
        turns += 1
    return turns


def test_a_start_knows_all_and_goes_on_from_it(file: Path) -> None:
    replica = open_replica(file)
    events = [read(stored.signed) for stored in replica.after(0, 1_000)]
    assert replica.state == fold(replica.root, events)
    assert replica.state.matches[MATCH.uid].presses == 2 * BATCHES
    assert checked(replica) > 3

    write(replica, TABLE, batch(BATCHES))
    replica.close()
    again = open_replica(file)
    match = again.state.matches[MATCH.uid]
    assert (match.presses, match.clock) == (2 * BATCHES + 2, batch(BATCHES).body)
    assert len(again.fold.events_of(CLOCK)) == BATCHES + 1
    assert checked(again, 1_000) == 1
    again.close()


def test_a_start_does_not_read_the_first_batches_of_a_clock(file: Path) -> None:
    flip(file, b"mark 05")
    flip(file, b"mark 29")
    with pytest.raises(CannotOpen):
        open_replica(file)
    flip(file, b"lark 29")
    open_replica(file).close()


def test_a_flipped_bit_in_a_batch_that_a_start_passed_over_is_found_after_it(file: Path) -> None:
    flip(file, b"mark 05")
    replica = open_replica(file)
    with pytest.raises(CannotOpen, match=r"is damaged \(entry \d+ of its log is not sound\)"):
        checked(replica)
    with pytest.raises(CannotOpen, match="not sound"):
        replica.fold.about_match(MATCH)
    replica.close()


def test_a_wrong_count_of_presses_is_found_after_the_start(file: Path) -> None:
    change(file, "UPDATE clocks SET presses = presses + 1")
    replica = open_replica(file)
    with pytest.raises(CannotOpen, match=r"its count of the presses of .* is wrong"):
        checked(replica)
    replica.close()


@pytest.mark.parametrize("first", ["1000", "3", "first + 20"])
def test_a_clock_that_begins_where_none_of_its_batches_is_is_found_at_the_start(
    file: Path, first: str
) -> None:
    change(file, f"UPDATE clocks SET first = {first}")
    with pytest.raises(CannotOpen, match=r"the first batch to read of .* is not there"):
        open_replica(file)


def test_failed_write_leaves_the_shelf_as_it_was(file: Path) -> None:
    replica = open_replica(file)

    def fail(one: Batch) -> None:
        for number in range(9):
            one.append(TABLE, batch(BATCHES + number), at=0)
        one.finish()
        raise LookupError

    with pytest.raises(LookupError), replica.batch() as one:
        fail(one)
    assert replica.state.matches[MATCH.uid].presses == 2 * BATCHES
    checked(replica)
    write(replica, TABLE, batch(BATCHES))
    assert replica.state.matches[MATCH.uid].presses == 2 * BATCHES + 2
    replica.close()
    again = open_replica(file)
    assert again.state.matches[MATCH.uid].presses == 2 * BATCHES + 2
    checked(again)
    again.close()


def test_a_log_that_was_taken_over_is_read_whole_once(file: Path) -> None:
    change(file, "DELETE FROM clocks")
    open_replica(file).close()
    flip(file, b"mark 05")
    again = open_replica(file)
    assert again.state.matches[MATCH.uid].presses == 2 * BATCHES
    with pytest.raises(CannotOpen, match="not sound"):
        checked(again)
    again.close()
