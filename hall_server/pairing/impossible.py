"""Finds out why a round cannot be paired, and says what the referee can do."""

from __future__ import annotations

from hall_server.pairing.field import Field
from hall_server.pairing.matching import max_weight_matching


def plain_reasons(field: Field) -> list[str]:
    """Reasons that single players show; empty when none stands out."""
    count = len(field.players)
    nobody = count
    everyone = range(count + field.odd)
    reasons = []
    if field.odd and not any(field.legal(a, nobody) for a in range(count)):
        reasons.append("The field is odd and nobody may have the bye any more.")
    for a in range(count):
        if not any(field.legal(a, b) for b in everyone if b != a):
            reasons.append(f"{field.players[a].player} has no legal opponent left.")
    return reasons


def why_impossible(field: Field, round_no: int) -> str:
    """The message of a PairingImpossible: what, why, what to do."""
    reasons = plain_reasons(field) or [_tangle(field)]
    return (
        f"Round {round_no} cannot be paired without a re-pairing or a second bye. "
        f"{' '.join(reasons)} Nothing was published. End the division before this round, or rule "
        "on a re-pairing or a second bye and pair this round by hand."
    )


def _tangle(field: Field) -> str:
    everyone = range(len(field.players) + field.odd)
    fresh = {(a, b): 1 for a in everyone for b in everyone if a < b and field.legal(a, b)}
    mates = max_weight_matching(len(everyone), fresh)
    left = sorted(p.player for p, mate in zip(field.players, mates, strict=False) if mate is None)
    return (
        "Each player has a legal opponent, but never all at once: at best "
        f"{', '.join(left)} would be left over."
    )
