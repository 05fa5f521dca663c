"""How a rulebook is made of values that each stand together with their clause, and the counts that
make a draw, by whose rules: WCDF, Pask, pool.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from shared.core.rulebooks.base import CLAUSE_ID, Cited, Rulebook
from shared.core.rulebooks.fields import field_names, group_of
from shared.core.rulebooks.sheet import RuleSheet

CitedGroup = Mapping[str, Cited]
"""The fields of a group, each with its clause; what is left out keeps its default."""


def under(clause: str, **values: object) -> dict[str, Cited]:
    """Return values that are all taken from one clause."""
    return {field: (value, clause) for field, value in values.items()}


def absent(clause: str, *fields: str) -> dict[str, Cited]:
    """Return fields that a sheet does not have, and the clause that decides in their place."""
    return dict.fromkeys(fields, (None, clause))


UNSAID: Final[Mapping[str, Cited]] = {
    **under("HALL-late-entry", late_entry_points=0),
    **under("HALL-requested-byes", requested_byes=0, requested_bye_points=0),
    **under("HALL-withdrawn-after-pairing", withdrawn_after_pairing="forfeited_round"),
}
"""What no sheet says, so that the hall does."""


def no_prizes(clause: str) -> dict[str, Cited]:
    """Return the group of prizes of a sheet that asks nothing of a prize desk."""
    return under(
        clause,
        associate_under_age=None,
        form_from_cents=None,
        odd_cents="order_of_names",
        dropouts_excluded=True,
        sheet_copies=0,
    )


def cited(
    name: str,
    title: str,
    sheet: RuleSheet,
    common: Mapping[str, Cited | CitedGroup] | None = None,
    /,
    **own: Cited | CitedGroup,
) -> Rulebook:
    """Make a rulebook from values set together with their clause.

    ``own`` outranks ``common``, group by group as a whole. Raises msgspec.ValidationError for a
    field that is misspelt, missing or of a wrong type, and ValueError for a clause ID that cannot
    be one.
    """
    given = {**(common or {}), **own}
    values: dict[str, object] = {}
    clauses: dict[str, str] = {}
    for field, entry in given.items():
        if isinstance(entry, Mapping):
            values[field] = {inner: value for inner, (value, _) in entry.items()}
            clauses.update(_group_clauses(field, entry))
        else:
            values[field], clauses[field] = entry
    for field, clause in clauses.items():
        if not CLAUSE_ID.fullmatch(clause):
            raise ValueError(f"{name}: {field} cites {clause!r}, which is no clause ID")
    order = {field: at for at, field in enumerate(Rulebook.__struct_fields__)}
    ranked = sorted(clauses, key=lambda path: order.get(path.partition(".")[0], len(order)))
    citations = tuple((field, clauses[field]) for field in ranked)
    return msgspec.convert(
        {**values, "name": name, "title": title, "sheet": sheet, "citations": citations}, Rulebook
    )


def _group_clauses(field: str, entry: CitedGroup) -> Iterator[tuple[str, str]]:
    """Yield a field that keeps its default is taken from the clause of the group's first field."""
    first = next((clause for _, clause in entry.values()), "")
    struct = group_of(field)
    for inner in field_names(struct) if struct else entry:
        yield f"{field}.{inner}", entry[inner][1] if inner in entry else first
    for inner in entry:
        if struct and inner not in field_names(struct):
            yield f"{field}.{inner}", entry[inner][1]


COUNT_PROFILES: Final[Mapping[str, Mapping[str, Cited]]] = MappingProxyType(
    {
        "wcdf": under("ACF-3.I", quiet_moves=40, repetitions=3),
        "pask": under("DARK-50", quiet_moves=50, repetitions=4),
        "pool": {
            **under(
                "APCA-26",
                repetitions=3,
                strength_moves=30,
                strength_moves_after_change=20,
                king_strength=8,
            ),
            **under("APCA-27", lone_king_moves=13, lone_king_pieces=4),
            **under(
                "APCA-28",
                long_line_moves=5,
                long_line=(4, 8, 11, 15, 18, 22, 25, 29),
            ),
        },
        "none": {},
    }
)
"""Profile → the fields of ``counts`` that it sets, each with its clause."""
