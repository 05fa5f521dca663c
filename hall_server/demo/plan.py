"""What a demo plays: its event, its scripts, and what must come out. Values only, nothing runs."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from hall_server.eventfile import (
    SCHEMA,
    BracketSection,
    DivisionSection,
    EventFile,
    EventSection,
    PlayerSection,
    TableSection,
)
from shared.core.crosstable import Crosstable
from shared.core.rulebooks import RULEBOOKS as EVERY_RULEBOOK
from shared.core.rulebooks import rulebook
from shared.core.scoring import outcome_for
from shared.core.standings import Row

DIVISION = "open"
RULEBOOK = "acf-majors"
RULEBOOKS = tuple(sorted(EVERY_RULEBOOK))
"""What a made-up field can play by."""
LENGTHS = (3, 5)
"""Points to which a made-up sheet's matches are played, by round; the last repeats."""
CONTROL = "90:00"

_FIRST = [
    "Ada",
    "Ben",
    "Carla",
    "Dmitri",
    "Elena",
    "Farid",
    "Grace",
    "Hana",
    "Ivan",
    "Júlia",
    "Karl",
    "Lena",
    "Marion",
    "Noor",
    "Oskar",
    "Paula",
    "Quentin",
    "Rosa",
    "Samuel",
    "Tomás",
]
_LAST = [
    "Alcott",
    "Baptiste",
    "Castellanos",
    "Dvořák",
    "Eriksen",
    "Fairweather",
    "Grünwald",
    "Hopper",
    "Ivanova",
    "Jankowski",
    "Kessler",
    "Lieber",
    "Moiseyev",
    "Nakamura",
    "Oldbury",
    "Pask",
    "Quarles",
    "Reinfeld",
    "Sandoval",
    "Tinsley",
]


class CannotDemo(ValueError):
    """A demo that could not be played to its end; the sentence says what can."""


@dataclass(frozen=True)
class Expected:
    """What was published of a player: match points, and honor points where they were."""

    match_points: int
    honor_points: int | None


@dataclass(frozen=True)
class DemoPlan:
    """One demo tournament.

    ``published`` gives the pairs of a round by player id (empty: the program pairs);
    ``outcomes`` the games of a match by "round:a:b" for the robots at the tables.
    """

    event: EventFile
    rounds: int
    published: dict[int, tuple[tuple[str, str], ...]]
    outcomes: dict[str, tuple[str, ...]]
    expected: dict[str, Expected]
    drawless: bool = False
    """Whether the robots draw no game, because a match has to have a winner."""
    open_play: bool = False
    """Whether matches are called one by one: then a round is as many as there are tables."""

    def differences(self, rows: tuple[Row, ...]) -> tuple[str, ...]:
        """Where the standings differ from what was published, in sentences."""
        by_player = {row.player: row for row in rows}
        found = []
        for player, expected in self.expected.items():
            row = by_player.get(player)
            if row is None:
                found.append(f"player {player} is missing from the standings")
                continue
            if row.match_points != expected.match_points:
                found.append(
                    f"{row.name} has {row.match_points} match points,"
                    f" published are {expected.match_points}"
                )
            if expected.honor_points is not None and row.honor_points != expected.honor_points:
                found.append(
                    f"{row.name} has {row.honor_points} honor points,"
                    f" published are {expected.honor_points}"
                )
        return tuple(found)


def from_crosstable(table: Crosstable, name: str) -> DemoPlan:
    """Replay a published tournament: its pairings, and games that bring its points."""
    rules = rulebook(RULEBOOK)
    published: dict[int, tuple[tuple[str, str], ...]] = {}
    outcomes: dict[str, tuple[str, ...]] = {}
    for number in range(1, table.rounds + 1):
        points = table.round_points(number)
        pairs = tuple((_id(a), _id(b)) for a, b in table.round_pairings(number))
        published[number] = pairs
        for (a, b), (first, second) in zip(table.round_pairings(number), pairs, strict=True):
            key = f"{number}:{first}:{second}"
            outcomes[key] = tuple(outcome_for(points[a], points[b], key, rules).games)
    players = tuple(
        PlayerSection(entry.name, DIVISION, _id(entry.number)) for entry in table.entries
    )
    expected = {
        _id(entry.number): Expected(entry.points, entry.honor_published) for entry in table.entries
    }
    event = _event(name, players, table.rounds)
    return DemoPlan(event, table.rounds, published, outcomes, expected)


def made_up(players: int, rounds: int, seed: int, rules: str = RULEBOOK) -> DemoPlan:
    """A made-up field that the program pairs under ``rules``; the robots make up the games.

    A knockout or a draw sheet has as many rounds as it takes, and its robots draw no game. In open
    play everybody meets everybody. Raises CannotDemo for more rounds than there are opponents.
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
            f" started: take --rounds {most} or fewer, or more --players."
        )
    event = _event(f"Demo tournament {seed}", field, 0 if to_the_last or called else rounds, rules)
    [division] = event.divisions()
    rounds = most if called else division.rounds
    return DemoPlan(event, rounds, {}, {}, {}, drawless=to_the_last, open_play=called)


def _event(
    name: str, players: tuple[PlayerSection, ...], rounds: int, rules: str = RULEBOOK
) -> EventFile:
    tables = tuple(TableSection(str(n)) for n in range(1, max(1, len(players) // 2) + 1))
    control = CONTROL if CONTROL in rulebook(rules).time_controls else ""
    on_a_sheet = rulebook(rules).pairing_system == "draw_sheet"
    bracket = BracketSection(main=LENGTHS) if on_a_sheet else BracketSection()
    division = DivisionSection(DIVISION, rules, "Open", rounds, control, bracket=bracket)
    section = EventSection(name, "America/Chicago")
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
