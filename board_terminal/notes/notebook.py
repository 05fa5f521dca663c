"""Writes the notes of matches in order, and again if the disk refused them. Reads nothing."""

from board_terminal.notes.journal import SavedReading
from shared.port import NodePort
from shared.wire.codec import pack


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
