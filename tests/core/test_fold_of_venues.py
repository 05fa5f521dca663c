"""Headquarters hears of one hall after another: what it has derived stays true, whatever comes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shared.core.entities import device, lead, pairing
from shared.core.events import DeviceRevoked, DivisionLed, Event, PairedMatch, RoundPaired
from shared.core.fold import Fold, fold
from shared.wire.envelope import read
from tests.bench.venues import Venue, Writer
from tests.championship.kit import ROOT, ROOT_ID


def _log(name: str) -> list[Event]:
    venue = Venue(name, tables=2)
    said = [signed for round_of in venue.said for pair in round_of for signed in pair]
    return [read(signed) for signed in [*venue.log.events, *said]]


LOGS = {name: _log(name) for name in ("north", "south", "west")}
SOUTH = Venue("south", tables=2)
REVOKED = read(Writer(ROOT, "ee" * 8).write(device(SOUTH.keys.node), DeviceRevoked((), "lost")))
STRAY = read(
    Writer(SOUTH.keys.sign, "0b" * 8).write(
        pairing(SOUTH.division, 3),
        RoundPaired(0, "seed", (PairedMatch("north.x", "south.0", ("south.p0", "south.p1")),)),
    )
)
"""Names a match of the north, which is known for one only where the north's opening is."""
LED = read(
    Writer(SOUTH.keys.sign, "0c" * 8).write(
        lead(SOUTH.division, 1), DivisionLed("west", (), ("west",))
    )
)


def test_halls_that_come_in_any_steps_make_the_state_of_all_of_them() -> None:
    more = st.sets(st.sampled_from([0, 1, 2]))

    @given(st.randoms(use_true_random=False), st.integers(1, 40), st.booleans(), more)
    def steps(chance: object, size: int, mixed: bool, more: set[int]) -> None:
        events = [event for log in LOGS.values() for event in log]
        events += [(REVOKED, STRAY, LED)[which] for which in sorted(more)]
        if mixed:
            chance.shuffle(events)  # type: ignore[attr-defined]
        hall = Fold(ROOT_ID)
        for start in range(0, len(events), size):
            hall.add(events[start : start + size])
            hall.state()
        assert hall.state() == fold(ROOT_ID, events)

    steps()
    whole = fold(ROOT_ID, [event for log in LOGS.values() for event in log])
    assert len(whole.matches) == 12
    assert all(match.result.counts for match in whole.matches.values())
    assert {table.label for table in whole.tables.values()} >= {"Table 0 · north", "Table 0 · west"}
