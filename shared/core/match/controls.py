"""Time controls: how much time a player has and what a press brings. Arithmetic only.

A control is a value with numbers; its kind is a row of functions in ``KINDS``. The clock asks
the row and knows no kind by name. Nothing here runs, and nothing here knows a player.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec.structs import replace

FISCHER = "fischer"
DELAY = "delay"
BRONSTEIN = "bronstein"
MOVE = "move"
UNCLOCKED = "unclocked"


class TimeControl(msgspec.Struct, frozen=True):
    """The numbers of one control. ``name`` is what a player reads and what a journal stores.

    ``main_ms`` is each player's time for the whole match, in ms; of kind "move" for each turn.
    ``bonus_ms`` is what one turn brings, in ms: added on the press under "fischer", waited for
    under "delay", given back as far as it was used under "bronstein". ``first_move_bonus`` adds
    one bonus before the first move, as many clocks do of themselves; the ACF starts at 80:00, so
    it is off (ACF-1.X.A.a). ``per_point_ms`` is the reserve for each point of a match whose
    length is not known yet (USBGF-3.5). ``flag`` says whether a fallen flag "stops" the clock or
    has to be "noticed" (USBGF-4.3).
    """

    name: str
    main_ms: int = 0
    bonus_ms: int = 0
    first_move_bonus: bool = False
    kind: str = FISCHER
    per_point_ms: int = 0
    flag: Literal["stops", "noticed"] = "stops"

    @property
    def clocked(self) -> bool:
        """Whether time is kept at all. Without it presses are still counted."""
        return self.kind != UNCLOCKED

    @property
    def starting_ms(self) -> int:
        """The main time of each player before the first move, in ms."""
        return self.main_ms + (self.bonus_ms if self.first_move_bonus else 0)

    def for_length(self, length: int) -> TimeControl:
        """Return the control of a match to ``length`` points: "2/12" to 7 points is "14:00/12".

        A control without a reserve for each point is itself. Raises ValueError for no length.
        """
        if not self.per_point_ms:
            return self
        if length < 1:
            raise ValueError(f"“{self.name}” needs the length of the match, one point at least.")
        return parse_time_control(f"{_clock(self.per_point_ms * length)}/{self.bonus_ms // 1000}")


@dataclass(frozen=True)
class Kind:
    """What one kind of control does with a turn.

    ``main`` is the player's main time when the turn began and ``thought`` what was used of
    the turn so far, pauses left out; both in ms.
    """

    left: Callable[[TimeControl, int, int], int]
    """(control, main, thought) → the time shown, in ms."""
    allowance: Callable[[TimeControl, int], int | None]
    """(control, main) → the thought at which the flag falls, in ms; None: it never does."""
    pressed: Callable[[TimeControl, int, int], int]
    """(control, main, thought) → the main time that the next turn begins with, in ms."""
    closed: Callable[[TimeControl, int, int], int]
    """The same where the turn ended without a press, so that it brings nothing."""
    main_of: Callable[[TimeControl, int, int], int]
    """(control, shown, thought) → the main time of a turn in which ``shown`` is left, in ms."""


def _beyond_delay(control: TimeControl, main: int, thought: int) -> int:
    return main - max(0, thought - control.bonus_ms)


KINDS: dict[str, Kind] = {
    FISCHER: Kind(
        left=lambda _, main, thought: main - thought,
        allowance=lambda _, main: main,
        pressed=lambda control, main, thought: main - thought + control.bonus_ms,
        closed=lambda _, main, thought: main - thought,
        main_of=lambda _, shown, thought: shown + thought,
    ),
    # The main time waits first; what is not used of the delay is lost.
    DELAY: Kind(
        left=_beyond_delay,
        allowance=lambda control, main: main + control.bonus_ms,
        pressed=_beyond_delay,
        closed=_beyond_delay,
        main_of=lambda control, shown, thought: shown + max(0, thought - control.bonus_ms),
    ),
    # The same flag as a delay, shown as one sum that counts at once and never grows.
    BRONSTEIN: Kind(
        left=lambda control, main, thought: main + control.bonus_ms - thought,
        allowance=lambda control, main: main + control.bonus_ms,
        pressed=_beyond_delay,
        closed=_beyond_delay,
        main_of=lambda control, shown, thought: shown - control.bonus_ms + thought,
    ),
    # Every turn begins with the whole time.
    MOVE: Kind(
        left=lambda _, main, thought: main - thought,
        allowance=lambda _, main: main,
        pressed=lambda control, _, __: control.main_ms,
        closed=lambda control, _, __: control.main_ms,
        main_of=lambda _, shown, thought: shown + thought,
    ),
    UNCLOCKED: Kind(
        left=lambda _, main, __: main,
        allowance=lambda _, __: None,
        pressed=lambda _, main, __: main,
        closed=lambda _, main, __: main,
        main_of=lambda _, shown, __: shown,
    ),
}
"""Every kind by name. A control without a bonus is "fischer" with a bonus of nothing."""

_MINUTE = 60_000
_SECOND = 1_000


def _clock(ms: int) -> str:
    minutes, seconds = divmod(ms // _SECOND, 60)
    return f"{minutes}:{seconds:02}"


def _per_point(minutes: int, delay: int) -> TimeControl:
    return TimeControl(
        f"{minutes}/{delay}",
        bonus_ms=delay * _SECOND,
        kind=DELAY,
        per_point_ms=minutes * _MINUTE,
        flag="noticed",
    )


TIME_CONTROLS: dict[str, TimeControl] = {
    control.name: control
    for control in (
        # ACF-1.X.A.a: a side's time for the round, one or the other by agreement or at random.
        TimeControl("90:00", main_ms=90 * _MINUTE),
        TimeControl("80:00+10", main_ms=80 * _MINUTE, bonus_ms=10 * _SECOND),
        # USBGF-3.5: minutes of reserve for each point, seconds of simple delay for each turn.
        _per_point(2, 12),
        _per_point(2, 15),
        _per_point(3, 15),
        TimeControl(UNCLOCKED, kind=UNCLOCKED),
    )
}
"""The controls that a rule sheet names, by name."""

_FORM = re.compile(
    r"([0-9]{1,3}):([0-5][0-9])(?:(/move)|(\+|d|b|/)([0-9]{1,3})( first)?)?", re.ASCII
)
_PER_POINT = re.compile(r"([1-9][0-9]?)/([0-9]{1,3})", re.ASCII)
_KIND_OF = {"+": FISCHER, "d": DELAY, "b": BRONSTEIN, "/": DELAY}


def parse_time_control(text: str) -> TimeControl:
    """Return the control that ``text`` names: a key of TIME_CONTROLS, or one of these forms.

    "5:00" is time without a bonus, "2:00+3" with a bonus on each press ("2:00+3 first": one
    before the first move too), "10:00d12" with a simple delay, "5:00b3" after Bronstein,
    "14:00/12" and "2/12" reserve and delay of backgammon (for the match; for each point of it),
    "0:30/move" for each move by itself. The name of the result is the shortest way to write it:
    "05:00+0" becomes "5:00". Raises ValueError with a sentence for the person who typed it.
    """
    text = text.strip()
    if text in TIME_CONTROLS:
        return TIME_CONTROLS[text]
    per_point = _PER_POINT.fullmatch(text)
    if per_point is not None:
        return _named(_per_point(int(per_point[1]), int(per_point[2])))
    form = _FORM.fullmatch(text)
    if form is None or (form[6] and form[4] != "+"):
        raise ValueError(
            f"“{text}” is not a time control: write minutes:seconds, as 5:00, with the seconds "
            "that each press adds, as 2:00+3, that each turn waits, as 10:00d12 or 5:00b3, for "
            f"each move, as 0:30/move, for each point, as 2/12, or “{UNCLOCKED}”."
        )
    main_ms = int(form[1]) * _MINUTE + int(form[2]) * _SECOND
    if main_ms == 0:
        raise ValueError(f"“{text}” leaves no time to play.")
    name = _clock(main_ms)
    if form[3]:
        return TimeControl(f"{name}/move", main_ms, kind=MOVE)
    sign, bonus = form[4] or "+", int(form[5] or 0)
    if sign == "/":
        return TimeControl(f"{name}/{bonus}", main_ms, bonus * _SECOND, kind=DELAY, flag="noticed")
    if not bonus:
        return _named(TimeControl(name, main_ms))
    control = TimeControl(f"{name}{sign}{bonus}", main_ms, bonus * _SECOND, kind=_KIND_OF[sign])
    if form[6]:
        control = replace(control, name=f"{control.name} first", first_move_bonus=True)
    return _named(control)


def _named(control: TimeControl) -> TimeControl:
    return TIME_CONTROLS.get(control.name) or control
