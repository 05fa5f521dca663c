"""What a flood with a stolen key costs the others: one more report beside 4,000 of one table.

The hall takes in so much of one device's at most (see ``quota.TABLE``).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from shared.clocks import precise_ns
from shared.core import entities
from shared.core.events import Body, Draft, PlayerRegistered, ReportFiled
from shared.store.replica import Replica
from shared.wire.sync.quota import TABLE
from tests.bench import field
from tests.bench.figures import Effort, on_this_disk, percentile, row, times

TABLES = 300
ONE_BY_ONE = 200
MOST = 1.5
Said = Callable[[int], tuple[str, Body]]


def bench(effort: Effort) -> None:
    """Print what an honest table's report takes: calm, and beside each kind of flood."""
    floods: dict[str, Said] = {
        "calm": lambda n: ("", ReportFiled("call")),
        "beside reports of one table": lambda n: (
            entities.table_report("0", f"flood-{n}"),
            ReportFiled("call"),
        ),
        "beside events that do not count": lambda n: (
            entities.player(f"flood-{n}"),
            PlayerRegistered("Junk", "open"),
        ),
        "beside enrolments that do not count": lambda n: (
            entities.device(f"{n:032x}"),
            field.enrol(field.terminal(TABLES + n), "kiosk", "Junk").body,
        ),
    }
    with on_this_disk() as name, ExitStack() as stack:
        replicas: dict[str, Replica] = {}
        for number, (what, said) in enumerate(floods.items()):
            replica = field.open_replica(Path(name) / f"{number}.db", f"{number:04}")
            stack.callback(replica.close)
            field.found(replica, effort.pick(TABLES, 2))
            if number:
                _flood(replica, said, effort.pick(TABLE.events, 40))
            replicas[what] = replica
        took: dict[str, list[int]] = {what: [] for what in replicas}
        # In turn, so that a machine that drifts favours none.
        for number in range(effort.pick(ONE_BY_ONE, 2)):
            for what, replica in replicas.items():
                took[what].append(_one_more(replica, number))
    calm = percentile(took["calm"], 0.5)
    for what, values in took.items():
        row(f"an honest report, {what}", values)
        if what != "calm":
            median = percentile(values, 0.5)
            bar = f"{times(median, calm)} of the calm one, at most {MOST}"
            effort.judge(median <= MOST * calm, bar)


def _flood(replica: Replica, said: Said, count: int) -> None:
    thief = field.author(field.terminal(0))
    with replica.batch() as batch:
        for n in range(count):
            ent, body = said(n)
            batch.append(thief, Draft(ent, body), at=field.AT)


def _one_more(replica: Replica, number: int) -> int:
    """Nanoseconds of a report of an honest table, in a commit of its own."""
    draft = Draft(entities.table_report("1", f"honest-{number}"), field.CALL)
    started = precise_ns()
    with replica.batch() as batch:
        batch.append(field.author(field.terminal(1)), draft, at=field.AT)
    return precise_ns() - started
