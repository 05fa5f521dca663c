"""The counts that end a game in a draw: which there are, what they count, when they are full.

Owns pure counters. Knows no board: the caller says what a move did.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from shared.core.match.outcome import Seat, other
from shared.core.text.language import N_
from shared.core.text.sentence import Refusal

Moves = Annotated[int, Meta(ge=1)]
Squares = tuple[Annotated[int, Meta(ge=1, le=32)], ...]


class CountRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of each count, in moves of one player; none where the sheet has no such count.

    WCDF 1.32 and Pask (DARK-50) use the first two, the older authors (DARK-40) the third, pool
    (APCA-26 to APCA-28) the second and all from the fourth on.
    """

    quiet_moves: Annotated[
        Moves | None,
        Meta(description="Own moves of each side with no man advanced and nothing captured."),
    ] = None
    repetitions: Annotated[
        Moves | None, Meta(description="Times that a position must stand on the board.")
    ] = None
    advantage_moves: Annotated[
        Moves | None,
        Meta(description="The stronger side's own moves to show an increased advantage."),
    ] = None
    strength_moves: Annotated[
        Moves | None,
        Meta(description="The weaker side's moves in which the stronger side must win."),
    ] = None
    strength_moves_after_change: Annotated[
        Moves | None, Meta(description="The same after a capture or a crowning.")
    ] = None
    king_strength: Annotated[
        Moves | None, Meta(description="What a king weighs; a man weighs its rank.")
    ] = None
    lone_king_moves: Annotated[
        Moves | None, Meta(description="The lone king's moves before which it must be caught.")
    ] = None
    lone_king_pieces: Annotated[
        Moves | None, Meta(description="Kings on the board where the lone king counts.")
    ] = None
    long_line_moves: Annotated[
        Moves | None,
        Meta(description="The stronger side's moves against a lone king on the long line."),
    ] = None
    long_line: Annotated[Squares, Meta(description="The squares of the long line.")] = ()

    def __post_init__(self) -> None:
        """Refuse half a count."""
        together = (
            ("strength_moves", "strength_moves_after_change", "king_strength"),
            ("lone_king_moves", "lone_king_pieces"),
        )
        for fields in together:
            given = [getattr(self, field) is not None for field in fields]
            if any(given) != all(given):
                raise ValueError(f"set {', '.join(fields)} all together or not at all")
        if (self.long_line_moves is None) != (not self.long_line):
            raise ValueError("set long_line_moves and long_line both or neither")


CountKind = Literal["quiet", "repetition", "advantage", "strength", "lone_king", "long_line"]


def counts_of(rule: CountRule) -> tuple[CountKind, ...]:
    """Return the counts that a rulebook knows, in the order of the rule's fields."""
    numbers: dict[CountKind, int | None] = {
        "quiet": rule.quiet_moves,
        "repetition": rule.repetitions,
        "advantage": rule.advantage_moves,
        "strength": rule.strength_moves,
        "lone_king": rule.lone_king_moves,
        "long_line": rule.long_line_moves,
    }
    return tuple(kind for kind, number in numbers.items() if number is not None)


class NoCount(Refusal):
    """A count that may not begin; the sentence says why."""


@dataclass(frozen=True, slots=True)
class CountedMove:
    """What one finished move did, as far as a count cares.

    A capture of several pieces is one move. ``man`` says that a man moved, ``crowned`` that one
    became a king by it. ``position`` names the position after it, side to move included; empty
    where moves are not entered.
    """

    seat: Seat
    captured: bool = False
    man: bool = False
    crowned: bool = False
    position: str = ""

    @property
    def quiet(self) -> bool:
        """Whether no man advanced and nothing was captured."""
        return not (self.captured or self.man or self.crowned)


@dataclass(frozen=True, slots=True)
class Pieces:
    """One side's pieces: men on the ranks 1 to 7 from its own base line, and kings."""

    men: tuple[int, int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0, 0)
    kings: int = 0

    @property
    def total(self) -> int:
        """How many pieces the side has."""
        return sum(self.men) + self.kings


def strength(rule: CountRule, pieces: Pieces) -> int:
    """Return what a side weighs: each man its rank, each king the rule's number (APCA-26)."""
    men = sum(rank * men for rank, men in enumerate(pieces.men, start=1))
    return men + pieces.kings * _set(rule.king_strength, "strength")


@dataclass(frozen=True, slots=True)
class Count:
    """A count that runs: the moves of ``seat`` up to ``limit``, and how many were ``made``.

    ``positions`` are those that stood during the count, as far as moves are entered.
    """

    kind: CountKind
    seat: Seat
    limit: int
    made: int = 0
    positions: tuple[str, ...] = ()


def begin_announced(rule: CountRule, kind: CountKind, asker: Seat) -> Count | Quiet:
    """Begin the count that ``asker`` announces; the next move is the first that it counts.

    The asker's own moves are counted as the weaker side (APCA-26) and as the lone king (APCA-27),
    the opponent's on the long line (APCA-28) and for an advantage (DARK-40), those of both while
    nothing changes (DARK-50). What the board has to be for it, ``allowed`` looks at. Raises
    NoCount where the rulebook has no such count.
    """
    if kind not in counts_of(rule) or kind == "repetition":
        raise NoCount("the rulebook has no such count: {kind}", kind=kind)
    if kind == "quiet":
        return Quiet()
    limits: dict[CountKind, tuple[Seat, int | None]] = {
        "strength": (asker, rule.strength_moves),
        "lone_king": (asker, rule.lone_king_moves),
        "long_line": (other(asker), rule.long_line_moves),
        "advantage": (other(asker), rule.advantage_moves),
    }
    seat, limit = limits[kind]
    return Count(kind, seat, _set(limit, kind))


def allowed(
    rule: CountRule, count: Count, board: tuple[Pieces, Pieces], square: int | None, position: str
) -> Count:
    """Return an announced count with the position in which it begins, if the board allows it.

    ``square`` is that of a king alone against several pieces, None where no king is. Raises
    NoCount where the weaker side does not ask (APCA-26), where the asker has no such king, or
    other pieces than the rulebook says are on the board (APCA-27), or the king is not on the long
    line (APCA-28). Who may ask for an advantage is the referee's judgement.
    """
    if count.kind == "strength":
        _weaker(rule, board, count.seat)
    elif count.kind in ("lone_king", "long_line"):
        lone = count.seat if count.kind == "lone_king" else other(count.seat)
        if square is None or board[lone].total != 1:
            raise NoCount("this count needs a king of the asker alone against several pieces")
        if count.kind == "lone_king":
            _kings(board, _set(rule.lone_king_pieces, "lone_king"))
        elif square not in rule.long_line:
            message = N_("the lone king stands on {square}, not on the long line {line}")
            raise NoCount(message, square=square, line="-".join(map(str, rule.long_line)))
    return _stood(count, position)


def _weaker(rule: CountRule, board: tuple[Pieces, Pieces], asker: Seat) -> None:
    mine, yours = strength(rule, board[asker]), strength(rule, board[other(asker)])
    if mine == yours:
        raise NoCount("both sides weigh {weight}: there is no stronger side", weight=mine)
    if mine > yours:
        message = N_("only the weaker side may begin this count: you weigh {mine} against {yours}")
        raise NoCount(message, mine=mine, yours=yours)


def _kings(board: tuple[Pieces, Pieces], pieces: int) -> None:
    first, second = board
    if first.total + second.total != pieces or first.kings + second.kings != pieces:
        message = N_("this count needs {pieces} pieces, all kings, one against {others}")
        raise NoCount(message, pieces=pieces, others=pieces - 1)


def counted(rule: CountRule, count: Count, move: CountedMove) -> Count:
    """Return the count after a move of either side.

    Only the moves of ``count.seat`` are counted, captures among them. A capture or a crowning
    by either side begins the shorter reading of a strength count, and begins it anew each time
    (APCA-26): positions from before it cannot come back.
    """
    if count.kind == "strength" and (move.captured or move.crowned):
        limit = _set(rule.strength_moves_after_change, "strength")
        anew = replace(count, limit=limit, made=0, positions=())
        return _stood(anew, move.position)
    made = count.made + (move.seat == count.seat)
    return _stood(replace(count, made=made), move.position)


@dataclass(frozen=True, slots=True)
class Quiet:
    """Each seat's own moves since a man advanced or a piece was captured (DARK-50)."""

    made: tuple[int, int] = (0, 0)


def quiet_after(quiet: Quiet, move: CountedMove) -> Quiet:
    """Return the quiet moves after one move: one more of the mover's own, or none at all."""
    if not move.quiet:
        return Quiet()
    mine, yours = quiet.made
    return Quiet((mine + 1, yours) if move.seat == 0 else (mine, yours + 1))


def _stood(count: Count, position: str) -> Count:
    return replace(count, positions=(*count.positions, position)) if position else count


def _set(number: int | None, kind: CountKind) -> int:
    if number is None:
        raise NoCount("the rulebook has no such count: {kind}", kind=kind)
    return number
