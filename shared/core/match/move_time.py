"""Time for one move where no match clock keeps it: five minutes, Lowder's minute, 30 seconds.

Owns what a timekeeper is to say and when a game or a turn is lost. Times a turn by the ms that
have passed in it; reads no clock and rules nothing.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class MoveTimeRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The five-minute rule (DARK-time; ACF-1.X.B.a takes it over). All in ms."""

    move_ms: Annotated[
        int, Meta(gt=0, description="Time for a move, after which the player is told.")
    ]
    single_jump_ms: Annotated[
        int, Meta(gt=0, description="The same where exactly one jump is possible.")
    ]
    after_told_ms: Annotated[
        int, Meta(gt=0, description="Time left from being told to the loss of the game.")
    ]


class LowderRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One minute a move near the end of a round (ACF-1.X.B.c). All in ms.

    Only for unclocked matches, and only where the rulebook has it: never Masters (ACF-1.X.A.i).
    """

    notice_before_end_ms: Annotated[
        int, Meta(gt=0, description="Time before the round's end at which the players are told.")
    ]
    move_ms: Annotated[
        int, Meta(gt=0, description="Time for each move once the referee has chosen; then loss.")
    ]
    warning_ms: Annotated[
        int, Meta(gt=0, description="Least time between the audible warning and the loss.")
    ]

    def __post_init__(self) -> None:
        """Refuse a warning that is due before the turn begins."""
        if self.warning_ms >= self.move_ms:
            raise ValueError("warning_ms must be shorter than move_ms")


class TurnRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A turn that passes to the opponent when it takes too long (SE-5)."""

    turn_ms: Annotated[int, Meta(gt=0, description="Time for a turn in ms; longer forfeits it.")]


class ImposedClockRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Clocks that a director brings to a slow match (APCA-9). All in ms."""

    match_alarm_ms: Annotated[
        int, Meta(gt=0, description="Time for a match; then the director is told, no more.")
    ]
    match_each_ms: Annotated[
        int, Meta(gt=0, description="Each side's time where clocks start with the match.")
    ]
    game_each_ms: Annotated[
        int, Meta(gt=0, description="Each side's time to finish one game after a complaint.")
    ]


MoveState = Literal["running", "tell", "told", "lost"]


@dataclass(frozen=True, slots=True)
class MoveTime:
    """Where a timed turn stands.

    ``state`` "running": time is left. "tell": the player is to be told now that the limit is
    reached. "told": it was said, and the last time runs. "lost": the loss may be ruled. ``left_ms``
    is the time to the next of these, 0 if the referee has to act now.
    """

    state: MoveState
    left_ms: int


def five_minutes(
    rule: MoveTimeRule, elapsed_ms: int, told_ms: int | None = None, *, single_jump: bool = False
) -> MoveTime:
    """Return time a turn ``elapsed_ms`` old by the five-minute rule (DARK-time, ACF-1.X.B.a).

    ``single_jump``: exactly one jump is possible, which the moves show or the referee says.
    ``told_ms`` is how old the turn was when the player was told; without it nothing is lost. A
    player told before the limit has the whole limit and the last time after it.
    """
    limit = rule.single_jump_ms if single_jump else rule.move_ms
    if elapsed_ms < limit:
        return MoveTime("running", limit - elapsed_ms)
    if told_ms is None:
        return MoveTime("tell", 0)
    left = max(told_ms, limit) + rule.after_told_ms - elapsed_ms
    return MoveTime("told" if left > 0 else "lost", max(0, left))


def lowder_applies(rule: LowderRule | None, *, clocked: bool) -> bool:
    """Return whether Lowder's minute may be called: the rulebook has it and no match clock runs.

    Masters have none (ACF-1.X.A.i), and a match with a clock goes by the Masters' rules
    (ACF-1.X.B.b).
    """
    return rule is not None and not clocked


def lowder_notice_at(rule: LowderRule, round_ends_at: int) -> int:
    """Return the earliest instant, UTC ms, of the notice to the players (ACF-1.X.B.c)."""
    return round_ends_at - rule.notice_before_end_ms


def lowder_may_begin(rule: LowderRule, round_ends_at: int, told_at: int | None, now: int) -> bool:
    """Return whether the referee may now require a minute a move: after the notice, not with it.

    ``told_at`` is the logged notice, UTC ms; one before its time does not count (ACF-1.X.B.c).
    """
    return told_at is not None and lowder_notice_at(rule, round_ends_at) <= told_at < now


def lowder_minute(rule: LowderRule, elapsed_ms: int, warned_ms: int | None = None) -> MoveTime:
    """Return time a turn by Lowder's minute, for both players alike (ACF-1.X.B.c).

    ``elapsed_ms`` counts from the turn's beginning or the rule's, whichever is later;
    ``warned_ms`` is how old the turn was at the logged audible warning. Without one nothing is
    forfeited, and a late one leaves its whole time. A move at the limit itself is in time.
    """
    warn_at = rule.move_ms - rule.warning_ms
    if warned_ms is None:
        if elapsed_ms < warn_at:
            return MoveTime("running", warn_at - elapsed_ms)
        return MoveTime("tell", 0)
    left = max(rule.move_ms, warned_ms + rule.warning_ms) - elapsed_ms
    return MoveTime("told" if left >= 0 else "lost", max(0, left))


def turn_is_forfeited(rule: TurnRule, elapsed_ms: int) -> bool:
    """Return whether a turn ``elapsed_ms`` old passes to the opponent (SE-5).

    A move at the limit itself is in time. The position stays as it is, and a player who passed
    owes no capture afterwards that they did not owe before.
    """
    return elapsed_ms > rule.turn_ms


def match_is_long(rule: ImposedClockRule, elapsed_ms: int) -> bool:
    """Return whether the director is to be told that a match runs over its time (APCA-9).

    It is an alarm: the match has no result by it.
    """
    return elapsed_ms > rule.match_alarm_ms


def imposed_ms(rule: ImposedClockRule, at: Literal["match_start", "game"]) -> int:
    """Return time for *each* side, ms, when the director brings a double clock (APCA-9).

    "match_start": for both games of the match. "game": to finish one game that is in progress.
    """
    return rule.match_each_ms if at == "match_start" else rule.game_each_ms
