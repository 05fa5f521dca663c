"""Pairs Swiss rounds and checks them: pure, seeded, repeatable. The referee's laptop has it too."""

from hall_server.pairing.check import Finding, check_round
from hall_server.pairing.public_draw import draw_order
from hall_server.pairing.swiss import FirstRound, pair_round
from hall_server.pairing.types import (
    ORDINARY,
    Drawn,
    Entrant,
    Float,
    Legality,
    PairingImpossible,
)

__all__ = [
    "ORDINARY",
    "Drawn",
    "Entrant",
    "Finding",
    "FirstRound",
    "Float",
    "Legality",
    "PairingImpossible",
    "check_round",
    "draw_order",
    "pair_round",
]
