"""Journal lines by a referee's word: who times moves, imposed clocks, a match called over."""

from typing import Literal

from shared.core.day.entries.base import JournalLine
from shared.core.events.measures import OfTable


class MovesTimed(JournalLine, frozen=True):
    """A timekeeper times each move from now on (DARK-time), or a minute is for each (Lowder).

    The line names the rule; its numbers stand in the rulebook.
    """

    by: Literal["five_minutes", "lowder"]
    at: int


class TimeCalled(JournalLine, frozen=True):
    """Time is called (SE-7): both stop, and captured checkers are counted.

    The table calls it when the match is old enough, the ``referee`` when the hall's clock says so.
    """

    at: int
    referee: bool = False


class Captured(JournalLine, frozen=True):
    """The checkers that each seat has captured over the whole match, as counted (SE-7)."""

    captures: tuple[int, int]
    at: int


class ClockImposed(JournalLine, frozen=True):
    """The director brings a clock to this game, or to the whole match (APCA-9).

    The line names the control; its times follow from the name.
    """

    name: str
    scope: Literal["match", "game"]
    at: int


class Ordered(JournalLine, frozen=True):
    """This table carries out a measure of a decision, which ``token`` names.

    The time of the absent players runs from ``ago_ms`` before ``at``.
    """

    token: str
    measure: OfTable
    at: int
    clause: str = ""
    reason: str = ""
    ago_ms: int = 0
