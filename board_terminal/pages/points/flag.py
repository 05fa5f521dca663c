"""An expired reserve that was noticed: both sign it, or the director decides (USBGF-4.3)."""

from board_terminal.changes.change import Change
from board_terminal.desk.desk import FlagAgreed
from board_terminal.hall.takeover import FLAG
from board_terminal.pages.look import Look, agreeing_halves, score_corner
from board_terminal.pages.page import Page, seat_of
from board_terminal.pages.points.acting import WINS, act
from board_terminal.pages.points.halves import counted
from board_terminal.pages.undoing import undo
from board_terminal.view.keys import BACK, DISAGREE, GAP, REPORTS, SIDES, UNDO, named
from board_terminal.view.view import Choice, View
from shared.core.backgammon import BoardPhase, Dispute, claim_wins
from shared.core.backgammon import actions as a
from shared.core.backgammon.worth import Win, points_of
from shared.core.day import Session
from shared.core.day.points import scoreboard_of
from shared.core.match.outcome import SEATS, other
from shared.core.state.points_words import WIN_WORDS
from shared.core.text.language import N_, _
from shared.core.text.sentence import Sentence


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
    board = scoreboard_of(look.session)
    flag = board.flag
    assert flag is not None, "a flag was noticed"
    ask, name = look.asked(FlagAgreed), look.names[flag]
    words = _("The flag of {name} was noticed: {name} loses the match?").format(name=name)
    if ask.win is not None:
        words = _("{name} claims game and match: {win}?").format(
            name=name, win=_(WIN_WORDS[ask.win])
        )
    return View(
        "agree",
        corner=score_corner(board),
        headline=words,
        halves=agreeing_halves(look, (ask.seat == 0, ask.seat == 1)),
        message=(_("Both players sign. Where they differ the director decides."),),
        sides=tuple(SIDES[seat] for seat in SEATS if seat != ask.seat),
        choices=(DISAGREE, named(BACK, BACK.label, N_("change nothing"))),
        asks=(ask.seat != 0, ask.seat != 1),
    )


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
