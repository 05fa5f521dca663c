"""Seats the pairs of a round: tables in natural order, a range a division, kept tables.

Owns the seating of one round's pairs. Knows no scores and moves nobody from a fixed table.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from shared.core.state.floor import hall_order
from shared.core.text.sentence import Counted, Players, Sentence, Series, Tables, together
from shared.pairing.types import PairingImpossible


class SeatingImpossible(PairingImpossible):
    """The pairs cannot all be seated; the message says which wishes collide and what may give."""


def table_range(tables: Collection[str], first: str, last: str) -> tuple[str, ...]:
    """Return the tables from ``first`` to ``last`` in natural order, both included.

    Raises ValueError for an end that is no table, or ends the wrong way round.
    """
    for end in (first, last):
        if end not in tables:
            raise ValueError(f"there is no table {end}")
    low, high = hall_order(first), hall_order(last)
    if low > high:
        raise ValueError(f"table {first} comes after table {last}")
    return tuple(t for t in sorted(tables, key=hall_order) if low <= hall_order(t) <= high)


def overlaps(ranges: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """Return a sentence for each table that stands in the range of more than one division."""
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
    """Return the table of each pair: ``tables`` in natural order, but a fixed table stays where it
    is.

    ``tables`` are the division's range. A player in ``fixed`` keeps their table, in the range or
    not, and the opponent comes there, unless the player is ``released`` for this round. ``taken``
    says which tables are taken, and why ("Masters play there still"). Raises SeatingImpossible with
    every collision at once; then no pair is seated.
    """
    kept = {player: table for player, table in fixed.items() if player not in set(released)}
    claims: list[str | None] = []
    faults: list[Sentence] = []
    may_give: list[Sentence] = []
    for pair in pairs:
        holders = [player for player in pair if player in kept]
        wanted = list(dict.fromkeys(kept[player] for player in holders))
        claims.append(wanted[0] if len(wanted) == 1 else None)
        if len(wanted) > 1:
            one, other = Players(pair[0]), Players(pair[1])
            faults.append(
                Sentence(
                    "{one} keeps table {table} and {other} keeps table {other_table}, and they "
                    "are to meet.",
                    one=one,
                    table=Tables(kept[pair[0]]),
                    other=other,
                    other_table=Tables(kept[pair[1]]),
                )
            )
            may_give.append(
                Sentence(
                    "release {one} or {other} from the fixed table for this round",
                    one=one,
                    other=other,
                )
            )
        elif wanted and wanted[0] in taken:
            player, table = Players(holders[0]), wanted[0]
            faults.append(
                Sentence(
                    "{player} keeps table {table}: {why}.",
                    player=player,
                    table=Tables(table),
                    why=taken[table],
                )
            )
            may_give.append(
                Sentence(
                    "free table {table}, or release {player} for this round",
                    table=Tables(table),
                    player=player,
                )
            )
    claimed = Counter(claim for claim in claims if claim is not None)
    for table in sorted((t for t, times in claimed.items() if times > 1), key=hall_order):
        both = [
            next(player for player in pair if player in kept)
            for pair, claim in zip(pairs, claims, strict=True)
            if claim == table
        ]
        faults.append(
            Sentence(
                "{names} keep the same table {table}, in different matches.",
                names=Players(*both),
                table=Tables(table),
            )
        )
        may_give.append(
            Sentence("release all but one of {names} for this round", names=Players(*both))
        )
    free = [
        table
        for table in sorted(set(tables), key=hall_order)
        if table not in taken and table not in claimed
    ]
    short = claims.count(None) - len(free)
    if short > 0:
        needed = Counted("{count} more table is needed.", "{count} more tables are needed.", short)
        faults.append(together(needed))
        may_give.append(
            Sentence(
                "put up more tables (q and + on the dashboard), add to the division's range, or "
                "wait until tables are free"
            )
        )
    if faults:
        ways = Series(*may_give, between="; ")
        out = Sentence("Nothing was seated. You may {ways}.", ways=ways)
        raise SeatingImpossible(together(*faults, out))
    rest = iter(free)
    return tuple(next(rest) if claim is None else claim for claim in claims)
