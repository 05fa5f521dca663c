"""The difference between two registries: which devices, tables and venues to judge again."""

from collections.abc import Iterator, Mapping, Set
from typing import NamedTuple, TypeVar

K = TypeVar("K")


class KeyChange(NamedTuple):
    """Devices and tables whose events may count otherwise, and venues that are new; all by id."""

    nodes: Set[str]
    tables: Set[str]
    venues: Set[str]


def changed(before: Mapping[K, object], after: Mapping[K, object]) -> Iterator[K]:
    """Yield the keys under which two mappings differ."""
    for key in before.keys() | after.keys():
        if before.get(key) != after.get(key):
            yield key
