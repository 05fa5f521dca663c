"""Finds out why a round cannot be paired, and says what the referee can do."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from shared.core.text.language import N_
from shared.core.text.sentence import Players, Sentence, together
from shared.pairing.swiss.field import Field
from shared.pairing.swiss.fullest import fullest
from shared.pairing.swiss.legality import Attempt
from shared.pairing.types import Legality, PairingImpossible, SwissRound

_SURE_UP_TO = 40
"""Players up to which a search for the lowest pairings always comes to its end."""


def plain_reasons(field: Field) -> list[Sentence]:
    """Return reasons that single players show; empty when none stands out."""
    count = len(field.players)
    nobody = count
    everyone = range(count + field.odd)
    reasons: list[Sentence] = []
    if field.odd and not any(field.legal(a, nobody) for a in range(count)):
        reasons.append(Sentence("The field is odd and nobody may have the bye any more."))
    for a in range(count):
        if not any(field.legal(a, b) for b in everyone if b != a):
            player = Players(field.players[a].player)
            reasons.append(Sentence("{player} has no legal opponent left.", player=player))
    return reasons


def why_impossible(field: Field, ways: Sequence[Attempt], round_: SwissRound) -> PairingImpossible:
    """Return the error whose sentence says what cannot be satisfied at once, why, and what may
    give."""
    rules = Sentence("a second bye ({clause})", clause=round_.rulebook.clause("max_byes"))
    if not all(way.legalities[0].costly for way in ways):
        clause = round_.rulebook.clause("swiss.re_pairing_pairs")
        rules = Sentence("a re-pairing ({clause}) or {other}", clause=clause, other=rules)
    lowest = max(way.lowest for way in ways)
    message = N_("Round {number} cannot be paired without {rules}.")
    if lowest:
        message = N_(
            "Round {number} cannot be paired without {rules}, not even if the {count} lowest "
            "pairings repeat."
        )
    if lowest and len(field.players) > _SURE_UP_TO:
        message = N_(
            "Round {number} cannot be paired without {rules} (that the {count} lowest pairings "
            "repeat was not searched to the end)."
        )
    cannot = Sentence(message, number=round_.number, rules=rules, count=lowest)
    reasons = plain_reasons(field) or [_tangle(field)]
    message = N_("Nothing was published. {ruling} Or end the division before round {number}.")
    if round_.of is not None:
        message = N_(
            "Nothing was published. {ruling} Or end the division before round {number} of {rounds}."
        )
    out = Sentence(message, ruling=_way_out(field), number=round_.number, rounds=round_.of)
    return PairingImpossible(together(cannot, *reasons, out))


def _way_out(field: Field) -> Sentence:
    rules = field.legality
    any_pair = replace(field, legality=Legality(lambda a, b: True, rules.bye))
    any_bye = replace(field, legality=Legality(rules.opponents, lambda a: True))
    helps = tuple(None not in fullest(eased) for eased in (any_pair, any_bye))
    return _WAYS_OUT[(*helps, field.odd)]


_BOTH: Final = Sentence(
    "The referee may rule on a re-pairing and a second bye together, and pair again."
)
_EITHER: Final = Sentence("The referee may rule on a re-pairing or a second bye, and pair again.")
_WAYS_OUT: Final[dict[tuple[bool, ...], Sentence]] = {
    (False, False, False): _BOTH,
    (False, False, True): _BOTH,
    (True, True, False): _EITHER,
    (True, True, True): _EITHER,
    (True, False, False): Sentence("The referee may rule on a re-pairing, and pair again."),
    (True, False, True): Sentence(
        "The referee may rule on a re-pairing (a second bye alone would not help), and pair again."
    ),
    (False, True, False): Sentence("The referee may rule on a second bye, and pair again."),
    (False, True, True): Sentence(
        "The referee may rule on a second bye (a re-pairing alone would not help), and pair again."
    ),
}
"""By what helps, a re-pairing and a second bye, and whether the field is odd."""


def _tangle(field: Field) -> Sentence:
    mates = fullest(field)
    left = sorted(p.player for p, mate in zip(field.players, mates, strict=False) if mate is None)
    return Sentence(
        "Each player has a legal opponent, but never all at once: at best {names} would be left "
        "over.",
        names=Players(*left),
    )
