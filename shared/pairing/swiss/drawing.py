"""Pairs a Swiss round by public draw or by rating (ACF-2.V), seeded and repeatable.

It knows nothing of results or of time. What is legal in which round stands in ``legality``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from shared.core.text.sentence import Players
from shared.pairing.log.lines import LogLine
from shared.pairing.matching import max_weight_matching
from shared.pairing.public_draw import draw_order
from shared.pairing.swiss.blocks import (
    WHOLE_UP_TO,
    Block,
    pair_blocks,
    pair_few_repeats,
    pair_whole,
)
from shared.pairing.swiss.field import Field, Pair, field_of
from shared.pairing.swiss.impossible import plain_reasons, why_impossible
from shared.pairing.swiss.legality import Attempt, attempts
from shared.pairing.swiss.lowest import cost_of, could_keep, pair_lowest
from shared.pairing.swiss.trace import trace_groups, trace_halves
from shared.pairing.types import (
    Drawn,
    Entrant,
    FirstRound,
    Float,
    Legality,
    PairingImpossible,
    SwissRound,
)

_MATCHED_AT_ONCE = 40


def in_halves(field: Field, pairs: Sequence[Pair]) -> list[Pair]:
    """Return the round with each group's own fresh pairs made anew, in order of rating.

    From the top down each player of the top half gets the highest player of the bottom half who is
    left and has not met them, such that the rest can still be paired. As few players as possible
    meet within one half.
    """
    nobody = len(field.players)
    kept: list[Pair] = []
    own: dict[int, list[int]] = {}
    for a, b in pairs:
        if b == nobody or field.group_of[a] != field.group_of[b] or field.met(a, b):
            kept.append((a, b))
        else:
            own.setdefault(field.group_of[a], []).extend((a, b))
    for members in own.values():
        kept += _halves(field, sorted(members))
    return kept


def _halves(field: Field, members: list[int]) -> list[Pair]:
    half = len(members) // 2
    top, bottom = members[:half], members[half:]
    made = _first_fit(field, top, bottom)
    if len(made) == half:
        return made
    # The lowest of both halves are matched exactly; for as many the first fit may stand.
    exact = max(0, half - _MATCHED_AT_ONCE // 2)
    while True:
        made = _first_fit(field, top[:exact], bottom)
        taken = {number for pair in made for number in pair}
        rest = _matched(field, [m for m in members if m not in taken], set(top))
        if len(made) == exact and rest is not None:
            return made + rest
        # All of them pair up in the round that was given.
        exact //= 2


def _first_fit(field: Field, top: Iterable[int], bottom: Iterable[int]) -> list[Pair]:
    left = list(bottom)
    made = []
    for a in top:
        b = next((b for b in left if field.legal(a, b) and not field.met(a, b)), None)
        if b is None:
            break
        left.remove(b)
        made.append((a, b))
    return made


def _matched(field: Field, members: Sequence[int], top: set[int]) -> list[Pair] | None:
    """Return all of them paired fresh, with few pairs inside one half; None if that cannot be."""
    count = len(members)
    place = [(count + 1) ** (count - i) for i in range(count)]
    astray = (count + 1) ** (count + 1)
    out = astray * (count + 1)
    weights = {}
    for (i, a), (j, b) in combinations(enumerate(members), 2):
        if field.legal(a, b) and not field.met(a, b):
            inside = (a in top) == (b in top)
            weights[i, j] = 2 * out - place[i] * j - (astray if inside else 0)
    mates = max_weight_matching(count, weights)
    if None in mates:
        return None
    return [(members[i], members[j]) for i, j in enumerate(mates) if j is not None and i < j]


def pair_round(
    entrants: Iterable[Entrant],
    round_: SwissRound,
    *,
    seed: str,
    first_round: FirstRound | None = None,
) -> Drawn:
    """Pair a round; the same arguments, entrants in any order, give the same round.

    ``entrants`` are those who play: the caller leaves out players who have withdrawn, are suspended
    or skip the last round (ACF-2.V.F). Round 1 is drawn among all, or pairs the top half with
    the bottom half by rating (ACF-2.V.A). Later rounds are drawn within groups of equal match
    points: for each group from the top first the fewest players are floated, then by the fewest
    groups in all, such that everybody below can still be paired; among equally good rounds draw
    order decides, or where the sheet goes by rating the top half of a group meets its bottom
    half (ACF-2.V.C). The bye counts as a group of its own below the lowest (ACF-2.V.B).

    The place of the round decides what may repeat: in the 2nd- and 3rd-to-last rounds the two
    lowest pairings, if no fresh pairing of the field exists or if each breaks the top group more
    than that, and as few as possible (ACF-2.V.D); in the last round any pairing, where for each
    group from the top few and small floats come first, then few re-pairings among the pairings made
    in it (ACF-2.V.E). Where rounds outnumber players a player may have a bye more, if there is no
    other way (ACF-2.V.B).

    ``first_round`` is the rulebook's unless it is given. Raises PairingImpossible when no legal
    round exists; ValueError on a round below 1 or beyond the last, on a player given twice, on
    match points before round 1, or on a rulebook without Swiss pairing.
    """
    field = list(entrants)
    swiss, round_no = round_.swiss, round_.number
    if round_no < 1:
        raise ValueError("rounds are counted from 1")
    if round_.of is not None and round_no > round_.of:
        raise ValueError(f"round {round_no} comes after the last, which is {round_.of}")
    if round_no == 1 and any(entrant.match_points for entrant in field):
        raise ValueError("before round 1 nobody has match points")
    if not field:
        raise PairingImpossible(
            "Round {number} has no players. Admit players, then pair again.", number=round_no
        )
    ways = list(attempts(field, round_))
    halves = swiss.first_round != "draw" if first_round is None else first_round == "top_half"
    if round_no == 1 and halves:
        return _pair_halves(field, seed=seed, legality=ways[0].legalities[0])
    legality = ways[0].legalities[0]
    first = field_of(
        field, seed=seed, round_no=round_no, legality=legality, order=swiss.group_order
    )
    for way in ways:
        found = _paired(first, way)
        if found is None:
            continue
        ready, blocks = found
        because = way.because
        if way.rather is not None and ready.legality is way.legalities[0]:
            kept = _kept(ready, blocks, way.rather)
            if kept is not None:
                blocks, because = kept, way.rather.because
        return _drawn(ready, blocks, because=because, round_no=round_no, seed=seed)
    raise why_impossible(first, ways, round_)


def _paired(field: Field, way: Attempt) -> tuple[Field, list[Block]] | None:
    best: tuple[int, Field, list[Block]] | None = None
    for legality in way.legalities:
        ready = replace(field, legality=legality)
        blocks = _blocks(ready, way)
        if blocks is None:
            continue
        again = sum(ready.met(*pair) for block in blocks for pair in block.pairs)
        if best is None or again < best[0]:
            best = again, ready, blocks
        if again <= 1 or not way.fewest_first:
            break
    return None if best is None else best[1:]


def _kept(field: Field, blocks: list[Block], way: Attempt) -> list[Block] | None:
    """Return the round with re-pairings at the lowest tables, where it breaks fewer of the groups
    that ``way`` keeps than ``blocks`` do; None where it does not."""
    keep = way.kept(len(field.groups))

    def broken(made: list[Block]) -> tuple[int, ...]:
        pairs = [pair for block in made for pair in block.pairs]
        return cost_of(field, pairs, keep)[: 2 * keep]

    now = broken(blocks)
    at_best = _blocks(could_keep(field, way.lowest, keep), Attempt(())) if any(now) else None
    if at_best is None or broken(at_best) >= now:
        return None
    made = pair_lowest(field, way.lowest, keep)
    return made if made is not None and broken(made) < now else None


def _blocks(field: Field, way: Attempt) -> list[Block] | None:
    if way.lowest:
        return pair_lowest(field, way.lowest)
    # Reasons that a glance shows spare a large field the long search that ends in nothing.
    if plain_reasons(field):
        return None
    if len(field.players) <= WHOLE_UP_TO:
        return pair_whole(field)
    return pair_few_repeats(field) if field.legality.costly_after == 0 else pair_blocks(field)


def _drawn(
    field: Field,
    blocks: list[Block],
    *,
    because: LogLine | None,
    round_no: int,
    seed: str,
) -> Drawn:
    nobody = len(field.players)

    def table_order(pair: Pair) -> tuple[int, int, bool, int]:
        # Of pairs with equal points those that meet again sit last (ACF-2.V.D).
        return field.group_of[pair[0]], field.group_of[pair[1]], field.met(*pair), pair[0]

    made: Sequence[Pair] = [pair for block in blocks for pair in block.pairs]
    if field.order == "rating":
        made = in_halves(field, made)
    pairs = sorted(made, key=table_order)
    bye = next((field.players[a].player for a, b in pairs if b == nobody), None)
    on_tables = [(a, b) for a, b in pairs if b != nobody]
    tables = [(field.players[a], field.players[b]) for a, b in on_tables]
    steps = [field.group_of[b] - field.group_of[a] for a, b in on_tables]
    floats = tuple(
        Float(a.player, b.player, a.match_points, b.match_points, groups)
        for (a, b), groups in zip(tables, steps, strict=True)
        if groups
    )
    trace = trace_groups(field, blocks, pairs, round_no=round_no, seed=seed, because=because)
    return Drawn(
        player_pairs=tuple((a.player, b.player) for a, b in tables),
        bye=bye,
        floats=floats,
        trace=trace,
        repeats=tuple(
            (field.players[a].player, field.players[b].player)
            for a, b in on_tables
            if field.met(a, b)
        ),
    )


def _pair_halves(entrants: list[Entrant], *, seed: str, legality: Legality) -> Drawn:
    """Return top half against bottom half in rating order; equal ratings and none by draw."""
    order = draw_order((e.player for e in entrants), seed=seed, round_no=1, purpose="rating ties")
    drawn_as = {player: number for number, player in enumerate(order)}

    def by_rating(e: Entrant) -> tuple[bool, int, int]:
        return e.rating is None, -(e.rating or 0), drawn_as[e.player]

    ranked = sorted(entrants, key=by_rating)
    last = ranked.pop() if len(ranked) % 2 else None
    if last is not None and not legality.bye(last):
        raise PairingImpossible(
            "Round 1 cannot be paired by halves: the bye falls to {player}, the last by "
            "rating, who may not have it. Pair round 1 by draw.",
            player=Players(last.player),
        )
    half = len(ranked) // 2
    pairs = list(zip(ranked[:half], ranked[half:], strict=True))
    for a, b in pairs:
        if not legality.opponents(a, b):
            raise PairingImpossible(
                "Round 1 cannot be paired by halves: {one} and {other} fall together by "
                "rating, but may not meet. Pair round 1 by draw.",
                one=Players(a.player),
                other=Players(b.player),
            )
    return Drawn(
        player_pairs=tuple((a.player, b.player) for a, b in pairs),
        bye=last.player if last else None,
        floats=(),
        trace=trace_halves(pairs, last, seed=seed),
    )
