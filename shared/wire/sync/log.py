"""The log as the sync protocol reads it. The protocol writes only by its effects."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from shared.core.events import Event, LogKey, Place
from shared.wire.envelope import Signed, read_filed


class Stored:
    """One event at its position in a log. It is decoded when ``event`` is first read.

    ``place`` is its author's node, incarnation and number.
    """

    __slots__ = ("_event", "id", "place", "pos", "signed")

    def __init__(
        self,
        pos: int,
        event_id: str,
        place: Place,
        signed: Signed,
        event: Event | None = None,
    ) -> None:
        self.pos = pos
        self.id = event_id
        self.place = place
        self.signed = signed
        self._event = event

    @classmethod
    def of(cls, pos: int, event: Event, signed: Signed) -> Stored:
        """Return an entry for an event that is already decoded."""
        return cls(pos, event.id, event.place, signed, event)

    @property
    def event(self) -> Event:
        """The decoded event. Raises BadEvent for bytes that are not the event of this id."""
        if self._event is None:
            self._event = read_filed(self.id, self.signed.data)
        return self._event


class Log(Protocol):
    """A log of events in order of arrival, from position 1 to ``end``."""

    @property
    def store_id(self) -> str:
        """The id of this log; a new file has a new id."""

    @property
    def end(self) -> int:
        """The position of the last event."""

    @property
    def term(self) -> int:
        """The highest hall term in force."""

    @property
    def vector(self) -> Mapping[LogKey, int]:
        """(node, incarnation) → the last contiguous seq."""

    @property
    def forked(self) -> Collection[LogKey]:
        """Each (node, incarnation) with two events under one seq in this log."""

    def cursor(self, store: str) -> int:
        """Return how far another store's log has been read."""

    def missing(self, theirs: Mapping[LogKey, int], limit: int) -> Sequence[Stored]:
        """Return events that a peer with vector ``theirs`` lacks, in order of arrival here."""

    def after(self, pos: int, limit: int) -> Sequence[Stored]:
        """Return the events after a position."""

    def part(self, log: LogKey, beyond: int, after: int, limit: int) -> Sequence[Stored]:
        """Return events of one (node, incarnation) with a seq over ``beyond``, after a position."""

    def digest(self, log: LogKey, upto: int) -> bytes:
        """Return the digest of all events of one (node, incarnation) up to a seq, with twins."""
