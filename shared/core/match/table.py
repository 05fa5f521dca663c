"""Entries of a state table: what an event of one kind does to a value.

A table is ``phase → kind of event → function``. The type checker sees, where an entry is written,
that its function takes that kind of event.
"""

from collections.abc import Callable
from typing import TypeVar, cast

Value = TypeVar("Value")
Happening = TypeVar("Happening")
Does = Callable[[Value, object], Value]
"""From a value and what happens to the value after it; reached only by the entry of its kind."""


def on(kind: type[Happening], do: Callable[[Value, Happening], Value]) -> tuple[type, Does[Value]]:
    """Return the entry that says what a happening of ``kind`` does."""
    return kind, cast("Does[Value]", do)


def row(*entries: tuple[type, Does[Value]]) -> dict[type, Does[Value]]:
    """Return a phase's row of the table; of two entries of one kind the later one counts."""
    return dict(entries)
