"""A stolen key that floods the hall: it ends at its budget, and is one line for the referee."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.core.events import PlayerRegistered, ReportFiled, entities
from shared.net.keys import DeviceKeys
from shared.port import TooMuch
from shared.wire.envelope import Signed
from shared.wire.messages import Ack, Push, Welcome
from shared.wire.sync import hub, quota
from shared.wire.sync.quota import Budget
from tests.node.hall_kit import Hall, a_hall, raw_peer, report
from tests.node.raw_kit import ask, hello, sealed
from tests.prove import times

JUNK = times(120, 6_000)
FITS = times(40, 2_000)
BATCH = 20


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setattr(quota, "TABLE", Budget(FITS, 64 << 20, 1, 1, start=1))
    with a_hall(tmp_path) as hall:
        yield hall


def junk(keys: DeviceKeys, count: int) -> list[Signed]:
    """Events that the key may not write: the hall keeps them, and they do not count."""
    events: list[Signed] = []
    for n in range(count):
        body = PlayerRegistered(f"Junk {n}", "masters")
        last = events[-1] if events else None
        events.append(sealed(keys, entities.player(f"junk-{n}"), body, after=last))
    return events


def flood(hall: Hall, keys: DeviceKeys, events: list[Signed]) -> list[Ack]:
    """Hand in all of them, batch by batch, whatever the hall answers."""
    answers = []
    with raw_peer(hall, keys) as peer:
        assert isinstance(ask(peer, hello(hall)), Welcome)
        for n in range(0, len(events), BATCH):
            pairs = tuple((signed.data, signed.sig) for signed in events[n : n + BATCH])
            ack = ask(peer, Push(n, pairs))
            assert isinstance(ack, Ack)
            answers.append(ack)
    return answers


def held_of(hall: Hall, keys: DeviceKeys) -> int:
    """Return how many events of a key are in the hall's log."""
    vector = hall.running[0].node.replica.vector
    return sum(seq for (node, _), seq in dict(vector).items() if node == keys.node)


def test_a_flood_with_a_stolen_key_ends_at_its_budget_and_is_one_line(hall: Hall) -> None:
    server, honest = hall.start_hall(), hall.start("table-2")
    referee = hall.start("referee-1", role="referee", hears_clocks=True)
    referee.ears.until_link("live")
    honest.ears.until_link("live")
    thief = hall.keys("table-1")

    answers = flood(hall, thief, junk(thief, JUNK))

    assert held_of(hall, thief) <= FITS + BATCH
    assert answers[-1].later == (bytes.fromhex(thief.node),)
    assert all(ack.refused == () for ack in answers)
    line = referee.ears.first(TooMuch, lambda told: bool(told.nodes))
    assert line.nodes == (thief.node,)

    event = honest.file(report("an-honest-call", 2))
    referee.ears.until_sees("an-honest-call")
    honest.ears.until(lambda: event not in honest.ears.unsent)
    # What stayed outside was handed on to nobody.
    replica = referee.node.replica
    assert sum(s for (n, _), s in dict(replica.vector).items() if n == thief.node) <= FITS + BATCH
    assert server.node.failure == ""


def test_a_late_table_beyond_its_budget_catches_up_and_loses_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quota, "TABLE", Budget(40, 64 << 20, 12_000, 64 << 20, start=1))
    monkeypatch.setattr(hub, "PAUSE_MS", 100)
    late = hall.start("table-1")
    events = {late.file(report(f"late-{n}")) for n in range(90)}

    hall.start_hall()
    kiosk = hall.start("kiosk-1", role="kiosk")
    late.ears.until(lambda: not events & late.ears.unsent)
    kiosk.ears.until_sees(*(f"late-{n}" for n in range(90)))


def test_large_events_use_up_a_budget_as_many_do(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quota, "TABLE", Budget(100_000, 8 << 10, 1, 1))
    hall.start_hall()
    thief = hall.keys("table-1")
    events: list[Signed] = []
    for n in range(60):
        body = ReportFiled("call", note="x" * 400)
        last = events[-1] if events else None
        events.append(sealed(thief, entities.table_report("1", f"n{n}"), body, after=last))

    flood(hall, thief, events)
    assert 0 < held_of(hall, thief) <= 2 * BATCH
