"""A published crosstable: rows of players, columns of rounds, read and checked cell by cell.

Owns the layout and its contradictions. Orders nobody and corrects nothing.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from shared.core.rulebooks import Rulebook
from shared.core.standings.order import PlayerRecord, RoundScore
from shared.core.standings.scoring import possible_scores
from shared.core.text.fields import allowed

CellKind = Literal["played", "forfeit", "bye", "opt_out", "absent", "withdrawn"]

LAYOUT = """\
Cells are parted by tabs: no, name, r1, r2 … points, and what else you like after that.
A round is <opponent's no>T<points so far>: 6T4. With an F before the T no game was played: 6FT4.
BT3 is a bye, OT3 the last round skipped by leave, - a round missed, W a player who has withdrawn,
and blank a round still to come."""
"""The layout in the words of a help text."""

_CELL = re.compile(
    r"(?:(?P<opponent>[0-9]{1,4})(?P<forfeit>F?)|(?P<mark>[BO]))T(?P<total>[0-9]{1,4})"
)
_NUMBER = re.compile(r"[0-9]{1,4}")
_FURTHER = ("hp_published", "granted")


@dataclass(frozen=True, slots=True)
class RoundCell:
    """One player's round: the opponent's number and the running total after it."""

    opponent: int | None
    total: int
    kind: CellKind


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """One row: None is a round still to come. ``points`` is the total as the row states it.

    ``honor_published`` is what a column ``hp_published`` states, and ``granted`` the points outside
    the rounds that a column ``granted`` does, if there are any.
    """

    number: int
    name: str
    cells: tuple[RoundCell | None, ...]
    points: int
    honor_published: int | None = None
    granted: int = 0

    def gained(self, round_no: int) -> int:
        """Return match points that round ``round_no``, from 1, brought; 0 where it is still to
        come."""
        cell = self.cells[round_no - 1]
        earlier = self.cells[round_no - 2] if round_no > 1 else None
        return 0 if cell is None else cell.total - (earlier.total if earlier else 0)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a crosstable that cannot be so: whose cell, which round, and why."""

    player: int
    round: int
    sentence: str


class CrosstableError(ValueError):
    """Text that is no crosstable; the sentence names the line and the remedy."""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The rows of a crosstable in file order, each with ``rounds`` cells."""

    rounds: int
    entries: tuple[CrosstableRow, ...]

    def round_pairings(self, round_no: int) -> tuple[tuple[str, str], ...]:
        """Return pairs of player numbers that name each other in a round, in order of rows."""
        named = {entry.number: _opponent(entry, round_no) for entry in self.entries}
        return tuple(
            (str(number), str(opponent))
            for number, opponent in named.items()
            if opponent is not None and named.get(opponent) == number and number < opponent
        )

    def round_points(self, round_no: int) -> Mapping[str, int]:
        """Return match points that a round brought to each player who has a cell in it."""
        return {
            str(entry.number): entry.gained(round_no)
            for entry in self.entries
            if entry.cells[round_no - 1] is not None
        }

    def records(self) -> tuple[PlayerRecord, ...]:
        """Return the rows as standings take them, the cells as they are, problems and all.

        An opponent who has no row, or a player who names himself, counts as no opponent.
        """
        return tuple(self._record(entry) for entry in self.entries)

    def problems(self, rulebook: Rulebook) -> tuple[Problem, ...]:
        """Return every cell that contradicts another or the rulebook, in order of rows and
        rounds."""
        rows = {entry.number: entry for entry in self.entries}
        scores = possible_scores(rulebook)
        found = []
        for entry in self.entries:
            for round_no in range(1, self.rounds + 1):
                sentence = _contradiction(entry, round_no, rows, rulebook, scores)
                if sentence:
                    found.append(Problem(entry.number, round_no, sentence))
            last = [cell for cell in entry.cells if cell is not None]
            total = (last[-1].total if last else 0) + entry.granted
            if total != entry.points:
                sentence = f"ends with a running total of {total}, but has {entry.points} points"
                found.append(Problem(entry.number, max(len(last), 1), sentence))
        return tuple(found)

    def _record(self, entry: CrosstableRow) -> PlayerRecord:
        known = {other.number for other in self.entries} - {entry.number}
        rounds: list[RoundScore | None] = []
        dropped_out_after = None
        for round_no, cell in enumerate(entry.cells, start=1):
            if cell is None:
                rounds.append(None)
                continue
            if cell.kind == "withdrawn":
                dropped_out_after = round_no - 1
                break
            opponent = str(cell.opponent) if cell.opponent in known else None
            rounds.append(RoundScore(opponent, entry.gained(round_no), cell.kind))
        ident = str(entry.number)
        return PlayerRecord(
            ident, entry.name, tuple(rounds), dropped_out_after, granted=entry.granted
        )


def parse_crosstable(text: str) -> Crosstable:
    """Read a crosstable in the layout that :data:`LAYOUT` describes.

    Blank lines and lines that begin with # are passed over. Raises CrosstableError for text
    that has not this layout; cells that contradict each other are ``problems`` of the result.
    """
    lines = [
        (number, tuple(cell.strip() for cell in line.rstrip("\r").split("\t")))
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1)
        if line.strip() and not line.startswith("#")
    ]
    number, header = lines[0] if lines else (1, ())
    rounds = header.index("points") - 2 if "points" in header else 0
    expected = ("no", "name", *(f"r{n}" for n in range(1, rounds + 1)), "points")
    if rounds < 1 or header[: len(expected)] != expected:
        message = f"line {number}: begin with a header of no, name, r1, r2 … points, parted by tabs"
        raise CrosstableError(message)
    entries: dict[int, CrosstableRow] = {}
    for number, cells in lines[1:]:
        if len(cells) != len(header):
            message = f"line {number}: write {len(header)} cells as in the header, not {len(cells)}"
            raise CrosstableError(message)
        entry = _entry(number, cells[: rounds + 3])
        honor, granted = (_number(number, name, header, cells) for name in _FURTHER)
        entry = replace(entry, honor_published=honor, granted=granted or 0)
        if entry.number in entries:
            message = f"line {number}: give this player another number, {entry.number} is taken"
            raise CrosstableError(message)
        entries[entry.number] = entry
    if not entries:
        message = f"line {lines[0][0]}: the table has a header and no player; add one a line"
        raise CrosstableError(message)
    return Crosstable(rounds, tuple(entries.values()))


def _number(line: int, name: str, header: Sequence[str], cells: Sequence[str]) -> int | None:
    """Return what a further column states; None where there is none, or nothing stands there."""
    text = cells[header.index(name)] if name in header else ""
    if text and not _NUMBER.fullmatch(text):
        message = f"line {line}: write a whole number, or nothing, where {text!r} stands"
        raise CrosstableError(message)
    return int(text) if text else None


def _entry(line: int, cells: tuple[str, ...]) -> CrosstableRow:
    number, name, *played, points = cells
    for word in (number, points):
        if not _NUMBER.fullmatch(word):
            raise CrosstableError(f"line {line}: write a whole number where {word!r} stands")
    # A name is printed on terminals, where a control character is a command.
    if not name or not allowed(name):
        raise CrosstableError(f"line {line}: write a name in plain letters where {name!r} stands")
    read: list[RoundCell | None] = []
    for round_no, word in enumerate(played, start=1):
        before = read[-1] if read else RoundCell(None, 0, "absent")
        cell = _cell(word, before.total if before else 0)
        if word and cell is None:
            message = f"line {line}, r{round_no}: {word!r} is no cell; write <opponent>T<total>"
            raise CrosstableError(message + ", BT<total>, OT<total>, -, W or nothing")
        if cell is not None and before is None:
            message = f"line {line}, r{round_no - 1}: write - for a round that the player missed"
            raise CrosstableError(message)
        if before and before.kind == "withdrawn" and cell != before:
            message = f"line {line}, r{round_no}: write W in each round after the withdrawal"
            raise CrosstableError(message)
        read.append(cell)
    return CrosstableRow(int(number), name, tuple(read), int(points))


def _cell(word: str, total_before: int) -> RoundCell | None:
    if word == "-":
        return RoundCell(None, total_before, "absent")
    if word == "W":
        return RoundCell(None, total_before, "withdrawn")
    parts = _CELL.fullmatch(word)
    if parts is None:
        return None
    total = int(parts["total"])
    if parts["mark"]:
        return RoundCell(None, total, "bye" if parts["mark"] == "B" else "opt_out")
    return RoundCell(int(parts["opponent"]), total, "forfeit" if parts["forfeit"] else "played")


def _opponent(entry: CrosstableRow, round_no: int) -> int | None:
    cell = entry.cells[round_no - 1]
    return cell.opponent if cell else None


def _contradiction(
    entry: CrosstableRow,
    round_no: int,
    rows: Mapping[int, CrosstableRow],
    rulebook: Rulebook,
    scores: frozenset[tuple[int, int]],
) -> str | None:
    cell = entry.cells[round_no - 1]
    if cell is None:
        return None
    gained = entry.gained(round_no)
    if gained < 0:
        return f"the running total falls from {cell.total - gained} to {cell.total}"
    match cell.kind:
        case "absent" | "withdrawn":
            return None
        case "bye":
            return _unless(gained in rulebook.bye_points, f"a bye does not bring {gained} points")
        case "opt_out":
            allowed = gained == rulebook.opt_out_points and round_no == len(entry.cells)
            return _unless(allowed, f"nobody skips this round for {gained} points")
        case "played" | "forfeit":
            return _match_contradiction(entry, round_no, rows, rulebook, scores)
        case never:
            assert_never(never)


def _match_contradiction(
    entry: CrosstableRow,
    round_no: int,
    rows: Mapping[int, CrosstableRow],
    rulebook: Rulebook,
    scores: frozenset[tuple[int, int]],
) -> str | None:
    cell = entry.cells[round_no - 1]
    assert cell is not None
    assert cell.opponent is not None
    if cell.opponent == entry.number:
        return "names himself as opponent"
    if cell.opponent not in rows:
        return f"names opponent {cell.opponent}, who has no row"
    opponent = rows[cell.opponent]
    back = opponent.cells[round_no - 1]
    who = f"{opponent.number} ({opponent.name})"
    if back is None:
        return f"names opponent {who}, whose cell is blank"
    if back.opponent != entry.number:
        named = "nobody" if back.opponent is None else str(back.opponent)
        return f"names opponent {who}, who names {named}"
    if back.kind != cell.kind:
        return f"only one of the two cells says that the match with {who} was forfeited"
    if cell.kind == "forfeit":
        won = rulebook.forfeited_round_points
        scores = frozenset({(won, 0), (0, won), (0, 0)})
    gained, given = entry.gained(round_no), opponent.gained(round_no)
    possible = {points for points, _ in scores}
    if gained not in possible:
        return f"a match under {rulebook.title} does not bring {gained} points"
    # What two cells only together contradict is said once, and an impossible gain where it stands.
    if given not in possible or entry.number > cell.opponent:
        return None
    sentence = f"no match ends {gained}–{given}, as this one with {who} does"
    return _unless((gained, given) in scores, sentence)


def _unless(allowed: bool, sentence: str) -> str | None:
    return None if allowed else sentence
