"""The driver of a table: it feeds messages to ``update`` and carries out the effects.

Keys wait for each other. A key has its turn once the disk holds the notes of the key before it, or
after a second: so an answered press is on the disk. Messages of the node and answers to effects
overtake waiting keys. Ticks do not overtake keys.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from board_terminal.desk import messages as m
from board_terminal.desk.desk import Desk
from board_terminal.desk.due import brings, flags_down
from board_terminal.driving.update import update
from board_terminal.notes import Notebook
from shared.core.draughts.openings import Opening
from shared.core.match.outcome import Seat
from shared.machine.clocks import Clock
from shared.machine.pins import PinGuard, Tally, hashed
from shared.port import (
    HallChanged,
    JournalLoaded,
    LinkChanged,
    NodePort,
    NotSaved,
    Saved,
    Stopped,
    Told,
)

PATIENCE_MS = 1_000
"""How long a key waits for the disk. Then the game goes on, and the screen says "not saved"."""
BATTERY_MS = 60_000
"""The battery is read at most this often."""

T = TypeVar("T")


class Key(Struct, frozen=True):
    """A key that waits for its turn: its command on the page shown then, and when it was pressed.

    ``taken`` counts the messages before it, ``news`` the changes of the page without a key.
    """

    command: str
    at: int
    key: str
    taken: int
    news: int


def at_once(work: Callable[[], T], then: Callable[[T], None]) -> None:
    """Do the work at once."""
    then(work())


class Driver:
    """One table on its port. ``chance()`` gives fresh random bytes, ``asleep()`` how long the
    machine has slept (ms), ``battery()`` its charge in %, None on mains.

    ``aside`` does slow work and then calls back; ``meaning`` gives the command of a key on the
    page shown now.
    """

    def __init__(
        self,
        port: NodePort,
        *,
        table: str,
        deck: tuple[Opening, ...],
        chance: Callable[[], bytes],
        asleep: Clock = lambda: 0,
        battery: Callable[[], int | None] = lambda: None,
    ) -> None:
        self.port = port
        self.chance = chance
        self.asleep = asleep
        self.desk = Desk(table, port.node_id, deck, slept=asleep())
        self.aside: Callable[[Callable[[], object], Callable[..., None]], None] = at_once
        self.meaning: Callable[[str], str | None] | None = None
        self.tally = Tally()
        self.kept_languages: Callable[[str], Sequence[str]] = lambda uid: ()
        """What was chosen at this table for a match, before a restart."""
        self.keep_languages: Callable[[Sequence[str], str], None] = lambda told, uid: None
        """Keeps what is chosen for a match. Raises OSError where it cannot be."""
        self.sounds = 0
        """How many sounds have been asked for."""
        self._at = 0
        self._battery = battery
        self._full: int | None = None
        self._full_until: int | None = None
        self._notebook = Notebook(port)
        self._tickets: dict[int, tuple[str, int]] = {}
        self._keys: deque[Key] = deque()
        self._messages: deque[m.Message] = deque()
        self._guards: dict[tuple[str, Seat], PinGuard] = {}
        self._taken = 0
        self._news = 0
        """How often the page has changed without a key."""

    # -- what comes in --------------------------------------------------------------------------

    def hear(self, told: Told, at: int) -> None:
        """Take what the node tells at ``at`` (monotonic ms)."""
        match told:
            case Saved():
                self._saved(told, at)
            case NotSaved():
                self._not_saved(told, at)
            case HallChanged() | LinkChanged() | JournalLoaded() | Stopped():
                self._take(told, at)
        self._go_on()

    def do(self, command: str, at: int, key: str = "") -> None:
        """Take a command at ``at`` (monotonic ms); ``key`` is its key, if it was one."""
        self._keys.append(Key(command, at, key, self._taken, self._news))
        self._go_on(at)

    def tick(self, at: int) -> None:
        """Take a tick: a second passed, or the display changes."""
        self._notebook.retry()
        self._go_on(at)
        if not self._keys:
            self._take(m.Tick(self._charge(at)), at)

    def glance(self, at: int) -> None:
        """Tick if a flag falls or time brings something at ``at``: the display has just changed."""
        session = self.desk.session
        if flags_down(session, at) or brings(session, at):
            self.tick(at)

    def speak(self, language: str) -> None:
        """Speak the table's own language."""
        self._take(m.Speak(language), self._at)

    @property
    def is_behind(self) -> bool:
        """Whether a pressed key is not carried out yet."""
        return bool(self._keys)

    # -- keys in their turn ---------------------------------------------------------------------

    def _go_on(self, at: int | None = None) -> None:
        """Carry out the keys that need not wait; given ``at``, also those that waited too long."""
        while self._keys:
            first = self._keys[0]
            waits = at is None or at - first.at < PATIENCE_MS
            if self._notebook.busy and waits:
                return
            self._keys.popleft()
            self._take(self._turn(first), first.at)

    def _turn(self, key: Key) -> m.Message:
        """Return the message of a key in its turn: its command then, or its command on the page
        that the keys before it brought. What news has put under it is too late."""
        if self.meaning is None or not key.key or key.taken == self._taken:
            return m.Do(key.command)
        now = self.meaning(key.key)
        if now == key.command:
            return m.Do(key.command)
        return m.TooLate() if now is None or key.news != self._news else m.Do(now)

    # -- messages in, effects out ---------------------------------------------------------------

    def _take(self, message: m.Message, at: int) -> None:
        """Take a message, and the answers that its effects bring at once."""
        self._messages.append(message)
        if len(self._messages) > 1:
            return  # taken below, after the one that brought it
        self._at = at
        while self._messages:
            message = self._messages[0]
            self._taken += 1
            asked = (self.desk.phase, type(self.desk.ask))
            now = m.Now(at, self.asleep(), self.chance())
            self.desk, done = update(self.desk, message, now)
            if not isinstance(message, m.Do) and asked != (self.desk.phase, type(self.desk.ask)):
                self._news += 1
            for effect in done:
                self._carry_out(effect)
            self._notebook.send()
            self._messages.popleft()

    def _carry_out(self, effect: m.Effect) -> None:
        match effect:
            case m.NoteDown(line):
                self._notebook.write(line)
            case m.SaveReading(uid, at, remaining):
                self._notebook.keep(uid, at, remaining)
            case m.Write(purpose, n, draft):
                self._tickets[self.port.append(draft)] = (purpose, n)
            case m.TellLive(live):
                self.port.live(live)
            case m.Sound():
                self.sounds += 1
            case m.OpenNotes(uid, lines):
                self._notebook.open(uid, lines)
            case m.ReadNotes(uid):
                self.port.load_journal(uid)
            case m.TryNotesAgain():
                self._notebook.retry()
            case m.RecallLanguages(uid):
                self._messages.append(m.LanguagesKept(uid, tuple(self.kept_languages(uid))))
            case m.KeepLanguages(uid, told):
                self._keep(uid, told)
            case m.HashPin(n, pin, salt):
                self._aside(lambda: m.Hashed(n, hashed(pin, salt)))
            case m.TryPin():
                self._aside(lambda: self._tried(effect))

    def _saved(self, told: Saved, at: int) -> None:
        if self._notebook.saved(told.ticket):
            self._note_trouble(at)
        elif told.ticket in self._tickets:
            purpose, n = self._tickets.pop(told.ticket)
            self._take(m.Written(purpose, n, told.events[0] if told.events else ""), at)

    def _not_saved(self, told: NotSaved, at: int) -> None:
        if self._notebook.failed(told.ticket, told.sentence):
            self._note_trouble(at)
        elif told.ticket in self._tickets:
            purpose, n = self._tickets.pop(told.ticket)
            self._take(m.NotWritten(purpose, n, told.sentence), at)

    def _note_trouble(self, at: int) -> None:
        """Tell the table how the notes stand, if that is new."""
        if self._notebook.trouble != self.desk.notes_trouble:
            self._take(m.NotesStand(self._notebook.trouble), at)

    def _keep(self, uid: str, told: tuple[str, ...]) -> None:
        try:
            self.keep_languages(told, uid)
        except OSError as error:
            self._messages.append(m.LanguagesNotKept(error.strerror or type(error).__name__))

    def _aside(self, work: Callable[[], m.Message]) -> None:
        self.aside(work, lambda message: self._take(message, self._at))

    def _tried(self, effect: m.TryPin) -> m.Tried:
        known = self._guards.get((effect.uid, effect.seat))
        if known is None or known.stored != effect.stored:
            known = PinGuard(effect.stored, lambda: self._at, self.tally)
            self._guards[effect.uid, effect.seat] = known
        right = known.attempt(effect.pin)
        return m.Tried(effect.n, right, known.tries_left, known.wait_ms)

    def _charge(self, at: int) -> int | None:
        if self._full_until is None or at >= self._full_until:
            self._full, self._full_until = self._battery(), at + BATTERY_MS
        return self._full
