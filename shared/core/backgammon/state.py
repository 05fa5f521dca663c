"""The scoreboard of a backgammon match as a value: score, cube, clock, breaks, delays.

Changes nothing. Knows no dice and no board (USBGF-1.7): nothing here counts a pip.
"""

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from shared.core.backgammon.worth import Cube, MatchScore, Void, Win, double_is_void, new_match
from shared.core.clock import Clock, match_age, new_clock
from shared.core.match.controls import TimeControl
from shared.core.match.delays import (
    BreakTaken,
    BreakTime,
    Penalty,
    UsbgfTimeRule,
    break_time,
    penalty,
)
from shared.core.match.outcome import Seat
from shared.core.text.language import N_
from shared.core.text.sentence import Refusal

DecidedBy = Literal["points", "flag", "penalties", "wrong_length"]
"""What decided a match; ``points``: those of its last game brought one side to the length."""


class BoardPhase(StrEnum):
    """What the scoreboard waits for."""

    BETWEEN = "between"  # a game to begin
    PLAYING = "playing"  # a turn, a double, the end of the game
    DOUBLED = "doubled"  # a take or a pass
    OFFERED = "offered"  # an answer to a resignation or a claim
    FLAGGED = "flagged"  # what both, or the director, say of an expired reserve
    OVER = "over"  # nothing: the match is decided


class Offer(Struct, frozen=True):
    """A game that ends without being played out, once the opponent accepts (USBGF-4.5).

    ``winner`` is who would get ``win``; ``by`` is who resigned or claimed.
    """

    by: Seat
    winner: Seat
    win: Win
    end: Literal["resignation", "claim"]


class Dispute(Struct, frozen=True):
    """``by`` does not agree that the flag loses the match, or wins it by a claim of ``win``."""

    by: Seat
    win: Win | None


class Scoreboard(Struct, frozen=True):
    """The whole state of a match. Times are ms; pairs are one number a seat.

    ``game`` counts the games begun. ``doubler`` is who has doubled and waits, and
    ``flag`` whose expired reserve was noticed; ``dispute`` is who does not agree with what it
    brings (USBGF-4.3). ``breaks`` are those taken, in ms of the match's age, and ``away_since``
    those that last. ``delays`` are late starts; what a break had too much is added to them by
    :func:`delay_of`. ``awarded`` are the penalty points that each player's delays have cost so
    far. ``correct`` is the right length, found while a game to a wrong one is in progress, and
    ``decider`` says that the next game decides a match of a wrong length (USBGF-4.8).
    """

    rule: UsbgfTimeRule
    match: MatchScore
    clock: Clock
    phase: BoardPhase = BoardPhase.BETWEEN
    game: int = 0
    cube: Cube = Cube()
    doubler: Seat | None = None
    offer: Offer | None = None
    flag: Seat | None = None
    dispute: Dispute | None = None
    breaks: tuple[tuple[BreakTaken, ...], tuple[BreakTaken, ...]] = ((), ())
    away_since: tuple[int | None, int | None] = (None, None)
    delays: tuple[int, int] = (0, 0)
    awarded: tuple[int, int] = (0, 0)
    correct: int | None = None
    decider: bool = False
    winner: Seat | None = None
    decided_by: DecidedBy = "points"

    @property
    def in_game(self) -> bool:
        """Whether a game is in progress."""
        return self.phase not in (BoardPhase.BETWEEN, BoardPhase.OVER)


class IllegalAction(Refusal):
    """The action is null and void. The text is a sentence; the scoreboard is as it was."""


def new_scoreboard(rule: UsbgfTimeRule, length: int, control: TimeControl) -> Scoreboard:
    """Return the scoreboard of a match to ``length`` points that has not begun.

    ``control`` is a clock with a reserve for each point (2/12), or "unclocked": then presses
    only end turns. Raises ValueError for a length below one point.
    """
    return Scoreboard(rule, new_match(length), new_clock(control.for_length(length)))


def breaks_of(board: Scoreboard, seat: Seat, at: int) -> BreakTime:
    """Return the breaks of ``seat`` at the stamp ``at``, one that lasts included (USBGF-2.2a)."""
    age = match_age(board.clock, at)
    since = board.away_since[seat]
    lasting = () if since is None else (BreakTaken(since, age),)
    return break_time(board.rule, (*board.breaks[seat], *lasting), age)


def delay_of(board: Scoreboard, seat: Seat, at: int) -> Penalty:
    """Return what ``seat`` has delayed the match, and what that costs (USBGF-2.2b)."""
    excess = breaks_of(board, seat, at).excess_ms
    return penalty(board.rule, board.match.length, board.delays[seat], excess)


def no_double(board: Scoreboard, seat: Seat) -> Void | None:
    """Return why ``seat`` may not double now; None if allowed (USBGF-4.4).

    The winner of the opening roll plays it first. Where turns are not pressed, that is theirs to
    know.
    """
    void = double_is_void(board.match, board.cube, seat)
    if void is None and board.clock.control.clocked and not any(board.clock.moves):
        return Void(N_("the opening roll is played first"))
    return void


def setup_stands(ended: tuple[int, int]) -> bool:
    """Return whether an error in the starting position stays, by the turns that each seat has
    ended.

    It does once both have ended two (USBGF-4.2.4).
    """
    return min(ended) >= 2
