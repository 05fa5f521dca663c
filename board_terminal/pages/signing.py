"""The question before a side signs a score of its own, the safe answer first."""

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask
from board_terminal.pages import pin
from board_terminal.pages.look import Look
from board_terminal.pages.page import Page
from board_terminal.view.keys import BACK, named
from board_terminal.view.view import Choice, Half, View
from shared.core.match.outcome import Outcome, Seat
from shared.core.standings.scoring import in_words
from shared.core.text.language import _


class Signing(Ask, frozen=True):
    """Whether ``seat`` signs ``outcome``, which it has entered by itself."""

    seat: Seat
    outcome: Outcome


def _signing(look: Look) -> View:
    """Ask whether the side signs its own version."""
    ask = look.asked(Signing)
    version = ask.outcome
    said = in_words(version, look.names)
    theirs = look.desk.signatures[1 - ask.seat].outcome
    same = theirs == version
    then = (
        _("The other side has signed the same.")
        if same
        else _("The other side has signed another score: both go to the referee.")
    )
    return View(
        "sign_different",
        corner=_("All games over"),
        headline=_("{name} signs: {said}").format(name=look.names[ask.seat], said=said),
        halves=(Half(look.names[0], look.side(0)), Half(look.names[1], look.side(1))),
        compact=True,
        message=(then,),
        choices=(
            named(BACK, _("Back"), _("sign nothing")),
            Choice("sign_different", "5", _("Sign it"), _("Sign this score for this side")),
        ),
        grid=2,
    )


def _sign(change: Change, rest: str) -> None:
    asked = change.asked(Signing)
    change.ask(None)
    pin.sign(change, asked.seat, asked.outcome)


SIGNING = Page(_signing, {"sign_different": _sign})
