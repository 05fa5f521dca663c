"""What a player leaves behind who goes before he has met everybody (ACF-2.VI.B, APCA-30).

Owns which results stand, which are void but rated, and what his opponents get instead. It
proposes; where the sheet is silent it asks the referee and shows both ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from shared.core.rulebooks.groups import LeavingRule, RoundRobinRule

How = Literal["played", "walkover", "forfeited", "unplayed"]
"""``walkover``: the opponent never came; ``forfeited``: the player who leaves did not."""

Way = Literal["stand", "void"]


@dataclass(frozen=True, slots=True)
class Meeting:
    """One scheduled opponent of the player who leaves, and what became of their match."""

    opponent: str
    how: How


@dataclass(frozen=True, slots=True)
class Consequence:
    """What the departure means for one opponent."""

    opponent: str
    result: Literal["stands", "void", "none"]
    """``none``: there was no match."""
    points: int | None
    """Points the opponent is awarded for the match; None where its own result stands."""
    rated: bool
    """Whether the games count for ratings; they may where the result is void."""


@dataclass(frozen=True, slots=True)
class Departure:
    """What the sheet says, and both ways, so that the referee can see what he chooses."""

    proposal: Way
    ask_referee: bool
    """True where the sheet leaves the case open; the proposal is then only the nearest reading."""
    why: str
    if_stand: tuple[Consequence, ...]
    if_void: tuple[Consequence, ...]

    @property
    def consequences(self) -> tuple[Consequence, ...]:
        """What happens if the proposal is accepted."""
        return self.if_stand if self.proposal == "stand" else self.if_void


def leaves_round_robin(
    meetings: Sequence[Meeting],
    *,
    completed_rounds: int,
    players_left: int,
    rule: RoundRobinRule,
    bye_points: int,
) -> Departure:
    """What a withdrawal from a round robin leaves behind (ACF-2.VI.B).

    ``completed_rounds`` are those he was there for, a bye included; ``players_left`` is the
    field without him. Results stand from ``rule.keep_after_rounds`` on, and whoever had not met
    him scores a bye. Before that, if the field left is odd, all opponents score a bye and what
    was played is void, but rated. Raises ValueError for an opponent named twice.
    """
    _check(meetings)
    keeps = completed_rounds >= rule.keep_after_rounds
    forfeited = [meeting.opponent for meeting in meetings if meeting.how == "forfeited"]
    ask = True
    if forfeited:
        why = (
            f"He forfeited to {', '.join(forfeited)}; the sheet speaks of a withdrawal without "
            "forfeiting."
        )
    elif keeps and completed_rounds < rule.ask_until_rounds:
        why = (
            f"He completed {completed_rounds} rounds: the sheet voids results before round "
            f"{rule.keep_after_rounds} and keeps them after round {rule.ask_until_rounds}."
        )
    elif keeps:
        ask = False
        why = (
            f"He completed {completed_rounds} rounds, {rule.keep_after_rounds} or more: results "
            "stand, and whoever did not meet him scores a bye."
        )
    elif players_left % 2:
        ask = False
        why = (
            f"He completed {completed_rounds} rounds, fewer than {rule.keep_after_rounds}, and "
            f"leaves an odd field of {players_left}: every opponent scores a bye; what was "
            "played is void, but rated."
        )
    else:
        why = f"He leaves an even field of {players_left}; the sheet speaks of an odd one only."
    return Departure(
        "stand" if keeps else "void",
        ask,
        why,
        tuple(_standing(meeting, bye_points) for meeting in meetings),
        tuple(_voided(meeting, bye_points, rated=True) for meeting in meetings),
    )


def leaves_in_emergency(
    meetings: Sequence[Meeting], *, rule: LeavingRule, substantiated: bool
) -> Departure:
    """What an emergency leaves behind (APCA-30); ``meetings`` are all his scheduled opponents.

    If he has played the rule's share of them, results stand and each opponent he did not play
    gets the rule's points. Otherwise all points against him are void. Only matches played over
    the board count as played. An emergency that the director has not substantiated awards no
    points. Raises ValueError for nobody or an opponent named twice.
    """
    _check(meetings)
    if not meetings:
        raise ValueError("a player who leaves has scheduled opponents")
    played = sum(meeting.how == "played" for meeting in meetings)
    part, whole = rule.keep_share
    keeps = whole * played >= part * len(meetings)
    share = f"He played {played} of {len(meetings)} opponents"
    bound = f"{part} of {whole}"
    if not substantiated:
        why = f"{share}. No points are free unless the director substantiates the emergency."
    elif keeps:
        why = f"{share}, at least {bound}: results stand, the others are awarded draws."
    else:
        why = f"{share}, fewer than {bound}: all points against him are void."
    return Departure(
        "stand" if keeps or not substantiated else "void",
        not substantiated,
        why,
        tuple(_standing(m, rule.unplayed_points if substantiated else 0) for m in meetings),
        tuple(_voided(meeting, 0, rated=False) for meeting in meetings),
    )


def _standing(meeting: Meeting, instead: int) -> Consequence:
    if meeting.how == "unplayed":
        return Consequence(meeting.opponent, "none", instead, False)
    return Consequence(meeting.opponent, "stands", None, meeting.how == "played")


def _voided(meeting: Meeting, instead: int, *, rated: bool) -> Consequence:
    if meeting.how == "unplayed":
        return Consequence(meeting.opponent, "none", instead, False)
    return Consequence(meeting.opponent, "void", instead, rated and meeting.how == "played")


def _check(meetings: Sequence[Meeting]) -> None:
    names = [meeting.opponent for meeting in meetings]
    if len(set(names)) != len(names):
        raise ValueError("an opponent is named twice")
