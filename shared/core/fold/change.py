"""What two registries differ in: whose events may be worth something else. Judges none of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import NamedTuple, TypeVar

K = TypeVar("K")


class KeyChange(NamedTuple):
    """Devices, tables by id, and venues that have come."""

    nodes: Set[str]
    tables: Set[str]
    venues: Set[str]


def changed(before: Mapping[K, object], after: Mapping[K, object]) -> Iterator[K]:
    """The keys under which two mappings do not hold the same."""
    for key in before.keys() | after.keys():
        if before.get(key) != after.get(key):
            yield key
