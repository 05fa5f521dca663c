"""Reads players and rounds from a file whose kind is told by its beginning."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from hall_server.files.cells import UnreadableTable, decoded
from hall_server.files.players_csv import PlayerLine, PlayerList, read_players
from hall_server.files.trf_reading import (
    Points,
    TrfError,
    TrfFile,
    TrfPlayer,
    TrfRound,
    parse_trf,
    whole,
)
from shared.core.rulebooks import Rulebook
from shared.core.standings.crosstable import Crosstable, CrosstableError, parse_crosstable

PastKind = Literal["played", "open", "forfeit", "bye", "opt_out", "absent", "withdrawn"]
"""``open``: paired, without a result."""

_RULEBOOK_SAYS: Final = ("a bye", "nobody skips", "ends with")
"""How a crosstable's problems begin that are no contradiction: the rulebook decides them, and
totals that differ are told for each player."""
_UNPLAYED: Final = {"F": "a full-point bye that was asked for", "H": "a half-point bye"}


@dataclass(frozen=True, slots=True)
class PastCell:
    """One player's round. ``points`` are match points by the rulebook.

    ``word`` is the file's name of a round without an opponent that the rulebook does not know.
    """

    opponent: int | None
    kind: PastKind
    points: Points = 0
    word: str = ""


@dataclass(frozen=True, slots=True)
class PastPlayer:
    """One player's line: a cell for each round, and the points that the line states."""

    line: int
    number: int
    name: str
    cells: tuple[PastCell, ...]
    stated: Points | None
    """In the rulebook's match points; None if they cannot be compared."""

    def points_before(self, round_no: int) -> Points:
        """Return the points before a round, by the file's own cells."""
        return whole(sum((cell.points for cell in self.cells[: round_no - 1]), Fraction(0)))


@dataclass(frozen=True, slots=True)
class PastRounds:
    """``rounds`` whole rounds of every player; ``problems`` are impossible cells."""

    rounds: int
    players: tuple[PastPlayer, ...]
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    """Players who missed the last round without a word in the file that they left."""

    def pairs(self, round_no: int) -> tuple[tuple[PastPlayer, PastPlayer], ...]:
        """Return who met in a round: the best pair first, the player with more points first."""
        by_number = {player.number: player for player in self.players}
        pairs = []
        for player in self.players:
            opponent = player.cells[round_no - 1].opponent
            if opponent is not None and player.number < opponent:
                one, other = sorted(
                    (player, by_number[opponent]), key=lambda p: _place(p, round_no)
                )
                pairs.append((one, other))
        return tuple(
            sorted(pairs, key=lambda pair: (_place(pair[0], round_no), _place(pair[1], round_no)))
        )


def _place(player: PastPlayer, round_no: int) -> tuple[Points, int]:
    return -player.points_before(round_no), player.number


def rounds_of_report(report: TrfFile, book: Rulebook) -> PastRounds:
    """Return the rounds of a tournament report; a win there is a match won here."""
    win, draw = report.worth["W"], report.worth["D"]
    stake = book.match_stake
    notes = [*report.doubts, *(f"The file holds {what}: left out." for what in report.ignored)]
    alike = win == 2 * draw and win > 0
    if not alike:
        notes.append(
            f"The file counts {points_text(win)} for a win and {points_text(draw)} for a draw,"
            f" {book.title} {stake} and {points_text(Fraction(stake, 2))}: points are counted again"
            " and not compared."
        )
    elif win != stake:
        notes.append(
            f"The file counts {points_text(win)} for a win and {book.title} {stake} for a match"
            f" won: its points are taken times {points_text(Fraction(stake) / win)}."
        )
    if book.scoring == "per_game" and book.games_per_match > 1:
        notes.append(
            f"A report says who won a match, not its games: a match won counts as {stake}–0."
            " A crosstable has the points of each match."
        )
    factor = Fraction(stake) / win if alike else None
    players = tuple(_of_report(player, report, book, factor) for player in report.players)
    last = report.rounds
    return PastRounds(
        last,
        players,
        tuple(notes),
        tuple(_contradictions(players, stake)),
        tuple(p.name for p in players if last and p.cells[-1].kind == "absent"),
    )


def _of_report(
    player: TrfPlayer, report: TrfFile, book: Rulebook, factor: Fraction | None
) -> PastPlayer:
    stated = None
    if player.points is not None and factor is not None:
        stated = whole(player.points * factor)
    cells = (player.round(number) for number in range(1, report.rounds + 1))
    return PastPlayer(
        player.line,
        player.number,
        player.name,
        tuple(_report_cell(cell, report, book, factor) for cell in cells),
        stated,
    )


def _report_cell(
    cell: TrfRound | None, report: TrfFile, book: Rulebook, factor: Fraction | None
) -> PastCell:
    if cell is None:
        return PastCell(None, "absent")
    if cell.kind in ("played", "forfeit"):
        worth = {"W": Fraction(book.match_stake), "D": Fraction(book.match_stake, 2)}
        points = whole(worth.get(cell.worth, Fraction(0)))
        kind: PastKind = "forfeit" if cell.kind == "forfeit" else "played"
        return PastCell(cell.opponent, kind, points)
    if cell.kind == "open":
        return PastCell(cell.opponent, "open")
    points = whole(report.worth[cell.worth] * (factor or 0))
    if cell.kind in ("bye", "full_bye"):
        return PastCell(None, "bye", points, _UNPLAYED["F"] if cell.kind == "full_bye" else "")
    return PastCell(None, "absent", points, _UNPLAYED["H"] if cell.worth == "D" else "")


def rounds_of_crosstable(table: Crosstable, lines: Mapping[int, int], book: Rulebook) -> PastRounds:
    """Return the rounds of a crosstable up to the last one in which every player has a cell.

    ``lines`` has the line of each player's number. The points are those of ``book``.
    """
    last = min(
        (sum(cell is not None for cell in entry.cells) for entry in table.entries), default=0
    )
    begun = max(
        (sum(cell is not None for cell in entry.cells) for entry in table.entries), default=0
    )
    notes = []
    if begun > last:
        blank = [str(lines[e.number]) for e in table.entries if e.cells[last] is None]
        notes.append(
            f"Round {last + 1} is not complete in the file (blank in line {', '.join(blank)}): it"
            " is left out. Complete it there first, or pair it here by hand."
        )
    players = tuple(
        PastPlayer(
            lines[entry.number],
            entry.number,
            entry.name,
            tuple(
                PastCell(cell.opponent, cell.kind, entry.gained(number))
                for number, cell in enumerate(entry.cells[:last], start=1)
                if cell is not None
            ),
            None if begun > last else entry.points,
        )
        for entry in table.entries
    )
    problems = [
        f"line {lines[found.player]}, r{found.round}: {found.sentence}"
        for found in table.problems(book)
        if found.round <= last and not found.sentence.startswith(_RULEBOOK_SAYS)
    ]
    idle = tuple(p.name for p in players if last and p.cells[-1].kind == "absent")
    return PastRounds(last, players, tuple(notes), tuple(problems), idle)


def _contradictions(players: tuple[PastPlayer, ...], stake: int) -> Iterator[str]:
    """Yield each pair of a report's cells that contradict each other, once."""
    by_number = {player.number: player for player in players}
    for player in players:
        for number, cell in enumerate(player.cells, start=1):
            if cell.opponent is None:
                continue
            start = f"line {player.line}, round {number}: {player.name} names opponent"
            other = by_number.get(cell.opponent)
            if other is None or other is player:
                yield f"{start} {cell.opponent}, who is no other player of the file"
                continue
            back = other.cells[number - 1]
            if back.opponent != player.number:
                named = f"names {back.opponent}" if back.opponent else "names nobody"
                yield f"{start} {other.name}, who {named} (line {other.line})"
            elif player.number < other.number and not _agree(cell, back, stake):
                yield (
                    f"line {player.line} and line {other.line}, round {number}: the results of"
                    f" {player.name} and {other.name} contradict each other"
                )


def _agree(one: PastCell, other: PastCell, stake: int) -> bool:
    if one.kind != other.kind:
        return False
    if one.kind == "open":
        return True
    both = one.points + other.points
    return both == stake or (one.kind == "forfeit" and both == 0)


def points_text(points: Points) -> str:
    """Return points as people write them: 3, 3½; other fractions as they are."""
    halves = Fraction(points) * 2
    if halves.denominator != 1:
        return str(points)
    return f"{halves.numerator // 2 or ''}½" if halves.numerator % 2 else str(halves.numerator // 2)


ROUNDS_STAY: Final = (
    "The rounds stay in the file: only the players are taken over here. 'hall-server import' takes"
    " rounds and results too."
)


def read_source(
    data: bytes, columns: Mapping[str, str] | None = None, sheet: str = ""
) -> PlayerList:
    """Return the players of a file; of a workbook ``sheet``, or the first. Raises
    UnreadableTable."""
    if _is_crosstable(data):
        return _crosstable(data)
    if _is_report(data):
        return _report(data)
    return read_players(data, columns, sheet)


def _is_crosstable(data: bytes) -> bool:
    try:
        text, _ = decoded(data)
    except UnreadableTable:
        return False
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return next(lines, "").startswith("no\tname\tr1\t")


def _is_report(data: bytes) -> bool:
    """Return whether a line has the columns of a TRF player."""
    return any(re.match(rb"001 [ \d]{4} .{9}", line) for line in data.splitlines())


def _report(data: bytes) -> PlayerList:
    try:
        report = parse_trf(decoded(data)[0])
    except TrfError as error:
        raise UnreadableTable(f"{error}.") from error
    lines = tuple(PlayerLine(p.line, p.name, rating=p.rating) for p in report.players)
    return PlayerList(lines, (*report.doubts, ROUNDS_STAY))


def _crosstable(data: bytes) -> PlayerList:
    try:
        table = parse_crosstable(decoded(data)[0])
    except CrosstableError as error:
        raise UnreadableTable(f"{error}.") from error
    at = table_lines(decoded(data)[0], table)
    lines = tuple(PlayerLine(at[entry.number], entry.name) for entry in table.entries)
    return PlayerList(lines, (ROUNDS_STAY,))


def table_lines(text: str, table: Crosstable) -> dict[int, int]:
    """Return the line, from 1, of each number of a crosstable."""
    lines = [
        at
        for at, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1)
        if line.strip() and not line.startswith("#")
    ]
    return {entry.number: at for entry, at in zip(table.entries, lines[1:], strict=True)}


def read_rounds(data: bytes, book: Rulebook) -> PastRounds | None:
    """Return the rounds of a file that ``read_source`` reads, None without rounds."""
    if _is_crosstable(data):
        text = decoded(data)[0]
        table = parse_crosstable(text)
        past = rounds_of_crosstable(table, table_lines(text, table), book)
    elif _is_report(data):
        past = rounds_of_report(parse_trf(decoded(data)[0]), book)
    else:
        return None
    return past if past.rounds else None
