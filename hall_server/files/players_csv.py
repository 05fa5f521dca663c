"""Lists of players: it reads CSV and workbooks of any program, and what it writes (CSV) back."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from hall_server.derived.lists import Owed, total
from hall_server.files import private_cells
from hall_server.files.cells import Record, UnreadableTable, folded_heading, written
from hall_server.files.workbooks import table
from shared.core.events.entities import checked
from shared.core.state import Player
from shared.core.state.office import NOTHING_KNOWN, Known
from shared.core.text.fields import LONGEST_NAME

FIELDS: Final = ("id", "name", "division", "rating", "club")

HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "id": ("id", "playerid", "memberid", "acfno"),
    "name": ("name", "player", "fullname", "playername"),
    "first": ("first", "firstname", "givenname", "forename"),
    "last": ("last", "lastname", "surname", "familyname"),
    "division": ("division", "class", "section", "group", "event"),
    "rating": ("rating", "elo", "rtg", "acfrating", "strength"),
    "club": ("club", "team", "city", "state", "country", "federation"),
    **private_cells.HEADINGS,
}
"""Field → the headings that it can have, in small letters without blanks. A plain number in a list
is no id: two lists would confuse their players."""

_BY_HEADING = {word: field for field, words in HEADINGS.items() for word in words}
_RATING = re.compile(r"[0-9]{1,5}")
_MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in a file; "" or None if the file says nothing.

    A blank cell means no rating (0) or no club (""). ``private`` holds the private columns that
    the file has.
    """

    line: int
    name: str
    id: str = ""
    division: str = ""
    rating: int | None = None
    club: str | None = None
    private: Mapping[str, str | int] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The players of a file in order, notes on the file, and what is wrong in which line."""

    players: tuple[PlayerLine, ...]
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def write_players(players: Iterable[Player], private: Mapping[str, Known] | None = None) -> str:
    """Return players as CSV, a rating of 0 as a blank. ``private`` adds the private columns."""
    more = () if private is None else private_cells.FIELDS
    known = private or {}
    rows = [
        (
            player.id,
            player.name,
            player.division,
            str(player.rating) if player.rating else "",
            player.club,
            *(private_cells.cells_of(known.get(player.id, NOTHING_KNOWN)) if more else ()),
        )
        for player in players
    ]
    return written([(*FIELDS, *more), *rows])


def write_rating_list(players: Iterable[Player]) -> str:
    """Return players in their order as CSV, an unrated one with a blank."""
    rows = [
        (p.division, p.name, str(p.rating) if p.rating else "", p.club, p.state, p.region)
        for p in players
    ]
    return written([("division", "name", "rating", "club", "state", "region"), *rows])


def write_fees(found: Sequence[tuple[Player, Owed]]) -> str:
    """Return what players owe and have paid as CSV, and what all of them do in the last row."""

    def money(fees: Owed) -> tuple[str, ...]:
        return tuple(private_cells.amount(each) or "0.00" for each in (fees.due, fees.paid))

    def rest(fees: Owed) -> str:
        return f"{fees.rest / 100:.2f}"

    rows = [(p.id, p.name, p.division, *money(fees), rest(fees)) for p, fees in found]
    whole = total(found)
    heading = ("id", "name", "division", "fee_due", "fee_paid", "owed")
    return written([heading, *rows, ("", "total", "", *money(whole), rest(whole))])


def read_players(
    data: bytes, columns: Mapping[str, str] | None = None, sheet: str = ""
) -> PlayerList:
    """Return the players of a list. ``columns`` maps a field to its heading in the file; of a
    workbook ``sheet`` is read, or the first.

    Raises UnreadableTable for a file without a heading for names; errors in single lines are in
    ``problems``.
    """
    asked = {folded_heading(heading): field for field, heading in (columns or {}).items()}
    found = table(data, frozenset(_BY_HEADING) | frozenset(asked), sheet)
    if not found.rows:
        raise UnreadableTable("The file has no rows.")
    header, *rows = found.rows
    places, unused = _places(header, asked, found.called)
    problems: list[str] = []
    players: list[PlayerLine] = []
    lines: dict[str, int] = {}
    for row in rows:
        if len(row.cells) != len(header.cells):
            problems.append(
                f"{found.called} {row.line}: {len(row.cells)} cells where the heading has"
                f" {len(header.cells)}; put quotes around a cell with a separator in it"
            )
            continue
        player, wrong = _player(row, places)
        if player.id and player.id in lines:
            wrong.append(f"the id {player.id} is in {found.called} {lines[player.id]} already")
        lines.setdefault(player.id, row.line)
        problems += [f"{found.called} {row.line}: {sentence}" for sentence in wrong]
        players.append(player)
    notes = found.notes
    if unused:
        notes = (*notes, f"Not read: the columns {', '.join(unused)}.")
    return PlayerList(tuple(players), notes, tuple(problems))


def shortened(problems: Sequence[str]) -> tuple[str, ...]:
    """Return the first problems, and how many more there are."""
    rest = len(problems) - _MOST_PROBLEMS
    return (*problems[:_MOST_PROBLEMS], *((f"and {rest} more lines",) if rest > 0 else ()))


def _places(
    header: Record, asked: Mapping[str, str], called: str
) -> tuple[dict[str, int], list[str]]:
    places: dict[str, int] = {}
    unused: list[str] = []
    for at, cell in enumerate(header.cells):
        heading = folded_heading(cell)
        name = asked.get(heading) or _BY_HEADING.get(heading)
        if name is None or (name in places and heading not in asked):
            unused.append(cell.strip() or "(without a heading)")
        else:
            places[name] = at
    missing = sorted(set(asked.values()) - set(places))
    if missing:
        raise UnreadableTable(
            f"No column of the file is called as asked for {', '.join(missing)}; "
            f"there are: {', '.join(header.cells)}."
        )
    if "name" not in places and "last" not in places:
        raise UnreadableTable(
            f"{called} {header.line}: no column is called name. Begin with a line of headings"
            " such as name,rating,club, or say which one it is: --column name=Heading"
        )
    return places, unused


def _player(row: Record, places: Mapping[str, int]) -> tuple[PlayerLine, list[str]]:
    def cell(field: str) -> str:
        return row.cells[places[field]] if field in places else ""

    name = cell("name") if "name" in places else f"{cell('first')} {cell('last')}".strip()
    wrong = []
    if not name.strip():
        wrong.append("write the player's name")
    for what, text in (("name", name), ("club", cell("club"))):
        if len(text) > LONGEST_NAME:
            wrong.append(f"shorten the {what} to {LONGEST_NAME} letters")
    rating = cell("rating").strip()
    if rating and not _RATING.fullmatch(rating):
        wrong.append(f"write a whole number as rating, or nothing, where {rating!r} stands")
        rating = ""
    ident = cell("id").strip()
    if ident:
        try:
            checked(ident)
        except ValueError as error:
            wrong.append(str(error))
    private, not_so = private_cells.read_cells(
        {name: cell(name) for name in private_cells.FIELDS if name in places}
    )
    wrong += not_so
    player = PlayerLine(
        row.line,
        name,
        ident,
        cell("division").strip(),
        int(rating or 0) if "rating" in places else None,
        cell("club") if "club" in places else None,
        private,
    )
    return player, wrong
