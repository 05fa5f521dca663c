"""What both players correct together in a match of points: a forgotten press, the written score, a
delay and its penalty, the equipment. Each player presses on their own side.
"""

from typing import Literal

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask
from board_terminal.pages.look import Look, Page, agreeing, by_name, score_corner, seat_of
from board_terminal.pages.points.parts import counted
from board_terminal.pages.points.terms import NAMES
from board_terminal.view import pad
from board_terminal.view.keys import BACK, GAP, named
from board_terminal.view.view import Choice, Half, View
from shared.core import clock as c
from shared.core.backgammon import actions as a
from shared.core.backgammon import delay_of
from shared.core.clock import face
from shared.core.day import Phase, Session
from shared.core.day.entries import Acted, Clocked, Entry, TermsSet
from shared.core.day.points import scoreboard_of
from shared.core.match.outcome import SEATS, Seat
from shared.core.match.preferences import toggled
from shared.core.text.language import N_, _
from shared.core.text.sentence import Sentence

_SETTLE = Choice("fix_settle", "5", N_("OK"), N_("Both are asked next"), ("enter",))
_WISH_KEYS = "78946"
_MINUTE_MS = 60_000
_MOST_SECONDS = 59

What = Literal["score", "forgot", "delay", "equipment", "penalty"]
_MOST_DIGITS: dict[What, int] = {"score": 2, "forgot": 4, "delay": 2}


class Fix(Ask, frozen=True):
    """What needs correcting; ``whose_delay``: who kept the match waiting."""

    whose_delay: bool = False


class FixNumber(Ask, frozen=True):
    """A number that ``what`` needs; ``of`` is whose delay it is, ``numbers`` stand already."""

    what: What
    of: Seat = 0
    digits: str = ""
    numbers: tuple[int, ...] = ()


class Equipment(Ask, frozen=True):
    """What is used from now on."""

    used: tuple[str, ...]


class Agree(Ask, frozen=True):
    """Whether both want ``what``; ``seat`` has agreed."""

    what: What
    of: Seat = 0
    numbers: tuple[int, ...] = ()
    used: tuple[str, ...] = ()
    seat: Seat | None = None


def _fixing(look: Look) -> View:
    """Show what can be corrected now."""
    if look.asked(Fix).whose_delay:
        return _delay(look)
    session = look.session
    clock = session.clock
    between = session.phase is not Phase.PAUSED
    forgot = not between and clock is not None and clock.control.clocked and any(clock.runs)
    due, sheet = penalty_due(session, look.at), look.book.sheet
    score = Choice(
        "fix:score",
        "7",
        N_("Score"),
        N_("The written record is right"),
        detail=sheet.written_score,
    )
    press = Choice(
        "fix:forgot",
        "9",
        N_("Forgotten press"),
        N_("Give its time back"),
        detail=sheet.forgotten_press,
    )
    delay = Choice(
        "fix:delay",
        "4",
        N_("Delay"),
        N_("A player kept the match waiting"),
        detail=look.book.clause("usbgf_time.first_penalty_ms"),
    )
    words = "" if due is None else _("{points} due").format(points=counted(due[1]))
    cost = Choice("fix:penalty", "6", N_("Penalty"), N_("Score the points due"), detail=words)
    gear = Choice(
        "fix:equipment", "8", N_("Equipment"), N_("Play with other things"), detail=sheet.equipment
    )
    return _page(
        look,
        "fix",
        _("What needs correcting?"),
        (
            score if between else GAP,
            gear if session.phase is Phase.BETWEEN else GAP,
            press if forgot else GAP,
            delay,
            named(BACK, BACK.label, N_("change nothing")),
            cost if due is not None else GAP,
        ),
        3,
        (_("Both agree, or the director says so; both press."),),
    )


def _delay(look: Look) -> View:
    who = by_name(look, "fix:delay", _("{name} was the delay"))
    return _page(look, "fix", _("Who kept the match waiting?"), (who[0], BACK, who[1]), 3)


def _number(look: Look) -> View:
    """Ask for one number on a keypad."""
    ask = look.asked(FixNumber)
    if ask.what == "score":
        name = look.names[len(ask.numbers)]
        question = _("The written score: points of {name}?").format(name=name)
    elif ask.what == "delay":
        name = look.names[ask.of]
        question = _("How many minutes was {name} the delay?").format(name=name)
    else:
        question = _("How long ago did the turn end? 130 is 1:30")
    typed = "–".join(str(n) for n in ask.numbers)
    shown = f"{typed}–{ask.digits}" if typed else ask.digits
    return _page(look, "number", question, pad.pad(), pad.GRID, (shown or "–",))


def _equipment(look: Look) -> View:
    """Ask what is used from the next game on (USBGF-3.7)."""
    used, sheet = look.asked(Equipment).used, look.book.sheet
    cells = [
        Choice(
            f"fix_wish:{subject.name}",
            key,
            f"{'✓ ' if subject.name in used else ''}{_(NAMES[subject.name])}",
            NAMES[subject.name],
        )
        for key, subject in zip(_WISH_KEYS, sheet.subjects, strict=True)
    ]
    return _page(
        look,
        "equipment",
        _("What is used from now on?"),
        (*cells[:4], _SETTLE, cells[4], GAP, named(BACK, BACK.label, N_("change nothing")), GAP),
        3,
        (_("Both agree, or the director says so ({clause}).").format(clause=sheet.equipment),),
    )


def _agreeing(look: Look) -> View:
    """Ask each side to press for what was entered."""
    words = _("Each player presses on their own side; where they differ the director says so.")
    return agreeing(look, "agree", _asked(look), look.asked(Agree).seat, words)


def _asked(look: Look) -> str:
    ask, session = look.asked(Agree), look.session
    if ask.what == "score":
        return _("The score is {first}–{second}?").format(
            first=ask.numbers[0], second=ask.numbers[1]
        )
    if ask.what == "delay":
        return _("{name} was the delay for {minutes} min?").format(
            name=look.names[ask.of], minutes=ask.numbers[0]
        )
    if ask.what == "penalty":
        due = penalty_due(session, look.at)
        if due is None:
            return ""
        if forfeits(session, due[0], look.at):
            words = _("{points} against {name}, more than half the match: {name} loses it?")
            return words.format(points=counted(due[1]), name=look.names[due[0]])
        return _("{points} against {name}?").format(points=counted(due[1]), name=look.names[due[0]])
    if ask.what == "equipment":
        used = ", ".join(_(NAMES[name]) for name in ask.used)
        return _("Used from now on: {things}?").format(things=used or _("nothing more"))
    runs = session.clock.runs if session.clock is not None else (False, False)
    back = face(forgotten_ms(ask.numbers[0]))
    return _("{name} gets {time} back and the turn passes?").format(
        name=look.names[runs[1]], time=back
    )


def _page(
    look: Look,
    phase: str,
    headline: str,
    choices: tuple[Choice, ...],
    grid: int,
    message: tuple[str, ...] = (),
) -> View:
    return View(
        phase,
        corner=score_corner(scoreboard_of(look.session)),
        headline=headline,
        halves=(Half(look.names[0]), Half(look.names[1])),
        compact=True,
        message=(look.hint,) if look.hint else message,
        choices=choices,
        grid=grid,
    )


def penalty_due(session: Session, at: int) -> tuple[Seat, int] | None:
    """Return who owes penalty points for delays at ``at``, and how many (USBGF-2.2b)."""
    board = scoreboard_of(session)
    owed = {seat: delay_of(board, seat, at).points - board.awarded[seat] for seat in SEATS}
    return next(((seat, points) for seat, points in owed.items() if points > 0), None)


def forfeits(session: Session, seat: Seat, at: int) -> bool:
    """Return whether a player's delays cost more than half the match: it is lost (USBGF-2.2b)."""
    return delay_of(scoreboard_of(session), seat, at).forfeit


def forgotten_ms(typed: int) -> int:
    """Return minutes and seconds as typed in ms: 130 is 1:30."""
    return (typed // 100) * _MINUTE_MS + (typed % 100) * 1_000


def ask_fix(change: Change, rest: str) -> None:
    """Ask what needs correcting."""
    if change.session.info.book.usbgf_time is not None:
        change.ask(Fix())


def _fix(change: Change, rest: str) -> None:
    """One line of the list."""
    what, _colon, seat = rest.partition(":")
    match what:
        case "score" | "forgot":
            change.ask(FixNumber(what))
        case "delay" if seat:
            change.ask(FixNumber("delay", seat_of(seat)))
        case "delay":
            change.ask(Fix(whose_delay=True))
        case "equipment":
            change.ask(Equipment(change.session.terms.used))
        case "penalty" if penalty_due(change.session, change.at) is not None:
            change.ask(Agree("penalty"))


def _digit(change: Change, rest: str) -> None:
    asked = change.asked(FixNumber)
    change.ask(replace(asked, digits=pad.typed(asked.digits, rest, _MOST_DIGITS[asked.what])))


def _typed(change: Change, rest: str) -> None:
    """Take a complete number; with the last one both are asked."""
    asked = change.asked(FixNumber)
    if not asked.digits:
        change.say(Sentence("Type the number first."))
    elif asked.what == "forgot" and int(asked.digits[-2:]) > _MOST_SECONDS:
        change.ask(replace(asked, digits=""))
        change.say(Sentence("Minutes and seconds: 130 is 1:30."))
    else:
        numbers = (*asked.numbers, int(asked.digits))
        complete = len(numbers) == (2 if asked.what == "score" else 1)
        more = replace(asked, digits="", numbers=numbers)
        change.ask(Agree(asked.what, asked.of, numbers) if complete else more)


def _wish(change: Change, rest: str) -> None:
    used = change.asked(Equipment).used
    change.ask(Equipment(toggled(change.session.info.book.sheet.subjects, used, rest)))


def _settle(change: Change, rest: str) -> None:
    change.ask(Agree("equipment", used=change.asked(Equipment).used))


def _agree(change: Change, rest: str) -> None:
    """One side agrees; with the other it is done."""
    asked, seat = change.asked(Agree), seat_of(rest)
    if asked.seat is None:
        change.ask(replace(asked, seat=seat))
    elif asked.seat != seat:
        change.ask(None)
        entry = _entry(change.session, asked, change.at)
        if entry is not None:
            change.enter(entry)


def _entry(session: Session, asked: Agree, at: int) -> Entry | None:
    """Return the entry of what both have agreed on."""
    match asked.what:
        case "score":
            return Acted(a.ScoreSet(at, (asked.numbers[0], asked.numbers[1])))
        case "delay":
            return Acted(a.Delayed(at, asked.of, asked.numbers[0] * _MINUTE_MS))
        case "equipment":
            return TermsSet(asked.used)
        case "penalty":
            due = penalty_due(session, at)
            if due is None:
                return None
            lost = forfeits(session, due[0], at)
            return Acted(a.Forfeited(at, due[0]) if lost else a.Penalized(at, *due))
        case "forgot":
            runs = session.clock.runs if session.clock is not None else (False, False)
            seat: Seat = 1 if runs[1] else 0
            forgotten = c.Forgotten(seat, forgotten_ms(asked.numbers[0]), at)
            return Clocked(forgotten)


FIXING = Page(_fixing, {"fix": _fix})
NUMBER = Page(_number, {"digit": _digit, "ok": _typed})
EQUIPMENT = Page(_equipment, {"fix_wish": _wish, "fix_settle": _settle})
AGREEING = Page(_agreeing, {"side": _agree})
