"""A table to test a day with: any rulebook, both seated, games played in a line."""

from __future__ import annotations

import pytest

from shared.core.day import IllegalEntry, MatchInfo, Phase, Session, replay, step
from shared.core.day import entries as e
from shared.core.rulebooks import rulebook
from shared.core.words import Code

SECOND, MINUTE = 1_000, 60_000
W, D, L = Code.WIN, Code.DRAW, Code.LOSS
LOST = Code.LOSS_BY_FORFEIT
SEATED: list[e.Entry] = [e.Seated(0), e.Seated(1)]


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
