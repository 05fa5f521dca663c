"""The questions of ``hall-server new`` without an event file. Each answer is checked at once.

It writes nothing, so a person who stops half-way leaves nothing behind.
"""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar
from zoneinfo import available_timezones

import click
import msgspec

from hall_server.commands.options import last_line
from hall_server.eventfile.hall_plan import spots
from hall_server.eventfile.sections import (
    MOST_TABLES,
    SCHEMA,
    BracketSection,
    DivisionSection,
    EventFile,
    EventSection,
    PlayerSection,
    PrizeSection,
)
from hall_server.files.cells import UnreadableTable
from hall_server.files.players_csv import PlayerLine, read_players, shortened
from shared.core.rulebooks import RULEBOOKS, Rulebook, UnknownRulebook, rulebook
from shared.core.standings.prizes import amounts_in, cents_of
from shared.core.state.persons import division_id
from shared.machine.zone import LOCALTIME, own_zone

_MOST_PLAYERS = 4096
_MOST_ROUNDS = 99

T = TypeVar("T")


def ask_event(*, localtime: Path = LOCALTIME) -> EventFile:
    """Ask for an event at the keyboard and return it. Ctrl-C raises click.Abort.

    The time zone that ``localtime`` points to is proposed.
    """
    click.echo("A new tournament. Press Enter for the answer in brackets.")
    click.echo("Ctrl-C leaves nothing behind.")
    name = _ask("The tournament's name", _some_text)
    zone = _ask("Its time zone", _zone, default=own_zone(localtime))
    tables = _ask("How many tables", _number(1, MOST_TABLES))
    divisions: list[DivisionSection] = []
    _list_rulebooks()
    while not divisions or click.confirm("Another division?", default=False):
        divisions.append(_ask_division(divisions))
    players = _ask_players(divisions)
    event = EventFile(EventSection(name, zone, tables), tuple(divisions), players, schema=SCHEMA)
    return _with_map(_with_prizes(_with_rounds(event)))


def _list_rulebooks() -> None:
    click.echo("The rulebooks (hall-server rulebook show prints one in full):")
    width = max(map(len, RULEBOOKS))
    for book in RULEBOOKS.values():
        click.echo(f"  {book.name:<{width}}  {book.title}")


def _ask_division(others: Sequence[DivisionSection]) -> DivisionSection:
    book: Rulebook = _ask("The rulebook of the division", _rulebook)
    name = _ask("The division's name", _some_text, default=book.title)
    ident = division_id(name, {other.id for other in others})
    rounds = 0
    if book.pairing_system == "swiss":
        rounds = _ask("How many rounds", _number(1, _MOST_ROUNDS), default=str(book.rounds))
    bracket = BracketSection()
    if book.pairing_system == "draw_sheet":
        asked = "Match lengths in points, one a round, such as 5, 7, 9; the last one repeats"
        bracket = BracketSection(main=_ask(asked, _lengths))
    return DivisionSection(ident, book.name, name, rounds, bracket=bracket)


def _ask_players(divisions: Sequence[DivisionSection]) -> tuple[PlayerSection, ...]:
    while True:
        lines: tuple[PlayerLine, ...] = _ask(
            "A list of the players (CSV, XLSX, XLS, ODS), or nothing to enter them later",
            _players_file,
            default="",
        )
        nowhere = any(not line.division for line in lines)
        rest = divisions[0].id
        if nowhere and len(divisions) > 1:
            asked = "The division of players whose line names none"
            rest = _ask(asked, lambda text: _division(divisions, text))
        try:
            return tuple(_player(line, divisions, rest) for line in lines)
        except click.UsageError as error:
            click.echo(f"Error: {error.message}")


def _player(line: PlayerLine, divisions: Sequence[DivisionSection], rest: str) -> PlayerSection:
    try:
        division = _division(divisions, line.division) if line.division else rest
    except click.UsageError as error:
        raise click.UsageError(f"line {line.line}: {error.message}") from None
    return PlayerSection(
        line.name.strip(), division, line.id, line.rating or 0, (line.club or "").strip()
    )


def _with_rounds(event: EventFile) -> EventFile:
    """Fix the rounds of divisions that depend on players who are not there yet."""
    divisions = []
    for division in event.division:
        here = any(player.division == division.id for player in event.player)
        if not division.rounds and not here and division.book.pairing_system != "open_play":
            asked = f"{division.name}: how many players may come, at most"
            count = _ask(asked, _number(2, _MOST_PLAYERS))
            field = tuple(PlayerSection(str(n), division.id) for n in range(count))
            full = msgspec.structs.replace(event, division=(division,), player=field)
            rounds = full.divisions()[0].rounds
            divisions.append(msgspec.structs.replace(division, rounds=rounds))
        else:
            divisions.append(division)
    return msgspec.structs.replace(event, division=tuple(divisions))


def _with_prizes(event: EventFile) -> EventFile:
    """Ask what the places of each division pay."""
    prizes = []
    for division in event.division:
        asked = f"{division.name}: prizes in dollars from the first place, such as 450, 300, 150.50"
        places = _ask(f"{asked}; or nothing", _amounts, default="")
        if places:
            prizes.append(PrizeSection(division.id, places))
    return msgspec.structs.replace(event, prize=tuple(prizes))


def _with_map(event: EventFile) -> EventFile:
    """Ask for a drawing of the hall until every table is on it."""

    def drawn(text: str) -> EventFile:
        return _drawn(event, text)

    asked = "A text file that draws the hall, each table's number where it stands, or nothing"
    return _ask(asked, drawn, default="")


def _drawn(event: EventFile, text: str) -> EventFile:
    if not text.strip():
        return event
    try:
        drawing = Path(text.strip()).expanduser().read_text(encoding="utf-8-sig")
    except OSError as error:
        raise click.UsageError(f"{text.strip()} cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise click.UsageError(f"{text.strip()} is no text in UTF-8.") from None
    section = msgspec.structs.replace(event.event, map=drawing)
    placed = msgspec.structs.replace(event, event=section)
    try:
        spots(placed)
    except ValueError as error:
        raise click.UsageError(f"{text.strip()}: {error}.") from None
    return placed


def _amounts(text: str) -> tuple[str, ...]:
    parts = tuple(part.removeprefix("$") for part in amounts_in(text))
    if any(cents_of(part) is None for part in parts):
        raise click.UsageError("write amounts with blanks between, such as 450, 300, 150.50.")
    return parts


def _ask(question: str, check: Callable[[str], T], default: str | None = None) -> T:
    """Ask until ``check`` accepts the answer; its UsageError says what is allowed.

    An empty answer is an answer, which is told what is missing.
    """
    default = default or ""
    answer: T = click.prompt(
        last_line(question, default), default, value_proc=check, show_default=bool(default)
    )
    return answer


def _some_text(text: str) -> str:
    if not text.strip():
        raise click.UsageError("write a name.")
    return text.strip()


def _number(least: int, most: int) -> Callable[[str], int]:
    def check(text: str) -> int:
        if not (re.fullmatch(r"[0-9]{1,5}", text.strip()) and least <= int(text) <= most):
            raise click.UsageError(f"write a whole number from {least} to {most}.")
        return int(text)

    return check


def _zone(text: str) -> str:
    zones = available_timezones()
    if text.strip() in zones:
        return text.strip()
    last = {zone.rpartition("/")[2].lower(): zone for zone in sorted(zones)}
    typed = text.strip().rpartition("/")[2].replace(" ", "_").lower()
    near = [last[word] for word in get_close_matches(typed, list(last), n=3, cutoff=0.6)]
    hint = f"; did you mean {' or '.join(near)}?" if near else ", such as America/Chicago."
    raise click.UsageError(f"{text!r} is no time zone: write an area and a city{hint}")


def _rulebook(text: str) -> Rulebook:
    try:
        return rulebook(text.strip())
    except UnknownRulebook as error:
        raise click.UsageError(f"{error}.") from None


def _lengths(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(r"[1-9][0-9]?", part) for part in parts):
        raise click.UsageError("write points from 1 to 99 with commas between, such as 5, 7, 9.")
    return tuple(map(int, parts))


def _division(divisions: Sequence[DivisionSection], text: str) -> str:
    for division in divisions:
        if text.strip().casefold() in (division.id.casefold(), division.name.casefold()):
            return division.id
    names = ", ".join(division.id for division in divisions)
    raise click.UsageError(f"there is no division {text.strip()!r}; there are {names}.")


def _players_file(text: str) -> tuple[PlayerLine, ...]:
    if not text.strip():
        return ()
    try:
        found = read_players(Path(text.strip()).expanduser().read_bytes())
    except OSError as error:
        raise click.UsageError(f"{text.strip()} cannot be read ({error.strerror}).") from None
    except UnreadableTable as error:
        raise click.UsageError(f"{text.strip()}: {error}") from None
    if found.problems:
        raise click.UsageError(f"{text.strip()}: {'; '.join(shortened(found.problems))}.")
    for note in found.notes:
        click.echo(note)
    return found.players
