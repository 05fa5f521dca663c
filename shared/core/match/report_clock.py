"""Whose clock runs while the referee is called: each kind of report states it (HALL-report-clock).

Holds which kinds stop the clocks. Pauses nothing: a table does what it says, and logs it.
"""

from typing import Final

from shared.core.match.outcome import ReportType
from shared.core.text.language import N_

STOPS_CLOCKS: Final[frozenset[ReportType]] = frozenset(
    {"illegal_move", "touched_piece", "disturbance", "clock_defect", "draw_ruling"}
)
"""The kinds that stop both clocks: what the players dispute (ACF-1.X.A.f, USBGF-5), a defect
(ACF-1.X.A.e) and a ruling on a draw (ACF-3.IV). All others let them run."""


def clock_words(kind: ReportType) -> str:
    """Say in English what a report of ``kind`` does to the clocks."""
    return N_("Both clocks stop.") if kind in STOPS_CLOCKS else N_("The clock runs on.")
