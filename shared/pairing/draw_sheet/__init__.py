"""Draw sheets: brackets with a losers' side or a consolation, and their progress. All pure."""

from shared.pairing.draw_sheet.build import Placing, double_elimination, single_elimination
from shared.pairing.draw_sheet.calls import Call, Event, Ref, calls
from shared.pairing.draw_sheet.progress import (
    Correction,
    KnockOn,
    MatchState,
    Progress,
    correct,
    progress,
)
from shared.pairing.draw_sheet.sheet import (
    NOBODY,
    DrawSheet,
    Lengths,
    LoserOf,
    Placed,
    SheetEntry,
    SheetMatch,
    SheetResult,
    WinnerOf,
)

__all__ = [
    "NOBODY",
    "Call",
    "Correction",
    "DrawSheet",
    "Event",
    "KnockOn",
    "Lengths",
    "LoserOf",
    "MatchState",
    "Placed",
    "Placing",
    "Progress",
    "Ref",
    "SheetEntry",
    "SheetMatch",
    "SheetResult",
    "WinnerOf",
    "calls",
    "correct",
    "double_elimination",
    "progress",
    "single_elimination",
]
