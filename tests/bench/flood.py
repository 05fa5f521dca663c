"""What a flood with a stolen key costs the others: on the disk, and on the way to the hall.

The hall takes in so much of one device's at most (see ``quota.TABLE``).
"""

import itertools
import shutil
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Event, Thread

import zmq

from shared.core.events import Body, Draft, PlayerRegistered, ReportFiled, entities
from shared.machine.clocks import precise_ns
from shared.store.replica import Replica
from shared.wire.envelope import Signed
from shared.wire.messages import Ack, decode_from_hall
from shared.wire.sync.quota import TABLE
from tests.bench import field
from tests.bench.figures import Effort, on_this_disk, percentile, row, times
from tests.bench.hall import running
from tests.bench.sync import hall_folder, lines_to, push

TABLES = 300
ONE_BY_ONE = 200
MOST = 1.5
MOST_AT_THE_HALL = 3
BATCH = 64
Said = Callable[[int], tuple[str, Body]]


def bench(effort: Effort) -> None:
    """Print what an honest table's report takes: calm, and beside each kind of flood."""
    floods: dict[str, Said] = {
        "calm": lambda n: ("", ReportFiled("call")),
        "beside reports of one table": lambda n: (
            entities.table_report("0", f"flood-{n}"),
            ReportFiled("call"),
        ),
        "beside events that do not count": _junk,
        "beside enrolments that do not count": _enrolment,
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
    _at_the_hall(effort)


def _at_the_hall(effort: Effort) -> None:
    """An honest table's report goes to the hall, alone and while another table floods it."""
    count = effort.pick(ONE_BY_ONE, 2)
    with on_this_disk() as name:
        folder = Path(name)
        home = hall_folder(folder, "hall", 0, 2)
        shutil.copy(home / "hall.db", folder / "writer.db")
        with closing(field.open_replica(folder / "writer.db")) as replica:
            junk = _flood(replica, _junk, effort.pick(TABLE.events + 20 * BATCH, 2 * BATCH))
            mine = [report(replica, n) for n in range(2 * count)]
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        with running(home) as hall:
            (thief, _), (honest, _) = lines_to(hall, context, 2)
            calm = handed_in(honest, mine[:count])
            ended = Event()
            flood = Thread(target=_go_on, args=(thief, junk, ended))
            flood.start()
            beside = handed_in(honest, mine[count:])
            ended.set()
            flood.join()
        context.destroy(linger=0)
    row("an honest report at the hall, calm", calm)
    row("an honest report at the hall, while another table floods it", beside)
    ratio = times(percentile(beside, 0.5), percentile(calm, 0.5))
    met = percentile(beside, 0.5) <= MOST_AT_THE_HALL * percentile(calm, 0.5)
    effort.judge(met, f"{ratio} of the calm one, at most {MOST_AT_THE_HALL}")


def _go_on(thief: zmq.Socket[bytes], junk: list[Signed], ended: Event) -> None:
    """Hand in junk without end, one push in flight; what the hall does not take, again."""
    pieces = [junk[at : at + BATCH] for at in range(0, len(junk), BATCH)]
    for number in itertools.count(1):
        thief.send(push(number, pieces[min(number - 1, len(pieces) - 1)]))
        thief.recv()
        if ended.is_set():
            return


def handed_in(honest: zmq.Socket[bytes], events: list[Signed]) -> list[int]:
    """Nanoseconds until the hall has each of these."""
    took = []
    for number, signed in enumerate(events):
        started = precise_ns()
        honest.send(push(number, [signed]))
        answer = decode_from_hall(honest.recv())
        took.append(precise_ns() - started)
        assert isinstance(answer, Ack)
        assert not answer.later
    return took


def _enrolment(number: int) -> tuple[str, Body]:
    draft = field.enrol(field.terminal(TABLES + number), "kiosk", "Junk")
    return draft.ent, draft.body


def _junk(number: int) -> tuple[str, Body]:
    return entities.player(f"flood-{number}"), PlayerRegistered("Junk", "open")


def _flood(replica: Replica, said: Said, count: int) -> list[Signed]:
    thief = field.author(field.terminal(0))
    with replica.batch() as batch:
        for n in range(count):
            ent, body = said(n)
            batch.append(thief, Draft(ent, body), at=field.AT)
    return [stored.signed for stored in batch.written]


def _one_more(replica: Replica, number: int) -> int:
    """Nanoseconds of a report of an honest table, in a commit of its own."""
    started = precise_ns()
    report(replica, number)
    return precise_ns() - started


def report(replica: Replica, number: int) -> Signed:
    draft = Draft(entities.table_report("1", f"honest-{number}"), field.CALL)
    with replica.batch() as batch:
        batch.append(field.author(field.terminal(1)), draft, at=field.AT)
    return batch.written[0].signed
