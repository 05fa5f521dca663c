"""What waits for an answer in a match of points: a double, a resignation or a claim."""

from board_terminal.changes.change import Change
from board_terminal.pages.halves import next_change
from board_terminal.pages.look import ACCEPT, Look, score_corner
from board_terminal.pages.page import Page, seat_of
from board_terminal.pages.points.acting import act, press_for
from board_terminal.pages.points.halves import counted, points_half, running_half
from board_terminal.pages.undoing import undo
from board_terminal.view.keys import GAP, SIDE_KEYS, SIDES, UNDO
from board_terminal.view.view import Choice, View
from shared.core.backgammon import actions as a
from shared.core.backgammon.worth import pass_is_void, points_of
from shared.core.clock import Resume
from shared.core.day import Phase
from shared.core.day.entries import Clocked
from shared.core.day.points import scoreboard_of
from shared.core.match.outcome import SEATS, Seat, other
from shared.core.state.points_words import WIN_WORDS
from shared.core.text.language import N_, _, pgettext

TAKE, PASS = ("7", ("t", "T")), ("9", ("x", "X"))


def _doubled(look: Look) -> View:
    """Ask for a take or a pass of a double; the answerer's half takes."""
    board = scoreboard_of(look.session)
    doubler = board.doubler
    assert doubler is not None, "a player has doubled"
    seat = other(doubler)
    value = 2 * board.cube.value
    may_pass = pass_is_void(board.match, board.cube, seat) is None
    passes = Choice(
        f"pass:{seat}",
        PASS[0],
        pgettext("double", "Pass"),
        _("The game is lost at the value before the double"),
        PASS[1],
        _("loses {value}").format(value=board.cube.value),
    )
    return _answer(
        look,
        "doubled",
        seat,
        (
            _("{name} doubles to {value}. {other}: take or pass?")
            if may_pass
            else _("{name} doubles to {value}. {other} takes: a pass would lose the match.")
        ).format(name=look.names[doubler], value=value, other=look.names[seat]),
        _("Take? Press here"),
        (
            Choice(
                f"take:{seat}",
                TAKE[0],
                _("Take"),
                _("Play on at {value}").format(value=value),
                TAKE[1],
                _("at {value}").format(value=value),
            ),
            passes if may_pass else GAP,
        ),
    )


def _offered(look: Look) -> View:
    """Ask for the answer to a resignation or a claim (USBGF-4.5)."""
    board = scoreboard_of(look.session)
    offer = board.offer
    assert offer is not None, "something is offered"
    seat = other(offer.by)
    points = points_of(board.cube.value, offer.win)
    told = (
        _("{name} resigns: {win}, {points}. {other}: accept?")
        if offer.end == "resignation"
        else _("{name} claims: {win}, {points}. {other}: accept?")
    )
    return _answer(
        look,
        "offered",
        seat,
        told.format(
            name=look.names[offer.by],
            win=_(WIN_WORDS[offer.win]),
            points=counted(points),
            other=look.names[seat],
        ),
        _(ACCEPT[0]),
        (
            Choice(f"accept:{seat}", TAKE[0], N_("Accept"), N_("The game ends so"), ("a", "A")),
            Choice(f"refuse:{seat}", PASS[0], N_("Refuse"), N_("The game is played on"), PASS[1]),
        ),
    )


def _answer(
    look: Look,
    phase: str,
    seat: Seat,
    question: str,
    word: str,
    choices: tuple[Choice, Choice],
) -> View:
    halves = [running_half(look, s) for s in SEATS]
    halves[seat] = points_half(look, seat, word, "ask", SIDE_KEYS[seat])
    return View(
        phase,
        corner=score_corner(scoreboard_of(look.session)),
        headline=question,
        halves=(halves[0], halves[1]),
        message=look.foot,
        sides=(SIDES[seat],),
        choices=look.with_reports(choices[0], UNDO, choices[1]),
        next_ms=next_change(look),
        asks=(seat == 0, seat == 1),
    )


def _take(change: Change, rest: str) -> None:
    """Take the double, and with it the doubler's time."""
    press_for(change, seat_of(rest))
    act(change, a.Take(change.at, seat_of(rest)))


def _pass(change: Change, rest: str) -> None:
    act(change, a.Pass(change.at, seat_of(rest)))


def _accept(change: Change, rest: str) -> None:
    act(change, a.Accept(change.at, seat_of(rest)))


def _refuse(change: Change, rest: str) -> None:
    """Play the game on, its clock as well."""
    act(change, a.Refuse(change.at, seat_of(rest)))
    if change.phase is Phase.PAUSED:
        change.enter(Clocked(Resume(change.at)))


DOUBLED = Page(_doubled, {"side": _take, "take": _take, "pass": _pass, "undo": undo})
OFFERED = Page(_offered, {"side": _accept, "accept": _accept, "refuse": _refuse, "undo": undo})
