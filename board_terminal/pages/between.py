"""Between two games: the break, then the sides change and the clocks go on."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.pages.codes import different
from board_terminal.pages.game_over import one_game
from board_terminal.pages.halves import clock_half
from board_terminal.pages.look import Look
from board_terminal.pages.page import Page
from board_terminal.view.keys import DIFFERENT, NEXT
from board_terminal.view.view import View
from shared.core.day import break_left_ms
from shared.core.day.entries import NextGame
from shared.core.match.outcome import SEATS
from shared.core.text.language import _
from shared.tui.times import duration

_NOT_CORRECT = replace(DIFFERENT, key="7")
"""Beside the next game, whose key is the 5."""


def _between(look: Look) -> View:
    """Between two games: the break, then the sides change and the clocks go on."""
    ended = one_game(look.session.codes[-1], look.names)
    halves = []
    for seat in SEATS:
        halves.append(replace(clock_half(look, seat), word="", tone=""))
    logged = (
        (_("This device took over: clocks as last logged."),) if look.session.taken_over else ()
    )
    return View(
        "between",
        halves=(halves[0], halves[1]),
        message=(
            _("Game {game}: {ended}.{more}").format(
                game=look.session.game, ended=ended, more=_goes_on(look)
            ),
            *(logged or (_break_words(look),)),
            *look.foot,
        ),
        choices=look.with_reports(NEXT, _NOT_CORRECT),
    )


def _goes_on(look: Look) -> str:
    """Return why there is another game after the last one."""
    session = look.session
    if session.called_ms is not None:
        return _(" The extra time runs ({clause}).").format(
            clause=look.book.clause("contest.extra_ms")
        )
    if len(session.codes) < look.book.games_per_match:
        return ""
    return _(" Equal: play on until one side is ahead ({clause}).").format(
        clause=look.book.clause("even_games")
    )


def _break_words(look: Look) -> str:
    """Return the break between the games, counted down from the end of the game (ACF-3.II.A)."""
    same = _(", same opening") if look.book.same_opening else ""
    if not look.book.smoking_break_ms:
        return _("Change sides{same}.").format(same=same)
    left = break_left_ms(look.session, look.at)
    if not left:
        return _("The break is over. Change sides{same}.").format(same=same)
    return _("Break: {time} left. Then change sides{same}.").format(
        time=duration(left + 999), same=same
    )


def _next(change: Change, rest: str) -> None:
    change.enter(NextGame())


BETWEEN = Page(_between, {"next": _next, "different": different})
