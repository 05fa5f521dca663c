"""One seed from beginning to end: storms, heals, and the checks after each."""

import shutil
import tempfile
from pathlib import Path

from shared.core.events import Event
from tests.simulation import oracle
from tests.simulation.bugs import planted
from tests.simulation.habits import HABITS, power_comes_back
from tests.simulation.ledger import Broken
from tests.simulation.machines import Machine
from tests.simulation.nodes import SimFollower
from tests.simulation.world import CALM, STORM, World

STORMS = 2
STEPS = 22
CLONES_MS = 9_000
"""Of two machines under one key one is turned away. A person switches the other off for so long,
and what this one holds is handed in before it goes."""
HEAL_MS = 45_000
LOOK_MS = 600
PINGS = 10
"""Looks within which every node has told how far it holds the log, and heard of the others."""

SHM = Path("/dev/shm")


def play(seed: int, bug: str = "") -> World:
    """Play a seed. Raises Broken with what was broken and how to play it again."""
    place = Path(tempfile.mkdtemp(prefix="hall-sim-", dir=SHM if SHM.is_dir() else None))
    world: World | None = None
    try:
        with planted(bug):
            world = World(seed, place, bug)
            world.run(2_000)
            for _ in range(STORMS):
                _storm(world)
                _heal(world)
                _check(world)
    except Broken as broken:
        raise Broken(f"{broken}\n  play it again: {replay(seed, bug)}") from None
    finally:
        if world is not None:
            for machine in world.running():
                machine.switch_off()
        shutil.rmtree(place)
    return world


def replay(seed: int, bug: str = "") -> str:
    """Return the command that plays a seed again."""
    return f"python -m tests.simulation --seed {seed}" + (f" --bug {bug}" if bug else "")


def _storm(world: World) -> None:
    habits, weights = [h for _, h in HABITS], [w for w, _ in HABITS]
    world.weather = STORM
    for _ in range(STEPS):
        world.run(world.chance.choice((20, 60, 200, 600, 1_200)))
        (habit,) = world.chance.choices(habits, weights)
        if world.running():
            world.note(habit.__name__)
            habit(world)


def _heal(world: World) -> None:
    """The network is whole, everything has power, one hall serves."""
    world.weather = CALM
    world.cuts.clear()
    world.split = False
    power_comes_back(world)
    _one_hall(world)
    clones = [m for m in world.all_machines() if "clone" in m.name and not m.retired]
    for clone in clones:
        twins = [
            m for m in world.running() if m.keys is clone.keys and m is not clone and not m.serves
        ]
        for twin in twins:
            world.crash(twin)
        world.run(CLONES_MS)
        clone.retired = True
        world.crash(clone)
        power_comes_back(world)
    for _ in range(HEAL_MS // LOOK_MS):
        world.run(LOOK_MS)
        _one_hall(world)
        if _settled(world):
            return
    raise Broken(f"after {HEAL_MS // 1000} s of calm not all hold the same: {_state(world)}")


def _one_hall(world: World) -> None:
    """Two halls see each other; where old disks follow each other, the referee makes one the hall.

    All others come to it.
    """
    world.halls_look()
    if not world.halls():
        world.promote(world.chance.choice(world.able()))
    for machine in world.all_machines():
        if len(world.halls()) == 1 and machine.hall != _hall(world).name:
            world.connect(machine, _hall(world).name)


def _hall(world: World) -> Machine:
    """Return the one that serves after a heal."""
    (hall,) = world.halls()
    return hall


def _followers(world: World) -> list[Machine]:
    """Return whom the hall still serves."""
    return [
        m for m in world.running() if isinstance(m.node, SimFollower) and not _revoked(world, m)
    ]


def _revoked(world: World, machine: Machine) -> bool:
    device = _hall(world).replica.state.devices.get(machine.keys.node)
    return device is not None and device.revoked


def _settled(world: World) -> bool:
    if len(world.halls()) != 1:
        return False
    hall = _hall(world)
    return (
        all(
            isinstance(m.node, SimFollower)
            and m.node.live
            and not m.node.waits
            and m.held == hall.held
            for m in _followers(world)
        )
        and hall.node is not None
        and not hall.node.waits
    )


def _state(world: World) -> str:
    return ", ".join(
        f"{m.name} {m.replica.end}{'' if getattr(m.node, 'live', True) else ' not live'}"
        for m in world.running()
    )


def _check(world: World) -> None:
    ledger = world.ledger
    hall = _hall(world)
    stored = hall.replica.after(0, 100_000)
    events: list[Event] = [one.event for one in stored]
    ids = {event.id for event in events}
    # What a revoked device holds alone stays on its disk.
    followers = _followers(world)
    revoked = [m for m in world.all_machines() if _revoked(world, m)]
    elsewhere = frozenset().union(*(m.held for m in revoked))
    oracle.nothing_lost(ledger, ids | elsewhere)
    same = [(m.name, m.replica) for m in (hall, *followers)]
    state = oracle.same_everywhere(same, world.chance)
    oracle.honest_numbers(events, world.liars)
    twins = oracle.twins_alarmed(events, state)
    world.twins += len(twins)
    world.conflicts += sum(match.result.status == "conflict" for match in state.matches.values())
    oracle.cuts_kept(events, state)
    world.barred += oracle.terms_kept(ledger, events, state)
    oracle.results_right(ledger, events, state, twins)
    lasting = sum(m.role != "terminal" for m in (hall, *followers))
    known = [(m.name, m.node.where) for m in (hall, *followers) if m.node is not None]
    for _ in range(PINGS):
        world.run(LOOK_MS)
        if oracle.copies_trouble(known, lasting) == "":
            break
    else:
        raise Broken(oracle.copies_trouble(known, lasting))
    oracle.rounds_and_tables_right(ledger, events, state, twins)
