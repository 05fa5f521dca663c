"""A player's claim checked against the recorded moves: repetition, quiet moves, the pool counts.

Owns the way from a record to ``counts``, which owns the counts themselves. Runs on a claim alone:
nothing here watches a game.
"""

from collections.abc import Sequence
from functools import reduce
from typing import cast

from shared.core.draughts import counts
from shared.core.draughts.counts import Count, CountRule, NoCount, Pieces, Quiet
from shared.core.draughts.faults import WORDS, judged
from shared.core.draughts.fen import fen
from shared.core.draughts.moves import Move, play
from shared.core.draughts.notation import Path, path_text
from shared.core.draughts.position import Position, Side, men_by_rank, opponent, squares
from shared.core.draughts.record import (
    GameRecord,
    Made,
    RecordedTurn,
    is_half_move,
    position_now,
    replay,
)
from shared.core.match.outcome import Seat, other


def seat_of(side: Side, first_seat: Seat) -> Seat:
    """Return the seat that has a side in this game."""
    return first_seat if side == "first" else other(first_seat)


def pieces(position: Position, side: Side) -> Pieces:
    """Return one side's men by rank and its kings, as the strength count weighs them (APCA-26)."""
    ranks = cast("tuple[int, int, int, int, int, int, int]", men_by_rank(position, side))
    return Pieces(ranks, (position.of(side) & position.kings).bit_count())


def board(position: Position, first_seat: Seat) -> tuple[Pieces, Pieces]:
    """Return both players' pieces, by seat."""
    sides = pieces(position, "first"), pieces(position, "second")
    return sides if first_seat == 0 else sides[::-1]


def lone_king(position: Position) -> int | None:
    """Return the square of a king that stands alone against several pieces; None where there is
    none."""
    sides = position.first, position.second
    for mine, theirs in (sides, sides[::-1]):
        if mine.bit_count() == 1 and mine & position.kings and theirs.bit_count() > 1:
            return next(squares(mine))
    return None


def times_stood(record: GameRecord, path: Path = (), running: Count | None = None) -> int:
    """Return how often the position on the board has stood, or the one that the move shown would
    make.

    While a count is ``running`` only its own positions are looked at (APCA-26). Raises NoCount
    where the move is no legal one or some moves are not on record.
    """
    stood = positions(record) if running is None else running.positions
    return stood.count(_following(record, path)) + 1 if path else stood.count(stood[-1])


def _following(record: GameRecord, path: Path) -> str:
    now = position_now(record)
    move = judged(record.rules, now, path)
    if not isinstance(move, Move):
        raise NoCount("{move} cannot be played here: {why}", move=path_text(path), why=WORDS[move])
    return fen(play(now, move))


def begun_at(record: GameRecord, rule: CountRule, count: Count, first_seat: Seat) -> Count:
    """Return an announced count as it begins at the position on the board.

    Raises NoCount where the board does not allow it.
    """
    now = position_now(record)
    return counts.allowed(rule, count, board(now, first_seat), lone_king(now), fen(now))


def quiet_of(record: GameRecord, first_seat: Seat) -> Quiet:
    """Return each seat's moves since a man advanced or a piece was captured. Raises NoCount."""
    lines = _known(record)
    set_anew = [at for at, line in enumerate(lines) if line.stands and not is_half_move(line)]
    moves = _moves(lines[set_anew[-1] :] if set_anew else lines, first_seat)
    return reduce(counts.quiet_after, moves, Quiet())


def positions(record: GameRecord) -> tuple[str, ...]:
    """Return each position that stood on the board, side to move included, without moves taken
    back.

    Raises NoCount where some moves are not on record.
    """
    stood = [line.after for line in _known(record) if line.stands]
    return tuple(map(fen, (record.start, *stood)))


def counted_moves(record: GameRecord, first_seat: Seat) -> tuple[counts.CountedMove, ...]:
    """Return each move that stands, legal or not, as far as a count cares. A forfeited turn is no
    move."""
    return _moves(replay(record), first_seat)


def _known(record: GameRecord) -> tuple[RecordedTurn, ...]:
    if record.unknown is not None:
        raise NoCount("not all moves of this game are on record")
    return replay(record)


def _moves(lines: Sequence[RecordedTurn], first_seat: Seat) -> tuple[counts.CountedMove, ...]:
    return tuple(
        _counted(line, first_seat)
        for line in lines
        if line.stands and isinstance(line.entry, Made) and line.before != line.after.turned()
    )


def _counted(line: RecordedTurn, first_seat: Seat) -> counts.CountedMove:
    before, after, side = line.before, line.after, line.side
    theirs = opponent(side)
    return counts.CountedMove(
        seat_of(side, first_seat),
        captured=after.of(theirs).bit_count() < before.of(theirs).bit_count(),
        man=before.of(side) & ~before.kings != after.of(side) & ~after.kings,
        crowned=(after.of(side) & after.kings).bit_count()
        > (before.of(side) & before.kings).bit_count(),
        position=fen(after),
    )
