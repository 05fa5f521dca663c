"""What must hold after a heal, computed from the ledger and not from the events."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from shared.core.events import (
    KINDS,
    DeviceAssigned,
    DeviceRevoked,
    Event,
    ReportFiled,
    ResultSigned,
    TermOpened,
    entities,
)
from shared.core.events.measures import MatchDecided
from shared.core.fold import fold
from shared.core.match.outcome import Outcome
from shared.core.state import HallState, Match
from shared.node.whereabouts import Whereabouts
from shared.store.projection import PROJECTED
from shared.store.replica import Replica
from shared.wire.envelope import node_of
from tests.core.judged import Judged, judge
from tests.simulation.founding import ROOT_KEY
from tests.simulation.ledger import Broken, Ledger

ROOT_NODE = node_of(ROOT_KEY)


def same_everywhere(replicas: Sequence[tuple[str, Replica]], chance: Random) -> HallState:
    """Same set, same state, same tables, byte for byte; and the state is that of the set."""
    (first, here), *others = replicas
    stored = here.after(0, 100_000)
    ids = {one.event.id for one in stored}
    state = repr(here.state)
    for name, replica in others:
        theirs = {one.event.id for one in replica.after(0, 100_000)}
        if theirs != ids:
            raise Broken(f"{first} and {name} hold other events: {len(ids ^ theirs)} differ")
        if repr(replica.state) != state:
            raise Broken(f"{first} and {name} have the same events and another state")
        if _tables(replica) != _tables(here):
            raise Broken(f"{first} and {name} have the same state and other tables")
    events = [one.event for one in stored]
    chance.shuffle(events)
    if repr(fold(here.root, events)) != state:
        raise Broken("the state is not that of the set of events")
    return here.state


def _tables(replica: Replica) -> list[list[object]]:
    return [
        sorted(map(repr, replica.database.execute(f"SELECT * FROM {table}"))) for table in PROJECTED
    ]


def nothing_lost(ledger: Ledger, ids: set[str]) -> None:
    """What a screen said to be held is there, unless every disk that held it is gone."""
    lost = ledger.accepted - ledger.excused - ids
    if lost:
        raise Broken(f"{len(lost)} entries that a screen accepted are nowhere: {sorted(lost)[0]}")


def twins_alarmed(events: Iterable[Event], state: HallState) -> set[str]:
    """Check that two events under one number are known as a fork; return the ids that must not
    count."""
    places: dict[tuple[str, str, int], list[Event]] = {}
    for event in events:
        places.setdefault(event.place, []).append(event)
    forks = {(fork.node, fork.inc): fork for fork in state.forks}
    counting = {branch.event for fork in state.forks for branch in fork.branches if branch.counts}
    twins: set[str] = set()
    for same in places.values():
        if len(same) > 1:
            twins |= {event.id for event in same} - counting
            if (same[0].node, same[0].inc) not in forks:
                raise Broken("two events under one number, and nobody is told")
            if len(counting & {event.id for event in same}) > 1:
                raise Broken("two events under one number count")
    return twins


def honest_numbers(events: Iterable[Event], liars: set[str]) -> None:
    """An honest device never writes two events under one number, whatever disk it woke up on."""
    places: dict[tuple[str, str, int], str] = {}
    for event in events:
        if event.node not in liars and places.setdefault(event.place, event.id) != event.id:
            raise Broken(f"the honest device {event.node[:8]} used the number {event.seq} twice")


def cuts_kept(events: Sequence[Event], state: HallState) -> None:
    """What a revoked device wrote beyond the cut is listed and not in force."""
    cuts = [
        (event.ent.partition("/")[2], event.body.cut)
        for event in events
        if isinstance(event.body, DeviceRevoked)
    ]
    listed = {unforced.event for unforced in state.unforced}
    for event in events:
        within = all(
            any(inc == event.inc and event.seq <= last for inc, last, _ in cut)
            for node, cut in cuts
            if node == event.node
        )
        if not within and event.id not in listed:
            raise Broken(f"a {event.kind} by a revoked key counts")


def terms_kept(ledger: Ledger, events: Sequence[Event], state: HallState) -> int:
    """Authority of an earlier term that the new hall did not have on its disk is listed.

    Returns how much of it there is.
    """
    standing: dict[int, list[Event]] = {}
    opened = [event for event in events if isinstance(event.body, TermOpened)]
    for event in sorted(opened, key=_number, reverse=True):
        if not _barred(ledger, event, standing):
            standing.setdefault(_number(event), []).append(event)
    if state.term != max(standing, default=0):
        raise Broken(f"the term is {max(standing, default=0)}, and the state has {state.term}")
    holders = {event.node for event in standing.get(state.term, ())}
    if state.hall not in (holders or {""}):
        raise Broken(f"{state.hall[:8]} is believed to be the hall, and did not open the term")
    listed = {unforced.event: unforced.reason for unforced in state.unforced}
    count = 0
    for event in events:
        if not event.kind.startswith("a.") or KINDS[event.kind].termless or event.node == ROOT_NODE:
            continue
        barred = _barred(ledger, event, standing)
        count += barred
        if barred and event.id not in listed:
            raise Broken(f"a {event.kind} of term {event.term} counts in term {state.term}")
        if not barred and "earlier term" in listed.get(event.id, ""):
            raise Broken(f"a {event.kind} that the hall of term {state.term} knew does not count")
    return count


def _number(event: Event) -> int:
    """Return the term that an opening opens."""
    return int(event.ent.partition("/")[2])


def _barred(ledger: Ledger, event: Event, standing: Mapping[int, Sequence[Event]]) -> bool:
    own = _number(event) if isinstance(event.body, TermOpened) else event.term
    return any(
        number > own and not any(event.id in ledger.known[o.id] for o in openings)
        for number, openings in standing.items()
    )


def results_right(
    ledger: Ledger, events: Sequence[Event], state: HallState, twins: set[str]
) -> None:
    """Each result is what the ledger makes of the versions in force, conflicts included."""
    listed = {unforced.event for unforced in state.unforced} | twins
    for match in state.matches.values():
        ent, about = entities.result(match.key), entities.match_decision(match.key)
        versions = [e for e in events if e.ent == ent and e.id not in listed]
        made = [e for e in events if e.ent == about and e.id not in listed]
        judged = judge(made, {event.id: ledger.past_of(event.id) for event in made})
        wanted = _resolve(ledger, versions, judged)
        if match.result.outcome != wanted:
            raise Broken(
                f"{ent}: {match.result.status} {match.result.outcome}, and by what their authors"
                f" had seen it is {wanted or 'open'}"
            )
        if wanted is None and _differ(ledger, versions, judged) and not match.result.open_question:
            raise Broken(f"{ent}: versions differ, and nobody is asked")
        filed = [e for e in events if isinstance(e.body, ReportFiled) and e.id not in listed]
        _decided_right(match, judged, state, filed)


def _decided_right(match: Match, judged: Judged, state: HallState, filed: Sequence[Event]) -> None:
    """What was decided about a match counts, waits or is gone, and so do the reports of it."""
    taken = {(one.token, one.measure) for one in match.taken}
    wanted = {held for entry in judged.in_force.values() for held in entry.measures}
    if taken != wanted:
        raise Broken(f"{match.key}: {taken} is in force, and it should be {wanted}")
    waiting = {one.event for one in match.decisions if one.standing == "contested"}
    if waiting != judged.contested.keys():
        raise Broken(f"{match.key}: {waiting} wait, and {judged.contested.keys()} should")
    for report in state.reports.values():
        # Who has read one of two filings that say the same has read the report.
        settling = [e.id for e in filed if e.ent == report.ent and judged.settling(e.id)]
        if report.match == match.key and report.open != (not settling):
            raise Broken(f"{report.ent}: open is {report.open}, {len(settling)} settle it")


def rounds_and_tables_right(
    ledger: Ledger, events: Sequence[Event], state: HallState, twins: set[str]
) -> None:
    """Two pairings of a round, two devices for a table: shown as long as nobody settled it."""
    listed = {unforced.event for unforced in state.unforced} | twins
    counting = [event for event in events if event.id not in listed]
    for paired in state.rounds.values():
        ent = entities.pairing(paired.division, paired.number)
        last = _last([e for e in counting if e.ent == ent], ledger)
        if paired.contested != (len({e.body for e in last}) > 1):
            raise Broken(f"{ent}: {len(last)} pairings stand, contested is {paired.contested}")
    for table in state.tables.values():
        ent = entities.table_device(table.id)
        last = _last([e for e in counting if e.ent == ent], ledger)
        nodes = {e.body.node for e in last if isinstance(e.body, DeviceAssigned)}
        if table.contested != (len(nodes) > 1):
            raise Broken(f"{ent}: {len(nodes)} devices stand, contested is {table.contested}")


def copies_trouble(known: Sequence[tuple[str, Whereabouts]], lasting: int) -> str:
    """Return what a node says wrongly about the copies once all lasting disks hold all, "" if
    nothing."""
    for name, where in known:
        if where.unsent or where.few or where.keepers != lasting:
            return (
                f"{name} knows of {where.keepers} lasting disks, {len(where.few)} entries on few:"
                f" there are {lasting}, and they hold all"
            )
    return ""


def _last(versions: Sequence[Event], ledger: Ledger) -> list[Event]:
    """Return those that no other author had seen."""
    seen = frozenset().union(*(ledger.past_of(event.id) for event in versions))
    return [event for event in versions if event.id not in seen]


def _differ(ledger: Ledger, versions: Sequence[Event], judged: Judged) -> bool:
    return len({outcome for _, outcome in _standing(ledger, versions, judged)}) > 1


def _resolve(ledger: Ledger, versions: Sequence[Event], judged: Judged) -> Outcome | None:
    standing = _standing(ledger, versions, judged)
    outcomes = {outcome for _, outcome in standing}
    if len(outcomes) != 1 or any(entry.ruling for entry in judged.contested.values()):
        return None
    ruled = any(seat is None for seat, _ in standing)
    both = {seat for seat, _ in standing} == {0, 1}
    return outcomes.pop() if ruled or both else None


def _standing(
    ledger: Ledger, versions: Sequence[Event], judged: Judged
) -> list[tuple[int | None, Outcome]]:
    """Return the rulings, and each side's last words that none of them has settled."""
    past = {event.id: ledger.past_of(event.id) for event in versions}
    standing: list[tuple[int | None, Outcome]] = []
    settled: set[str] = set()
    for entry in [*judged.in_force.values(), *judged.contested.values()]:
        outcomes = [one.outcome for _, one in entry.measures if isinstance(one, MatchDecided)]
        standing += [(None, outcome) for outcome in outcomes]
        if outcomes:
            settled |= entry.settles & past.keys() & ledger.past_of(entry.event)
    settled = settled.union(*(past[ident] for ident in settled))
    for seat in (0, 1):
        own = [
            e
            for e in versions
            if isinstance(e.body, ResultSigned) and e.body.seat == seat and e.id not in settled
        ]
        for event in own:
            if not any(event.id in past[other.id] for other in own):
                assert isinstance(event.body, ResultSigned)
                standing.append((seat, event.body.outcome))
    return standing
