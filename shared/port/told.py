"""What a node tells its app: one small value for each piece of news."""

from typing import Literal

import msgspec

from shared.core.events import Count, Event, GameNo, Millis, Role, ScoreLogged
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import Seat
from shared.core.state import HallState
from shared.core.state.office import Known
from shared.core.state.venue_line import VenueLine
from shared.core.text.fields import Ident, Note
from shared.core.text.language import N_

LinkState = Literal["starting", "live", "catching_up", "offline", "refused"]


class Link(msgspec.Struct, frozen=True):
    """The node's link to the hall.

    ``since`` is UTC ms of the last change of state, ``behind`` the number of events still to
    fetch, ``offset_ms`` how far this node's wall clock is ahead of the hall's, give or take
    ``uncertainty_ms``. ``sentence`` says what to do when the link is refused. ``full`` says whose
    disk is full: this node's or the hall's.
    """

    state: LinkState
    since: int
    behind: int = 0
    offset_ms: int = 0
    uncertainty_ms: int = 0
    sentence: str = ""
    full: Literal["", "here", "hall"] = ""


class BreaksSeen(msgspec.Struct, frozen=True, array_like=True):
    """A side's breaks between games of a match of points (USBGF-2.2a). Times in ms.

    ``scored`` are the penalty points in the score, ``delay_ms`` is the delay that the table has
    noted (USBGF-2.2b). ``away``: the side is on a break now.
    """

    count: int
    used_ms: int
    allowed_ms: int
    excess_ms: int
    scored: int = 0
    away: bool = False
    delay_ms: int = 0


class LiveTable(msgspec.Struct, frozen=True, array_like=True):
    """The present reading of a table's clock, told to the referee and never stored.

    ``words`` says in a few words what the table is doing; ``remaining_ms`` is by seat; ``running``
    are the seats whose clocks run. ``battery`` is its charge in %, None on mains. ``break_ms`` is
    the rest of the break between two games, None outside one. ``breaks`` are the breaks by seat,
    where the sheet counts them. ``waits`` is the next game that has not begun, 0 during a game and
    after the last one. ``score`` is the scoreboard of a match of points (USBGF-4.7).
    """

    table: Ident
    uid: Ident
    words: Note
    game: GameNo
    remaining_ms: tuple[Millis, Millis]
    running: tuple[Seat, ...]
    moves: tuple[Count, Count]
    flag: Seat | None = None
    clocked: bool = True
    battery: Count | None = None
    break_ms: Millis | None = None
    breaks: tuple[BreaksSeen, BreaksSeen] | None = None
    waits: GameNo = 0
    score: ScoreLogged | None = None


class Told(msgspec.Struct, frozen=True):
    """Base of what a node tells its app."""


class HallChanged(Told, frozen=True):
    """The state of the hall as this replica knows it.

    ``unsent`` holds the ids of this node's own events that the hall has not yet acknowledged as
    durable. An event of the state that is not in it is at the hall.

    ``keepers`` counts the known lasting disks: the hall's, standbys', referees' and kiosks' (0
    until a hall was heard). ``few`` names results, and entries of this node, that some of those
    disks may lack, with the number that hold each.
    """

    state: HallState
    unsent: frozenset[str]
    few: dict[str, int] = {}
    keepers: int = 0

    def copies(self, event: str) -> int | None:
        """Return how many lasting disks hold a result or an own entry; None while unknown."""
        if event in self.unsent:
            return 0
        return self.few.get(event, self.keepers) if self.keepers else None


class LinkChanged(Told, frozen=True):
    """The link to the hall changed."""

    link: Link


class Pinged(Told, frozen=True):
    """The hall answered a ping after ``round_trip_ms``.

    By its answer this node's wall clock is ``offset_ms`` ahead of the hall's.
    """

    round_trip_ms: int
    offset_ms: int


class Saved(Told, frozen=True):
    """The work of ``ticket`` is held here: committed with synchronous=FULL on this node."""

    ticket: int
    events: tuple[str, ...] = ()


class NotSaved(Told, frozen=True):
    """The work of ``ticket`` was not saved."""

    ticket: int
    sentence: str


class JournalLoaded(Told, frozen=True):
    """The local journal of a match: its entries in order and the last running reading."""

    uid: str
    entries: tuple[bytes, ...]
    reading: bytes | None


class StoryTold(Told, frozen=True):
    """All events about a match and its pairing, by the time that their authors noted."""

    match: MatchKey
    events: tuple[Event, ...]


class LiveSeen(Told, frozen=True):
    """A new reading of a table's clock; ``seen_at`` is this node's monotonic ms when the
    hall was told."""

    live: LiveTable
    seen_at: int


class Ready(Told, frozen=True):
    """How ready this node is to become the hall: whether its key may, and how many tables try it.

    ``tables_here`` of all ``tables`` have knocked here within ten seconds: they have lost the hall
    and reach this node. ``why`` says what to do if the node is not able. ``notice`` says that the
    hall's own machine has lost the hall too, else it is "".
    """

    able: bool
    tables_here: int
    tables: int
    why: str = ""
    notice: str = ""


class Applying(Told, frozen=True):
    """A device that waits to be admitted: compare ``digits`` with its screen."""

    node: str
    sign_key: bytes
    curve_key: bytes
    role: Role
    name: str
    digits: str


class Enrolling(Told, frozen=True):
    """The devices that wait to be admitted now."""

    devices: tuple[Applying, ...]


class TwoDevices(Told, frozen=True):
    """The keys that two devices use now: label, address that is served, address turned away."""

    lines: tuple[tuple[str, str, str], ...]


class TooMuch(Told, frozen=True):
    """The devices, by node, that now send more than the hall takes."""

    nodes: tuple[str, ...]


class DeviceSeen(msgspec.Struct, frozen=True):
    """When the hall last heard a device, in this node's monotonic ms.

    ``ahead_ms`` is how far the device's wall clock is ahead of the hall's, None if unknown.
    """

    node: str
    seen_at: int
    ahead_ms: int | None = None


class DevicesSeen(Told, frozen=True):
    """All devices that the hall has heard since it started."""

    lines: tuple[DeviceSeen, ...]


class VenuesStand(Told, frozen=True):
    """The state of some venues of a championship. The latest line of each venue counts."""

    lines: tuple[VenueLine, ...]


class PrivateChanged(Told, frozen=True):
    """Players' private facts by player id, told only if this node's key may read them.

    ``said`` is a message for a person about the file of these facts, "" for none.
    """

    players: dict[str, Known]
    said: str = ""


class EnrolProgress(msgspec.Struct, frozen=True):
    """How far a device without an invite has got.

    ``at`` is the address where it asks, "" before it has found one. ``digits`` is "" until both
    sides have sent their keys.
    """

    tournament: str = ""
    at: str = ""
    digits: str = ""
    sentence: str = N_("Looking for a hall on this network …")
    done: bool = False
    over: bool = False


class UnderWay(Told, frozen=True):
    """Work of some seconds goes on: step ``step`` of ``steps``, from 1, has begun. ``doing`` says
    what it does."""

    doing: str
    step: int
    steps: int


class Stopped(Told, frozen=True):
    """The node stopped and cannot go on; ``sentence`` says what is safe and what to do."""

    sentence: str
