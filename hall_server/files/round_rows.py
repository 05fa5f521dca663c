"""A row for each player before a round, from a crosstable, a report or an event file."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from hall_server.eventfile import PlayerSection
from hall_server.files.sources import table_lines
from hall_server.files.trf_reading import TrfFile, TrfPlayer, TrfRound
from shared.core.standings.crosstable import Crosstable, CrosstableRow, RoundCell
from shared.core.text.fields import allowed
from shared.pairing.points import Points

Absence = Literal["withdrawn", "absent", "opt_out"]


class BadRoundFile(ValueError):
    """The file gives no field for the round; the sentence says where and what to do."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A player's opponent in a round."""

    round_no: int
    opponent: int
    forfeited: bool


@dataclass(frozen=True, slots=True)
class FileRow:
    """One player before the round, and what the file says of them in the round itself."""

    line: int
    """The line of the file, from 1."""
    id: str
    no: int
    name: str
    rating: int | None = None
    seed: int = 0
    """The place among the seeded players, 0 for none."""
    points: Points = 0
    meetings: tuple[Meeting, ...] = ()
    byes: int = 0
    open_round: int | None = None
    """The first earlier round whose result is missing."""
    now: Meeting | None = None
    bye_now: bool = False
    out: Absence | None = None
    """Why the player does not play in the round."""
    idle: bool = False
    """Whether the player missed the round before, and the file does not say that they left."""


def crosstable_rows(table: Crosstable, text: str, round_no: int) -> list[FileRow]:
    """Return a crosstable's rows before ``round_no``. Raises BadRoundFile for a later round."""
    if round_no > table.rounds + 1:
        raise BadRoundFile(
            f"the crosstable has {table.rounds} rounds, so round {table.rounds + 1} is the next; "
            "add the columns of the rounds between"
        )
    lines = table_lines(text, table)
    return [_crosstable_row(entry, lines[entry.number], round_no) for entry in table.entries]


def _crosstable_row(entry: CrosstableRow, line: int, round_no: int) -> FileRow:
    earlier = entry.cells[: round_no - 1]
    before = earlier[-1] if earlier else None
    cell = entry.cells[round_no - 1] if round_no <= len(entry.cells) else None
    return FileRow(
        line,
        str(entry.number),
        entry.number,
        entry.name,
        points=before.total if before else 0,
        meetings=_meetings(earlier),
        byes=sum(1 for past in earlier if past is not None and past.kind == "bye"),
        open_round=next((n for n, past in enumerate(earlier, start=1) if past is None), None),
        now=_meeting(cell, round_no),
        bye_now=cell is not None and cell.kind == "bye",
        out=_absence(before, cell),
        idle=cell is None and before is not None and before.kind == "absent",
    )


def _absence(before: RoundCell | None, cell: RoundCell | None) -> Absence | None:
    if before is not None and before.kind == "withdrawn":
        return "withdrawn"
    match cell.kind if cell is not None else None:
        case "withdrawn" | "absent" | "opt_out" as absence:
            return absence
        case _:
            return None


def trf_rows(report: TrfFile, round_no: int) -> list[FileRow]:
    """Return a report's rows before ``round_no``. Raises BadRoundFile for a later round.

    In a round that is not played yet, every player plays who is not excused.
    """
    played = max(
        (n for player in report.players for n in range(1, report.rounds + 1) if _paired(player, n)),
        default=0,
    )
    if round_no > played + 1:
        raise BadRoundFile(f"the report has {played} rounds, so round {played + 1} is the next")
    return [_trf_row(report, player, round_no, played) for player in report.players]


def _paired(player: TrfPlayer, round_no: int) -> bool:
    now = player.round(round_no)
    return now is not None and (now.opponent is not None or now.kind == "bye")


def _trf_row(report: TrfFile, player: TrfPlayer, round_no: int, played: int) -> FileRow:
    earlier = [player.round(number) for number in range(1, round_no)]
    now = player.round(round_no)
    is_next = round_no > played
    excused = (round_no, player.number) in report.absent
    excused |= is_next and player.number in report.absent_next
    if is_next:
        excused |= now is not None
    else:
        excused |= not _paired(player, round_no)
    last = earlier[-1] if earlier else None
    points = report.points_before(player, round_no)
    if is_next and player.points is not None:
        # A report of two-game matches states points that its result letters cannot express.
        points = player.points
    return FileRow(
        player.line,
        str(player.number),
        player.number,
        player.name,
        player.rating,
        points=points,
        meetings=_meetings(earlier),
        byes=sum(1 for past in earlier if past and past.kind in ("bye", "full_bye")),
        open_round=next(
            (n for n, past in enumerate(earlier, start=1) if past and past.kind == "open"), None
        ),
        now=_meeting(now, round_no),
        bye_now=now is not None and now.kind == "bye",
        out="absent" if excused else None,
        idle=is_next and bool(earlier) and (last is None or last.kind == "absent"),
    )


def _meetings(earlier: Iterable[RoundCell | TrfRound | None]) -> tuple[Meeting, ...]:
    found = (_meeting(past, number) for number, past in enumerate(earlier, start=1))
    return tuple(meeting for meeting in found if meeting is not None)


def _meeting(past: RoundCell | TrfRound | None, round_no: int) -> Meeting | None:
    if past is None or past.opponent is None:
        return None
    return Meeting(round_no, past.opponent, past.kind == "forfeit")


def event_rows(players: Iterable[tuple[PlayerSection, int]]) -> list[FileRow]:
    """Return rows of an event file's players, each given with its line.

    Raises BadRoundFile for a name with a control character, which a terminal takes as a command.
    """
    rows = []
    for no, (player, line) in enumerate(players, start=1):
        name = player.name
        if not name.strip() or not allowed(name):
            raise BadRoundFile(f"line {line}: write a name in plain letters where {name!r} stands")
        rows.append(FileRow(line, player.id, no, name, player.rating or None, player.seed))
    return rows
