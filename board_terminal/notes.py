"""The notes of a match as bytes: written in order, again if the disk refused them, and read back.

A line that cannot be read or cannot be true is passed over and counted. It never stops a table."""

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
from shared.port import NodePort
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


class Notebook:
    """The journals of this table's matches, through the port.

    One ticket is on its way at a time, with all waiting lines of its match and the last reading of
    its clock: a journal with a hole could not be replayed. Refused lines are sent again together
    with those that came since.
    """

    def __init__(self, port: NodePort) -> None:
        self._port = port
        self._uid = ""
        self._lines: dict[str, int] = {}
        self._waiting: dict[str, tuple[bytes, ...]] = {}
        self._readings: dict[str, bytes] = {}
        self._sent: tuple[int, str, int] | None = None
        """Ticket, match, and how many lines are on their way."""
        self.trouble = ""
        """Why the latest lines are not saved; "" while all is well."""

    @property
    def lines(self) -> int:
        """How many lines the open journal has, those that wait included."""
        return self._lines.get(self._uid, 0)

    @property
    def busy(self) -> bool:
        """Whether lines are on their way. False while the disk refuses them: play goes on."""
        return bool(self._waiting) and not self.trouble

    def open(self, uid: str, lines: int | None) -> None:
        """Go on with the journal of a match that has ``lines`` lines on the disk; None if this
        process has opened it before."""
        self._uid = uid
        if lines is not None:
            self._lines[uid] = lines

    def write(self, line: bytes) -> None:
        """Append one line; ``send`` sends it."""
        self._lines[self._uid] = self.lines + 1
        self._waiting[self._uid] = (*self._waiting.get(self._uid, ()), line)

    def keep(self, uid: str, at: int, remaining: tuple[int, int]) -> None:
        """Keep what the clock of a match reads, over what was kept before; ``send`` sends it."""
        self._readings[uid] = pack(SavedReading(self._lines.get(uid, 0), at, remaining))

    def send(self) -> None:
        """Send what waits, unless something is on its way or was refused just now."""
        if not self.trouble:
            self.retry()

    def retry(self) -> None:
        """Send what waits, also what was refused."""
        if self._sent is None and self._waiting:
            uid, lines = next(iter(self._waiting.items()))
            reading = self._readings.pop(uid, b"")
            self._sent = (self._port.journal(uid, *lines, reading=reading), uid, len(lines))
        for uid in [uid for uid in self._readings if self._all_sent(uid)]:
            # If it is refused, the next second brings another.
            self._port.journal(uid, reading=self._readings.pop(uid))

    def _all_sent(self, uid: str) -> bool:
        """Return whether every line of a match is on its way, so that a reading cannot come before
        one."""
        _ticket, of, count = self._sent or (0, "", 0)
        return len(self._waiting.get(uid, ())) == (count if of == uid else 0)

    def saved(self, ticket: int) -> bool:
        """Note that ``ticket`` is held here; False if it is not a ticket of a journal."""
        if self._sent is None or self._sent[0] != ticket:
            return False
        _ticket, uid, count = self._sent
        self._sent, self.trouble = None, ""
        rest = self._waiting.pop(uid)[count:]
        if rest:
            self._waiting[uid] = rest
        self.send()
        return True

    def failed(self, ticket: int, sentence: str) -> bool:
        """Note that ``ticket`` was not saved; False if it is not a ticket of a journal."""
        if self._sent is None or self._sent[0] != ticket:
            return False
        self._sent, self.trouble = None, sentence
        return True
