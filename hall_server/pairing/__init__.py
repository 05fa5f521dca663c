"""Pairs rounds by every system and checks them: pure, seeded, repeatable. Publishes nothing."""

from hall_server.pairing.check import Finding, Verdict, check_round
from hall_server.pairing.explain import explain_round
from hall_server.pairing.legality import Relaxation
from hall_server.pairing.proposal import PairingSource, Proposal, PublishedPairings
from hall_server.pairing.public_draw import draw_order
from hall_server.pairing.swiss import FirstRound, pair_round
from hall_server.pairing.systems import Systems, decided_already
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
    "PairingSource",
    "Proposal",
    "PublishedPairings",
    "Relaxation",
    "Systems",
    "Verdict",
    "check_round",
    "decided_already",
    "draw_order",
    "explain_round",
    "pair_round",
]
