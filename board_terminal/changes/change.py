"""One change of the desk in the making: the desk so far, and the effects so far.

``update`` makes one for each message. The pages use its verbs. It touches nothing outside.
"""

from typing import TypeVar

from msgspec.structs import replace

from board_terminal.desk.desk import Ask, Desk, Receipt, Unlogged, squares_of
from board_terminal.desk.due import flags_down
from board_terminal.desk.languages import Languages
from board_terminal.desk.messages import (
    Effect,
    KeepLanguages,
    NoteDown,
    Now,
    OpenNotes,
    SaveReading,
    Sound,
    TellLive,
    TryNotesAgain,
    Write,
)
from board_terminal.hall.live import live_table
from board_terminal.hall.owed import draw, owed, owes_draw, owes_toss
from board_terminal.hall.takeover import FLAG, imposed
from board_terminal.notes import line, thought_ms
from shared.core.day import IllegalEntry, Phase, Session, reading_at, step
from shared.core.day.entries import CoinTossed, Entry, FlagFell, Pressed
from shared.core.day.points import score_logged
from shared.core.events import Actor, ClockLogged, Press, ReportFiled, entities
from shared.core.match.outcome import Seat
from shared.core.state import Match
from shared.core.text.sentence import Counted, Refusal, Sentence
from shared.port import Draft

A = TypeVar("A", bound=Ask)

SESSIONS = 4
"""This many matches are remembered; the notes of others are read again."""
BATCH_MS = 30_000
"""Presses enter the log at least this often while a game is played."""
READING_MS = 900
"""A reading is saved at every tick. A little less than a second, so that no tick is missed."""
_AGAIN_MS = 10_000
"""What has not changed is told again this often, for those who listen only since then."""
_NUMBER_BYTES = 8
_AS_IT_STANDS = "{why}"


class Change:
    """The desk so far, and the effects so far in their order."""

    def __init__(self, desk: Desk, now: Now) -> None:
        self.desk = desk
        self.now = now
        self.effects: list[Effect] = []
        self._drawn = 0

    @property
    def at(self) -> int:
        """The time of the message, monotonic ms."""
        return self.now.at

    @property
    def match(self) -> Match:
        """The match on the table. There must be one."""
        assert self.desk.match is not None, "no match lies on the table"
        return self.desk.match

    @property
    def session(self) -> Session:
        """The session of the match. There must be one."""
        assert self.desk.session is not None, "no match is open"
        return self.desk.session

    @property
    def phase(self) -> Phase | None:
        """The phase of the match; None without one."""
        return None if self.desk.session is None else self.desk.session.phase

    def asked(self, kind: type[A]) -> A:
        """Return the open question, which must be a ``kind``."""
        assert isinstance(self.desk.ask, kind), f"{kind.__name__} is not asked"
        return self.desk.ask

    def below(self, bound: int) -> int:
        """Return a fresh random number from 0 to ``bound`` - 1."""
        first = self._drawn * _NUMBER_BYTES
        number = self.now.chance[first : first + _NUMBER_BYTES]
        assert len(number) == _NUMBER_BYTES, "a message brings enough randomness"
        self._drawn += 1
        return int.from_bytes(number) % bound

    def count(self) -> int:
        """Return a number that this process has not used before."""
        self.desk = replace(self.desk, writes=self.desk.writes + 1)
        return self.desk.writes

    # -- what is asked and said -----------------------------------------------------------------

    def ask(self, question: Ask | None) -> None:
        """Ask a question; None takes the open one away."""
        self.desk = replace(self.desk, ask=question)

    def say(self, hint: str | Refusal | Counted) -> None:
        """Leave a hint about the last key."""
        sentence = hint if isinstance(hint, str) else Sentence(_AS_IT_STANDS, why=hint)
        self.desk = replace(self.desk, hint=sentence)

    def type(self, squares: str) -> None:
        """Set the move that is being entered: "11-15"."""
        self.desk = replace(self.desk, typed=squares)

    def sound(self) -> None:
        """Ring at the table."""
        self.effects.append(Sound())

    def speak(self, languages: Languages) -> None:
        """Speak these languages from now on; a match keeps its choice over a restart."""
        self.desk = replace(self.desk, languages=languages)
        if self.desk.match is not None:
            self.effects.append(KeepLanguages(self.desk.match.uid, languages.told))

    # -- what is noted and written --------------------------------------------------------------

    def enter(self, entry: Entry) -> bool:
        """Take an entry into session and notes; if it is not allowed, hint and return False."""
        if self.desk.session is None:
            return False
        try:
            after = step(self.desk.session, entry)
        except IllegalEntry as refusal:
            self.say(refusal)
            return False
        self.effects.append(NoteDown(line(entry)))
        self.desk = replace(self.desk, hint="", told=())
        self.take_up(after)
        self.write_missing()
        return True

    def press(self, seat: Seat) -> bool:
        """End a turn, if possible. The notes have the press before it is drawn."""
        session = self.session
        squares = squares_of(self.desk.typed) if session.entering else ()
        entry = Pressed(seat, self.at, squares)
        thought = thought_ms(session, entry)
        if not self.enter(entry):
            self.notice_flag()
            return False
        self.desk = replace(self.desk, typed="")
        log = self.desk.unlogged
        begun = log.batch_at if log.presses else self.at
        self._log(replace(log, presses=(*log.presses, Press(seat, thought)), batch_at=begun))
        self.save_reading()
        if self.session.phase is Phase.PAUSED:
            self.log_presses("pause")
        return True

    def write(self, purpose: str, draft: Draft) -> None:
        """Write an event. It supersedes what was written for this purpose before."""
        n = self.count()
        receipts = {key: kept for key, kept in self.desk.receipts.items() if key != purpose}
        receipts[purpose] = Receipt(draft, n)
        self.desk = replace(self.desk, receipts=receipts)
        self.effects.append(Write(purpose, n, draft))

    def write_missing(self) -> None:
        """Write once what the hall has to know and does not."""
        if not self.desk.serves:
            return
        for purpose, draft in owed(self.desk):
            if purpose not in self.desk.receipts:
                self.write(purpose, draft)
        if owes_toss(self.desk):
            self.enter(CoinTossed(1 if self.below(2) else 0))
        drawing = owes_draw(self.desk)
        if drawing is not None and drawing not in self.desk.receipts:
            self.write(drawing, draw(self.desk, self.match, self.below))

    def write_again(self, *purposes: str) -> None:
        """Write again what was not saved, if its purpose begins with one of ``purposes``."""
        for purpose, receipt in self.desk.receipts.items():
            if receipt.where == "not_saved" and purpose.startswith(purposes):
                self.write(purpose, receipt.draft)
        self.effects.append(TryNotesAgain())

    def report(self, body: ReportFiled) -> None:
        """File a report about the match, or about the table between matches."""
        token = f"{self.below(1 << 32):08x}"
        match = self.desk.match
        if match is not None:
            ent = entities.match_report(match.key, token)
        else:
            ent = entities.table_report(self.desk.table, token)
        how = "software" if body.type == "restart" else "unverified press"
        who = "device" if body.seat is None else str(body.seat)
        self.write(ent, Draft(ent, body, Actor(who, how)))

    # -- the match on the table -----------------------------------------------------------------

    def take_up(self, session: Session) -> None:
        """Put the session on the table."""
        others = tuple(s for s in self.desk.sessions if s.info.uid != session.info.uid)
        kept = (session, *others)[:SESSIONS]
        self.desk = replace(self.desk, session=session, sessions=kept)

    def go_on_with_notes(self, lines: int | None = None) -> None:
        """Go on writing the notes of the match, after ``lines`` on the disk."""
        self.effects.append(OpenNotes(self.match.uid, lines))

    def forget_sessions(self) -> None:
        """Forget all sessions, so that notes are read again: another device has held the table."""
        self.desk = replace(self.desk, match=None, session=None, sessions=())

    # -- the clock ------------------------------------------------------------------------------

    def notice_flag(self) -> None:
        """Stop the clock if a flag is down."""
        session = self.desk.session
        fallen = flags_down(session, self.at)
        if session is None or not fallen:
            return
        timed = (Phase.PLAYING, Phase.ABSENT, Phase.PAUSED, Phase.RECOVERING)
        if session.phase in timed and self.enter(FlagFell(fallen[0], self.at)):
            self.ask(None)
            self.log_presses(FLAG)

    def forget_clock(self) -> None:
        """Forget unlogged presses and the reading: another match or a takeover follows."""
        self._log(replace(self.desk.unlogged, presses=(), reading_at=None))

    def log_clock(self) -> None:
        """Save the reading after a second, and log presses that have waited long enough."""
        log = self.desk.unlogged
        if self.phase not in (Phase.PLAYING, Phase.ABSENT):
            return
        if log.reading_at is None or self.at - log.reading_at >= READING_MS:
            self.save_reading()
        if log.presses and self.at - log.batch_at >= BATCH_MS:
            self.log_presses("30 s")

    def save_reading(self) -> None:
        """Save what the clock reads, over the reading before."""
        session = self.desk.session
        reading = None if session is None else reading_at(session, self.at)
        if reading is not None:
            self._log(replace(self.desk.unlogged, reading_at=self.at))
            self.effects.append(SaveReading(self.match.uid, self.at, reading.remaining))

    def log_presses(self, why: str) -> None:
        """Log the presses since the last batch and what the clock reads."""
        if self.desk.session is not None:
            presses = self.desk.unlogged.presses
            self._log(replace(self.desk.unlogged, presses=()))
            self.log_batch(self.session.game, presses, why)

    def log_batch(self, game: int, presses: tuple[Press, ...], why: str) -> None:
        """Log these presses of ``game`` and what the clock reads."""
        session, match = self.session, self.match
        reading = reading_at(session, self.at)
        if reading is None:
            return
        brought, one_game = imposed(self.desk.state, match, session)
        batches = self.desk.unlogged.batches + 1
        self._log(replace(self.desk.unlogged, batches=batches, batch_at=self.at))
        body = ClockLogged(
            game,
            presses,
            reading.remaining,
            reading.moves,
            why,
            score_logged(session),
            session.entering,
            brought,
            one_game,
        )
        self.write(f"clock/{match.uid}/{batches}", Draft(entities.clock(match.key), body))

    def tell_live(self) -> None:
        """Tell the hall what the clock reads, if it is new or was not told lately."""
        live = live_table(self.desk, self.at, self.desk.battery)
        new = live != self.desk.live or self.at - self.desk.told_at >= _AGAIN_MS
        if live is not None and new and self.desk.serves:
            self.desk = replace(self.desk, live=live, told_at=self.at)
            self.effects.append(TellLive(live))

    def _log(self, unlogged: Unlogged) -> None:
        self.desk = replace(self.desk, unlogged=unlogged)
