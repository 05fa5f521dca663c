"""A side's own version of a match of points: who won it, and how many points the other had."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask
from board_terminal.pages.look import Look
from board_terminal.pages.page import Page, seat_of
from board_terminal.pages.signing import Signing
from board_terminal.view.keys import BACK, named
from board_terminal.view.view import Choice, Half, View
from shared.core.day.points import scoreboard_of
from shared.core.match.outcome import Code, Outcome, Seat, other
from shared.core.text.language import N_, _


class MatchWon(Ask, frozen=True):
    """Who won the match, as ``seat`` says."""

    seat: Seat


class LoserPoints(Ask, frozen=True):
    """How many points the loser had, as ``seat`` says; ``points`` with the score so far."""

    seat: Seat
    winner: Seat
    points: tuple[int, int]


def _match_won(look: Look) -> View:
    """Ask who won: a side's own version of the score begins with it."""
    left, right = look.names
    ask = look.asked(MatchWon)
    return View(
        "codes",
        corner=_("Final score"),
        headline=_("{name} says: who won the match?").format(name=look.names[ask.seat]),
        halves=(Half(left), Half(right)),
        compact=True,
        choices=(
            Choice(
                "code:W",
                "1",
                _("{name} won").format(name=left),
                N_("The left player won"),
                ("z", "left"),
            ),
            named(BACK, BACK.label, N_("change nothing")),
            Choice(
                "code:L",
                "3",
                _("{name} won").format(name=right),
                N_("The right player won"),
                ("slash", "right"),
            ),
        ),
        grid=3,
    )


def _loser_points(look: Look) -> View:
    """Ask how many points the other side had."""
    ask = look.asked(LoserPoints)
    loser, points = other(ask.winner), ask.points
    name = look.names[loser]
    return View(
        "loser_points",
        corner=_("Final score"),
        headline=_("{winner} won. How many points had {name}?").format(
            winner=look.names[1 - loser], name=name
        ),
        halves=(
            Half(look.names[0], big=str(points[0])),
            Half(look.names[1], big=str(points[1])),
        ),
        choices=(
            Choice("points:-1", "4", N_("One less"), N_("One point less"), ("left", "minus")),
            Choice(
                "points:0",
                "5",
                _("{first}–{second} is it").format(first=points[0], second=points[1]),
                N_("This is the final score"),
            ),
            Choice("points:1", "6", N_("One more"), N_("One point more"), ("right", "plus")),
            replace(BACK, also=("escape", "backspace")),
        ),
    )


def _side(change: Change, rest: str) -> None:
    _won(change, seat_of(rest))


def _code(change: Change, rest: str) -> None:
    if rest in (Code.WIN, Code.LOSS):
        _won(change, 0 if rest == Code.WIN else 1)


def _won(change: Change, winner: Seat) -> None:
    """Ask for the points of the other side, as they stand here."""
    match = scoreboard_of(change.session).match
    standing = [min(points, match.length - 1) for points in match.score]
    standing[winner] = match.length
    seat = change.asked(MatchWon).seat
    change.ask(LoserPoints(seat, winner, (standing[0], standing[1])))


def _points(change: Change, rest: str) -> None:
    """Move the points of the side that lost one up or down; 0 is the answer."""
    asked = change.asked(LoserPoints)
    more = {"-1": -1, "1": 1}.get(rest, 0)
    if not more:
        code = Code.WIN if asked.winner == 0 else Code.LOSS
        change.ask(Signing(asked.seat, Outcome((code,), points=asked.points)))
        return
    most = scoreboard_of(change.session).match.length - 1
    points = list(asked.points)
    loser = other(asked.winner)
    points[loser] = min(max(0, points[loser] + more), most)
    change.ask(replace(asked, points=(points[0], points[1])))


MATCH_WON = Page(_match_won, {"side": _side, "code": _code})
LOSER_POINTS = Page(_loser_points, {"points": _points})
