"""A table to test a day with: any rulebook, both seated, games played in a line."""

from bisect import bisect_left
from collections.abc import Iterable
from functools import reduce

import pytest

from shared.core.backgammon import Scoreboard, apply
from shared.core.backgammon import actions as a
from shared.core.clock import Clock, alert
from shared.core.day import IllegalEntry, MatchInfo, Phase, Session, new_session, step
from shared.core.day import entries as e
from shared.core.match.outcome import Code
from shared.core.rulebooks import rulebook

SECOND, MINUTE = 1_000, 60_000
W, D, L = Code.WIN, Code.DRAW, Code.LOSS
LOST = Code.LOSS_BY_FORFEIT
SEATED: list[e.Entry] = [e.Seated(0), e.Seated(1)]


def replay(info: MatchInfo, entries: Iterable[e.Entry]) -> Session:
    """Return the session that ``entries`` lead to."""
    return reduce(step, entries, new_session(info))


def acted(board: Scoreboard, actions: Iterable[a.Action]) -> Scoreboard:
    """Return the scoreboard that ``actions`` lead to."""
    return reduce(apply, actions, board)


def info(book: str, control: str = "unclocked", length: int = 1) -> MatchInfo:
    return MatchInfo("m-1", (control,), rulebook(book), first_seat=0, moves_set_up=0, length=length)


def at_table(book: str, control: str = "unclocked", length: int = 1) -> Session:
    return replay(info(book, control, length), SEATED)


def games(session: Session, *codes: Code) -> Session:
    """Play games that end with these codes, a minute each, with the next one set up between."""
    at = session.clock.at or 0 if session.clock else 0
    for code in codes:
        if session.phase is Phase.BETWEEN:
            session = step(session, e.NextGame())
        session = step(session, e.Started(at))
        at += MINUTE
        session = step(session, e.GameOver(at, code))
    return session


def refused(session: Session, entry: e.Entry, why: str) -> None:
    with pytest.raises(IllegalEntry, match=why):
        step(session, entry)


def said_at(clock: Clock) -> int | None:
    """Return the first ms at which something is said to a player; None within two hours for
    nothing."""
    hours = range(clock.at or 0, 120 * MINUTE)
    place = bisect_left(hours, True, key=lambda at: alert(clock, at) is not None)
    return hours[place] if place < len(hours) else None
