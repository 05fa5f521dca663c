"""What is the case at a table at a moment: a session, and its clock as it stands then."""

from typing import Final

from shared.core import clock as c
from shared.core.clock.watch import turn_ms
from shared.core.day import LOBBY, Phase, Session
from shared.core.day.moves import captures_meant
from shared.core.match.move_time import TurnRule, turn_is_forfeited
from shared.core.match.outcome import SEATS, Seat

GAME: Final = (Phase.PLAYING, Phase.PAUSED, Phase.RECOVERING)
"""The phases of a game that has begun and is not over."""


class Facts:
    """The facts that decide what players and referee need. A seat is None where there is none."""

    def __init__(self, session: Session, at: int) -> None:
        self.session, self.at = session, at
        self.book, self.phase, self.board = session.info.book, session.phase, session.board
        self.clock = None if session.clock is None else c.settle(session.clock, at)
        self.points = self.book.scoring == "points"
        self.lobby = session.phase in LOBBY
        self.watch = self.clock.watch if self.clock else None

    @property
    def clocked(self) -> bool:
        return self.clock is not None and self.clock.control.clocked

    @property
    def unclocked(self) -> bool:
        return self.clock is not None and not self.clock.control.clocked

    @property
    def unused(self) -> bool:
        """No time of this match has passed."""
        return self.clock is None or self.clock.main == (self.clock.control.starting_ms,) * 2

    @property
    def flag(self) -> bool:
        """A flag has stopped everything."""
        return self.clock is not None and self.clock.phase is c.ClockPhase.FLAGGED

    @property
    def fallen(self) -> Seat | None:
        """A seat whose flag is down."""
        clock = self.clock
        return None if clock is None else next((s for s in SEATS if clock.fallen[s]), None)

    @property
    def runs(self) -> Seat | None:
        """The seat whose turn runs."""
        running = self.clock is not None and self.clock.phase is c.ClockPhase.RUNNING
        return self.turn if running else None

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn of the game it is, whether its time runs or stands."""
        if self.clock is None or self.clock.resumes is not c.ClockPhase.RUNNING:
            return None
        return _first(self.clock.runs)

    @property
    def absent(self) -> Seat | None:
        """A seat whose time runs before the game, as nobody sits there."""
        waits = self.clock is not None and self.clock.phase is c.ClockPhase.ABSENT
        return _first(self.clock.runs) if self.clock is not None and waits else None

    @property
    def unstarted(self) -> bool:
        """No game has begun that could be played out: people are missing, or not ready."""
        absence = self.clock is not None and self.clock.resumes is c.ClockPhase.ABSENT
        return self.lobby or (absence and self.phase in (Phase.ABSENT, *GAME))

    @property
    def free(self) -> Seat | None:
        """A seat that a player can take."""
        runs = self.clock.runs if self.clock and self.phase is Phase.ABSENT else (False, False)
        return _first((not self.session.seated[0], not self.session.seated[1]), but=runs)

    @property
    def turn_over(self) -> bool:
        """The turn has lasted too long to be ended by a press (SE-5)."""
        rule = self.watch.rule if self.watch else None
        if self.clock is None or not isinstance(rule, TurnRule):
            return False
        return turn_is_forfeited(rule, turn_ms(self.clock))

    @property
    def timed(self) -> bool:
        """A timekeeper times the moves."""
        return self.watch is not None and not isinstance(self.watch.rule, TurnRule)

    @property
    def unclear(self) -> bool:
        """The mover has to say which capture it was."""
        return bool(captures_meant(self.session))


def _first(pair: tuple[bool, bool], but: tuple[bool, bool] = (False, False)) -> Seat | None:
    return next((seat for seat in SEATS if pair[seat] and not but[seat]), None)
