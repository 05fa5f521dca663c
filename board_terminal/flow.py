"""The table at work: it keeps the desk, the notes of the match and what has to be written.

It talks to the port and to nothing else. Every stamp is handed in; what a key means is in
``commands``; what a screen says is in the presenter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from board_terminal.assigned import find_match, note_place, note_service, take_draw, take_over
from board_terminal.clock_log import ClockLog
from board_terminal.desk import NOTHING, Desk, squares_of
from board_terminal.due import brings, flags_down
from board_terminal.in_order import InOrder
from board_terminal.journal import line, read_notes, thought_ms, unlogged
from board_terminal.live import live_table
from board_terminal.notebook import Notebook
from board_terminal.owed import draw, owed, owes_draw, owes_toss
from board_terminal.receipts import Receipts
from board_terminal.setting import match_info
from board_terminal.takeover import FLAG
from board_terminal.unasked import notice_due, notice_sleep, take_answer, take_orders
from shared.clocks import Clock
from shared.core import entities
from shared.core.day import IllegalEntry, Phase, Session, step
from shared.core.day.entries import CoinTossed, Entry, FlagFell, Pressed, Recalled
from shared.core.events import Actor, Press, ReportFiled
from shared.core.language import N_
from shared.core.openings import Opening
from shared.core.words import Code, Seat
from shared.pins import PinGuard, Tally
from shared.port import (
    Draft,
    HallChanged,
    JournalLoaded,
    Link,
    LiveTable,
    NodePort,
    NotSaved,
    Saved,
)

RETRIED = ("clock/", "seated/", "control/", "offer/", "moves/", "carried/", "refused/")
"""Purposes that are tried again at every tick without asking anybody."""
BATTERY_MS = 60_000
"""A battery is looked at no more often than this."""


class TableFlow:
    """One table. ``draw_below(n)`` gives fresh randomness from 0 to n-1.

    ``asleep`` is how long the machine has slept, in ms; it only grows. ``battery`` says how full
    (in %) what it runs on is, None on mains.
    """

    def __init__(
        self,
        port: NodePort,
        *,
        table: str,
        deck: tuple[Opening, ...],
        draw_below: Callable[[int], int],
        asleep: Clock = lambda: 0,
        battery: Callable[[], int | None] = lambda: None,
    ) -> None:
        self.port = port
        self.asleep = asleep
        self.slept_ms = asleep()
        self.seen_at = 0
        """The latest stamp (monotonic ms) at which anybody looked."""
        self.draw_below = draw_below
        self.desk = Desk(table, deck)
        self.receipts = Receipts(port)
        self.notebook = Notebook(port)
        self.in_order = InOrder(lambda: self.notebook.busy)
        self._sessions: dict[str, Session] = {}
        self.clock_log = ClockLog(self)
        self._live: LiveTable | None = None
        self._read_battery = battery
        self._battery: int | None = None
        self._battery_until: int | None = None
        self.guards: dict[tuple[str, Seat], PinGuard] = {}
        """Who guesses at which PIN: by match and seat."""
        self.tally = Tally()
        self.kept_languages: Callable[[str], Sequence[str]] = lambda uid: ()
        """What was chosen at this table for a match, before a restart."""
        self.keep_languages: Callable[[Sequence[str], str], None] = lambda told, uid: None
        """Keeps what is chosen for a match. Raises OSError where it cannot be."""
        self.long: set[str] = set()
        """The matches that have been heard to last too long."""
        self.sounds = 0
        """How often something has happened that has to be heard at the table."""

    # -- what the node tells --------------------------------------------------------------------

    def hear_hall(self, told: HallChanged, at: int) -> None:
        """The state of the hall changed: find the match, take its draw, answer the referee."""
        self._set(state=told.state, unsent=told.unsent, known=True)
        note_place(self, at)
        note_service(self, at)
        find_match(self)
        if self.desk.session is not None:
            take_draw(self)
            take_over(self, at)
            take_answer(self, at)
            take_orders(self, at)
            self._write_missing()

    def hear_link(self, link: Link) -> None:
        """The link changed: a hall that turns this table away is a matter for the referee."""
        refused = link.sentence or N_("The hall turns this table away. Call the referee.")
        self._set(refused=refused if link.state == "refused" else "")

    def hear_stopped(self, sentence: str) -> None:
        """The node has stopped for good."""
        self._set(stopped=sentence)

    def hear_saved(self, told: Saved) -> None:
        """Something is held here."""
        if self.notebook.saved(told.ticket):
            self._set(notes_trouble=self.notebook.trouble)
            self.in_order.go_on()
        else:
            self.receipts.saved(told.ticket, told.events)
            self._set(receipts=self.receipts.now)

    def hear_not_saved(self, told: NotSaved) -> None:
        """Something was not saved; nothing is claimed about it."""
        if self.notebook.failed(told.ticket, told.sentence):
            self._set(notes_trouble=self.notebook.trouble)
            self.in_order.go_on()
        else:
            self.receipts.failed(told.ticket, told.sentence)
            self._set(receipts=self.receipts.now)

    def hear_journal(self, told: JournalLoaded, at: int) -> None:
        """The notes of the match: take up the match where they end."""
        match = self.desk.match
        if match is None or match.uid != told.uid or self.desk.session is not None:
            return
        notes = read_notes(match_info(self.desk.state, match), told.entries, told.reading)
        self.notebook.open(match.uid, notes.lines)
        self._set(session=notes.session, damaged=notes.damaged)
        if not self.desk.serves:
            self._set(session=step(notes.session, notes.recovered()))
            return
        if self.desk.done:
            self._write_missing()
            return
        # A restart that was being asked about is asked about again: this process hears that answer.
        ran = notes.session.phase in (Phase.PLAYING, Phase.ABSENT, Phase.RECOVERING)
        if notes.lines:
            self.enter(notes.recovered())
        taken_over = take_over(self, at)
        if notes.lines and not taken_over:
            self.save_reading(at)
            self.notice_flag(at)
            for game, presses in unlogged(notes.presses, match.presses - notes.logged).items():
                self.clock_log.log_batch(game, presses, "restart", at)
        if (ran and not taken_over) or notes.damaged:
            found, numbers = ("damaged", (notes.damaged,)) if notes.damaged else ("restarted", ())
            self.report(ReportFiled("restart", found=found, numbers=numbers))
        self._write_missing()

    # -- time -----------------------------------------------------------------------------------

    def tick(self, at: int) -> None:
        """A second passed, or the display changes, at ``at`` (monotonic ms)."""
        self.notebook.retry()
        self.in_order.go_on(at)
        if not self.desk.serves or self.in_order.waiting:
            return
        notice_sleep(self, at)
        self.notice_flag(at)
        notice_due(self, at)
        take_orders(self, at)
        self.receipts.retry(RETRIED)
        self.clock_log.tick(at)
        self._set(receipts=self.receipts.now)
        self.tell_live(at)

    def tell_live(self, at: int) -> None:
        """Tell the hall what the clock reads, if it reads something new."""
        if self._battery_until is None or at >= self._battery_until:
            self._battery, self._battery_until = self._read_battery(), at + BATTERY_MS
        live = live_table(self.desk, at, self._battery)
        if live is not None and live != self._live and self.desk.serves:
            self._live = live
            self.port.live(live)

    def glance(self, at: int) -> None:
        """The display changes between two ticks: only what falls due at this moment is seen to."""
        session = self.desk.session
        if flags_down(session, at) or brings(session, at):
            self.tick(at)

    # -- what commands use ----------------------------------------------------------------------

    def change(self, **fields: object) -> None:
        """Set fields of the desk that belong to the people at the table: ``ask`` and ``hint``."""
        self._set(**fields)

    def enter(self, entry: Entry) -> bool:
        """Take one entry into session and notes; False, with a hint, where it cannot be."""
        session = self.desk.session
        if session is None:
            return False
        try:
            after = step(session, entry)
        except IllegalEntry as refusal:
            self._set(hint=refusal.said())
            return False
        self.notebook.write(line(entry))
        self._set(session=after, hint="", told=(), notes_trouble=self.notebook.trouble)
        self._write_missing()
        return True

    def press(self, seat: Seat, at: int) -> bool:
        """End a turn. The press is in the notes before anything is drawn."""
        session = self.desk.session
        if session is None:
            return False
        entry = Pressed(seat, at, squares_of(self.desk.typed) if session.entering else ())
        thought = thought_ms(session, entry)
        if not self.enter(entry):
            self.notice_flag(at)
            return False
        self._set(typed="")
        self.clock_log.add(Press(seat, thought), at)
        self.save_reading(at)
        if self.desk.session is not None and self.desk.session.phase is Phase.PAUSED:
            self.log_presses("pause", at)
        return True

    def recall(self, code: Code, at: int) -> None:
        """Take what the players say of a game that the log has no code of."""
        if self.enter(Recalled(code)):
            self.notice_flag(at)
            take_answer(self, at)

    def log_presses(self, why: str, at: int) -> None:
        """Write the presses since the last batch, and what the clock reads, into the log."""
        self.clock_log.log(why, at)

    def save_reading(self, at: int) -> None:
        """Keep what the clock reads."""
        self.clock_log.save_reading(at)

    def known_session(self, uid: str) -> Session | None:
        """A match that this process has had on the table before."""
        return self._sessions.get(uid)

    def forget_sessions(self) -> None:
        """Read the notes of every match anew: another device has held the table meanwhile."""
        self._sessions.clear()
        self.desk = replace(self.desk, match=None, session=None)

    def write(self, purpose: str, draft: Draft) -> None:
        """Write an event; what was written for this purpose before is superseded."""
        self.receipts.write(purpose, draft)
        self._set(receipts=self.receipts.now)

    def report(self, body: ReportFiled) -> None:
        """File a report about the match, or about the table between matches."""
        token = f"{self.draw_below(1 << 32):08x}"
        match = self.desk.match
        if match is not None:
            ent = entities.match_report(match.key, token)
        else:
            ent = entities.table_report(self.desk.table, token)
        how = "software" if body.type == "restart" else "unverified press"
        who = "device" if body.seat is None else str(body.seat)
        self.write(ent, Draft(ent, body, Actor(who, how)))

    def retry(self) -> None:
        """Try again, unchanged, whatever was not saved."""
        self.receipts.retry()
        self.notebook.retry()
        self._set(receipts=self.receipts.now)

    # -- inside ---------------------------------------------------------------------------------

    def _set(self, **fields: object) -> None:
        self.desk = replace(self.desk, **fields)
        if self.desk.session is not None:
            self._sessions[self.desk.session.info.uid] = self.desk.session

    def _write_missing(self) -> None:
        """Write what the hall has to know and does not: once, whatever happened in between."""
        if not self.desk.serves:
            return
        for purpose, draft in owed(self.desk):
            self.receipts.write_once(purpose, draft)
        if owes_toss(self.desk):
            self.enter(CoinTossed(1 if self.draw_below(2) else 0))
        drawing = owes_draw(self.desk)
        if drawing is not None and drawing not in self.receipts and self.desk.match is not None:
            self.receipts.write(drawing, draw(self.desk, self.desk.match, self.draw_below))
        self._set(receipts=self.receipts.now)

    def notice_flag(self, at: int) -> None:
        """A flag that is down stops the clock."""
        session = self.desk.session
        fallen = flags_down(session, at)
        if session is None or not fallen:
            return
        timed = (Phase.PLAYING, Phase.ABSENT, Phase.PAUSED, Phase.RECOVERING)
        if session.phase in timed and self.enter(FlagFell(fallen[0], at)):
            self._set(ask=NOTHING)
            self.log_presses(FLAG, at)
            self.tell_live(at)
