"""What the protocol needs to know of a log: reading only. Writing is asked for by effects."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from shared.core.events import Event
from shared.wire.envelope import Signed


class Stored(NamedTuple):
    """One event in a log, at its position there."""

    pos: int
    event: Event
    signed: Signed


class Log(Protocol):
    """A log of events in order of arrival, from position 1 to ``end``."""

    @property
    def store_id(self) -> str:
        """Which log this is; a new file has a new id."""

    @property
    def end(self) -> int:
        """The position of the last event."""

    @property
    def term(self) -> int:
        """The highest hall term in force."""

    @property
    def vector(self) -> Mapping[tuple[str, str], int]:
        """(node, incarnation) → the last contiguous seq."""

    @property
    def forked(self) -> Collection[tuple[str, str]]:
        """Each (node, incarnation) of which two events under one seq are here."""

    def cursor(self, store: str) -> int:
        """How far another store's log has been read."""

    def missing(self, theirs: Mapping[tuple[str, str], int], limit: int) -> Sequence[Stored]:
        """Events that a peer with vector ``theirs`` lacks, in order of arrival here."""

    def after(self, pos: int, limit: int) -> Sequence[Stored]:
        """Events after a position."""

    def part(self, place: tuple[str, str], beyond: int, after: int, limit: int) -> Sequence[Stored]:
        """Events of one (node, incarnation) with a seq over ``beyond``, after a position."""

    def digest(self, place: tuple[str, str], upto: int) -> bytes:
        """The digest of all events of one (node, incarnation) up to a seq, twins and all."""
