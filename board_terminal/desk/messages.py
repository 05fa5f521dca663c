"""What a table hears: keys, seconds, the node, and the answers to what it asked for.

``HallChanged``, ``LinkChanged``, ``JournalLoaded`` and ``Stopped`` come as the node tells them.
"""

from typing import TypeAlias

from msgspec import Struct

from shared.port import HallChanged, JournalLoaded, LinkChanged, Stopped

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
