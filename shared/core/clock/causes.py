"""Why both clocks of a match stand, as a value: facts, and never a sentence of one language."""

from typing import Literal

from msgspec import Struct

from shared.core.match.outcome import ReportType

Cause = Literal[
    "at_table", "game_over", "another_device", "no_table", "which_capture", "time_called",
    "taken_back",
]  # fmt: skip
"""What stopped the clocks at the table itself. ``game_over``: a player said that the game is over
and the table asks who won. ``another_device``, ``no_table``: this device serves the table no more.
``which_capture``: several captures fit the move. ``taken_back``: both took an entry back."""


class _Why(Struct, frozen=True, array_like=True, tag=True):
    """Tagged, so that a journal can hold any of them."""


class Here(_Why, frozen=True):
    """It happened at the table."""

    cause: Cause


class Reported(_Why, frozen=True):
    """A report stopped them (HALL-report-clock); ``which`` says what exactly."""

    kind: ReportType
    which: str = ""


class Asleep(_Why, frozen=True):
    """The machine slept for ``ms``."""

    ms: int


class ByReferee(_Why, frozen=True):
    """The referee stopped them: the clause, and the referee's own words."""

    clause: str = ""
    reason: str = ""


Why = Here | Reported | Asleep | ByReferee
"""Any of them."""
