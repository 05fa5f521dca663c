"""What a demo plays: an event, the robots' scripts, and the published totals. Values only."""

from hashlib import blake2b
from typing import NamedTuple

from hall_server.eventfile import (
    SCHEMA,
    BracketSection,
    DivisionSection,
    EventFile,
    EventSection,
    PlayerSection,
    TableSection,
)
from hall_server.play.expectations import Published
from shared.core.rulebooks import RULEBOOKS as EVERY_RULEBOOK
from shared.core.rulebooks import rulebook
from shared.core.standings.crosstable import Crosstable
from shared.core.standings.scoring import outcome_for
from shared.core.text.for_people import ForPeople
from shared.machine.zone import own_zone
from shared.program.robot_scripts import RefereeScript, RobotScript

DIVISION = "open"
RULEBOOK = "acf-majors"
RULEBOOKS = tuple(sorted(EVERY_RULEBOOK))
"""The rules that a made-up field can play by."""
LENGTHS = (3, 5)
"""Match lengths of a made-up draw sheet in points, by round. The last repeats."""
CONTROL = "90:00"
PACE_MS = 10

_FIRST = (
    "Ada", "Ben", "Carla", "Dmitri", "Elena", "Farid", "Grace", "Hana", "Ivan", "Júlia", "Karl",
    "Lena", "Marion", "Noor", "Oskar", "Paula", "Quentin", "Rosa", "Samuel", "Tomás",
)  # fmt: skip
_LAST = (
    "Alcott", "Baptiste", "Castellanos", "Dvořák", "Eriksen", "Fairweather", "Grünwald", "Hopper",
    "Ivanova", "Jankowski", "Kessler", "Lieber", "Moiseyev", "Nakamura", "Oldbury", "Pask",
    "Quarles", "Reinfeld", "Sandoval", "Tinsley",
)  # fmt: skip


class CannotDemo(ForPeople, ValueError):
    """This demo could not be played to its end; the sentence says which one can."""


class Plan(NamedTuple):
    """One demo tournament. ``published`` holds each player's totals by id."""

    event: EventFile
    referee: RefereeScript
    robots: RobotScript
    published: dict[str, Published]
    open_play: bool = False
    """Whether matches are called one by one. Then a round has a match for each table."""


def from_crosstable(table: Crosstable, name: str) -> Plan:
    """Return a plan that replays a published tournament: its pairings and its points."""
    rules = rulebook(RULEBOOK)
    pairs: dict[int, list[tuple[str, str]]] = {}
    outcomes = {}
    for number in range(1, table.rounds + 1):
        points = table.round_points(number)
        paired = table.round_pairings(number)
        pairs[number] = [(_id(a), _id(b)) for a, b in paired]
        for a, b in paired:
            key = f"{number}:{_id(a)}:{_id(b)}"
            outcomes[key] = list(outcome_for(points[a], points[b], key, rules).games)
    players = tuple(
        PlayerSection(entry.name, DIVISION, _id(entry.number)) for entry in table.entries
    )
    return Plan(
        _event(name, players, table.rounds),
        RefereeScript(table.rounds, pairs),
        RobotScript(outcomes=outcomes, pace_ms=PACE_MS),
        {_id(e.number): Published(e.points, e.honor_published) for e in table.entries},
    )


def made_up(players: int, rounds: int, seed: int, rules: str = RULEBOOK) -> Plan:
    """Return a plan with a made-up field, which the program pairs under ``rules``.

    A knockout or a draw sheet has as many rounds as it takes, and its robots draw no game. In open
    play each player meets every other. Raises CannotDemo for more rounds than opponents.
    """
    field = tuple(
        PlayerSection(
            _name(number, seed), DIVISION, _id(number), rating=1700 + _chance(seed, number, 300)
        )
        for number in range(1, players + 1)
    )
    system = rulebook(rules).pairing_system
    to_the_last = system in ("knockout", "draw_sheet")
    called = system == "open_play"
    most = players - 1 + players % 2
    if not (to_the_last or called) and rounds > most:
        raise CannotDemo(
            f"{players} players have opponents for {most} rounds, not for {rounds}. Nothing was"
            f" started. Say --rounds {most} or fewer, or more --players."
        )
    event = _event(f"Demo tournament {seed}", field, 0 if to_the_last or called else rounds, rules)
    [division] = event.divisions()
    return Plan(
        event,
        RefereeScript(most if called else division.rounds),
        RobotScript(seed=seed, pace_ms=PACE_MS, drawless=to_the_last),
        {},
        open_play=called,
    )


def _event(
    name: str, players: tuple[PlayerSection, ...], rounds: int, rules: str = RULEBOOK
) -> EventFile:
    tables = tuple(TableSection(str(n)) for n in range(1, max(1, len(players) // 2) + 1))
    control = CONTROL if CONTROL in rulebook(rules).time_controls else ""
    on_a_sheet = rulebook(rules).pairing_system == "draw_sheet"
    bracket = BracketSection(main=LENGTHS) if on_a_sheet else BracketSection()
    division = DivisionSection(DIVISION, rules, "Open", rounds, control, bracket=bracket)
    section = EventSection(name, own_zone())
    return EventFile(section, (division,), players, tables, schema=SCHEMA)


def _id(number: int | str) -> str:
    return f"p{number}"


def _name(number: int, seed: int) -> str:
    first = _FIRST[(number * 7 + seed) % len(_FIRST)]
    last = _LAST[(number + number // len(_LAST)) % len(_LAST)]
    return f"{first} {last}"


def _chance(seed: int, number: int, below: int) -> int:
    digest = blake2b(f"{seed}/{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) % below
