"""The single-elimination contest: when a match ends and who has won it (SE-2, SE-5 to SE-7).

Two game wins end a match; otherwise time is called and the captures over the whole match decide,
however the games stand. Owns that decision. Times are ms since the match began; rules nothing
that the sheet leaves open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from shared.core.match.outcome import Seat


class ContestRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Best of three within half an hour. Times in ms."""

    games: Annotated[
        int, Meta(ge=1, description="Games after which time is called, drawn ones too.")
    ]
    wins_needed: Annotated[int, Meta(ge=1, description="Game wins that end a match.")]
    match_ms: Annotated[int, Meta(gt=0, description="Time after which time is called.")]
    extra_ms: Annotated[int, Meta(gt=0, description="Further play where all is equal at the call.")]

    def __post_init__(self) -> None:
        """Refuse a number of wins that the games do not hold."""
        if self.wins_needed > self.games:
            raise ValueError("wins_needed must not be more than games")


def time_is_called(rule: ContestRule, winners: Sequence[Seat | None], elapsed_ms: int) -> bool:
    """Return whether the match is to be stopped: after its games or its time, whichever is first
    (SE-7).

    ``winners`` are the finished games, None for a drawn one, which counts as played (SE-2).
    """
    return len(winners) >= rule.games or elapsed_ms >= rule.match_ms


ContestNext = Literal["play", "won", "extra_time", "referee"]


@dataclass(frozen=True, slots=True)
class ContestState:
    """What follows: play on, a winner, ``extra_ms`` of further play, or the referee's word."""

    next: ContestNext
    winner: Seat | None = None


def contest_state(
    rule: ContestRule,
    winners: Sequence[Seat | None],
    captures: tuple[int, int],
    elapsed_ms: int,
    called_ms: int | None = None,
) -> ContestState:
    """Return where a match of the contest stands at ``elapsed_ms``.

    ``captures`` counts the checkers that each seat has captured over the whole match, each
    piece of a jump by itself. ``called_ms`` is how old the match was when time was called; from
    then on play goes on for the extra time only. The sheet is silent where all is still equal
    after it: that is the referee's (SE-7).
    """
    won = (sum(seat == 0 for seat in winners), sum(seat == 1 for seat in winners))
    if max(won) >= rule.wins_needed:
        return ContestState("won", _more(won))
    if called_ms is None and not time_is_called(rule, winners, elapsed_ms):
        return ContestState("play")
    in_extra_time = called_ms is not None and elapsed_ms < called_ms + rule.extra_ms
    if captures[0] != captures[1] and not in_extra_time:
        return ContestState("won", _more(captures))
    if called_ms is None or in_extra_time:
        return ContestState("extra_time")
    return ContestState("referee")


def winner_of(rule: ContestRule, won: tuple[int, int], captures: tuple[int, int]) -> Seat | None:
    """Return who has won a match in which time was called; None where all is equal (SE-2, SE-7)."""
    if max(won) >= rule.wins_needed:
        return _more(won)
    return None if captures[0] == captures[1] else _more(captures)


def _more(pair: tuple[int, int]) -> Seat:
    return 0 if pair[0] > pair[1] else 1
