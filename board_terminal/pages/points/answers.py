"""What waits for an answer in a match of points: a double, a resignation or a claim, and an expired
reserve that was noticed (USBGF-4.3)."""

from board_terminal.changes.change import Change
from board_terminal.desk.desk import FlagAgreed
from board_terminal.hall.takeover import FLAG
from board_terminal.pages.halves import next_change
from board_terminal.pages.look import (
    ACCEPT,
    Look,
    Page,
    agreeing,
    agreeing_halves,
    score_corner,
    seat_of,
)
from board_terminal.pages.points.parts import (
    WINS,
    act,
    acting,
    counted,
    points_half,
    press_for,
    running_half,
)
from board_terminal.pages.undoing import undo
from board_terminal.view.keys import DISAGREE, GAP, REPORTS, SIDE_KEYS, SIDES, UNDO
from board_terminal.view.view import Choice, View
from shared.core.backgammon import BoardPhase, Dispute, claim_wins
from shared.core.backgammon import actions as a
from shared.core.backgammon.worth import Win, pass_is_void, points_of
from shared.core.clock import Resume
from shared.core.day import Phase, Session
from shared.core.day.entries import Clocked
from shared.core.day.points import scoreboard_of
from shared.core.match.outcome import SEATS, Seat, other
from shared.core.state.points_words import WIN_WORDS
from shared.core.text.language import N_, _, pgettext
from shared.core.text.sentence import Sentence

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


def _refuse(change: Change, rest: str) -> None:
    """Play the game on, its clock as well."""
    act(change, a.Refuse(change.at, seat_of(rest)))
    if change.phase is Phase.PAUSED:
        change.enter(Clocked(Resume(change.at)))


DOUBLED = Page(_doubled, {"side": _take, "take": _take, "pass": acting(a.Pass), "undo": undo})
OFFERED = Page(
    _offered,
    {"side": acting(a.Accept), "accept": acting(a.Accept), "refuse": _refuse, "undo": undo},
)


def flagged(session: Session) -> bool:
    """Return whether a noticed flag waits for both players."""
    return session.board is not None and session.board.phase is BoardPhase.FLAGGED


def _flagged(look: Look) -> View:
    """Ask both players to sign what follows from a noticed flag."""
    board = scoreboard_of(look.session)
    flag = board.flag
    assert flag is not None, "a flag was noticed"
    name = look.names[flag]
    claims = tuple(
        Choice(
            f"flag_claimed:{win.value}",
            key,
            _("Claims {win}").format(win=_(WIN_WORDS[win])),
            _("{name} claims game and match: {win}").format(name=name, win=_(WIN_WORDS[win])),
            detail=counted(points_of(board.cube.value, win)),
        )
        for key, win in zip("456", Win, strict=True)
    )
    words = _("{name} loses the match ({clause}). Both players sign, or call the director.").format(
        name=name, clause=look.book.clause("flag_costs")
    )
    if board.dispute is not None:
        words = _disputed(look, board.dispute)
    return View(
        "flag_noticed",
        corner=score_corner(board),
        headline=_("The reserve of {name} has expired.").format(name=name),
        halves=agreeing_halves(look, (False, False)),
        compact=True,
        message=(words,),
        sides=SIDES,
        choices=(GAP, UNDO, REPORTS, *claims),
        asks=(True, True),
        grid=3,
    )


def _disputed(look: Look, dispute: Dispute) -> str:
    """Return who does not agree with what, and that the director decides."""
    words = _("{name} does not agree: the director decides. Both can still sign.")
    if dispute.win is None:
        return words.format(name=look.names[dispute.by])
    words = _("{name} does not agree to the {win}: the director decides. Both can still sign.")
    return words.format(name=look.names[dispute.by], win=_(WIN_WORDS[dispute.win]))


def _agreeing(look: Look) -> View:
    """Ask the second player to sign too, or not."""
    flag = scoreboard_of(look.session).flag
    assert flag is not None, "a flag was noticed"
    ask, name = look.asked(FlagAgreed), look.names[flag]
    words = _("The flag of {name} was noticed: {name} loses the match?").format(name=name)
    if ask.win is not None:
        words = _("{name} claims game and match: {win}?").format(
            name=name, win=_(WIN_WORDS[ask.win])
        )
    then = _("Both players sign. Where they differ the director decides.")
    return agreeing(look, "agree", words, ask.seat, then, (DISAGREE,))


def _sign(change: Change, rest: str) -> None:
    change.ask(FlagAgreed(seat_of(rest)))


def _claim(change: Change, rest: str) -> None:
    """Let the player whose reserve has expired claim game and match, if that would win them."""
    flag, board = scoreboard_of(change.session).flag, scoreboard_of(change.session)
    if rest not in WINS or flag is None:
        return
    if not claim_wins(board, flag, WINS[rest]):
        change.say(Sentence("The claim does not count: it would not win the match."))
        return
    change.ask(FlagAgreed(flag, WINS[rest]))


def _signed(change: Change, rest: str) -> None:
    ask = change.asked(FlagAgreed)
    if seat_of(rest) == ask.seat:
        return
    if ask.win is None:
        act(change, a.FlagStands(change.at))
    else:
        act(change, a.FlagClaimed(change.at, ask.win))


def _disagree(change: Change, rest: str) -> None:
    """Note and log that the other side does not sign."""
    ask = change.asked(FlagAgreed)
    if act(change, a.FlagDisputed(change.at, other(ask.seat), ask.win)):
        change.log_presses(FLAG)
        change.sound()


FLAGGED = Page(_flagged, {"side": _sign, "flag_claimed": _claim, "undo": undo})
AGREEING = Page(_agreeing, {"side": _signed, "disagree": _disagree})
