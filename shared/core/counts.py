"""The counts that end a game in a draw: which there are, what they count, when they are full.

Owns pure counters. Knows no board: the caller says what a move did.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from shared.core.language import N_
from shared.core.refusal import Refusal
from shared.core.words import SEATS, Seat, other

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
        Moves | None, Meta(description="What a king weighs; a man weighs his rank.")
    ] = None
    lone_king_moves: Annotated[
        Moves | None, Meta(description="The lone king's moves before which he must be caught.")
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
                message = f"set {', '.join(fields)} all together or not at all"
                raise ValueError(message)
        if (self.long_line_moves is None) != (not self.long_line):
            message = "set long_line_moves and long_line both or neither"
            raise ValueError(message)


CountKind = Literal["quiet", "repetition", "advantage", "strength", "lone_king", "long_line"]


def counts_of(rule: CountRule) -> tuple[CountKind, ...]:
    """The counts that a rulebook knows, in the order of the rule's fields.

    Under pool rules repetition is no count of its own: it ends a count that runs (APCA-26).
    """
    numbers: dict[CountKind, int | None] = {
        "quiet": rule.quiet_moves,
        "repetition": rule.repetitions if _any_time(rule) else None,
        "advantage": rule.advantage_moves,
        "strength": rule.strength_moves,
        "lone_king": rule.lone_king_moves,
        "long_line": rule.long_line_moves,
    }
    return tuple(kind for kind, number in numbers.items() if number is not None)


class NoCount(Refusal):
    """A count that may not begin; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Move:
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
    """What a side weighs: each man his rank, each king the rule's number (APCA-26)."""
    men = sum(rank * men for rank, men in enumerate(pieces.men, start=1))
    return men + pieces.kings * _set(rule.king_strength, "strength")


def stronger(rule: CountRule, board: tuple[Pieces, Pieces]) -> Seat | None:
    """The side that weighs more; None where both weigh the same (APCA-26)."""
    mine, yours = (strength(rule, pieces) for pieces in board)
    return None if mine == yours else 0 if mine > yours else 1


@dataclass(frozen=True, slots=True)
class Count:
    """A count that runs: the moves of ``seat`` up to ``limit``, and how many were ``made``.

    ``positions`` are those that stood during the count. ``changed`` says that a capture or a
    crowning has begun the shorter reading of a strength count.
    """

    kind: CountKind
    seat: Seat
    limit: int
    made: int = 0
    positions: tuple[str, ...] = ()
    changed: bool = False

    @property
    def left(self) -> int:
        """Moves of ``seat`` until the count is full."""
        return max(0, self.limit - self.made)


def begin_strength(
    rule: CountRule, board: tuple[Pieces, Pieces], asker: Seat, position: str = ""
) -> Count:
    """Begin the thirty as the weaker side announces it; his next move is number one (APCA-26).

    Raises NoCount where the sides weigh the same or the asker is the stronger one.
    """
    limit = _set(rule.strength_moves, "strength")
    strong = stronger(rule, board)
    if strong is None:
        weight = strength(rule, board[0])
        raise NoCount("both sides weigh {weight}: there is no stronger side", weight=weight)
    if strong == asker:
        mine, yours = strength(rule, board[asker]), strength(rule, board[other(asker)])
        message = N_("only the weaker side may begin this count: you weigh {mine} against {yours}")
        raise NoCount(message, mine=mine, yours=yours)
    return _stood(Count("strength", asker, limit), position)


def begin_lone_king(rule: CountRule, board: tuple[Pieces, Pieces], position: str = "") -> Count:
    """Begin the count of the lone king's moves; it replaces a strength count (APCA-27).

    Raises NoCount unless all pieces on the board are kings, as many as the rule says, and one
    side has but one.
    """
    limit = _set(rule.lone_king_moves, "lone_king")
    pieces = _set(rule.lone_king_pieces, "lone_king")
    lone = _lone_king(board)
    if lone is None or board[0].kings + board[1].kings != pieces:
        message = N_("this count needs {pieces} pieces, all kings, one against {others}")
        raise NoCount(message, pieces=pieces, others=pieces - 1)
    if any(side.total != side.kings for side in board):
        message = N_("this count needs {pieces} pieces, all kings: a man is on the board")
        raise NoCount(message, pieces=pieces)
    return _stood(Count("lone_king", lone, limit), position)


def begin_long_line(
    rule: CountRule, board: tuple[Pieces, Pieces], square: int, position: str = ""
) -> Count:
    """Begin the stronger side's moves against a lone king on the long line (APCA-28).

    ``square`` is the lone king's. The stronger side has refused the draw. Raises NoCount where
    no king stands alone or he is not on the line.
    """
    limit = _set(rule.long_line_moves, "long_line")
    lone = _lone_king(board)
    if lone is None:
        raise NoCount("this count needs a king alone against several pieces")
    if square not in rule.long_line:
        line = "-".join(map(str, rule.long_line))
        message = N_("the lone king stands on {square}, not on the long line {line}")
        raise NoCount(message, square=square, line=line)
    return _stood(Count("long_line", other(lone), limit), position)


def begin_advantage(rule: CountRule, weaker: Seat) -> Count:
    """Begin the stronger side's moves as the weaker side asks the referee for it (DARK-40).

    Who is the weaker side is the referee's judgement. Raises NoCount.
    """
    return Count("advantage", other(weaker), _set(rule.advantage_moves, "advantage"))


def begin_announced(rule: CountRule, kind: CountKind, asker: Seat) -> Count | Quiet:
    """Begin the count that ``asker`` announces where nobody tells the board.

    His own moves are counted as the weaker side and as the lone king, the opponent's on the long
    line and for an advantage, both sides' while nothing changes. Whether he may ask, the referee
    sees. Raises NoCount where the rulebook has no such count.
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


def counted(rule: CountRule, count: Count, move: Move) -> Count:
    """The count after a move of either side.

    Only the moves of ``count.seat`` are counted, captures among them. A capture or a crowning
    by either side begins the shorter reading of a strength count, and begins it anew each time
    (APCA-26): positions from before it cannot come back.
    """
    if count.kind == "strength" and (move.captured or move.crowned):
        limit = _set(rule.strength_moves_after_change, "strength")
        anew = replace(count, limit=limit, made=0, positions=(), changed=True)
        return _stood(anew, move.position)
    made = count.made + (move.seat == count.seat)
    return _stood(replace(count, made=made), move.position)


@dataclass(frozen=True, slots=True)
class Due:
    """What a full count brings: "draw" to be declared, or the "referee" to judge the position."""

    brings: Literal["draw", "referee"]
    why: str


def due(rule: CountRule, count: Count) -> Due | None:
    """What the count brings now, None while it runs. The software proposes; it ends no game.

    A game that the move itself has won is over before its count is full.
    """
    if count.made >= count.limit:
        brings: Literal["draw", "referee"] = "referee" if count.kind == "advantage" else "draw"
        return Due(brings, f"{count.made} moves counted")
    if count.kind in ("strength", "lone_king", "long_line") and count.positions:
        times = count.positions.count(count.positions[-1])
        if rule.repetitions is not None and times >= rule.repetitions:
            return Due("draw", f"the same position {times} times")
    return None


@dataclass(frozen=True, slots=True)
class Quiet:
    """Each seat's own moves since a man advanced or a piece was captured (DARK-50)."""

    made: tuple[int, int] = (0, 0)


def quiet_after(quiet: Quiet, move: Move) -> Quiet:
    """The quiet moves after one move: one more of the mover's own, or none at all."""
    if not move.quiet:
        return Quiet()
    mine, yours = quiet.made
    return Quiet((mine + 1, yours) if move.seat == 0 else (mine, yours + 1))


def quiet_claim(rule: CountRule, quiet: Quiet) -> Due | None:
    """The draw that a player may claim once *each* side has made its quiet moves (DARK-50)."""
    if rule.quiet_moves is None or min(quiet.made) < rule.quiet_moves:
        return None
    why = f"no man advanced and nothing captured in {rule.quiet_moves} moves of each side"
    return Due("draw", why)


def repetition_claim(rule: CountRule, history: Sequence[str], following: str) -> Due | None:
    """The draw that a player may claim by the move he is about to make (DARK-50).

    ``history`` holds the positions of the game, side to move included; ``following`` is the
    one that his next move would make.
    """
    times = history.count(following) + 1
    if not _any_time(rule) or rule.repetitions is None or times < rule.repetitions:
        return None
    return Due("draw", f"the same position {times} times")


def _stood(count: Count, position: str) -> Count:
    return replace(count, positions=(*count.positions, position)) if position else count


def _any_time(rule: CountRule) -> bool:
    return rule.strength_moves is None


def _lone_king(board: tuple[Pieces, Pieces]) -> Seat | None:
    for seat in SEATS:
        alone = board[seat].total == board[seat].kings == 1
        if alone and board[other(seat)].total > 1:
            return seat
    return None


def _set(number: int | None, kind: CountKind) -> int:
    if number is None:
        raise NoCount("the rulebook has no such count: {kind}", kind=kind)
    return number
