"""The backgammon scoreboard: a match is the list of its actions, each refusal is a sentence.

Owns score, cube, clock, breaks and delays of one match (USBGF-2.2, USBGF-4). Knows no dice.
"""

from shared.core.backgammon.director import clock_corrected
from shared.core.backgammon.games import claim_wins
from shared.core.backgammon.state import (
    BoardPhase,
    Dispute,
    IllegalAction,
    Offer,
    Scoreboard,
    breaks_of,
    delay_of,
    new_scoreboard,
    no_double,
    setup_stands,
)
from shared.core.backgammon.table import apply

__all__ = [
    "BoardPhase",
    "Dispute",
    "IllegalAction",
    "Offer",
    "Scoreboard",
    "apply",
    "breaks_of",
    "claim_wins",
    "clock_corrected",
    "delay_of",
    "new_scoreboard",
    "no_double",
    "setup_stands",
]
