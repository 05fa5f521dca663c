"""What the referee's office and desks have said beside rounds and results, as frozen values.

Knows no keys, no events and no clock: every ``now`` is handed in. Computes nothing: shares of
prizes are in ``prizes``, first places in ``championship``.
"""

from typing import Literal

import msgspec

from shared.core.events import SidePool, TitleKind
from shared.core.events.office import About, Audience, RefusalState, RequestKind, Spot
from shared.core.events.private import BoxKey, Fees, Person, Private, ReaderKey, TaxForm, Topic
from shared.core.text.language import N_

Answered = Literal["granted", "refused"]
PAGE_KINDS = (
    "countdown", "by_table", "by_name", "sheets",
    "corrected", "standings", "crosstable", "wall_chart",
    "schedule", "rules", "map",
)  # fmt: skip
"""What a kiosk can show beside announcements, in the order in which it does."""
DEFAULT_PAGES = tuple(kind for kind in PAGE_KINDS if kind != "wall_chart")
"""What it shows unless it is told otherwise: the crosstable says what the wall chart says."""


class Announcement(msgspec.Struct, frozen=True):
    """What the hall is told until ``until`` (UTC ms). ``division`` "" tells every division."""

    ent: str
    text: str
    until: int
    audience: Audience
    division: str
    at: int
    player: str = ""
    """The player it calls to the desk, "" for none."""
    about: About = ""


class RefusedChallenge(msgspec.Struct, frozen=True):
    """A challenge that was refused (APCA-31); ``at`` is UTC ms of what is said of it last."""

    refuser: str
    challenger: str
    state: RefusalState
    note: str
    at: int


class Shows(msgspec.Struct, frozen=True):
    """What a kiosk shows: kinds of pages and divisions; an empty tuple stands for all. ``large``
    letters are read from eight metres."""

    pages: tuple[str, ...] = ()
    divisions: tuple[str, ...] = ()
    large: bool = False


class Request(msgspec.Struct, frozen=True):
    """A request made at a kiosk in a player's name, and its answer.

    ``how`` is how it was confirmed who asked; ``round_no`` the round that it is about, or 0;
    times are UTC ms.
    """

    ent: str
    event: str
    player: str
    what: RequestKind
    round_no: int
    at: int
    node: str
    how: str
    state: Answered | None = None
    """What counts of what was decided; None while the referee has to decide."""
    decision: str = ""
    """The decision (the id of its event) that answers it or, of several that differ, the oldest;
    "" for none."""

    @property
    def open(self) -> bool:
        """Whether the referee still has to decide."""
        return self.what != "back" and self.state is None

    @property
    def stands(self) -> bool:
        """Whether it waits or was granted: what was refused is as if it had not been asked."""
        return self.state != "refused"


class Office(msgspec.Struct, frozen=True):
    """All of it, each kind by its entity."""

    announcements: dict[str, Announcement] = {}
    refusals: dict[str, RefusedChallenge] = {}
    layout: tuple[Spot, ...] = ()
    shows: dict[str, Shows] = {}
    """Kiosk's node → what it shows."""
    requests: dict[str, Request] = {}

    def announced(
        self, now: int, place: Literal["kiosk", "tables"], division: str | None = None
    ) -> tuple[Announcement, ...]:
        """Return what stands at ``now`` (UTC ms) in the lobby or at a table, the newest first.

        ``division`` is that of the table's match: what is told to another one is left out. None
        leaves nothing out.
        """
        found = [
            said
            for said in self.announcements.values()
            if now < said.until
            and said.audience in ("all", place)
            and (division is None or said.division in ("", division))
        ]
        return tuple(sorted(found, key=lambda said: (-said.at, said.ent)))


Beside = Literal["consolation", "last_chance"]
BESIDE: dict[Beside, str] = {"consolation": N_("Consolation"), "last_chance": N_("Last chance")}
"""The parts of a draw sheet that have places of their own beside the division's."""


class PrizeFund(msgspec.Struct, frozen=True):
    """What a division's places pay in cents, from the first, and an Associate's dues in cents.

    ``consolation`` and ``last_chance`` are what the places of these pay, ``pools`` are its side
    pools.
    """

    prizes: tuple[int, ...]
    dues: int = 0
    consolation: tuple[int, ...] = ()
    pools: tuple[SidePool, ...] = ()
    last_chance: tuple[int, ...] = ()

    def beside(self, part: Beside) -> tuple[int, ...]:
        """Return what the places of a part beside the main draw pay."""
        return self.consolation if part == "consolation" else self.last_chance


class Payment(msgspec.Struct, frozen=True):
    """A prize that was handed over: cents after the dues in cents; ``at`` is UTC ms."""

    cents: int
    dues: int
    by: str
    form: bool
    at: int
    event: str


class Decided(msgspec.Struct, frozen=True):
    """Who has a division's title, or plays for it; ``at`` is UTC ms."""

    title: TitleKind
    players: tuple[str, ...]
    clause: str
    note: str
    at: int


class Awards(msgspec.Struct, frozen=True):
    """All of it."""

    sheets: dict[str, tuple[bool, bool]] = {}
    """Match uid → whose copy of the games is at the desk, by seat (ACF-1.XII)."""
    prizes: dict[str, PrizeFund] = {}
    """Division id → what its places pay (ACF-1.XIII.A)."""
    dues: dict[str, bool] = {}
    """Player id → whether they owe regular dues of the prize (ACF-1.III.B)."""
    payments: dict[str, Payment] = {}
    """Player id → the prize that they have been paid."""
    titles: dict[str, Decided] = {}
    """Division id → its title (ACF-1.XIII.B)."""

    @property
    def handed_in(self) -> frozenset[tuple[str, int]]:
        """(match uid, seat) of every copy that is at the desk."""
        return frozenset(
            (uid, seat) for uid, copies in self.sheets.items() for seat in (0, 1) if copies[seat]
        )


class SealedFact(msgspec.Struct, frozen=True):
    """One version of a private fact that no other has seen: its event and the sealed box."""

    event: str
    at: int
    node: str
    box: bytes
    keys: tuple[ReaderKey, ...]


class Sealed(msgspec.Struct, frozen=True):
    """All private facts as every node keeps them.

    ``facts`` is by entity, several versions where authors had not seen each other's; ``shared``
    holds, by the entity of a device, the keys of boxes that were handed on to it.
    """

    facts: dict[str, tuple[SealedFact, ...]] = {}
    shared: dict[str, tuple[BoxKey, ...]] = {}


class Known(msgspec.Struct, frozen=True):
    """What this node can read of one player: the versions that stand, several if they differ.

    ``unread`` are the topics of which some version is sealed to other keys or damaged.
    """

    person: tuple[Person, ...] = ()
    fees: tuple[Fees, ...] = ()
    tax: tuple[TaxForm, ...] = ()
    unread: tuple[Topic, ...] = ()

    @property
    def differing(self) -> tuple[Topic, ...]:
        """The topics of which two versions stand side by side."""
        topics: tuple[Topic, ...] = ("person", "fees", "tax")
        return tuple(topic for topic in topics if len(getattr(self, topic)) > 1)

    def first(self, kind: type[Private]) -> Private:
        """Return the version of a topic that a form begins with, an empty one where there is
        none."""
        versions: dict[type[Private], tuple[Private, ...]] = {
            Person: self.person, Fees: self.fees, TaxForm: self.tax,
        }  # fmt: skip
        return next(iter(versions[kind]), kind())

    def __repr__(self) -> str:
        return "<Known, private>"


NOTHING_KNOWN = Known()


class Rehearsal(msgspec.Struct, frozen=True):
    """A rehearsal that nobody has ended; fields as in ``events.RehearsalOpened``."""

    root_key: bytes
    curve_key: bytes
    sync_port: int
    feed_port: int
    until: int
    speed: int
    moves: int
    pace_ms: int
    seed: int
    at: int
    """When it was opened."""

    def is_on(self, now: int) -> bool:
        """Return whether it still goes on."""
        return now < self.until


class DeviceCheck(msgspec.Struct, frozen=True):
    """What a device measured of itself in a rehearsal; fields as in ``events.DeviceChecked``."""

    software: str
    columns: int
    lines: int
    round_trip_ms: int
    offset_ms: int
    lost: int
    waits: tuple[int, ...]
