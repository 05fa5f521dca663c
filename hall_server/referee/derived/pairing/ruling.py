"""What a referee sets otherwise for one round: repeats, byes, how round 1 is paired. Pure."""

from collections.abc import Sequence
from typing import Final

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing.drawing import Drawing
from shared.core.state import Division, HallState
from shared.core.text.language import N_, _, ngettext
from shared.pairing import FirstRound, PairingImpossible, PairingSource, Proposal, Relaxation

RELAXATIONS: Final[dict[Relaxation, tuple[str, str]]] = {
    "re_pairing": (
        N_("A re-pairing: players who have met may meet again ({clause})"),
        "swiss.re_pairing_pairs",
    ),
    "second_bye": (N_("A second bye for a player ({clause})"), "max_byes"),
    "lowest_repeat": (
        N_("Repeats at the lowest tables, so that groups stay whole ({clause})"),
        "swiss.repeat_before_breaking",
    ),
    "fresh_only": (
        N_("No repeat, though groups are broken for it ({clause})"),
        "swiss.repeat_before_breaking",
    ),
}
"""What may be ruled, in words, and the field of the rulebook that says otherwise."""
BEGINS: Final[dict[FirstRound, str]] = {
    "draw": N_("Round 1 is drawn among all players ({clause})."),
    "top_half": N_("In round 1 the top half by rating meets the bottom half ({clause})."),
}


def is_swiss(division: Division) -> bool:
    """Return whether rules of a Swiss can be set otherwise in a division."""
    return division.book.pairing_system == "swiss" and division.book.swiss is not None


def begins(division: Division, drawing: Drawing) -> FirstRound:
    """Return how round 1 is paired: as the referee chose, else as the rulebook says."""
    swiss = division.book.swiss
    by_book = "draw" if swiss is None or swiss.first_round == "draw" else "top_half"
    return drawing.first_round or ("draw" if by_book == "draw" else "top_half")


def otherwise(division: Division, drawing: Drawing) -> FirstRound:
    """Return the other way to pair round 1."""
    return "draw" if begins(division, drawing) == "top_half" else "top_half"


def with_rule(
    drawing: Drawing,
    source: PairingSource,
    state: HallState,
    key: tuple[str, int],
    rule: Relaxation,
) -> Proposal | None:
    """Return the round from the same seed with a rule set otherwise; None where it is the same."""
    try:
        other = drawing.pair(source, state, key, rule)
    except PairingImpossible:
        return None
    return None if (other.pairs, other.byes) == drawing.shown else other


def other_way(
    drawing: Drawing, source: PairingSource, state: HallState, key: tuple[str, int], drawn: Proposal
) -> Proposal | None:
    """Return the round with repeats at the lowest tables, or without, where ``drawn`` is the other
    and the sheet leaves the choice (ACF-2.V.D); None where there are no two ways."""
    division = state.divisions[key[0]]
    swiss = division.book.swiss
    if swiss is None or not is_swiss(division) or drawing.paper:
        return None
    if not 0 < division.rounds - key[1] <= swiss.re_pairing_rounds:
        return None
    if drawn.again:
        return with_rule(drawing, source, state, key, "fresh_only")
    return with_rule(drawing, source, state, key, "lowest_repeat") if drawn.floats else None


def in_short(moment: Moment, proposal: Proposal) -> str:
    """Return who meets again in a round and who drops, in one sentence."""
    names = [
        f"{moment.name(float_.player)} ({float_.from_points} → {float_.to_points})"
        for float_ in proposal.floats
    ]
    dropped = _("Nobody drops.")
    if names:
        said = ngettext("{count} player drops: {names}.", "{count} players drop: {names}.",
                        len(names))  # fmt: skip
        dropped = said.format(count=len(names), names=", ".join(names))
    again = _("Nobody meets again.")
    if proposal.again:
        pairs = ", ".join(" – ".join(map(moment.name, pair)) for pair in proposal.again)
        again = _("Meet again: {pairs}.").format(pairs=pairs)
    return f"{again} {dropped}"


def both_ways(moment: Moment, drawn: Proposal, other: Proposal | None) -> Sequence[tuple[str, str]]:
    """Return (tone, line): the round as it is shown beside the other way to pair it."""
    if other is None:
        return ()
    return (
        ("accent", _("Two ways to pair this round")),
        ("ink", _("As shown: {round}").format(round=in_short(moment, drawn))),
        ("ink", _("The other: {round}").format(round=in_short(moment, other))),
        ("ink-soft", _("= takes the other one, with a reason.")),
    )
