"""Whose clock runs while the referee is called: each kind of report states it (HALL-report-clock).

Owns that table. Pauses nothing: a terminal does what it says, and logs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from shared.core.language import N_


@dataclass(frozen=True, slots=True)
class ClockEffect:
    """What a report does to the clocks, with the clause that says so."""

    clocks: Literal["pause", "run"]
    clause: str

    @property
    def words(self) -> str:
        """The sentence that a player reads before he sends the report, in English."""
        return N_("Both clocks stop.") if self.clocks == "pause" else N_("The clock runs on.")


_DISPUTE: Final = ClockEffect("pause", "ACF-1.X.A.f")
_RUNS: Final = ClockEffect("run", "HALL-report-clock")

EFFECTS: Final[Mapping[str, ClockEffect]] = MappingProxyType(
    {
        "call": _RUNS,
        "phone": _RUNS,
        "late": _RUNS,
        "dispute": _DISPUTE,
        "illegal_move": _DISPUTE,
        "touched_piece": _DISPUTE,
        "disturbance": _DISPUTE,
        "clock_defect": ClockEffect("pause", "ACF-1.X.A.e"),
        "draw_ruling": ClockEffect("pause", "ACF-3.IV"),
        "timekeeper": ClockEffect("run", "ACF-1.X.B.a"),
        "move_count": _RUNS,
        "away": ClockEffect("run", "ACF-1.IX"),
    }
)
"""Kind of report → what becomes of the clocks."""


def clock_effect(kind: str, game: str = "english") -> ClockEffect:
    """What a report of ``kind`` does to the clocks; one that the table does not know stops none.

    In backgammon a dispute stops them by another clause (USBGF-5).
    """
    effect = EFFECTS.get(kind, _RUNS)
    if game == "backgammon" and effect is _DISPUTE:
        return ClockEffect("pause", "USBGF-5")
    return effect
