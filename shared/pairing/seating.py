"""Who sits where: tables in natural order, a range a division, and players who keep their table.

Owns the seating of one round's pairs. Knows no scores and moves nobody from a fixed table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from shared.core.floor import hall_order
from shared.pairing.types import PairingImpossible


class SeatingImpossible(PairingImpossible):
    """The pairs cannot all be seated; the message says which wishes collide and what may give."""


def table_range(tables: Collection[str], first: str, last: str) -> tuple[str, ...]:
    """The tables from ``first`` to ``last`` in natural order, both included.

    Raises ValueError for an end that is no table, or ends the wrong way round.
    """
    for end in (first, last):
        if end not in tables:
            message = f"there is no table {end}"
            raise ValueError(message)
    low, high = hall_order(first), hall_order(last)
    if low > high:
        message = f"table {first} comes after table {last}"
        raise ValueError(message)
    return tuple(t for t in sorted(tables, key=hall_order) if low <= hall_order(t) <= high)


def overlaps(ranges: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """A sentence for each table that stands in the range of more than one division."""
    owners: dict[str, list[str]] = {}
    for division, tables in ranges.items():
        for table in dict.fromkeys(tables):
            owners.setdefault(table, []).append(division)
    return tuple(
        f"Table {table} is given to {' and '.join(owners[table])}."
        for table in sorted(owners, key=hall_order)
        if len(owners[table]) > 1
    )


def seat(
    pairs: Sequence[tuple[str, str]],
    *,
    tables: Collection[str],
    fixed: Mapping[str, str],
    taken: Mapping[str, str],
    released: Collection[str] = (),
) -> tuple[str, ...]:
    """The table of each pair: ``tables`` in natural order, but a fixed table stays where it is.

    ``tables`` are the division's range. A player in ``fixed`` keeps his table, in the range or
    not, and his opponent comes there, unless the referee has ``released`` him for this round.
    ``taken`` says which tables cannot be had, and why ("Masters play there still"). Raises
    SeatingImpossible with every collision at once; then nobody is seated.
    """
    kept = {player: table for player, table in fixed.items() if player not in set(released)}
    claims: list[str | None] = []
    faults: list[str] = []
    may_give: list[str] = []
    for pair in pairs:
        holders = [player for player in pair if player in kept]
        wanted = list(dict.fromkeys(kept[player] for player in holders))
        claims.append(wanted[0] if len(wanted) == 1 else None)
        if len(wanted) > 1:
            faults.append(
                f"{pair[0]} keeps table {kept[pair[0]]} and {pair[1]} keeps table {kept[pair[1]]}, "
                "and they are to meet."
            )
            may_give.append(f"release {pair[0]} or {pair[1]} from the fixed table for this round")
        elif wanted and wanted[0] in taken:
            faults.append(f"{holders[0]} keeps table {wanted[0]}: {taken[wanted[0]]}.")
            may_give.append(f"free table {wanted[0]}, or release {holders[0]} for this round")
    claimed = Counter(claim for claim in claims if claim is not None)
    for table in sorted((t for t, times in claimed.items() if times > 1), key=hall_order):
        both = [
            next(player for player in pair if player in kept)
            for pair, claim in zip(pairs, claims, strict=True)
            if claim == table
        ]
        faults.append(f"{' and '.join(both)} keep the same table {table}, in different matches.")
        may_give.append(f"release all but one of {', '.join(both)} for this round")
    free = [
        table
        for table in sorted(set(tables), key=hall_order)
        if table not in taken and table not in claimed
    ]
    short = claims.count(None) - len(free)
    if short > 0:
        faults.append(f"{short} more {'table is' if short == 1 else 'tables are'} needed.")
        may_give.append("add tables to the division's range, or wait until tables are free")
    if faults:
        message = f"{' '.join(faults)} Nothing was seated. You may {'; '.join(may_give)}."
        raise SeatingImpossible(message)
    rest = iter(free)
    return tuple(next(rest) if claim is None else claim for claim in claims)
