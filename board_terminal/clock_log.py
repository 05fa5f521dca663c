"""What the running clock leaves behind: the saved reading of a second, and presses in the log.

Belongs to the flow of one table; changes nothing of the match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_terminal.journal import SavedReading
from board_terminal.takeover import agreed_control
from shared.core import entities
from shared.core.day import Phase, Session, reading_at
from shared.core.day.points import score_logged
from shared.core.events import ClockLogged, Press
from shared.core.state import Match
from shared.core.time_controls import parse_time_control
from shared.port import Draft
from shared.wire.codec import pack

if TYPE_CHECKING:
    from board_terminal.flow import TableFlow

BATCH_MS = 30_000
"""Presses enter the log at least this often while a game is played."""

READING_MS = 900
"""A reading is saved at every tick of a second; a little less, so that no tick is missed."""


class ClockLog:
    """Presses that are not in the log yet, and when a reading was last saved."""

    def __init__(self, flow: TableFlow) -> None:
        self._flow = flow
        self._presses: list[Press] = []
        self._batches = 0
        self._batch_at = 0
        self._reading_at: int | None = None

    def forget(self) -> None:
        """Another match lies on the table, or another device's log is gone on from."""
        self._presses, self._reading_at = [], None

    def add(self, press: Press, at: int) -> None:
        """A press was made at ``at`` (monotonic ms)."""
        if not self._presses:
            self._batch_at = at
        self._presses.append(press)

    def tick(self, at: int) -> None:
        """A second passed: keep the reading, and log what has waited long enough."""
        session = self._flow.desk.session
        if session is None or session.phase not in (Phase.PLAYING, Phase.ABSENT):
            return
        if self._reading_at is None or at - self._reading_at >= READING_MS:
            self.save_reading(at)
        if self._presses and at - self._batch_at >= BATCH_MS:
            self.log("30 s", at)

    def save_reading(self, at: int) -> None:
        """Keep what the clock reads: one row of the journal, overwritten."""
        flow = self._flow
        session, match = flow.desk.session, flow.desk.match
        reading = reading_at(session, at) if session is not None else None
        if reading is not None and match is not None:
            self._reading_at = at
            saved = SavedReading(flow.notebook.lines, at, reading.remaining)
            flow.port.journal_reading(match.uid, pack(saved))

    def log(self, why: str, at: int) -> None:
        """Write the presses since the last batch, and what the clock reads, into the log."""
        session = self._flow.desk.session
        if session is not None:
            presses, self._presses = tuple(self._presses), []
            self.log_batch(session.game, presses, why, at)

    def log_batch(self, game: int, presses: tuple[Press, ...], why: str, at: int) -> None:
        """Write these presses of ``game``, and what the clock reads, into the log."""
        match, session = self._flow.desk.match, self._flow.desk.session
        reading = reading_at(session, at) if session is not None else None
        if match is None or session is None or reading is None:
            return
        self._batches += 1
        self._batch_at = at
        score = score_logged(session)
        imposed, one_game = self._imposed(match, session)
        body = ClockLogged(
            game,
            presses,
            reading.remaining,
            reading.moves,
            why,
            score,
            session.entering,
            imposed,
            one_game,
        )
        draft = Draft(entities.clock(match.key), body)
        self._flow.write(f"clock/{match.uid}/{self._batches}", draft)

    def _imposed(self, match: Match, session: Session) -> tuple[str, bool]:
        """The clock that the director brought to an unclocked match, and if for one game only."""
        agreed = agreed_control(self._flow.desk.state, match)
        control, clock = session.control, session.clock
        if control is None or clock is None or not control.clocked or not agreed:
            return "", False
        brought = not parse_time_control(agreed).clocked
        return (control.name, clock.afterwards is not None) if brought else ("", False)
