"""Draw sheets: brackets with a losers' side or a consolation, and their progress. All pure."""

from hall_server.pairing.draw_sheet.build import double_elimination, single_elimination
from hall_server.pairing.draw_sheet.calls import Call, Event, Ref, calls
from hall_server.pairing.draw_sheet.correct import Correction, KnockOn, correct
from hall_server.pairing.draw_sheet.progress import MatchState, Progress, progress
from hall_server.pairing.draw_sheet.sheet import (
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
