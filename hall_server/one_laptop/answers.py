"""What a person writes to begin a tournament, read into an event. Pure."""

import re
from dataclasses import dataclass

from hall_server.eventfile.sections import (
    SCHEMA,
    BracketSection,
    DivisionSection,
    EventFile,
    EventSection,
    PlayerSection,
)
from hall_server.files.cells import UnreadableTable, folded_heading
from hall_server.files.players_csv import HEADINGS, read_players
from shared.core.rulebooks import rulebook
from shared.core.state.persons import division_id
from shared.core.text.fields import LONGEST_NAME
from shared.core.text.language import _, ngettext
from shared.pairing.from_hall import rounds_of_new_opponents

_NUMBERED = re.compile(r"\s*[0-9]+[.)]\s+")
_RATED = re.compile(r"(?P<name>.*?\S)\s+(?P<rating>[0-9]{1,5})")
_PARTS = re.compile(r"[\t;,]")
LENGTHS = (7,)
"""Points of the matches of a draw sheet that names none."""
_TABLES = 8
"""Tables of a hall whose players are entered later."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The page as it is filled in: ``players`` with one a line; ``measure`` are the rounds, or on a
    draw sheet the match lengths in points, as they were typed.
    """

    name: str
    rulebook: str
    measure: str = ""
    players: str = ""


@dataclass(frozen=True, slots=True)
class Begun:
    """What the answers make: an event, or the sentence that says what is missing."""

    event: EventFile | None
    told: str


def on_sheet(rules: str) -> bool:
    """Return whether a rulebook plays on a draw sheet, whose matches have a length in points."""
    return rulebook(rules).pairing_system == "draw_sheet"


def begun(answers: Answers, zone: str) -> Begun:
    """Return the event of the answers, with what it will be in a line."""
    name = " ".join(answers.name.split())
    if not name:
        return Begun(None, _("Give the tournament a name."))
    book = rulebook(answers.rulebook)
    numbers = [part.strip() for part in answers.measure.split(",") if part.strip()]
    sheet = on_sheet(answers.rulebook)
    if not all(re.fullmatch("[1-9][0-9]?", part) for part in numbers):
        return Begun(None, _("Write whole numbers from 1 to 99, such as 5, or 5, 7, 9."))
    if len(numbers) > 1 and not sheet:
        return Begun(None, _("Rounds: one number, or nothing for what the rules say."))
    measure = tuple(map(int, numbers))
    division = DivisionSection(
        division_id(book.title, ()),
        book.name,
        book.title,
        0 if sheet else sum(measure),
        bracket=BracketSection(main=measure or LENGTHS) if sheet else BracketSection(),
    )
    try:
        players = players_in(answers.players, division.id)
    except ValueError as error:
        return Begun(None, str(error))
    tables = (len(players) + 1) // 2 or _TABLES
    event = EventFile(EventSection(name, zone, tables), (division,), player=players, schema=SCHEMA)
    count = len(players)
    told = ngettext("{count} player", "{count} players", count).format(count=count)
    rounds = event.divisions()[0].rounds if players or measure else book.rounds
    if book.pairing_system != "open_play":
        rounds_told = ngettext("{count} round", "{count} rounds", rounds).format(count=rounds)
        told = f"{told}, {rounds_told}"
    meets = rounds_of_new_opponents(count)
    if players and book.pairing_system == "swiss" and rounds > meets:
        told = _("{told}: after round {meets} pairs meet again").format(told=told, meets=meets)
    if not players:
        told = _("{told}. Players can be entered later too.").format(told=told)
    return Begun(event, told)


def players_in(text: str, division: str) -> tuple[PlayerSection, ...]:
    """Return the players of a text with one a line: name, rating, club; or of a table with heads.

    Raises ValueError with a sentence that names the line.
    """
    first = {folded_heading(cell) for cell in _PARTS.split(text.partition("\n")[0])}
    if first & {*HEADINGS["name"], *HEADINGS["last"]}:
        return _from_table(text, division)
    found: list[PlayerSection] = []
    for number, line in enumerate(text.splitlines(), 1):
        cells = [" ".join(cell.split()) for cell in _PARTS.split(_NUMBERED.sub("", line, count=1))]
        rated = next((at for at, cell in enumerate(cells) if at and cell.isdecimal()), None)
        name, rating, club = ", ".join(filter(None, cells)), "0", ""
        if rated is not None:
            name, rating = ", ".join(filter(None, cells[:rated])), cells[rated]
            club = ", ".join(filter(None, cells[rated + 1 :]))
        elif match := _RATED.fullmatch(name):
            name, rating = match["name"], match["rating"]
        if not any(cells):
            continue
        if not name or max(len(name), len(club)) > LONGEST_NAME or len(rating) > 5:
            raise ValueError(
                _(
                    "Line {number}: write a name, and behind it a rating and a club if you like."
                ).format(number=number)
            )
        if any(name == other.name for other in found):
            raise ValueError(
                _("Line {number}: {name} is in the list already.").format(number=number, name=name)
            )
        found.append(PlayerSection(name, division, rating=int(rating), club=club))
    return tuple(found)


def _from_table(text: str, division: str) -> tuple[PlayerSection, ...]:
    try:
        table = read_players(text.encode())
    except UnreadableTable as error:
        raise ValueError(str(error)) from error
    if table.problems:
        raise ValueError(f"{table.problems[0]}.")
    return tuple(
        PlayerSection(line.name.strip(), division, rating=line.rating or 0, club=line.club or "")
        for line in table.players
    )
