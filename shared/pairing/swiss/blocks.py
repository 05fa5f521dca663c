"""Pairs a whole field, block by block from the top, and proves each block the best possible.

A first fit in draw order is tried on each group; where counting cannot prove it, the exact
matching takes over and reaches back into the groups above until its result is proved.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from shared.pairing.swiss.field import Field, Pair
from shared.pairing.swiss.fullest import fullest
from shared.pairing.swiss.stretch import Patience, Solution, Stretch, solve
from shared.pairing.types import Entrant, Legality

WHOLE_UP_TO = 40
"""Fields of at most so many players are matched as a whole."""
OPEN_MEMBERS = 40
"""A larger group enters an exact matching with its last names out only, at least this many. While
they are well over twice the opponents that any player has met, one of them can replace any of the
others, for any floats in or out."""
SPARE_MEMBERS = 16
"""How many floats in and out of such a group the replacement bears."""
_FEW_WHOLE_UP_TO = 100
"""Fields of at most so many players are matched as a whole where few repeats come first."""
PROOF_UP_TO = 160
"""The search for a proof reaches back over at most so many open players."""


@dataclass(frozen=True, slots=True)
class Block:
    """Groups ``first`` to ``last``, paired; ``dropped`` go on into the next group."""

    first: int
    last: int
    pairs: tuple[Pair, ...]
    dropped: tuple[int, ...]
    by_count: bool
    """Proved by counting alone: first fit left nobody, or the odd one."""
    proved: bool = True
    settled: bool = True
    """False when an equally good pairing might drop another number of players."""


def pair_whole(field: Field) -> list[Block] | None:
    """Match all groups at once; None when no complete legal pairing exists."""
    last = len(field.groups) - 1
    block = _exact(field, (), 0, last)
    return None if block is None else [block]


class _OutOfPatience(Exception):
    """The search for a complete pairing would take too long."""


def pair_blocks(field: Field) -> list[Block] | None:
    """Match group by group from the top; None when no complete legal pairing exists.

    A field tangled beyond all patience gets some legal pairing, which nothing proves.
    """
    some = fullest(field)
    if None in some:
        return None
    done: list[Block] = []
    patience = Patience()
    try:
        for group in range(len(field.groups)):
            incoming = done[-1].dropped if done else ()
            fit = _first_fit(field, incoming, group)
            done.append(fit or _reach_back(field, done, group, patience))
    except _OutOfPatience:
        return [_unproved(field, ((a, b) for a, b in enumerate(some) if b is not None and a < b))]
    return done


def pair_few_repeats(field: Field) -> list[Block] | None:
    """Match a field whose costly pairs come before floats, with as few of them as possible.

    In a large field they are made among those whom a fullest pairing without them leaves over:
    as few, but floats are then proved for this choice only.
    """
    if len(field.players) <= _FEW_WHOLE_UP_TO:
        return pair_whole(field)
    rules = field.legality

    def cheap(a: Entrant, b: Entrant) -> bool:
        return rules.opponents(a, b) and not (rules.costly and rules.costly(a, b))

    mates = fullest(replace(field, legality=Legality(cheap, rules.bye)))
    left = {
        entrant.player for entrant, mate in zip(field.players, mates, strict=False) if mate is None
    }

    def opponents(a: Entrant, b: Entrant) -> bool:
        return cheap(a, b) or (rules.opponents(a, b) and {a.player, b.player} <= left)

    made = pair_blocks(replace(field, legality=Legality(opponents, rules.bye)))
    return None if made is None else [_unproved(field, [p for block in made for p in block.pairs])]


def _unproved(field: Field, pairs: Iterable[Pair]) -> Block:
    """Return all groups at once, legal and no more."""
    last = len(field.groups) - 1
    return Block(0, last, tuple(pairs), (), by_count=False, proved=False)


def _first_fit(field: Field, incoming: tuple[int, ...], group: int) -> Block | None:
    """Return players from above first, then in draw order: each takes the first legal opponent.

    The result counts only if every player from above is paired and at most the odd one is left:
    no pairing of this group can then float fewer, for any players dropped into it.
    """
    hat = list(reversed(field.groups[group]))
    pairs: list[Pair] = []
    for player in incoming:
        if not _take(field, player, hat, pairs):
            return None
    left: list[int] = []
    while hat:
        player = hat.pop()
        if not _take(field, player, hat, pairs):
            left.append(player)
    # With the bye the field is even, so of the last group nobody is left as the odd one.
    if len(left) > 1:
        return None
    return Block(group, group, tuple(pairs), tuple(left), by_count=True)


def _take(field: Field, player: int, hat: list[int], pairs: list[Pair]) -> bool:
    for at in range(len(hat) - 1, -1, -1):
        if field.legal(player, hat[at]) and not field.costly(player, hat[at]):
            pairs.append((player, hat.pop(at)))
            return True
    return False


def _reach_back(field: Field, done: list[Block], group: int, patience: Patience) -> Block:
    """Match exactly, from ``group`` back over as many blocks of ``done`` as the proof needs."""
    first = group
    block: Block | None = None
    while True:
        incoming = done[-1].dropped if done else ()
        span = sum(min(len(g), _open_limit(field)) for g in field.groups[first : group + 1])
        if not patience.spend((span + len(incoming)) ** 3):
            raise _OutOfPatience
        block = _exact(field, incoming, first, group, above=done[-1] if done else None)
        spent = span > PROOF_UP_TO or patience.left < 8 * span**3
        if block is not None and (block.proved or not done or spent):
            return block
        if not done:
            raise AssertionError("a field that can be paired has been found to be none")
        first = done.pop().first


def _exact(
    field: Field,
    incoming: tuple[int, ...],
    first: int,
    last: int,
    above: Block | None = None,
) -> Block | None:
    fixed: list[Pair] = []
    members: list[int] = []
    for group in field.groups[first : last + 1]:
        members += _open_members(field, group, fixed)
    closed = last == len(field.groups) - 1
    stretch = Stretch(first, last, incoming, tuple(members), closed)
    found = solve(field, stretch)
    if found is None:
        return None
    proved = above is None or (above.proved and above.settled and _proved(field, stretch, found))
    return Block(
        first,
        last,
        (*fixed, *found.pairs),
        found.dropped,
        by_count=False,
        proved=proved,
        settled=_settled(field, stretch, found.pairs, found.dropped),
    )


def _proved(field: Field, stretch: Stretch, found: Solution) -> bool:
    """Would no other choice of players dropped into the stretch have been better?

    All of them must be paired at once: a longer way of theirs weighs more than floats of the
    groups above in which others could have been dropped instead.
    """
    at_once = {a for a, b in found.pairs if field.group_of[b] == stretch.first}
    if not at_once.issuperset(stretch.incoming):
        return False
    bound = solve(field, stretch, any_incoming=True)
    return bound is not None and bound.cost == found.cost


def _open_limit(field: Field) -> int:
    return max(OPEN_MEMBERS, 2 * field.most_met + SPARE_MEMBERS)


def _open_members(field: Field, group: tuple[int, ...], fixed: list[Pair]) -> list[int]:
    hat = list(reversed(group))
    passed: list[int] = []
    while len(hat) + len(passed) > _open_limit(field) and hat:
        player = hat.pop()
        if not _take(field, player, hat, fixed):
            passed.append(player)
    return sorted(passed + hat)


def _settled(
    field: Field, stretch: Stretch, pairs: Iterable[Pair], dropped: tuple[int, ...]
) -> bool:
    """Return whether the cost alone fixes how many players of each group are dropped out below.

    Beyond the first step a floater adds extra steps; one dropped out adds the most. Their sum
    fixes the number unless some, but not all, of it could come from others."""
    extra: dict[int, list[int]] = {}
    for a, b in pairs:
        if field.group_of[a] != field.group_of[b]:
            extra.setdefault(field.group_of[a], []).append(field.group_of[b])
    for a in dropped:
        extra.setdefault(field.group_of[a], []).append(stretch.last + 1)
    for group, reached in extra.items():
        start = max(group + 1, stretch.first)
        most = stretch.last + 1 - start
        steps = sum(to - start for to in reached)
        if len(reached) > 1 and most <= steps < most * len(reached):
            return False
    return True
