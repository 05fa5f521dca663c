"""How a rulebook is made of values that each stand together with their clause.

Owns that notation. Holds no number.
"""

from collections.abc import Iterator, Mapping

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
    """Return groups that a sheet does not have, and the clause that decides in their place."""
    return dict.fromkeys(fields, (None, clause))


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
            message = f"{name}: {field} cites {clause!r}, which is no clause ID"
            raise ValueError(message)
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
