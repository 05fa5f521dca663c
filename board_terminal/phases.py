"""A match at one table as a value: what it waits for, and what is known of it. Changes nothing."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from shared.core import clock as c
from shared.core.clock import Clock
from shared.core.time_controls import TimeControl
from shared.core.words import Code, Outcome, Seat, other


class Phase(StrEnum):
    """What the table is waiting for."""

    SEATING = "seating"  # both players to sit down
    DRAWING = "drawing"  # the opening and the colours
    CHOOSING = "choosing"  # a time control that both name
    READY = "ready"  # somebody to start the game
    ABSENT = "absent"  # an absent player, whose time runs
    PLAYING = "playing"  # a press
    PAUSED = "paused"  # the clock to go on
    RECALLING = "recalling"  # who won a game of which the log of the hall has no code
    RECOVERING = "recovering"  # both players, or the referee, to accept the recovered times
    GAME_OVER = "game_over"  # the next game
    SCORING = "scoring"  # the players to sign the score


LOBBY = frozenset({Phase.SEATING, Phase.DRAWING, Phase.CHOOSING, Phase.READY})
"""Phases before a game."""


class MatchInfo(Struct, frozen=True):
    """What the pairing and the draw say about the match.

    ``controls`` are the names that the players may choose from; a single one needs no choice.
    ``first_seat`` is who moves first in game 1 and ``ballot`` the opening of every game: both
    None until drawn. ``moves_set_up`` balloted moves stand on the board before the clock starts
    (ACF-1.X.A.d). ``flag_takes_next``: a flag also loses the games not yet started
    (ACF-1.X.A.b); without it the referee rules on them (HALL-apca-flag).
    """

    uid: str
    controls: tuple[str, ...]
    games: int = 2
    first_seat: Seat | None = None
    ballot: int | None = None
    moves_set_up: int = 3
    flag_takes_next: bool = True

    def first_player(self, game: int) -> Seat | None:
        """Who moves first in ``game``: the sides swap from game to game (ACF-1.VIII.A)."""
        first = self.first_seat
        return first if first is None or game % 2 else other(first)

    def starts_on_clock(self, game: int) -> Seat | None:
        """Whose clock is started: after three moves set up it is White's (ACF-1.X.A.d)."""
        first = self.first_player(game)
        return first if first is None or self.moves_set_up % 2 == 0 else other(first)


class IllegalEntry(ValueError):
    """The entry cannot happen now. The text is a sentence for a player; nothing has changed."""


class Session(Struct, frozen=True):
    """The match as the table knows it. ``codes`` are read for seat 0, one a finished game."""

    info: MatchInfo
    phase: Phase
    game: int = 1
    seated: tuple[bool, bool] = (False, False)
    chosen: tuple[str | None, str | None] = (None, None)
    control: TimeControl | None = None
    clock: Clock | None = None
    codes: tuple[Code, ...] = ()
    agreed: tuple[bool, bool] = (False, False)
    taken_over: bool = False
    """Whether the times are those of the hall's log, and no clock has run here since."""

    @property
    def choice_differs(self) -> bool:
        """Both have named a control, not the same: chance decides (ACF-1.X.A.a)."""
        return self.control is None and None not in self.chosen

    @property
    def first_player(self) -> Seat | None:
        """Who moves first in this game."""
        return self.info.first_player(self.game)

    @property
    def starts_on_clock(self) -> Seat | None:
        """Whose clock starts this game."""
        return self.info.starts_on_clock(self.game)

    @property
    def proposed_outcome(self) -> Outcome | None:
        """What a fallen flag makes of the match, until the players sign or the referee rules."""
        flagged = self.clock is not None and self.clock.phase is c.Phase.FLAGGED
        return outcome(self) if flagged else None


def outcome(session: Session) -> Outcome | None:
    """Return the outcome of the match, read for seat 0; None until every game has its code."""
    return Outcome(session.codes) if len(session.codes) == session.info.games else None
