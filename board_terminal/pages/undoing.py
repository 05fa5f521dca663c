"""Both take back the last entry, each on the own half (USBGF-4.7)."""

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask
from board_terminal.pages.look import Look, Page, agreeing, seat_of
from board_terminal.view.view import View
from shared.core.backgammon import BoardPhase, Scoreboard
from shared.core.day.entries import TakenBack
from shared.core.day.points import scoreboard_of
from shared.core.match.outcome import Seat
from shared.core.text.language import _
from shared.core.text.sentence import Sentence


class Undo(Ask, frozen=True):
    """Whether the last entry is taken back; ``seat`` has agreed."""

    seat: Seat | None = None


def _undoing(look: Look) -> View:
    """Ask both to take back the last entry, each on the own half (USBGF-4.7)."""
    before = look.session.before
    what = _("the last move")
    if before is not None:
        what = _last_entry(before, scoreboard_of(look.session))
    words = _("Each player presses on their own side. Then the game stands paused.")
    headline = _("Take back {what}?").format(what=what)
    return agreeing(look, "undo", headline, look.asked(Undo).seat, words)


def _last_entry(before: Scoreboard, board: Scoreboard) -> str:
    """Return what was entered last, in words."""
    if board.game != before.game:
        return _("the start of game {game}").format(game=board.game)
    if board.phase is BoardPhase.OVER or board.match.score != before.match.score:
        first, second = board.match.score
        return _("the end of game {game} (now {first}–{second})").format(
            game=board.game, first=first, second=second
        )
    for entered, words in (
        (board.doubler != before.doubler and board.doubler is not None, _("the double")),
        (board.cube != before.cube, _("the take at {value}").format(value=board.cube.value)),
        (board.flag is not None, _("the claim of the flag")),
        (board.offer != before.offer, _("the last offer or its answer")),
        (board.away_since != before.away_since, _("the last word on a break")),
    ):
        if entered:
            return words
    return _("the last entry")


def undo(change: Change, rest: str) -> None:
    """Ask both whether the last entry is taken back."""
    if change.session.before is None and not change.session.records:
        change.say(Sentence("There is nothing to take back."))
    else:
        change.ask(Undo())


def _agree(change: Change, rest: str) -> None:
    """One side wants the last entry taken back; with the other it is."""
    first, seat = change.asked(Undo).seat, seat_of(rest)
    if first is None:
        change.ask(Undo(seat))
    elif first != seat:
        was_flagged = change.session.board is not None and change.session.board.flag is not None
        if change.enter(TakenBack(change.at)) and was_flagged:
            change.log_presses("pause")  # The log no longer says that a flag was noticed.
        change.ask(None)


UNDOING = Page(_undoing, {"side": _agree})
