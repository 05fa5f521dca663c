"""The hall dies: a standby takes over, or it is started again; beside it a hall's bare start."""

import signal
from contextlib import ExitStack
from pathlib import Path

from shared.machine.clocks import precise_ns
from tests.bench.figures import SECOND_NS, Effort, ms, on_this_disk, row, say, times
from tests.node.hall_kit import Hall, a_hall, report
from tests.node.hall_process import HallProcess
from tests.processes.standby import Standby, is_at_the_hall, promote

TABLES, DEATHS = 8, 5
SOON_NS = 5 * SECOND_NS


def dies(hall: Hall, tables: int, *, taken_over: bool) -> int:
    """Kill a hall; return the ns from the command to every table's entry at the next hall."""
    with ExitStack() as opened:
        old = opened.enter_context(HallProcess(hall))
        running = [hall.start(f"table-{n}") for n in range(1, tables + 1)]
        opened.callback(lambda: hall.stop(*running))
        standby = opened.enter_context(Standby(hall))
        for n, table in enumerate(running, start=1):
            table.ears.until(lambda t=table: standby.node in t.ears.state.places)  # type: ignore[misc]
            is_at_the_hall(table, table.file(report("before", n)))
        old.end(signal.SIGKILL)
        held = [table.file(report("meanwhile", n)) for n, table in enumerate(running, start=1)]
        for table in running:
            table.ears.until_link("offline")
        begun = precise_ns()
        if taken_over:
            promote(standby.home)
        else:
            opened.enter_context(HallProcess(hall, wait=False))
        for table, event in zip(running, held, strict=True):
            is_at_the_hall(table, event)
        return precise_ns() - begun


def bare_start(hall: Hall) -> int:
    """Return the ns of the start of a hall that nobody waits for."""
    begun = precise_ns()
    with HallProcess(hall):
        return precise_ns() - begun


def bench(effort: Effort) -> None:
    """Print the three rows; a table's person waits for the first two."""
    tables, deaths = effort.pick(TABLES, 2), effort.pick(DEATHS, 1)
    took: dict[str, list[int]] = {"over": [], "again": [], "bare": []}
    for _ in range(deaths):
        with on_this_disk() as name, a_hall(Path(name), tables=tables) as hall:
            took["bare"].append(bare_start(hall))
            took["again"].append(dies(hall, tables, taken_over=False))
        with on_this_disk() as name, a_hall(Path(name), tables=tables) as hall:
            took["over"].append(dies(hall, tables, taken_over=True))
    over = row(f"taken over: {tables} tables' entries at the new hall", took["over"])
    again = row(f"started again: {tables} tables' entries at it", took["again"])
    bare = row("raw: a hall started until it listens", took["bare"])
    say(f"  taken over {times(over, bare)} the bare start, started again {times(again, bare)}")
    effort.judge(max(over, again) <= SOON_NS, f"both p99 ≤ {ms(SOON_NS)}")
