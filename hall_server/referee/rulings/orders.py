"""What the referee may have a table do with his answer: time moves, bring a clock, change the time.

Owns the list by rulebook. Carries nothing out: the table does, once, and logs it.
"""

from __future__ import annotations

from collections.abc import Iterator

from shared.core.clock import imposed_control
from shared.core.events import Order
from shared.core.language import _
from shared.core.move_time import lowder_applies
from shared.core.reported import rule_of
from shared.core.rulebooks import Rulebook
from shared.core.state import Match
from shared.core.time_controls import UNCLOCKED
from shared.core.words import SEATS

_ADDED_MS = (60_000, 120_000)
"""What is added to one side's time, or taken, by a choice of the list; for others both clocks are
set."""


def clocked(match: Match) -> bool:
    """Whether a clock keeps the time of a match."""
    return match.control is not None and match.control.name != UNCLOCKED


def orders(book: Rulebook, with_clock: bool, *, lowder: bool) -> tuple[tuple[Order, str, str], ...]:
    """The orders that make sense at a table, each with its words and its clause.

    ``lowder``: the players have been told that a minute a move may be required (ACF-1.X.B.c).
    """
    return tuple(_added(book) if with_clock else _unclocked(book, lowder=lowder))


def _unclocked(book: Rulebook, *, lowder: bool) -> Iterator[tuple[Order, str, str]]:
    if book.move_time is not None:
        words = _("A timekeeper times each move")
        yield Order("five_minutes"), words, book.clauses["move_time.move_ms"]
    if lowder and lowder_applies(book.lowder, clocked=False):
        yield Order("lowder"), _("One minute for each move from now on"), book.clause("lowder")
    if book.move_time is not None or book.lowder is not None:
        clause = book.clause("lowder" if book.move_time is None else "move_time")
        yield Order("untimed"), _("Moves are not timed any more"), clause
    if book.contest is not None:
        yield (
            Order("call_time"),
            _("Time is called: count the captured checkers"),
            book.clause("contest.match_ms"),
        )
    if book.imposed_clocks is not None:
        game = imposed_control(book.imposed_clocks, "game").name
        yield (
            Order("clock_game", game),
            _("A clock, {control} each to finish this game").format(control=game),
            book.clause("imposed_clocks"),
        )
        match = imposed_control(book.imposed_clocks, "match_start").name
        yield (
            Order("clock_match", match),
            _("A clock, {control} each for the match").format(control=match),
            book.clause("imposed_clocks"),
        )


def _added(book: Rulebook) -> Iterator[tuple[Order, str, str]]:
    clause = rule_of(book, "clock_defect")[0]
    for ms in _ADDED_MS:
        minutes = _("{count} min").format(count=ms // 60_000)
        yield (
            Order("add_time", "", (ms, ms)),
            _("Both get {minutes} more").format(minutes=minutes),
            clause,
        )
        for seat in SEATS:
            side = (_("the left"), _("the right"))[seat]
            add = (ms, 0) if seat == 0 else (0, ms)
            yield (
                Order("add_time", "", add),
                _("The player on {side} gets {minutes} more").format(side=side, minutes=minutes),
                clause,
            )
    for seat in SEATS:
        side = (_("the left"), _("the right"))[seat]
        for ms in _ADDED_MS:
            taken = (-ms, 0) if seat == 0 else (0, -ms)
            words = _("The player on {side} loses {count} min").format(
                side=side, count=ms // 60_000
            )
            yield Order("add_time", "", taken), words, clause
