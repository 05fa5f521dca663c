"""Entering another score than the one shown: for which side, and its games one by one, or who won a
match of points and how many points the other side had."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask, unsigned
from board_terminal.pages.captures import Captures, needs_captures
from board_terminal.pages.game_over import PLAYED, as_decided, one_game, who_won
from board_terminal.pages.look import Look, Page, by_name, seat_of
from board_terminal.pages.signing import Signing
from board_terminal.pages.undoing import undo
from board_terminal.view.keys import BACK, UNDO, named
from board_terminal.view.view import Choice, Half, View
from shared.core.day import Phase, Session
from shared.core.day.entries import CodeCorrected
from shared.core.day.points import scoreboard_of
from shared.core.match.outcome import Code, Outcome, Seat, other
from shared.core.text.language import N_, _


class WhoseScore(Ask, frozen=True):
    """Which side enters another score."""


class Codes(Ask, frozen=True):
    """Who won each game, read for the left player; ``seat`` says so, None for both together."""

    seat: Seat | None = None
    codes: tuple[Code, ...] = ()


def _whose(look: Look) -> View:
    """Ask which side enters its score again."""
    return View(
        "whose",
        corner=_("All games over"),
        headline=_("Who enters another score?"),
        halves=(Half(look.names[0], look.side(0)), Half(look.names[1], look.side(1))),
        compact=True,
        choices=(
            *by_name(
                look,
                "seat",
                _("{name} enters another score"),
                (("z", "1", "left"), ("slash", "3", "right")),
            ),
            *((UNDO,) if look.session.before is not None else ()),
            named(BACK, _("Back"), _("leave it so")),
        ),
        grid=2,
    )


def _codes(look: Look) -> View:
    """Entering a score, game by game, in words with names."""
    ask = look.asked(Codes)
    game = len(ask.codes) + 1
    question = _("who won game {game}?").format(game=game)
    if ask.seat is not None:
        question = _("{name} says: {question}").format(name=look.names[ask.seat], question=question)
    so_far = tuple(
        _("Game {game}: {ended}").format(game=number, ended=one_game(code, look.names))
        for number, code in enumerate(ask.codes, start=1)
    )
    return View(
        "codes",
        corner=_("Game {game} of {games}").format(game=game, games=look.session.info.games)
        if game <= look.session.info.games
        else _("Game {game}").format(game=game),
        headline=question[:1].upper() + question[1:],
        halves=(Half(look.names[0]), Half(look.names[1])),
        compact=True,
        message=so_far,
        choices=(*who_won(look, game), named(BACK, _("Back"), _("change nothing"))),
        grid=3,
    )


def different(change: Change, rest: str) -> None:
    """Ask for another score, for both together or for one side."""
    session, open_sides = change.session, unsigned(change.desk)
    if session.board is not None:
        change.ask(WhoseScore())
    elif session.phase is Phase.BETWEEN or len(open_sides) == 2:
        change.ask(_first(session, None))
    elif len(open_sides) == 1:
        change.ask(_first(session, open_sides[0]))
    else:
        change.ask(WhoseScore())


def _first(session: Session, seat: Seat | None) -> Ask:
    """Return the first question of a score: its games, or its captures (SE-7)."""
    if session.board is not None and seat is not None:
        return MatchWon(seat)
    no_games = session.captures is not None and not session.codes
    return Captures(seat) if no_games else Codes(seat)


def _seat(change: Change, rest: str) -> None:
    change.ask(_first(change.session, seat_of(rest)))


def _side(change: Change, rest: str) -> None:
    _take(change, Code.LOSS if seat_of(rest) else Code.WIN)


def _code(change: Change, rest: str) -> None:
    if rest in PLAYED:
        _take(change, Code(rest))


def _take(change: Change, code: Code) -> None:
    """Take one more game. After the last one, correct the score or let the side sign its own."""
    asked, session = change.asked(Codes), change.session
    codes = (*asked.codes, as_decided(change, len(asked.codes) + 1, code))
    if not _all_entered(session, asked, codes):
        change.ask(Codes(asked.seat, codes))
    elif asked.seat is None:
        _correct(change, session, codes)
        if session.captures is not None:
            change.ask(Captures())
    elif needs_captures(session, codes):
        change.ask(Captures(asked.seat, codes))
    else:
        change.ask(Signing(asked.seat, Outcome(codes)))


def _all_entered(session: Session, asked: Codes, codes: tuple[Code, ...]) -> bool:
    """Return whether all games of the score are entered.

    If two flags fell together, the players fill in the open games.
    """
    info = session.info
    if session.captures is not None:
        return len(codes) >= len(session.codes)
    scoring = session.phase is Phase.SCORING
    if scoring and info.settled(codes) is not None:
        return True
    own = asked.seat is not None or (scoring and not session.settled)
    if own and info.plays_on:
        return info.settled(codes) is not None
    return len(codes) >= (info.games if own else len(session.codes))


def _correct(change: Change, session: Session, codes: tuple[Code, ...]) -> None:
    change.ask(None)
    for game, code in enumerate(codes, start=1):
        known = session.codes[game - 1] if game <= len(session.codes) else None
        if known is None or known.played is not code:
            change.enter(CodeCorrected(game, code))


WHOSE = Page(_whose, {"side": _seat, "seat": _seat, "undo": undo})
CODES = Page(_codes, {"side": _side, "code": _code})


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


def _winner_by_side(change: Change, rest: str) -> None:
    _won(change, seat_of(rest))


def _winner_by_code(change: Change, rest: str) -> None:
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


MATCH_WON = Page(_match_won, {"side": _winner_by_side, "code": _winner_by_code})
LOSER_POINTS = Page(_loser_points, {"points": _points})
