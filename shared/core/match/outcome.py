"""The field's words as types: seats, game codes, outcomes. No rule lives here."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal

import msgspec

Seat = Literal[0, 1]
"""Which of the two players of a match: the position in the pairing's ``players``.

A seat belongs to a player for the whole match. The colour changes from game to game.
"""

SEATS: tuple[Seat, Seat] = (0, 1)

ReportType = Literal[
    "call", "phone", "late", "restart", "illegal_move", "touched_piece", "disturbance",
    "timekeeper", "draw_ruling", "move_count", "count_full", "move_time", "clock_defect",
    "away", "back",
]  # fmt: skip
"""What a report from a table is about."""

MOST_GAMES: Final = 500
"""Games of one match, at most: no sheet comes near it."""

PointScore = Annotated[int, msgspec.Meta(ge=0, le=9_999)]
"""Points of one side in a match of points, as they may travel."""


Void = Literal["", "agreed", "passed_over", "void", "again"]
"""Why a match counts for nothing that was played in it: the players agreed on the result
(ACF-2.I.B), they passed over closer opponents (APCA-34), it was made void, or it was made void and
is played again."""


def other(seat: Seat) -> Seat:
    """Return the opponent's seat."""
    return 1 if seat == 0 else 0


class Code(StrEnum):
    """What one game brought to the player it is read for.

    A game that both forfeited is a loss for whichever of them it is read for, and no win.
    """

    WIN = "W"
    DRAW = "D"
    LOSS = "L"
    WIN_BY_FORFEIT = "W*"
    LOSS_BY_FORFEIT = "L*"
    LOST_BY_BOTH = "X*"

    @property
    def reversed(self) -> Code:
        """The same game read for the opponent."""
        return _REVERSED[self]

    @property
    def played(self) -> Code:
        """The same code with a forfeit read as the win or loss that it counts as."""
        return _PLAYED[self]


_REVERSED = {
    Code.WIN: Code.LOSS,
    Code.DRAW: Code.DRAW,
    Code.LOSS: Code.WIN,
    Code.WIN_BY_FORFEIT: Code.LOSS_BY_FORFEIT,
    Code.LOSS_BY_FORFEIT: Code.WIN_BY_FORFEIT,
    Code.LOST_BY_BOTH: Code.LOST_BY_BOTH,
}
_PLAYED = {
    **{code: code for code in Code},
    Code.WIN_BY_FORFEIT: Code.WIN,
    Code.LOSS_BY_FORFEIT: Code.LOSS,
    Code.LOST_BY_BOTH: Code.LOSS,
}


class Outcome(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The canonical outcome of a match, read for seat 0: one code a game, in order.

    ``void`` says why it counts for nothing, "" where it counts; then ``games`` are those that are
    rated all the same, and ``awarded`` the match points that each gets instead (ACF-2.VI.B).
    ``points`` is the final score of a match of points, None where none was kept (USBGF-4.6).
    ``captures`` are the checkers that each side had captured when time was called, over the whole
    match; None where no time was called (SE-7).
    """

    games: Annotated[tuple[Code, ...], msgspec.Meta(max_length=MOST_GAMES)]
    void: Void = ""
    points: tuple[PointScore, PointScore] | None = None
    captures: tuple[PointScore, PointScore] | None = None
    awarded: tuple[PointScore, PointScore] = (0, 0)

    @property
    def reversed(self) -> Outcome:
        """The same match read for seat 1."""
        codes = tuple(code.reversed for code in self.games)
        points, captures = _swapped(self.points), _swapped(self.captures)
        return Outcome(codes, self.void, points, captures, self.awarded[::-1])

    def for_seat(self, seat: Seat) -> Outcome:
        """Return the match read for ``seat``."""
        return self if seat == 0 else self.reversed

    def games_won(self) -> tuple[int, int]:
        """Return games won by seat 0 and by seat 1, forfeits included."""
        won = sum(code.played is Code.WIN for code in self.games)
        return won, sum(code.reversed.played is Code.WIN for code in self.games)

    @property
    def lost_by_both(self) -> bool:
        """Whether both players forfeited all of the match: nobody has won it (ACF-1.VI.A)."""
        return set(self.games) == {Code.LOST_BY_BOTH} and not self.void

    def scored(self) -> tuple[str, str]:
        """Return what seat 0 and seat 1 have scored: points, or games, a draw as a half to each."""
        if self.points is not None:
            return str(self.points[0]), str(self.points[1])
        first, second = self.games_won()
        draws = self.games.count(Code.DRAW)
        return _halves(2 * first + draws), _halves(2 * second + draws)

    def score(self) -> str:
        """Return what seat 0 has scored, then seat 1: ``2–0``, ``1½–½``, or points, ``7–3``.

        Captures that were counted stand behind the games: ``1–1 (12–9)``.
        """
        if self.void:
            return "void" if self.void in ("void", "again") else "no points"
        games = "–".join(self.scored())
        if self.captures is None:
            return games
        return f"{games} ({self.captures[0]}–{self.captures[1]})"


def _swapped(pair: tuple[int, int] | None) -> tuple[int, int] | None:
    return None if pair is None else (pair[1], pair[0])


def _halves(halves: int) -> str:
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"
