"""The effects of a change of the desk, as values. The driver carries them out in order."""

from typing import TypeAlias

from msgspec import Struct

from shared.core.match.outcome import Seat
from shared.port import Draft, LiveTable


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
