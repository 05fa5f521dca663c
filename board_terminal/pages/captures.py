"""Time is called: the referee counts what each side has captured, and it is typed in (SE-7)."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask
from board_terminal.pages.halves import clock_half
from board_terminal.pages.look import Look, Page, asking
from board_terminal.pages.signing import Signing
from board_terminal.view import pad
from board_terminal.view.view import Choice, Half, View
from shared.core.day import Phase, Session
from shared.core.day.entries import Captured
from shared.core.day.playing import CHECKERS
from shared.core.match.outcome import Code, Outcome, Seat
from shared.core.text.language import N_, _
from shared.core.text.sentence import Sentence

_COUNT = Choice(
    "count", "5", N_("Enter count"), N_("Type in what each side has captured"), ("enter",)
)
_DIGITS = 2


class Captures(Ask, frozen=True):
    """How many checkers each side has captured, the left side first.

    ``seat`` is whose version of the score this is, behind ``codes``; None for both together.
    """

    seat: Seat | None = None
    codes: tuple[Code, ...] = ()
    digits: str = ""
    counted: tuple[int, ...] = ()


def _counting(look: Look) -> View:
    """Show that time is called and that what was captured decides."""
    return View(
        "counting",
        headline=_("Time is called."),
        halves=(clock_half(look, 0), clock_half(look, 1)),
        message=(
            _("Leave the pieces. The referee counts the captured checkers."),
            *look.foot,
        ),
        choices=look.with_reports(_COUNT),
    )


def _number(look: Look) -> View:
    """Ask how many checkers a side has captured over the whole match."""
    ask = look.asked(Captures)
    seat: Seat = 1 if ask.counted else 0
    said = "" if ask.seat is None else _("{name} says: ").format(name=look.names[ask.seat])
    question = _("{said}captured by {name}, all games?").format(said=said, name=look.names[seat])
    first = str(ask.counted[0]) if ask.counted else ask.digits
    second = ask.digits if ask.counted else ""
    halves = (_half(look, 0, first, seat), _half(look, 1, second, seat))
    return View(
        "captures",
        headline=question[:1].upper() + question[1:],
        halves=halves,
        compact=True,
        message=(look.hint,) if look.hint else (),
        choices=pad.pad(),
        grid=pad.GRID,
    )


def _half(look: Look, seat: Seat, number: str, asked: Seat) -> Half:
    waits = seat == asked and not number
    word = _("type the number") if waits else _("captured") if number else ""
    return Half(
        look.names[seat], look.side(seat), number, word, tone="ask" if seat == asked else ""
    )


def needs_captures(session: Session, codes: tuple[Code, ...]) -> bool:
    """Return whether games that a side enters leave its match to the captures."""
    book = session.info.book
    return book.contest is not None and session.info.settled(codes) is None


def _digit(change: Change, rest: str) -> None:
    asked = change.asked(Captures)
    change.ask(replace(asked, digits=pad.typed(asked.digits, rest, _DIGITS)))


def _typed(change: Change, rest: str) -> None:
    asked, session = change.asked(Captures), change.session
    most = CHECKERS * max(session.game, len(session.codes))
    again = replace(asked, digits="")
    if not asked.digits:
        change.say(Sentence("Type how many checkers this side has captured; 0 for none."))
    elif int(asked.digits) > most:
        change.ask(again)
        change.say(Sentence("A side has captured {most} checkers at most.", most=most))
    elif not asked.counted:
        change.ask(replace(again, counted=(int(asked.digits),)))
    elif asked.seat is None:
        _decide(change, (asked.counted[0], int(asked.digits)))
    else:
        both = (asked.counted[0], int(asked.digits))
        change.ask(Signing(asked.seat, Outcome(asked.codes, captures=both)))


def _decide(change: Change, counted: tuple[int, int]) -> None:
    """Sign what was counted for the match; where it is equal too, play goes on."""
    change.ask(None)
    rule = change.session.info.book.contest
    if (
        change.enter(Captured(counted, change.at))
        and rule is not None
        and change.phase is not Phase.SCORING
    ):
        change.say(
            Sentence(
                "The score is equal: play goes on for {count} minutes more. Press Go on, or set up"
                " the next game.",
                count=rule.extra_ms // 60_000,
            )
        )


COUNTING = Page(_counting, {"count": asking(Captures())})
CAPTURES = Page(_number, {"digit": _digit, "ok": _typed})
