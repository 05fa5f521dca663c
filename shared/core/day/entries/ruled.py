"""Journal lines by a referee's word: timekeepers, times, imposed clocks, a match called over."""

from __future__ import annotations

from typing import Literal

from shared.core.day.entries.base import Line
from shared.core.measures import OfTable
from shared.core.words import Seat


class MovesTimed(Line, frozen=True):
    """A timekeeper times each move from now on (DARK-time), or a minute is for each (Lowder)."""

    by: Literal["five_minutes", "lowder"]
    at: int


class TimingEnded(Line, frozen=True):
    """Moves are not timed any more."""

    at: int


class PlayerTold(Line, frozen=True):
    """The player to move has been told, audibly, how his time stands."""

    at: int


class SingleJump(Line, frozen=True):
    """The turn has exactly one jump, and the shorter limit (DARK-time)."""

    at: int


class MoveTapped(Line, frozen=True):
    """The timekeeper taps a move of whoever is to move."""

    at: int


class TimeCalled(Line, frozen=True):
    """Time is called (SE-7): both stop, and captured checkers are counted.

    The table calls it when the match is old enough, the ``referee`` when the hall's clock says so.
    """

    at: int
    referee: bool = False


class Captured(Line, frozen=True):
    """The checkers that each seat has captured over the whole match, as counted (SE-7)."""

    captures: tuple[int, int]
    at: int


class ClockImposed(Line, frozen=True):
    """The director brings a clock to this game, or to the whole match (APCA-9)."""

    name: str
    scope: Literal["match", "game"]
    at: int


class Adjusted(Line, frozen=True):
    """The referee adds ``add`` ms to each seat's time, or takes it, by ``clause``."""

    add: tuple[int, int]
    at: int
    clause: str = ""
    reason: str = ""


class Ordered(Line, frozen=True):
    """This table carries out a measure of a decision, which ``token`` names.

    The time of whoever is absent runs from ``ago_ms`` before ``at``.
    """

    token: str
    measure: OfTable
    at: int
    clause: str = ""
    reason: str = ""
    ago_ms: int = 0


class PressForgotten(Line, frozen=True):
    """``seat`` ended its turn ``ms`` before ``at`` and did not press (USBGF-4.1.8)."""

    seat: Seat
    ms: int
    at: int
