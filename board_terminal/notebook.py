"""Writing the notes of a match: in order, and again when the disk refused. Reads nothing back."""

from __future__ import annotations

from shared.port import NodePort


class Notebook:
    """The journal of the match on the screen, through the port.

    Once a line was not saved, later lines wait behind it: a journal with a hole could not be
    replayed, so all of them are tried again together.
    """

    def __init__(self, port: NodePort) -> None:
        self._port = port
        self._uid = ""
        self._lines: dict[str, int] = {}
        self._tickets: dict[int, tuple[str, tuple[bytes, ...]]] = {}
        self._waiting: dict[str, tuple[bytes, ...]] = {}
        self._retrying: int | None = None
        self.trouble = ""
        """Why the latest lines are not saved; "" while all is well."""

    @property
    def lines(self) -> int:
        """How many lines the open journal has, those on their way included."""
        return self._lines.get(self._uid, 0)

    @property
    def busy(self) -> bool:
        """Whether lines are on their way; not while the disk refuses them: play goes on then."""
        return bool(self._tickets) and not self._waiting

    def open(self, uid: str, lines: int) -> None:
        """Open the journal of a match that has ``lines`` lines on the disk."""
        self._uid = uid
        self._lines[uid] = lines

    def reopen(self, uid: str) -> None:
        """Open a journal that was open before in this process."""
        self._uid = uid

    def write(self, packed: bytes) -> None:
        """Append one line."""
        self._lines[self._uid] = self.lines + 1
        if self._uid in self._waiting:
            self._waiting[self._uid] += (packed,)
        else:
            self._send(self._uid, (packed,))

    def retry(self) -> None:
        """Try again what is waiting, all lines of one match together."""
        if self._retrying is not None or not self._waiting:
            return
        uid, lines = next(iter(self._waiting.items()))
        self._retrying = self._send(uid, lines)

    def saved(self, ticket: int) -> bool:
        """Note that ``ticket`` is held here; False if it is not a ticket of a journal."""
        sent = self._tickets.pop(ticket, None)
        if sent is None:
            return False
        if ticket == self._retrying:
            self._retrying = None
            uid, lines = sent
            rest = self._waiting.pop(uid)[len(lines) :]
            if rest:
                self._waiting[uid] = rest
            if not self._waiting:
                self.trouble = ""
        return True

    def failed(self, ticket: int, sentence: str) -> bool:
        """Note that ``ticket`` was not saved; False if it is not a ticket of a journal."""
        sent = self._tickets.pop(ticket, None)
        if sent is None:
            return False
        self.trouble = sentence
        if ticket == self._retrying:
            self._retrying = None
        else:
            uid, lines = sent
            self._waiting[uid] = self._waiting.get(uid, ()) + lines
        return True

    def _send(self, uid: str, lines: tuple[bytes, ...]) -> int:
        ticket = self._port.journal(uid, *lines)
        self._tickets[ticket] = (uid, lines)
        return ticket
