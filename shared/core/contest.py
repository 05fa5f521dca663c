"""The single-elimination contest: when a match ends and who has won it (SE-2, SE-5 to SE-7).

Owns that decision. Times are ms since the match began; rules nothing that the sheet leaves open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from shared.core.words import Seat

DecidedBy = Literal["games_then_captures", "captures"]
"""``games_then_captures``: games won first, captures when these are equal; or captures alone."""


class ContestRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Best of three within half an hour. Times in ms."""

    games: Annotated[
        int, Meta(ge=1, description="Games after which time is called, drawn ones too.")
    ]
    wins_needed: Annotated[int, Meta(ge=1, description="Game wins that end a match.")]
    match_ms: Annotated[int, Meta(gt=0, description="Time after which time is called.")]
    extra_ms: Annotated[int, Meta(gt=0, description="Further play where all is equal at the call.")]
    decided_by: Annotated[DecidedBy, Meta(description="What counts at the call.")]

    def __post_init__(self) -> None:
        """Refuse a number of wins that the games do not hold."""
        if self.wins_needed > self.games:
            message = "wins_needed must not be more than games"
            raise ValueError(message)


def time_is_called(rule: ContestRule, winners: Sequence[Seat | None], elapsed_ms: int) -> bool:
    """Whether the match is to be stopped: after its games or its time, whichever is first (SE-7).

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
    """Where a match of the contest stands at ``elapsed_ms``.

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
    decided = None if in_extra_time else _ahead(rule, won, captures)
    if decided is not None:
        return ContestState("won", decided)
    if called_ms is None or in_extra_time:
        return ContestState("extra_time")
    return ContestState("referee")


def settled(rule: ContestRule, won: tuple[int, int], games: int) -> bool:
    """Whether ``won`` of ``games`` end a match by themselves, nothing being counted (SE-2, SE-7).

    Where they do not after all its games, time is called and the captures are counted.
    """
    if max(won) >= rule.wins_needed:
        return True
    return games >= rule.games and _ahead(rule, won, (0, 0)) is not None


def winner_of(rule: ContestRule, won: tuple[int, int], captures: tuple[int, int]) -> Seat | None:
    """Who has won a match in which time was called; None where all is equal (SE-2, SE-7)."""
    if max(won) >= rule.wins_needed:
        return _more(won)
    return _ahead(rule, won, captures)


def _more(pair: tuple[int, int]) -> Seat:
    return 0 if pair[0] > pair[1] else 1


def _ahead(rule: ContestRule, won: tuple[int, int], captures: tuple[int, int]) -> Seat | None:
    first = (won,) if rule.decided_by == "games_then_captures" else ()
    unequal = (total for total in (*first, captures) if total[0] != total[1])
    return next((_more(total) for total in unequal), None)
