"""The notes of a match as bytes, written and read back.

A line that cannot be read or cannot be true is passed over and counted. It never stops a table.
"""

from msgspec import Struct

from shared.core.clock import settle
from shared.core.day import (
    DAY,
    IllegalEntry,
    MatchInfo,
    Phase,
    Session,
    new_session,
    recovery,
    step,
)
from shared.core.day.entries import (
    CoinTossed,
    DrawByHand,
    Drew,
    Entry,
    Pressed,
    Recovered,
    TakenOver,
)
from shared.core.day.moves import DAMAGED, unknown_from_here
from shared.core.events import Press
from shared.wire.codec import CodecError, pack, unpack

_LED_TO_THE_DRAW = (DrawByHand, CoinTossed, Drew)
"""Entries that come before the draw, which the hall may have by the time they are read."""


class SavedReading(Struct, frozen=True, array_like=True):
    """The running reading: one row, overwritten each second.

    ``lines`` is how many journal lines had been written when the clock read ``remaining`` (ms)
    at the stamp ``at`` (monotonic ms of that process).
    """

    lines: int
    at: int
    remaining: tuple[int, int]


class Notes(Struct, frozen=True):
    """A journal read back. ``damaged`` lines were passed over; ``presses`` by game, from 1.

    ``logged`` presses were in the log before: another device made them.
    """

    session: Session
    lines: int
    damaged: int
    last_at: int | None
    presses: dict[int, tuple[Press, ...]]
    logged: int = 0

    def recovered(self) -> Recovered:
        """Return the times to propose: the last saved reading, unless a saved press is later."""
        return recovery(self.session, self.last_at)


def line(entry: Entry) -> bytes:
    """Return one entry as a line of the journal."""
    return pack(entry)


def thought_ms(session: Session, pressed: Pressed) -> int:
    """Return how long the pressing seat had thought, in ms; 0 if it was not its turn."""
    return settle(session.clock, pressed.at).thought[pressed.seat] if session.clock else 0


def read_notes(info: MatchInfo, lines: tuple[bytes, ...], reading: bytes | None) -> Notes:
    """Replay ``lines``. What is damaged is counted and passed over, the same way every time."""
    session = new_session(info)
    damaged = 0
    last_restart = -1
    presses: dict[int, tuple[Press, ...]] = {}
    logged = 0
    for number, packed in enumerate(lines):
        try:
            entry: Entry = unpack(packed, Entry)
            after = _after(session, entry)
        except (CodecError, IllegalEntry):
            damaged += 1
            session = _moves_lost(session)
            continue
        if isinstance(entry, Recovered):
            last_restart = number
        if isinstance(entry, TakenOver):
            presses, logged = {}, entry.logged
        if isinstance(entry, Pressed):
            press = Press(entry.seat, thought_ms(session, entry))
            presses[session.game] = (*presses.get(session.game, ()), press)
        session = after
    last_at = _stamp_after(reading, last_restart)
    return Notes(session, len(lines), damaged, last_at, presses, logged)


def _after(session: Session, entry: Entry) -> Session:
    """Return the session after ``entry``; entries before the draw are taken as they were then."""
    if isinstance(entry, _LED_TO_THE_DRAW) and session.info.first_seat is not None:
        return DAY[Phase.DRAWING].entries[type(entry)](session, entry)
    return step(session, entry)


def _moves_lost(session: Session) -> Session:
    """Mark the moves of a game as unknown: an unreadable line may have been one of them."""
    playing = session.phase in (Phase.PLAYING, Phase.PAUSED, Phase.RECOVERING)
    return unknown_from_here(session, DAMAGED) if playing else session


def unlogged(presses: dict[int, tuple[Press, ...]], logged: int) -> dict[int, tuple[Press, ...]]:
    """Return the presses by game after the first ``logged``, which are in the log."""
    rest: dict[int, tuple[Press, ...]] = {}
    for game, batch in sorted(presses.items()):
        tail = batch[logged:]
        logged = max(0, logged - len(batch))
        if tail:
            rest[game] = tail
    return rest


def _stamp_after(reading: bytes | None, last_restart: int) -> int | None:
    """Return the stamp of a saved reading; None if it is from before a restart."""
    if reading is None:
        return None
    try:
        saved: SavedReading = unpack(reading, SavedReading)
    except CodecError:
        return None
    return saved.at if saved.lines > last_restart else None
