"""Time controls: how much time a player has and what a press brings. Arithmetic only.

A control is a value with numbers; its kind is a row of three functions in ``KINDS``. The clock
asks the row and knows no kind by name. Nothing here runs, and nothing here knows a player.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

FISCHER = "fischer"
UNCLOCKED = "unclocked"


class TimeControl(msgspec.Struct, frozen=True):
    """The numbers of one control. ``name`` is what a player reads and what a journal stores.

    ``main_ms`` is each player's time for the whole match, in ms. ``bonus_ms`` is what one turn
    brings, in ms; under ``kind`` "fischer" it is added on the press and may let the time grow.
    ``first_move_bonus`` adds one bonus before the first move, as many clocks do of themselves;
    the ACF starts at 80:00, so it is off (ACF-1.X.A.a).
    """

    name: str
    main_ms: int = 0
    bonus_ms: int = 0
    first_move_bonus: bool = False
    kind: str = FISCHER

    @property
    def clocked(self) -> bool:
        """Whether time is kept at all. Without it presses are still counted."""
        return self.kind != UNCLOCKED

    @property
    def starting_ms(self) -> int:
        """What each player has before the first move, in ms."""
        return self.main_ms + (self.bonus_ms if self.first_move_bonus else 0)


@dataclass(frozen=True)
class Kind:
    """What one kind of control does with a turn.

    ``main`` is the player's main time when the turn began and ``thought`` what he has used of
    the turn so far, pauses left out; both in ms.
    """

    left: Callable[[TimeControl, int, int], int]
    """(control, main, thought) → the time shown, in ms."""
    allowance: Callable[[TimeControl, int], int | None]
    """(control, main) → the thought at which the flag falls, in ms; None: it never does."""
    pressed: Callable[[TimeControl, int, int], int]
    """(control, main, thought) → the main time that the next turn begins with, in ms."""


KINDS: dict[str, Kind] = {
    FISCHER: Kind(
        left=lambda _, main, thought: main - thought,
        allowance=lambda _, main: main,
        pressed=lambda control, main, thought: main - thought + control.bonus_ms,
    ),
    UNCLOCKED: Kind(
        left=lambda _, main, __: main,
        allowance=lambda _, __: None,
        pressed=lambda _, main, __: main,
    ),
}
"""Every kind by name. A control without a bonus is "fischer" with a bonus of nothing."""

_MINUTE = 60_000
_SECOND = 1_000

TIME_CONTROLS: dict[str, TimeControl] = {
    control.name: control
    for control in (
        # ACF-1.X.A.a: a side's time for the round, one or the other by agreement or at random.
        TimeControl("90:00", main_ms=90 * _MINUTE),
        TimeControl("80:00+10", main_ms=80 * _MINUTE, bonus_ms=10 * _SECOND),
        TimeControl(UNCLOCKED, kind=UNCLOCKED),
    )
}
"""The controls that a rule sheet names, by name."""

_FORM = re.compile(r"([0-9]{1,3}):([0-5][0-9])(?:\+([0-9]{1,3}))?")


def parse_time_control(text: str) -> TimeControl:
    """Return the control that ``text`` names: a key of TIME_CONTROLS, or "M:SS" or "M:SS+S".

    The name of the result is the shortest way to write it: "05:00+0" becomes "5:00".
    Raises ValueError with a sentence for the person who typed it.
    """
    text = text.strip()
    if text in TIME_CONTROLS:
        return TIME_CONTROLS[text]
    form = _FORM.fullmatch(text)
    if form is None:
        raise ValueError(
            f"“{text}” is not a time control: write minutes:seconds, as 5:00, with the seconds "
            f"that each press adds, as 2:00+3, or “{UNCLOCKED}”."
        )
    minutes, seconds, bonus = int(form[1]), int(form[2]), int(form[3] or 0)
    main_ms = minutes * _MINUTE + seconds * _SECOND
    if main_ms == 0:
        raise ValueError(f"“{text}” leaves no time to play.")
    name = f"{minutes}:{seconds:02}" + (f"+{bonus}" if bonus else "")
    return TIME_CONTROLS.get(name) or TimeControl(name, main_ms, bonus * _SECOND)
