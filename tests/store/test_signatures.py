"""A burst's signatures are checked together: the same events count as one by one."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.store.replica import Replica
from shared.store.signatures import FEWEST, Signatures
from shared.wire.envelope import BadEvent, Signed
from tests.store.store_kit import ROOT_KEY, TABLES, by, open_replica, report, set_up, write


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[Signed]:
    """A tournament's first events and forty reports of a table, in order."""
    replica = open_replica(tmp_path_factory.mktemp("told") / "hall.db")
    set_up(replica)
    write(replica, by(TABLES["1"]), *(report(f"r{n}") for n in range(40)))
    events = [stored.signed for stored in replica.after(0, 1_000)]
    replica.close()
    return events


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Replica]:
    replica = open_replica(tmp_path / "hall.db", "fresh")
    yield replica
    replica.close()


def take_in(replica: Replica, burst: list[Signed]) -> list[str]:
    """Take in a burst; return why events were refused."""
    refused = []
    with replica.batch() as batch:
        batch.expect(burst)
        for signed in burst:
            try:
                batch.ingest(signed)
            except BadEvent as error:
                refused.append(str(error))
    return refused


def test_burst_that_enrols_its_own_authors_is_taken_in_whole(
    fresh: Replica, told: list[Signed]
) -> None:
    assert take_in(fresh, told) == []
    assert fresh.end == len(told)
    assert len(fresh.state.reports) == 40


def test_forged_events_among_sound_ones_are_refused_alone(
    fresh: Replica, told: list[Signed]
) -> None:
    take_in(fresh, told[:-30])
    last = told[-30:]
    forged = Signed(last[-1].data, bytes(64))
    broken = Signed(b"\xc1 no event", bytes(64))

    refused = take_in(fresh, [*last[:-1], forged, broken])

    assert refused[0] == "the signature does not fit the author's key"
    assert len(refused) == 2
    assert fresh.end == len(told) - 1


def test_event_under_the_bytes_of_a_sound_one_needs_its_own_signature(
    fresh: Replica, told: list[Signed]
) -> None:
    stolen = [Signed(told[n].data, told[n - 1].sig) for n in range(1, len(told))]
    take_in(fresh, [told[0], *stolen])
    assert fresh.end == 1


@pytest.mark.parametrize("cores", [1, 2, 3, 8])
def test_any_number_of_cores_finds_the_same(told: list[Signed], cores: int) -> None:
    sound = [(signed, ROOT_KEY) for signed in told[:3]]
    forged = [(Signed(b"%d" % n, bytes(64)), ROOT_KEY) for n in range(FEWEST)]
    before = set(threading.enumerate())
    checks = Signatures(cores)
    try:
        assert checks.sound([*forged, *sound]) == {signed for signed, _ in sound}
        assert bool(set(threading.enumerate()) - before) is (cores > 1)
        assert checks.sound([]) == set()
    finally:
        checks.close()


def test_signatures_that_were_checked_together_are_not_checked_again(
    fresh: Replica, told: list[Signed], monkeypatch: pytest.MonkeyPatch
) -> None:
    def checked_again(*_: object) -> None:
        raise BadEvent("checked one by one")

    monkeypatch.setattr("shared.store.batch.verify", checked_again)
    assert take_in(fresh, told) == []
    assert fresh.end == len(told)


def test_small_work_starts_no_thread(fresh: Replica, told: list[Signed]) -> None:
    for at in range(0, len(told), FEWEST - 1):
        take_in(fresh, told[at : at + FEWEST - 1])
    assert not [t for t in threading.enumerate() if t.name.startswith("signatures")]
