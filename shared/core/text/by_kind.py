"""Entries of a table from a kind of value to the function that puts it into words.

The type checker sees, where an entry is written, that its function takes that kind of value.
"""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar, cast

Value = TypeVar("Value")
Rest = ParamSpec("Rest")
Words = TypeVar("Words")


def says(
    kind: type[Value], say: Callable[Concatenate[Value, Rest], Words]
) -> tuple[type, Callable[Concatenate[object, Rest], Words]]:
    """Return the entry that says what a value of ``kind`` means."""
    return kind, cast("Callable[Concatenate[object, Rest], Words]", say)
