"""The record of a game: each move as it was made, each turn forfeited, each position set right.

Owns what happened on the board and in which order. It refuses nothing: an illegal move is on
record and flagged, and play goes on from the board as it was left until a referee sets it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from shared.core.draughts.faults import Fault, as_made, judged
from shared.core.draughts.moves import Move, play
from shared.core.draughts.notation import Path, meant, path_of
from shared.core.draughts.position import START, Position, Side
from shared.core.draughts.rules import Rules

_BLOCK: Final = 32


class Made(msgspec.Struct, frozen=True, tag="made"):
    """A move as it was made, its squares in order (ACF-3.III.A).

    No square, or only one, means that the clock was pressed with no move made. ``clock_ms`` is
    what the mover's clock showed after the press, where one ran.
    """

    path: Path
    clock_ms: int | None = None


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """A turn forfeited by its time limit: the other side moves on the same board (SE-5)."""


class Corrected(msgspec.Struct, frozen=True, tag="corrected"):
    """The position as the referee sets it, side to move included, after an illegal move or a slip.

    ``takes_back`` says how many of the last half-moves no longer stand.
    """

    position: Position
    takes_back: int = 0
    why: str = ""


class Unknown(msgspec.Struct, frozen=True, tag="unknown"):
    """From here on the moves are not known, and ``why``: they were played, and nobody has them.

    The last entry of an incomplete record: nothing is added to it.
    """

    why: str = ""


RecordEntry = Made | Passed | Corrected | Unknown


class GameRecord(msgspec.Struct, frozen=True):
    """A game from its first position on."""

    rules: Rules
    start: Position = START
    entries: tuple[RecordEntry, ...] = ()

    def with_entry(self, entry: RecordEntry) -> GameRecord:
        """Return the record with one thing more. It takes all that comes, in the order it comes."""
        return GameRecord(self.rules, self.start, (*self.entries, entry))

    @property
    def unknown(self) -> Unknown | None:
        """From where on the moves are not known; None for a complete record."""
        last = self.entries[-1] if self.entries else None
        return last if isinstance(last, Unknown) else None


class RecordedTurn(msgspec.Struct, frozen=True):
    """One entry in its place.

    ``half_move`` is its number: of the half-move it is, or of the next one for a correction.
    ``move`` is the legal move, ``fault`` what was illegal; a half-move has one of both, or
    neither where it was forfeited. ``stands`` is False once it has been taken back, and for a
    correction that does nothing but take back.
    """

    half_move: int
    side: Side
    entry: RecordEntry
    before: Position
    after: Position
    move: Move | None = None
    fault: Fault | None = None
    stands: bool = True


@lru_cache(maxsize=16)
def replay(record: GameRecord) -> tuple[RecordedTurn, ...]:
    """Return each entry of a record with the boards before and after it and what is illegal about
    it.

    The latest records are remembered, and a longer one goes on from the last full block of them:
    a screen asks many times a move, and a press waits for no more than a block.
    """
    known = max(0, len(record.entries) - 1) // _BLOCK * _BLOCK
    before = GameRecord(record.rules, record.start, record.entries[:known])
    lines = list(replay(before)) if known else []
    number = lines[-1].half_move + is_half_move(lines[-1]) if lines else 1
    for entry in record.entries[known:]:
        if isinstance(entry, Corrected):
            number -= _take_back(lines, entry.takes_back)
        lines.append(_line(record, lines, number, entry))
        number += isinstance(entry, Made | Passed)
    return tuple(lines)


def step(
    rules: Rules, position: Position, entry: RecordEntry
) -> tuple[Position, Move | Fault | None]:
    """Return the board after one entry, and the legal move or the fault that it was, if it was a
    move."""
    if isinstance(entry, Corrected):
        return entry.position, None
    if isinstance(entry, Passed):
        return position.turned(), None
    if isinstance(entry, Unknown):
        return position, None
    judgement = judged(rules, position, entry.path)
    if isinstance(judgement, Move):
        return play(position, judgement), judgement
    if judgement == "unclear":
        return play(position, meant(rules, position, entry.path)[0]), judgement
    return as_made(rules, position, entry.path), judgement


def position_now(record: GameRecord) -> Position:
    """Return the board as it stands."""
    lines = replay(record)
    return lines[-1].after if lines else record.start


def last_path(record: GameRecord) -> Path:
    """Return the squares of the last move, where that led to the board as it stands; else none."""
    standing = [line.entry for line in replay(record) if line.stands]
    last = standing[-1] if standing else None
    return last.path if isinstance(last, Made) and len(last.path) > 1 else ()


def taken_back(record: GameRecord, half_moves: int = 1, why: str = "") -> Corrected:
    """Return the correction that takes the last half-moves back, so that the mover moves again.

    Raises ValueError where fewer half-moves stand on record.
    """
    standing = [line for line in replay(record) if line.stands and is_half_move(line)]
    if not 1 <= half_moves <= len(standing):
        message = f"{half_moves} half-moves cannot be taken back: {len(standing)} stand on record"
        raise ValueError(message)
    return Corrected(standing[-half_moves].before, half_moves, why)


def begun(rules: Rules, moves: tuple[str, ...], start: Position = START) -> GameRecord:
    """Return a record that begins with the balloted moves of an opening (ACF-1.VIII.A).

    Raises ValueError where the moves are not legal in their order.
    """
    record, position = GameRecord(rules, start), start
    for text in moves:
        found = meant(rules, position, path_of(text))
        if len(found) != 1:
            raise ValueError(f"{text} is no legal move of this opening")
        position = play(position, found[0])
        record = record.with_entry(Made(found[0].path))
    return record


def is_half_move(line: RecordedTurn) -> bool:
    """Return whether an entry is a turn of a player, made or forfeited."""
    return isinstance(line.entry, Made | Passed)


def _take_back(lines: list[RecordedTurn], half_moves: int) -> int:
    """Mark the last standing half-moves, and what was set since, as taken back; how many."""
    done = 0
    for at in range(len(lines) - 1, -1, -1):
        if done == half_moves:
            break
        if lines[at].stands:
            lines[at] = msgspec.structs.replace(lines[at], stands=False)
            done += is_half_move(lines[at])
    return done


def _line(
    record: GameRecord, lines: list[RecordedTurn], number: int, entry: RecordEntry
) -> RecordedTurn:
    position = lines[-1].after if lines else record.start
    after, judgement = step(record.rules, position, entry)
    return RecordedTurn(
        number,
        position.to_move,
        entry,
        position,
        after,
        move=judgement if isinstance(judgement, Move) else None,
        fault=None if isinstance(judgement, Move) else judgement,
        stands=not isinstance(entry, Corrected) or after != _left_standing(record, lines),
    )


def _left_standing(record: GameRecord, lines: list[RecordedTurn]) -> Position:
    return next((line.after for line in reversed(lines) if line.stands), record.start)
