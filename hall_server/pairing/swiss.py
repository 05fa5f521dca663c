"""Pairs an ordinary Swiss round by public draw (ACF-2.V.A to ACF-2.V.C), seeded and repeatable.

It knows nothing of results or of time, and it never re-pairs (ACF-2.V.D in ordinary rounds).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from hall_server.pairing.blocks import WHOLE_UP_TO, Block, pair_blocks, pair_whole
from hall_server.pairing.field import Field, Pair, field_of
from hall_server.pairing.impossible import plain_reasons, why_impossible
from hall_server.pairing.public_draw import draw_order
from hall_server.pairing.trace import trace_groups, trace_halves
from hall_server.pairing.types import (
    ORDINARY,
    Drawn,
    Entrant,
    Float,
    Legality,
    PairingImpossible,
)

FirstRound = Literal["draw", "top_half"]


def pair_round(
    entrants: Iterable[Entrant],
    *,
    round_no: int,
    seed: str,
    first_round: FirstRound = "draw",
    legality: Legality = ORDINARY,
) -> Drawn:
    """Pair round ``round_no`` (from 1); the same arguments in any order give the same round.

    Round 1 is drawn among all, or pairs the top half with the bottom half by rating
    (ACF-2.V.A). Later rounds are drawn within groups of equal match points: for each group
    from the top first the fewest players are floated, then by the fewest groups in all, such
    that everybody below can still be paired; among equally good rounds draw order decides
    (ACF-2.V.C). The bye counts as a group of its own below the lowest (ACF-2.V.B).

    Raises PairingImpossible when no legal round exists; ValueError on a round below 1, on a
    player given twice, or on match points before round 1.
    """
    field = list(entrants)
    if round_no < 1:
        raise ValueError("rounds are counted from 1")
    if round_no == 1 and any(entrant.match_points for entrant in field):
        raise ValueError("before round 1 nobody has match points")
    if not field:
        raise PairingImpossible(f"Round {round_no} has no players. Admit players, then pair again.")
    if round_no == 1 and first_round == "top_half":
        return _pair_halves(field, seed=seed, legality=legality)
    return _pair_groups(
        field_of(field, seed=seed, round_no=round_no, legality=legality), round_no, seed
    )


def _pair_groups(field: Field, round_no: int, seed: str) -> Drawn:
    # Reasons that a glance shows spare a large field the long search that ends in nothing.
    blocks = None if plain_reasons(field) else _blocks(field)
    if blocks is None:
        raise PairingImpossible(why_impossible(field, round_no))
    return _drawn(field, blocks, round_no, seed)


def _blocks(field: Field) -> list[Block] | None:
    return pair_whole(field) if len(field.players) <= WHOLE_UP_TO else pair_blocks(field)


def _drawn(field: Field, blocks: list[Block], round_no: int, seed: str) -> Drawn:
    nobody = len(field.players)

    def table_order(pair: Pair) -> tuple[int, int, int]:
        return field.group_of[pair[0]], field.group_of[pair[1]], pair[0]

    pairs = sorted((pair for block in blocks for pair in block.pairs), key=table_order)
    bye = next((field.players[a].player for a, b in pairs if b == nobody), None)
    tables = [(field.players[a], field.players[b]) for a, b in pairs if b != nobody]
    steps = [field.group_of[b] - field.group_of[a] for a, b in pairs if b != nobody]
    floats = tuple(
        Float(a.player, b.player, a.match_points, b.match_points, groups)
        for (a, b), groups in zip(tables, steps, strict=True)
        if groups
    )
    return Drawn(
        player_pairs=tuple((a.player, b.player) for a, b in tables),
        bye=bye,
        floats=floats,
        trace=trace_groups(field, blocks, pairs, round_no=round_no, seed=seed),
    )


def _pair_halves(entrants: list[Entrant], *, seed: str, legality: Legality) -> Drawn:
    """Top half against bottom half in rating order; equal ratings and none by draw."""
    order = draw_order((e.player for e in entrants), seed=seed, round_no=1, purpose="rating ties")
    drawn_as = {player: number for number, player in enumerate(order)}

    def by_rating(e: Entrant) -> tuple[bool, int, int]:
        return e.rating is None, -(e.rating or 0), drawn_as[e.player]

    ranked = sorted(entrants, key=by_rating)
    last = ranked.pop() if len(ranked) % 2 else None
    if last is not None and not legality.bye(last):
        raise PairingImpossible(
            f"Round 1 cannot be paired by halves: the bye falls to {last.player}, the last by "
            "rating, who may not have it. Pair round 1 by draw."
        )
    half = len(ranked) // 2
    pairs = list(zip(ranked[:half], ranked[half:], strict=True))
    for a, b in pairs:
        if not legality.opponents(a, b):
            raise PairingImpossible(
                f"Round 1 cannot be paired by halves: {a.player} and {b.player} fall together "
                "by rating, but may not meet. Pair round 1 by draw."
            )
    return Drawn(
        player_pairs=tuple((a.player, b.player) for a, b in pairs),
        bye=last.player if last else None,
        floats=(),
        trace=trace_halves(pairs, last, seed=seed),
    )
