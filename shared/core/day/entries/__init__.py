"""The lines of a table's journal: what happened there, in order, as values that can be stored.

A line says what the table saw. Whether it may happen, and what it means, is the day's table's.
"""

from shared.core.day.entries.back import (
    AgreedToGoOn,
    Recalled,
    Recovered,
    RefereeResumed,
    TakenOver,
)
from shared.core.day.entries.clocked import Clocked, ClockEvent
from shared.core.day.entries.lobby import (
    CoinTossed,
    ControlChosen,
    ControlSet,
    DrawByHand,
    Drew,
    MovesEntered,
    NextGame,
    PinSet,
    Rolled,
    Seated,
    Started,
    TermsAccepted,
    TermsSet,
)
from shared.core.day.entries.play import (
    Acted,
    CodeCorrected,
    CountAnew,
    CountBegun,
    CountEnded,
    DrawAnswered,
    DrawOffered,
    FlagFell,
    GameOver,
    MoveClarified,
    Pressed,
    TakenBack,
)
from shared.core.day.entries.ruled import (
    Captured,
    ClockImposed,
    MovesTimed,
    Ordered,
    TimeCalled,
)

Entry = (
    Seated
    | DrawByHand
    | CoinTossed
    | Drew
    | ControlChosen
    | ControlSet
    | Started
    | Pressed
    | Clocked
    | FlagFell
    | MovesTimed
    | DrawOffered
    | DrawAnswered
    | CountBegun
    | CountAnew
    | CountEnded
    | GameOver
    | CodeCorrected
    | TimeCalled
    | Captured
    | ClockImposed
    | Ordered
    | PinSet
    | NextGame
    | Recovered
    | AgreedToGoOn
    | RefereeResumed
    | TakenOver
    | Recalled
    | Acted
    | TakenBack
    | MovesEntered
    | MoveClarified
    | TermsSet
    | TermsAccepted
    | Rolled
)

__all__ = [
    "Acted",
    "AgreedToGoOn",
    "Captured",
    "ClockEvent",
    "ClockImposed",
    "Clocked",
    "CodeCorrected",
    "CoinTossed",
    "ControlChosen",
    "ControlSet",
    "CountAnew",
    "CountBegun",
    "CountEnded",
    "DrawAnswered",
    "DrawByHand",
    "DrawOffered",
    "Drew",
    "Entry",
    "FlagFell",
    "GameOver",
    "MoveClarified",
    "MovesEntered",
    "MovesTimed",
    "NextGame",
    "Ordered",
    "PinSet",
    "Pressed",
    "Recalled",
    "Recovered",
    "RefereeResumed",
    "Rolled",
    "Seated",
    "Started",
    "TakenBack",
    "TakenOver",
    "TermsAccepted",
    "TermsSet",
    "TimeCalled",
]
