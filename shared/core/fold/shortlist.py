"""The first of many values in their order, kept while values come and go.

A flood of what does not count costs a commit no more than its own part of it.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable
from heapq import nsmallest
from typing import Any, Generic, TypeVar

V = TypeVar("V")

MOST = 500
"""So many of a kind are told; there is nothing that a person could do with more."""


class Shortlist(Generic[V]):
    """The first ``most`` of a set. ``everything`` gives all of it, where values went."""

    def __init__(self, everything: Callable[[], Iterable[Any]], most: int = MOST) -> None:
        self._everything = everything
        self._most = most
        self._first: list[Any] = []
        self._told: tuple[V, ...] | None = ()
        self._is_whole = True
        self._stale = False

    def add(self, value: V) -> None:
        """A value has come, and is in ``everything``."""
        if self._stale or (not self._is_whole and value >= self._first[-1]):
            return
        self._told = None
        insort(self._first, value)
        if len(self._first) > self._most:
            self._first.pop()
            self._is_whole = False

    def drop(self, value: V) -> None:
        """A value has gone."""
        at = bisect_left(self._first, value)
        if at < len(self._first) and self._first[at] == value:
            del self._first[at]
            self._told = None
            self._stale |= not self._is_whole

    def first(self) -> tuple[V, ...]:
        """Return the first values, in order: the same tuple while they are the same."""
        if self._stale:
            self._first = nsmallest(self._most + 1, self._everything())
            self._is_whole = len(self._first) <= self._most
            self._first = self._first[: self._most]
            self._stale = False
        if self._told is None:
            self._told = tuple(self._first)
        return self._told
