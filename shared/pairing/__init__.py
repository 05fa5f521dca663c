"""The door to pairing: draws and checks rounds by every system. Pure, seeded, publishes nothing."""

from shared.pairing.checking.check import Finding, Verdict, check_round
from shared.pairing.checking.explain import explain_round
from shared.pairing.knockout.by_lives import lives_now
from shared.pairing.log.lines import Relaxation
from shared.pairing.proposal import PairingSource, Proposal, PublishedPairings
from shared.pairing.systems import FieldOfFile, Systems, decided_already
from shared.pairing.types import (
    Drawn,
    Entrant,
    FirstRound,
    Float,
    PairingImpossible,
    SwissRound,
)

__all__ = [
    "Drawn",
    "Entrant",
    "FieldOfFile",
    "Finding",
    "FirstRound",
    "Float",
    "PairingImpossible",
    "PairingSource",
    "Proposal",
    "PublishedPairings",
    "Relaxation",
    "SwissRound",
    "Systems",
    "Verdict",
    "check_round",
    "decided_already",
    "explain_round",
    "lives_now",
]
