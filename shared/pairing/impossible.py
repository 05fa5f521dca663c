"""Finds out why a round cannot be paired, and says what the referee can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from shared.core.rulebooks import Rulebook
from shared.pairing.field import Field
from shared.pairing.fullest import fullest
from shared.pairing.legality import Attempt
from shared.pairing.types import Legality, PairingImpossible

_SURE_UP_TO = 40
"""Players up to which a search for the lowest pairings always comes to its end."""


def plain_reasons(field: Field, called: Callable[[str], str] = str) -> list[str]:
    """Reasons that single players show; empty when none stands out."""
    count = len(field.players)
    nobody = count
    everyone = range(count + field.odd)
    reasons = []
    if field.odd and not any(field.legal(a, nobody) for a in range(count)):
        reasons.append("The field is odd and nobody may have the bye any more.")
    for a in range(count):
        if not any(field.legal(a, b) for b in everyone if b != a):
            reasons.append(f"{called(field.players[a].player)} has no legal opponent left.")
    return reasons


def why_impossible(
    field: Field,
    ways: Sequence[Attempt],
    *,
    rulebook: Rulebook,
    round_no: int,
    total_rounds: int | None,
    called: Callable[[str], str] = str,
) -> PairingImpossible:
    """The error whose message says what cannot be satisfied at once, why, and what may give."""
    rules = f"a second bye ({rulebook.clause('max_byes')})"
    if not all(way.legalities[0].costly for way in ways):
        rules = f"a re-pairing ({rulebook.clause('swiss.re_pairing_pairs')}) or {rules}"
    lowest = max(way.lowest for way in ways)
    even_so = f", not even if the {lowest} lowest pairings repeat" if lowest else ""
    if lowest and len(field.players) > _SURE_UP_TO:
        even_so = f" (that the {lowest} lowest pairings repeat was not searched to the end)"
    reasons = plain_reasons(field, called) or [_tangle(field, called)]
    last = "" if total_rounds is None else f" of {total_rounds}"
    return PairingImpossible(
        f"Round {round_no} cannot be paired without {rules}{even_so}. {' '.join(reasons)} "
        f"Nothing was published. {_way_out(field)} Or end the division before round "
        f"{round_no}{last}."
    )


def _way_out(field: Field) -> str:
    rule_on = "The referee may rule on"
    rules = field.legality
    anybody = replace(field, legality=Legality(lambda a, b: True, rules.bye))
    any_bye = replace(field, legality=Legality(rules.opponents, lambda a: True))
    either = [
        what
        for what, eased in (("a re-pairing", anybody), ("a second bye", any_bye))
        if None not in fullest(eased)
    ]
    if not either:
        return f"{rule_on} a re-pairing and a second bye together, and pair again."
    other = next((w for w in ("a re-pairing", "a second bye") if w not in either), None)
    alone = f" ({other} alone would not help)" if other and field.odd else ""
    return f"{rule_on} {' or '.join(either)}{alone}, and pair again."


def _tangle(field: Field, called: Callable[[str], str]) -> str:
    mates = fullest(field)
    left = sorted(
        called(p.player) for p, mate in zip(field.players, mates, strict=False) if mate is None
    )
    return (
        "Each player has a legal opponent, but never all at once: at best "
        f"{', '.join(left)} would be left over."
    )
