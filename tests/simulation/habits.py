"""Events in a simulated hall: people type, machines fail, a thief lies."""

from collections.abc import Callable
from random import Random

from shared.core.events import (
    Actor,
    DecisionMade,
    DeviceAssigned,
    DeviceRevoked,
    Draft,
    LogsPinned,
    ReportFiled,
    ResultSigned,
    entities,
)
from shared.core.events.entities import MatchKey
from shared.core.events.measures import Caution, GameLost, MatchDecided, Measure, taken
from shared.core.match.outcome import Code, Outcome, Seat
from shared.wire.envelope import Stamp, seal
from tests.simulation.founding import START, TABLES, keys_of, pairing
from tests.simulation.machines import Machine
from tests.simulation.world import HALLS, World

DAY_MS = 86_400_000
Habit = Callable[[World], None]


def _outcome(chance: Random) -> Outcome:
    return Outcome((Code.WIN, chance.choice((Code.DRAW, Code.DRAW, Code.DRAW, Code.LOSS))))


def _pick(world: World, *prefixes: str) -> Machine | None:
    found = [m for m in world.running() if m.name.startswith(prefixes)]
    return world.chance.choice(found) if found else None


def _matches(machine: Machine, table: str = "") -> list[MatchKey]:
    """Return the matches that a machine knows of, at one table or at all."""
    known = machine.replica.state.matches.values()
    return [match.key for match in known if not table or match.table == table]


def a_player_signs(world: World) -> None:
    machine = _pick(world, "T", "S")
    if machine is None:
        return
    table = machine.table or world.chance.choice(TABLES)
    keys = _matches(machine, table)
    if keys:
        seat: Seat = world.chance.choice((0, 1))
        said = ResultSigned(seat, _outcome(world.chance))
        machine.say(Draft(entities.result(world.chance.choice(keys)), said, Actor(str(seat))))
        world.stir(machine)


def a_referee_rules(world: World) -> None:
    machine = _pick(world, "R")
    if machine is None:
        return
    keys = [k for k in _matches(machine) if machine.replica.state.matches[k.uid].result.versions]
    if keys:
        key = world.chance.choice(keys)
        settles = machine.replica.state.matches[key.uid].result.heads
        if world.bug == "ruling-claims-unseen":
            settles = world.everything_signed(key)
        _decide(world, machine, key, (MatchDecided.by(_outcome(world.chance)),), settles)


def a_referee_settles_a_report(world: World) -> None:
    """One that is open, or one that is settled: then the decision is replaced, or undone."""
    machine = _pick(world, "R")
    if machine is None:
        return
    reports = [r for r in machine.replica.state.reports.values() if r.match is not None]
    if not reports:
        return
    report = world.chance.choice(reports)
    assert report.match is not None
    decided = report.decision
    measures = world.chance.choice(((Caution(0),), (Caution(1),), (Caution(1), GameLost(1, 1))))
    if decided is None:
        _decide(world, machine, report.match, measures, (report.event,))
        return
    rivals = machine.replica.state.matches[report.match.uid].decisions
    gone = [d.event for d in rivals if d.standing in ("contested", "outranked")]
    undone = world.chance.random() < 0.4
    replaces = tuple(dict.fromkeys((decided.event, *gone)))
    _decide(world, machine, report.match, () if undone else measures, (), replaces)


def _decide(
    world: World,
    machine: Machine,
    key: MatchKey,
    measures: tuple[Measure, ...],
    settles: tuple[str, ...] = (),
    replaces: tuple[str, ...] = (),
) -> None:
    body = DecisionMade(taken(str(key), *measures), "ACF-1.XI", "seen", settles, replaces)
    machine.say(Draft(entities.match_decision(key), body))
    world.stir(machine)


def a_player_reports(world: World) -> None:
    machine = _pick(world, "T", "S")
    if machine is None:
        return
    keys = _matches(machine, machine.table or world.chance.choice(TABLES))
    if keys:
        ent = entities.match_report(world.chance.choice(keys), world.chance.choice("ab"))
        machine.say(Draft(ent, ReportFiled("phone", 0, 1)))
        world.stir(machine)


def a_referee_pairs(world: World) -> None:
    """Either laptop may pair round 2, also while it has not heard of the other's."""
    machine = _pick(world, "R")
    if machine is not None:
        machine.say(pairing(2, world.chance.choice("ab")))
        world.stir(machine)


def a_table_gets_another_device(world: World) -> None:
    machine = _pick(world, "R")
    if machine is not None:
        table = world.chance.choice(TABLES)
        here = machine.replica.state.tables.get(table)
        cut = machine.replica.cut_of(here.device) if here is not None else ()
        node = keys_of(world.chance.choice(("S", f"T{table}"))).node
        machine.say(Draft(entities.table_device(table), DeviceAssigned(node, cut)))
        world.stir(machine)


def a_key_is_revoked(world: World) -> None:
    machine = _pick(world, "R")
    if machine is not None:
        node = keys_of(world.chance.choice(("T3", "S"))).node
        body = DeviceRevoked(machine.replica.cut_of(node), "lost")
        machine.say(Draft(entities.device(node), body))
        world.stir(machine)


def a_hall_or_referee_pins(world: World) -> None:
    """It notes how far it has everybody's logs."""
    machine = _pick(world, "R", "H")
    if machine is not None:
        replica, own = machine.replica, machine.keys.node
        logs = (log for log in replica.vector if log[0] != own)
        heads = tuple(bytes.fromhex(replica.head_of(log)[1]) for log in logs)
        machine.say(Draft(entities.pins(), LogsPinned(heads)))
        world.stir(machine)


def a_thief_lies(world: World) -> None:
    """The stolen device writes two different events under one number, one to each of two.

    It was on the air with each of them alone, before they were switched off and on again.
    """
    keys = keys_of("X")
    world.liars.add(keys.node)
    inc = world.chance.randbytes(8).hex()
    for n in range(2):
        machine = world.chance.choice(world.running())
        prev = ""
        for seq in range(1, world.chance.randint(2, 4)):
            ent = entities.table_report("1", f"x{n}-{seq}")
            draft = Draft(ent, ReportFiled("call", note=f"{n}"))
            signed, event = seal(keys.sign, draft, Stamp(inc, seq, START + world.now, prev=prev))
            prev = event.id
            with machine.replica.batch() as batch:
                try:
                    batch.ingest(signed)
                except ValueError:
                    continue  # this machine does not know the device yet: it waits there
        world.crash(machine)
        world.boot(machine)


def power_goes(world: World) -> None:
    machine = world.chance.choice(world.running())
    world.crash(machine)
    world.note(f"power cut at {machine.name}")


def power_comes_back(world: World) -> None:
    for machine in world.all_machines():
        if machine.node is None and not machine.retired:
            world.boot(machine)
            world.note(f"{machine.name} starts")
            if machine.typed is not None and world.chance.random() < 0.5:
                machine.say(machine.typed)  # nobody remembers whether it was saved
                world.stir(machine)


def a_disk_is_copied(world: World) -> None:
    world.chance.choice(world.running()).save_copy()


def a_disk_is_set_back(world: World) -> None:
    copied = [m for m in world.running() if m.backups]
    if copied:
        machine = world.chance.choice(copied)
        world.set_back(machine)
        world.note(f"{machine.name} wakes up on an old disk")


def a_disk_is_cloned(world: World) -> None:
    machine = _pick(world, "T", "S")
    if machine is not None and f"clone of {machine.name}" not in world.machines:
        clone = machine.clone(f"clone of {machine.name}")
        world.machines[clone.name] = clone
        world.boot(clone)
        world.note(f"{clone.name} is switched on")


def the_hall_splits(world: World) -> None:
    """The LAN falls into two; the machine that stands by is made the hall of the other half."""
    waiting = world.able()
    if not waiting:
        return
    world.split = True
    world.promote(waiting[0])
    for machine in world.running():
        if machine.name not in HALLS and world.chance.random() < 0.5:
            world.connect(machine, waiting[0].name)


def the_lan_is_one_again(world: World) -> None:
    """Two halls find each other."""
    world.split = False


def a_cable_is_half_broken(world: World) -> None:
    machine = world.chance.choice(world.running())
    way = (machine.name, machine.hall)
    world.cuts.add(world.chance.choice((way, way[::-1])))


def a_cable_is_mended(world: World) -> None:
    world.cuts.clear()


def a_connection_breaks(world: World) -> None:
    machine = world.chance.choice(world.running())
    world.connect(machine, machine.hall)


def a_clock_goes_wrong(world: World) -> None:
    machine = world.chance.choice(world.running())
    machine.wall_offset = world.chance.randint(-9, 9) * DAY_MS


HABITS: list[tuple[int, Habit]] = [
    (30, a_player_signs),
    (8, a_referee_rules),
    (6, a_player_reports),
    (8, a_referee_settles_a_report),
    (2, a_referee_pairs),
    (2, a_table_gets_another_device),
    (1, a_key_is_revoked),
    (2, a_hall_or_referee_pins),
    (1, a_thief_lies),
    (5, power_goes),
    (6, power_comes_back),
    (3, a_disk_is_copied),
    (2, a_disk_is_set_back),
    (1, a_disk_is_cloned),
    (3, the_hall_splits),
    (1, the_lan_is_one_again),
    (3, a_cable_is_half_broken),
    (3, a_cable_is_mended),
    (3, a_connection_breaks),
    (2, a_clock_goes_wrong),
]
