"""The lines of a table's journal: what happened there, in order, as values that can be stored.

A line says what the table saw. Whether it may happen, and what it means, is the day's table's.
"""

from __future__ import annotations

from shared.core.day.entries.back import (
    AgreedToGoOn,
    Recalled,
    Recovered,
    RefereeResumed,
    Slept,
    TakenOver,
)
from shared.core.day.entries.lobby import (
    AbsentStarted,
    Arrived,
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
    FlagNoticed,
    GameOver,
    MoveClarified,
    MoveCounted,
    Paused,
    Pressed,
    Resumed,
    TakenBack,
    TurnPassed,
)
from shared.core.day.entries.ruled import (
    Adjusted,
    Captured,
    ClockImposed,
    MovesTimed,
    MoveTapped,
    Ordered,
    PlayerTold,
    PressForgotten,
    SingleJump,
    TimeCalled,
    TimingEnded,
)

Entry = (
    Seated
    | DrawByHand
    | CoinTossed
    | Drew
    | ControlChosen
    | ControlSet
    | AbsentStarted
    | Arrived
    | Started
    | Pressed
    | Paused
    | Resumed
    | FlagFell
    | FlagNoticed
    | TurnPassed
    | MovesTimed
    | TimingEnded
    | PlayerTold
    | SingleJump
    | MoveTapped
    | MoveCounted
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
    | Slept
    | Adjusted
    | Ordered
    | PinSet
    | PressForgotten
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
    "AbsentStarted",
    "Acted",
    "Adjusted",
    "AgreedToGoOn",
    "Arrived",
    "Captured",
    "ClockImposed",
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
    "FlagNoticed",
    "GameOver",
    "MoveClarified",
    "MoveCounted",
    "MoveTapped",
    "MovesEntered",
    "MovesTimed",
    "NextGame",
    "Ordered",
    "Paused",
    "PinSet",
    "PlayerTold",
    "PressForgotten",
    "Pressed",
    "Recalled",
    "Recovered",
    "RefereeResumed",
    "Resumed",
    "Rolled",
    "Seated",
    "SingleJump",
    "Slept",
    "Started",
    "TakenBack",
    "TakenOver",
    "TermsAccepted",
    "TermsSet",
    "TimeCalled",
    "TimingEnded",
    "TurnPassed",
]
