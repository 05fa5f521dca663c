"""Pairs rounds by every system and checks them: pure, seeded, repeatable. Publishes nothing."""

from shared.pairing.by_lives import lives_now
from shared.pairing.check import Finding, Verdict, check_round
from shared.pairing.draw_log import Relaxation
from shared.pairing.explain import explain_round
from shared.pairing.proposal import PairingSource, Proposal, PublishedPairings
from shared.pairing.public_draw import draw_order
from shared.pairing.swiss import pair_round
from shared.pairing.systems import FieldOfFile, Systems, decided_already
from shared.pairing.types import (
    ORDINARY,
    Drawn,
    Entrant,
    FirstRound,
    Float,
    Legality,
    PairingImpossible,
)

__all__ = [
    "ORDINARY",
    "Drawn",
    "Entrant",
    "FieldOfFile",
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
    "lives_now",
    "pair_round",
]
