"""The score of a backgammon match: cube, Crawford game, and a match of the wrong length.

Owns what a game is worth and whether a cube action counts. Knows no dice and no board.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Literal

from shared.core.match.outcome import SEATS, Seat, other
from shared.core.text.language import N_

CrawfordPhase = Literal["normal", "crawford", "post_crawford"]
"""Which game is next or in progress: the Crawford game is played once, without the cube."""


class Win(IntEnum):
    """How a game is won; the value multiplies the cube (USBGF-4.5)."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match to ``length`` points: each seat's score and the phase of the next game."""

    length: int
    score: tuple[int, int] = (0, 0)
    phase: CrawfordPhase = "normal"

    @property
    def winner(self) -> Seat | None:
        """The seat that has reached the length, None while nobody has."""
        return next((seat for seat in SEATS if self.score[seat] >= self.length), None)


def new_match(length: int, score: tuple[int, int] = (0, 0)) -> MatchScore:
    """Return a match before its first game; ``score`` holds penalty points of a late start.

    Raises ValueError for a length below one point.
    """
    if length < 1:
        raise ValueError("a match is played to one point at least")
    return _crawford_next(MatchScore(length, score))


def game_won(match: MatchScore, winner: Seat, points: int) -> MatchScore:
    """Return the match after a game that brought ``winner`` points: cube times win, or a pass.

    The next game is the Crawford game where either player is exactly one point away for the
    first time (USBGF-4.4.6). Raises ValueError where the match is over already.
    """
    if match.winner is not None:
        raise ValueError("the match is over: correct its score instead of adding a game")
    after = replace(match, score=_added(match.score, winner, points))
    if match.phase != "normal":
        return replace(after, phase="post_crawford")
    return _crawford_next(after)


def points_awarded(
    match: MatchScore, to: Seat, points: int, *, game_in_progress: bool
) -> MatchScore:
    """Return the match once penalty points have been scored for ``to`` (USBGF-2.2b, USBGF-4.4.6).

    They bring the Crawford game like points won: at once between games, else as the next game.
    """
    after = replace(match, score=_added(match.score, to, points))
    return after if game_in_progress else _crawford_next(after)


def points_of(cube: int, win: Win) -> int:
    """Return points of a game played out, resigned or claimed (USBGF-4.5)."""
    return cube * win


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube: its value, and the seat that owns it, None in the middle."""

    value: int = 1
    owner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Void:
    """Why a cube action is null and void."""

    message: str
    points: int = 0
    """What the message names in braces."""

    @property
    def why(self) -> str:
        """The reason in English."""
        return self.message.format(points=self.points)


def double_is_void(match: MatchScore, cube: Cube, seat: Seat) -> Void | None:
    """Return why ``seat`` may not double now; None if allowed (USBGF-4.4.6, USBGF-4.4.9)."""
    if match.phase == "crawford":
        return Void(N_("the Crawford game is played without the cube"))
    if cube.owner == other(seat):
        return Void(N_("the opponent owns the cube"))
    if match.score[seat] + cube.value >= match.length:
        message = N_("the cube is dead: the game at {points} wins the match")
        return Void(message, cube.value)
    return None


def pass_is_void(match: MatchScore, cube: Cube, seat: Seat) -> Void | None:
    """Return why ``seat`` may not pass the double offered; None if allowed (USBGF-4.4.9).

    ``cube`` is the cube before the double: a pass is worth that.
    """
    if match.score[other(seat)] + cube.value >= match.length:
        return Void(N_("a pass gives {points} and the match"), cube.value)
    return None


def doubled(cube: Cube, doubler: Seat) -> Cube:
    """Return the cube once the double by ``doubler`` is taken."""
    return Cube(cube.value * 2, other(doubler))


@dataclass(frozen=True, slots=True)
class WrongLength:
    """What follows when a match turns out to be played to a wrong length (USBGF-4.8).

    "won": by ``winner``. "one_more_game": it decides the match. "play_on": to ``length``.
    """

    next: Literal["won", "one_more_game", "play_on"]
    length: int
    winner: Seat | None = None


def wrong_length(correct: int, wrong: int, score: Sequence[int]) -> WrongLength:
    """Decide at the end of the game in progress, from the score then (USBGF-4.8).

    The higher score wins if it has reached either length; equal scores that have, play one
    game more; else the match goes on to the correct length.
    """
    mine, yours = score
    if max(mine, yours) < min(correct, wrong):
        return WrongLength("play_on", correct)
    if mine == yours:
        return WrongLength("one_more_game", correct)
    return WrongLength("won", correct, 0 if mine > yours else 1)


def _added(score: tuple[int, int], seat: Seat, points: int) -> tuple[int, int]:
    return (score[0] + points, score[1]) if seat == 0 else (score[0], score[1] + points)


def _crawford_next(match: MatchScore) -> MatchScore:
    if match.phase == "normal" and match.winner is None and match.length - 1 in match.score:
        return replace(match, phase="crawford")
    return match
