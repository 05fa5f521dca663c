"""What has to be looked at: reports and what settled them, alarms, events that are not in force."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from shared.core.events import Event
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import ReportType, Seat
from shared.core.state.decided import Decision


class Report(msgspec.Struct, frozen=True):
    """A report from a table and how far it has got; see ``ReportFiled`` for what it says."""

    ent: str
    event: str
    table: str
    match: MatchKey | None
    type: ReportType
    seat: Seat | None
    about: Seat | None
    note: str
    at: int
    which: str = ""
    game: int = 0
    coming_at: int = 0
    """When the referee said that they are coming, UTC ms, 0 while they have not."""
    decision: Decision | None = None
    """The decision that settles it, or one of several that wait for another."""
    found: str = ""
    numbers: tuple[int, ...] = ()

    @property
    def open(self) -> bool:
        """Whether the referee still has to decide: nobody has, and the players did not agree."""
        return self.decision is None and self.found != "agreed"


class Alarm(msgspec.Struct, frozen=True, order=True):
    """Something that a person has to know: equivocation, a conflict, a broken chain."""

    kind: Literal["equivocation", "broken_chain", "conflict", "newer_software", "malformed"]
    ent: str
    sentence: str


class Branch(msgspec.Struct, frozen=True):
    """An event that is not alone in its place: its number, id, entity, and author's time (UTC ms);
    whether it ``counts``, and what it says (None if this software cannot read it)."""

    number: int
    event: str
    ent: str
    at: int
    counts: bool
    said: Event | None = None


class Noted(msgspec.Struct, frozen=True, order=True):
    """A pin: by ``at`` (UTC ms, its author's) ``node`` had the event."""

    event: str
    at: int
    node: str


class Fork(msgspec.Struct, frozen=True):
    """A log of ``node`` in which different events stand in one place, first at ``first``.

    ``branches`` are the last of these on each branch. ``decided``: a person has said, or a cut,
    which of them counts. ``twins`` is how many events there are in such places, ``noted`` are
    the pins of branches.
    """

    node: str
    inc: str
    first: int
    branches: Sequence[Branch]
    decided: bool
    twins: int = 0
    noted: tuple[Noted, ...] = ()


class Unforced(msgspec.Struct, frozen=True, order=True):
    """An event that is kept and listed but not in force, with the reason."""

    event: str
    kind: str
    ent: str
    reason: str
