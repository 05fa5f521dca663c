"""The table at work: it keeps the desk, the notes of the match and what has to be written.

It talks to the port and to nothing else. Every stamp is handed in; what a key means is in
``commands``; what a screen says is in the presenter.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from board_terminal.desk import ANOTHER_DEVICE, NOTHING, Desk, squares_of
from board_terminal.due import flags_down, to_tell, turn_over
from board_terminal.in_order import InOrder
from board_terminal.journal import SavedReading, line, read_notes, thought_ms, unlogged
from board_terminal.live import live_table
from board_terminal.notebook import Notebook
from board_terminal.owed import draw, owed, owes_draw
from board_terminal.receipts import Receipts
from board_terminal.setting import match_info, moved, replaced_by
from board_terminal.takeover import FLAG, NOTE, lobby, takeover
from board_terminal.unasked import notice_sleep, notice_time_over, take_answer, take_orders
from shared.clocks import Clock
from shared.core import entities
from shared.core.day import IllegalEntry, Phase, Session, drawn, reading_at, step
from shared.core.day.entries import Entry, FlagFell, Paused, Pressed, Recalled
from shared.core.day.points import score_logged
from shared.core.events import Actor, ClockLogged, Press, ReportFiled
from shared.core.floor import current_match
from shared.core.openings import Opening
from shared.core.state import Match
from shared.core.words import Code, Seat
from shared.pins import PinGuard
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
from shared.wire.codec import pack

BATCH_MS = 30_000
"""Presses enter the log at least this often while a game is played."""

READING_MS = 900
"""A reading is saved at every tick of a second; a little less, so that no tick is missed."""

TAKEN_OVER = "Taken over from the hall's log: no move of this game is in it yet."

RETRIED = ("clock/", "seated/", "control/", "offer/", "moves/")
"""Purposes that are tried again at every tick without asking anybody."""


class TableFlow:
    """One table. ``draw_below(n)`` gives fresh randomness from 0 to n-1.

    ``asleep`` is how long the machine has slept, in ms; it only grows.
    """

    def __init__(
        self,
        port: NodePort,
        *,
        table: str,
        deck: tuple[Opening, ...],
        draw_below: Callable[[int], int],
        asleep: Clock = lambda: 0,
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
        self._presses: list[Press] = []
        self._batches = 0
        self._batch_at = 0
        self._reading_at: int | None = None
        self._live: LiveTable | None = None
        self.guards: dict[tuple[str, Seat], PinGuard] = {}
        """Who guesses at which PIN: by match and seat, for this process."""
        self.sounds = 0
        """How often something has happened that has to be heard at the table."""

    # -- what the node tells --------------------------------------------------------------------

    def hear_hall(self, told: HallChanged, at: int) -> None:
        """The state of the hall changed: find the match, take its draw, answer the referee."""
        self._set(state=told.state, unsent=told.unsent, known=True)
        self._note_holder(at)
        self._find_match()
        if self.desk.session is not None:
            self._take_draw()
            self._take_over(at)
            take_answer(self, at)
            take_orders(self, at)
            self._write_missing()

    def hear_link(self, link: Link) -> None:
        """The link changed: a hall that turns this table away is a matter for the referee."""
        refused = link.sentence or "The hall turns this table away. Call the referee."
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
        if self.desk.holder is not None:
            self._set(session=step(notes.session, notes.recovered()))
            return
        if self.desk.done:
            return
        # A restart that was being asked about is asked about again: this process hears that answer.
        ran = notes.session.phase in (Phase.PLAYING, Phase.ABSENT, Phase.RECOVERING)
        if notes.lines:
            self.enter(notes.recovered())
        taken_over = self._take_over(at)
        if notes.lines and not taken_over:
            self.save_reading(at)
            self._notice_flag(at)
            for game, presses in unlogged(notes.presses, match.presses - notes.logged).items():
                self._log_batch(game, presses, "restart", at)
        if (ran and not taken_over) or notes.damaged:
            self.report(ReportFiled("restart", note=_restart_note(notes.damaged)))
        self._write_missing()

    # -- time -----------------------------------------------------------------------------------

    def tick(self, at: int) -> None:
        """A second passed, or the display changes: notice a flag, save the reading, tell the hall.

        ``at`` is monotonic ms.
        """
        self.notebook.retry()
        self.in_order.go_on(at)
        if self.desk.holder is not None or self.in_order.waiting:
            return
        notice_sleep(self, at)
        self._notice_flag(at)
        passed = turn_over(self.desk.session, at) or to_tell(self.desk.session, at)
        if passed is not None and self.enter(passed):
            self.sounds += 1
        notice_time_over(self, at)
        take_orders(self, at)
        self.receipts.retry(RETRIED)
        session = self.desk.session
        if session is not None and session.phase in (Phase.PLAYING, Phase.ABSENT):
            if self._reading_at is None or at - self._reading_at >= READING_MS:
                self.save_reading(at)
            if self._presses and at - self._batch_at >= BATCH_MS:
                self.log_presses("30 s", at)
        self._set(receipts=self.receipts.now)
        self.tell_live(at)

    def tell_live(self, at: int) -> None:
        """Tell the hall what the clock reads, if it reads something new."""
        live = live_table(self.desk, at)
        if live is not None and live != self._live and self.desk.holder is None:
            self._live = live
            self.port.live(live)

    def glance(self, at: int) -> None:
        """The display changes between two ticks: only what falls due at this moment is seen to."""
        session = self.desk.session
        if flags_down(session, at) or turn_over(session, at) or to_tell(session, at):
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
            self._set(hint=str(refusal))
            return False
        self.notebook.write(line(entry))
        self._set(session=after, hint="", notes_trouble=self.notebook.trouble)
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
            self._notice_flag(at)
            return False
        self._set(typed="")
        if not self._presses:
            self._batch_at = at
        self._presses.append(Press(seat, thought))
        self.save_reading(at)
        if self.desk.session is not None and self.desk.session.phase is Phase.PAUSED:
            self.log_presses("pause", at)
        return True

    def recall(self, code: Code, at: int) -> None:
        """Take what the players say of a game that the log has no code of."""
        if self.enter(Recalled(code)):
            self._notice_flag(at)
            take_answer(self, at)

    def log_presses(self, why: str, at: int) -> None:
        """Write the presses since the last batch, and what the clock reads, into the log."""
        session = self.desk.session
        if session is not None:
            presses, self._presses = tuple(self._presses), []
            self._log_batch(session.game, presses, why, at)

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

    def _find_match(self) -> None:
        """Keep a match that is being played here until it is signed or ruled; else look up."""
        desk = self.desk
        if desk.match is not None:
            self._set(match=desk.state.matches.get(desk.match.uid, desk.match))
        if self.desk.playing_here and self.desk.match is not None:
            self._set(moved=moved(self.desk.match, desk.table))
            return
        match = current_match(desk.state, desk.table)
        if match is not None and (desk.match is None or match.uid != desk.match.uid):
            self._open(match)
        elif match is None:
            self._set(match=None, session=None, moved="")
        else:
            self._set(match=match, moved="")

    def _note_holder(self, at: int) -> None:
        """Another device in this one's place: nothing written here is in force any more.

        What stands here is kept, the clock paused, so that the table can come back.
        """
        desk = self.desk
        holder = replaced_by(desk.state, desk.table, self.port.node_id)
        if holder is not None and desk.holder is None:
            session = desk.session
            if session is not None and session.phase in (Phase.PLAYING, Phase.ABSENT):
                self.enter(Paused(at, ANOTHER_DEVICE))
            self._set(ask=NOTHING, hint="")
        elif holder is None and desk.holder is not None:
            self._sessions.clear()
            self.desk = replace(desk, match=None, session=None)
        self._set(holder=holder)

    def _take_over(self, at: int) -> bool:
        """Go on from the log of the hall where it knows more than this device."""
        match, session = self.desk.match, self.desk.session
        if match is None or session is None or self.desk.holder is not None or self.desk.done:
            return False
        entry = takeover(self.desk.state, match, session)
        if entry is None or not self.enter(entry):
            known = [self.enter(one) for one in lobby(match, session)]
            if any(known):
                self._set(hint=TAKEN_OVER)
            return False
        self._presses = []
        self._set(ask=NOTHING)
        if not (entry.over or flags_down(self.desk.session, at)):
            self.report(ReportFiled("restart", note=NOTE))
        self.save_reading(at)
        self._notice_flag(at)
        self.tell_live(at)
        return True

    def _open(self, match: Match) -> None:
        """Put a match on the screen; its notes come from memory, or from the disk once a start."""
        self._presses, self._reading_at = [], None
        self._set(match=match, session=None, ask=NOTHING, hint="", damaged=0, moved="")
        known = self._sessions.get(match.uid)
        if known is None:
            self.port.load_journal(match.uid)
        else:
            self.notebook.reopen(match.uid)
            self._set(session=known)

    def _take_draw(self) -> None:
        match, session = self.desk.match, self.desk.session
        if match is None or session is None or match.draw is None:
            return
        if session.info.first_seat is None:
            info = replace(
                session.info, moves_set_up=len(match.draw.moves), opening=match.draw.moves
            )
            session = replace(session, info=info)
            self._set(session=drawn(session, match.draw.first_seat, match.draw.opening))

    def _write_missing(self) -> None:
        """Write what the hall has to know and does not: once, whatever happened in between."""
        if self.desk.holder is not None:
            return
        for purpose, draft in owed(self.desk):
            self.receipts.write_once(purpose, draft)
        drawing = owes_draw(self.desk)
        if drawing is not None and drawing not in self.receipts and self.desk.match is not None:
            self.receipts.write(drawing, draw(self.desk, self.desk.match, self.draw_below))
        self._set(receipts=self.receipts.now)

    def _notice_flag(self, at: int) -> None:
        session = self.desk.session
        fallen = flags_down(session, at)
        if session is None or not fallen:
            return
        timed = (Phase.PLAYING, Phase.ABSENT, Phase.PAUSED, Phase.RECOVERING)
        if session.phase in timed and self.enter(FlagFell(fallen[0], at)):
            self._set(ask=NOTHING)
            self.log_presses(FLAG, at)
            self.tell_live(at)

    def save_reading(self, at: int) -> None:
        """Keep what the clock reads: one row of the journal, overwritten."""
        session, match = self.desk.session, self.desk.match
        reading = reading_at(session, at) if session is not None else None
        if reading is not None and match is not None:
            self._reading_at = at
            saved = SavedReading(self.notebook.lines, at, reading.remaining)
            self.port.journal_reading(match.uid, pack(saved))

    def _log_batch(self, game: int, presses: tuple[Press, ...], why: str, at: int) -> None:
        match, session = self.desk.match, self.desk.session
        reading = reading_at(session, at) if session is not None else None
        if match is None or session is None or reading is None:
            return
        self._batches += 1
        self._batch_at = at
        score = score_logged(session)
        body = ClockLogged(
            game, presses, reading.remaining, reading.moves, why, score, session.entering
        )
        draft = Draft(entities.clock(match.key), body)
        self.write(f"clock/{match.uid}/{self._batches}", draft)


def _restart_note(damaged: int) -> str:
    if not damaged:
        return "the table restarted during a game"
    return f"{damaged} lines of the table's notes could not be read"
