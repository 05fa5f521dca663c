"""A game has ended: who won?"""

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask
from board_terminal.pages.halves import clock_half
from board_terminal.pages.look import Look, Page, seat_of
from board_terminal.view.keys import BACK, DRAWN, LEFT_WON, RIGHT_WON, named
from board_terminal.view.view import Choice, View
from shared.core.clock import Here, Pause, Resume
from shared.core.day import Phase
from shared.core.day.entries import Clocked, GameOver
from shared.core.decisions.facts import game_decided
from shared.core.events import GAME_END
from shared.core.match.outcome import Code
from shared.core.text.language import _

PLAYED = (Code.WIN, Code.DRAW, Code.LOSS)
"""The results of a game that was played."""


class Winner(Ask, frozen=True):
    """Who won this game; ``resume``: going back lets the clock go on."""

    resume: bool = False


def _winner(look: Look) -> View:
    """Ask who won the game."""
    game = look.session.game
    return View(
        "winner",
        halves=(clock_half(look, 0), clock_half(look, 1)),
        compact=True,
        headline=_("Game {game} is over. Who won?").format(game=game),
        message=look.foot,
        choices=(*who_won(look), named(BACK, _("Back"), _("the game goes on"))),
        grid=3,
        asks=(True, True),
    )


def who_won(look: Look, game: int = 0) -> tuple[Choice, Choice, Choice]:
    """Return the choices left, draw, right, with the sides of ``game``; 0 for this game."""
    left, right = look.names
    return (
        named(LEFT_WON, _("{name} won").format(name=left), look.side(0, game)),
        named(DRAWN, _("Draw")),
        named(RIGHT_WON, _("{name} won").format(name=right), look.side(1, game)),
    )


def one_game(code: Code, names: tuple[str, str]) -> str:
    """Return one game in words; ``code`` is read for the left player."""
    if code is Code.LOST_BY_BOTH:
        return _("forfeited by both")
    match code.played:
        case Code.WIN:
            said = _("{name} won").format(name=names[0])
        case Code.LOSS:
            said = _("{name} won").format(name=names[1])
        case _:
            return _("drawn")
    return said if code is code.played else _("{said} by forfeit").format(said=said)


def stop_for(change: Change) -> bool | None:
    """Stop both clocks for the end of the game. Return whether going back starts them again;
    None if they cannot be stopped."""
    if change.phase is not Phase.PLAYING:
        return False
    return True if change.enter(Clocked(Pause(change.at, Here("game_over")))) else None


def over(change: Change, rest: str) -> None:
    """Stop both clocks and ask who won the game; what the referee has decided is not asked."""
    resume = stop_for(change)
    decided = game_decided(change.match, change.session.game)
    if resume is not None and decided is not None:
        end(change, decided)
    elif resume is not None:
        change.ask(Winner(resume))


def as_decided(change: Change, game: int, code: Code) -> Code:
    """Return a game's code as it is written: one that the referee decided so is no game played."""
    decided = game_decided(change.match, game)
    return decided if decided is not None and decided.played is code else code


def end(change: Change, code: Code) -> None:
    """End the game with ``code``, read for the left player."""
    code = as_decided(change, change.session.game, code)
    if change.enter(GameOver(change.at, code)):
        change.ask(None)
        change.log_presses(GAME_END)


def go_back(change: Change, resume: bool) -> None:
    """Take the question back; a game that was stopped only for it goes on."""
    change.ask(None)
    if resume and change.phase is Phase.PAUSED:
        change.enter(Clocked(Resume(change.at)))


def _side(change: Change, rest: str) -> None:
    end(change, Code.LOSS if seat_of(rest) else Code.WIN)


def _code(change: Change, rest: str) -> None:
    if rest in PLAYED:
        end(change, Code(rest))


def _back(change: Change, rest: str) -> None:
    go_back(change, change.asked(Winner).resume)


WINNER = Page(_winner, {"side": _side, "code": _code, "back": _back})
