"""What a table hears, and the effects of a change of its desk, as values.

``HallChanged``, ``LinkChanged``, ``JournalLoaded`` and ``Stopped`` come as the node tells them. The
driver carries the effects out in order."""

from typing import TypeAlias

from msgspec import Struct

from shared.core.match.outcome import Seat
from shared.port import Draft, HallChanged, JournalLoaded, LinkChanged, LiveTable, Stopped

CHANCE_BYTES = 16 * 8
"""Random bytes that come with a message: sixteen numbers, more than any draw needs."""


class Now(Struct, frozen=True):
    """The moment of a message: ``at`` (monotonic ms), how long the machine has ``slept`` in all
    (ms), and fresh randomness."""

    at: int
    slept: int = 0
    chance: bytes = bytes(CHANCE_BYTES)


class Do(Struct, frozen=True):
    """A player's command that a page offers: a word with parts after colons, ``code:W``."""

    command: str

    def __repr__(self) -> str:
        return f"Do({self.command.partition(':')[0]})"


class TooLate(Struct, frozen=True):
    """A key whose page was replaced by news before its turn."""


class Tick(Struct, frozen=True):
    """A second passed, or the display changes. ``battery``: how full in %, None on mains."""

    battery: int | None = None


class Written(Struct, frozen=True):
    """What was written for a purpose as number ``n`` is held here as ``event``."""

    purpose: str
    n: int
    event: str


class NotWritten(Struct, frozen=True):
    """What was written for a purpose as number ``n`` was not saved."""

    purpose: str
    n: int
    sentence: str


class NotesStand(Struct, frozen=True):
    """How the notes stand: ``trouble`` says why the latest are not saved, "" where they are."""

    trouble: str


class Hashed(Struct, frozen=True):
    """What is stored of a PIN."""

    n: int
    stored: str


class Tried(Struct, frozen=True):
    """Whether a PIN was right, and else how many tries are left and how long to wait (ms)."""

    n: int
    right: bool
    tries_left: int
    wait_ms: int


class LanguagesKept(Struct, frozen=True):
    """What was chosen for a match before a restart."""

    uid: str
    told: tuple[str, ...]


class LanguagesNotKept(Struct, frozen=True):
    """What was chosen could not be kept; ``why`` is the system's word."""

    why: str


class Speak(Struct, frozen=True):
    """The table's own language."""

    language: str


Message: TypeAlias = (
    Do | TooLate | Tick | Written | NotWritten | NotesStand | Hashed | Tried | LanguagesKept
    | LanguagesNotKept | Speak | HallChanged | LinkChanged | JournalLoaded | Stopped
)  # fmt: skip


class OpenNotes(Struct, frozen=True):
    """Go on with the notes of the match ``uid``; ``lines`` of them are on the disk, None for as
    many as this process knows."""

    uid: str
    lines: int | None = None


class ReadNotes(Struct, frozen=True):
    """Read the notes of a match; ``JournalLoaded`` answers."""

    uid: str


class NoteDown(Struct, frozen=True):
    """Append a line to the notes: the next key waits until the disk holds it."""

    line: bytes


class SaveReading(Struct, frozen=True):
    """Keep what the clock of a match reads at ``at`` (monotonic ms), over what was kept before."""

    uid: str
    at: int
    remaining: tuple[int, int]


class Write(Struct, frozen=True):
    """Write an event as number ``n``; ``Written`` or ``NotWritten`` answers with both."""

    purpose: str
    n: int
    draft: Draft


class TryNotesAgain(Struct, frozen=True):
    """Try to save the notes that were not saved."""


class TellLive(Struct, frozen=True):
    """Tell the hall what the clock reads."""

    live: LiveTable


class Sound(Struct, frozen=True):
    """Ring at the table."""


class RecallLanguages(Struct, frozen=True):
    """Look up what was chosen for a match before a restart; ``LanguagesKept`` answers."""

    uid: str


class KeepLanguages(Struct, frozen=True):
    """Keep what was chosen for a match; ``LanguagesNotKept`` answers if that fails."""

    uid: str
    told: tuple[str, ...]


class HashPin(Struct, frozen=True):
    """Hash a PIN; ``Hashed`` answers with the same ``n``."""

    n: int
    pin: str
    salt: bytes

    def __repr__(self) -> str:
        return f"HashPin({self.n})"


class TryPin(Struct, frozen=True):
    """Compare a PIN with its hash; ``Tried`` answers with the same ``n``."""

    n: int
    uid: str
    seat: Seat
    pin: str
    stored: str

    def __repr__(self) -> str:
        return f"TryPin({self.n}, {self.uid}, {self.seat})"


Effect: TypeAlias = (
    OpenNotes | ReadNotes | NoteDown | SaveReading | Write | TryNotesAgain | TellLive | Sound
    | RecallLanguages | KeepLanguages | HashPin | TryPin
)  # fmt: skip
