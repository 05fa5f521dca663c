"""A round of 300 virtual terminals: every result is at the hall, and its memory stays flat."""

import sys
from pathlib import Path

import pytest

from shared.machine.clocks import monotonic_ms
from tests.bench import field
from tests.bench.hall import running
from tests.bench.sync import hall_folder, new_events
from tests.processes.memory import resident_kb
from tests.processes.terminals import a_crowd
from tests.prove import times

TERMINALS = times(60, 300)
ENTRIES = times(8, 60)
"""Clock batches of each table; two signatures come after them."""
QUIET_S = times(20, 400)
EVENT_KB = 8
"""An event may cost the hall so much: the event, its place in the fold, its row in the caches."""
FLAT_KB = 4_000
"""What the allocator may add at any time: it takes pages in large pieces, and touches some late."""

pytestmark = [
    pytest.mark.processes,
    pytest.mark.timeout(times(120, 3_600)),
    pytest.mark.skipif(sys.platform != "linux", reason="reads memory from /proc"),
]


def test_every_result_of_a_round_is_at_the_hall_and_its_memory_stays_flat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = hall_folder(tmp_path, "soak", 1)
    logs = new_events(home, tmp_path, ENTRIES, 1)[:TERMINALS]
    began = monotonic_ms()
    with running(home) as hall, a_crowd(hall, logs) as crowd:
        crowd.second(0)
        fresh = resident_kb(hall.pid)
        moves = 0
        while not all(terminal.done for terminal in crowd.terminals):
            moves += 1
            crowd.second(moves)
        played = resident_kb(hall.pid)
        for _ in range(QUIET_S // 4):
            moves += 1
            crowd.second(moves)
        settled = resident_kb(hall.pid)
        for _ in range(QUIET_S):
            moves += 1
            crowd.second(moves)
        quiet = resident_kb(hall.pid)
        heard = min(terminal.heard for terminal in crowd.terminals)
    took = monotonic_ms() - began

    entries = sum(map(len, logs))
    replica = field.open_replica(home / "hall.db")
    state = replica.state
    held = {stored.event.id for stored in replica.after(0, 1_000_000)}
    replica.close()
    with capsys.disabled():
        print(  # noqa: T201
            f"\n  {TERMINALS} terminals, {entries} entries, {moves} s of clocks in {took} ms;"
            f" the hall: {fresh} KiB, after the round {played}, after a quiet time {quiet}"
        )
    assert len(held) > entries
    signed = [m for m in state.matches.values() if m.result.status == "confirmed"]
    assert len(signed) == TERMINALS
    assert not state.alarms
    assert heard > 0
    assert played - fresh < FLAT_KB + EVENT_KB * entries
    assert quiet - settled < FLAT_KB
