"""Where an entry is safe: nothing is claimed that nobody has said."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.node.whereabouts import Whereabouts
from shared.port import HallChanged
from shared.store.replica import Replica
from tests.store.store_kit import HALL, TABLES, by, open_replica, report, result, set_up, write

ME = TABLES["1"]


@pytest.fixture
def replica(tmp_path: Path) -> Iterator[Replica]:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    yield replica
    replica.close()


def told(where: Whereabouts, replica: Replica) -> HallChanged:
    return HallChanged(replica.state, where.unsent, where.few, where.keepers)


def test_an_entry_goes_from_here_to_the_hall_to_other_disks(replica: Replica) -> None:
    before = dict(replica.vector)
    where = Whereabouts(replica, (ME.node,))
    where.acked(before, complete=True, end=20)
    (mine,) = write(replica, by(ME), result(0, "W", "D"))
    where.wrote([replica.after(replica.end - 1, 1)[0].event])
    assert told(where, replica).copies(mine) == 0

    assert where.acked(replica.vector, complete=False, end=21)
    assert told(where, replica).copies(mine) == 1

    assert where.kept((21, 20, 20))
    assert (told(where, replica).copies(mine), where.keepers) == (1, 3)
    assert where.kept((21, 20, 21))
    assert told(where, replica).copies(mine) == 2
    assert where.kept((21, 21, 21))
    assert told(where, replica).copies(mine) == 3
    assert where.few == {}
    assert not where.kept((22, 21, 21))


def test_copies_are_unknown_before_a_hall_was_heard(replica: Replica) -> None:
    (theirs,) = write(replica, by(TABLES["2"]), result(0, "W", "D"))
    where = Whereabouts(replica, (ME.node,))

    assert told(where, replica).copies(theirs) is None


def test_results_of_others_are_counted_and_their_reports_are_not(replica: Replica) -> None:
    where = Whereabouts(replica, (ME.node,))
    where.acked(dict(replica.vector), complete=True, end=20)
    ids = write(replica, by(TABLES["2"]), result(0, "W", "D"), report("r1", table="2"))
    events = [stored.event for stored in replica.after(replica.end - 2, 2)]
    where.stands(events, 22)

    where.kept((22, 20))

    assert where.few == {ids[0]: 1}


def test_another_hall_is_another_log(replica: Replica) -> None:
    """What the old hall's disks held is not known of the new one's."""
    (mine,) = write(replica, by(ME), result(0, "W", "D"))
    write(replica, by(HALL), report("other"))
    where = Whereabouts(replica, (ME.node,))
    where.acked(dict(replica.vector), complete=True, end=20)
    where.kept((20, 20, 20))
    assert told(where, replica).copies(mine) == 3

    where.acked(dict(replica.vector), complete=True, end=9)
    assert told(where, replica).copies(mine) == 1
    where.kept((9, 3))
    assert told(where, replica).copies(mine) == 1

    # A hall from an old disk does not have it: it is held here alone.
    older = {place: seq for place, seq in replica.vector.items() if place[0] != ME.node}
    where.acked(older, complete=True, end=5)
    assert told(where, replica).copies(mine) == 0
