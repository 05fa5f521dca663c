"""Draw sheets: brackets with a losers' side or a consolation, and their progress. All pure."""

from shared.pairing.draw_sheet.build import double_elimination, single_elimination
from shared.pairing.draw_sheet.calls import Call, Event, Ref, calls
from shared.pairing.draw_sheet.correct import Correction, KnockOn, correct
from shared.pairing.draw_sheet.progress import MatchState, Progress, progress
from shared.pairing.draw_sheet.sheet import (
    NOBODY,
    Entry,
    Lengths,
    LoserOf,
    Placed,
    Sheet,
    SheetMatch,
    SheetResult,
    WinnerOf,
)

__all__ = [
    "NOBODY",
    "Call",
    "Correction",
    "Entry",
    "Event",
    "KnockOn",
    "Lengths",
    "LoserOf",
    "MatchState",
    "Placed",
    "Progress",
    "Ref",
    "Sheet",
    "SheetMatch",
    "SheetResult",
    "WinnerOf",
    "calls",
    "correct",
    "double_elimination",
    "progress",
    "single_elimination",
]
