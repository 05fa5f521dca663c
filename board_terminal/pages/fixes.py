"""Questions about what both set right together: which, how much, and whether both agree."""

from __future__ import annotations

from board_terminal.fixing import equipment_of, forfeits, forgotten_ms, penalty_due
from board_terminal.keys import BACK, GAP, SIDES, named
from board_terminal.pages.look import Look, agreeing_halves
from board_terminal.pages.points import corner, counted
from board_terminal.pages.terms import NAMES
from board_terminal.view import Choice, Half, View
from shared.core.clock import face
from shared.core.day import Phase
from shared.core.day.points import scoreboard_of
from shared.core.language import N_, _
from shared.core.words import SEATS

_OK = Choice("fix_ok", "enter", N_("OK"), N_("Take the number typed"))
_SETTLE = Choice("fix_settle", "5", N_("OK"), N_("Both are asked next"), ("enter",))
_BACK = Choice("back", "minus", BACK.label, BACK.help, ("escape", "backspace"))
_WISH_KEYS = "78946"


def fixing(look: Look) -> View:
    """What can be set right now."""
    if look.desk.ask.which == "delay":
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
        _("What is to be set right?"),
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
    who = [
        Choice(
            f"fix:delay:{seat}",
            key,
            look.names[seat],
            _("{name} was the delay").format(name=look.names[seat]),
        )
        for seat, key in zip(SEATS, "46", strict=True)
    ]
    return _page(look, _("Who kept the match waiting?"), (who[0], BACK, who[1]), 3)


def number(look: Look) -> View:
    """One number on a keypad."""
    ask = look.desk.ask
    what, _colon, rest = ask.which.partition(":")
    if what == "score":
        question = _("The written score: points of {name}?").format(
            name=look.names[len(ask.captured)]
        )
    elif what == "delay":
        question = _("How many minutes was {name} the delay?").format(name=look.names[rest == "1"])
    else:
        question = _("How long ago did the turn end? 130 is 1:30")
    keys = [_digit(n) for n in "789"] + [_BACK] + [_digit(n) for n in "456"]
    keys += [_OK] + [_digit(n) for n in "123"] + [_digit("0")]
    typed = "–".join(str(n) for n in ask.captured)
    shown = f"{typed}–{ask.digits}" if typed else ask.digits
    return _page(look, question, tuple(keys), 4, (shown or "–",))


def equipment(look: Look) -> View:
    """What is used from the next game on (USBGF-3.7)."""
    used, sheet = equipment_of(look.desk.ask.which), look.book.sheet
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
        _("What is used from now on?"),
        (*cells[:4], _SETTLE, cells[4], GAP, named(BACK, BACK.label, N_("change nothing")), GAP),
        3,
        (_("Both agree, or the director says so ({clause}).").format(clause=sheet.equipment),),
    )


def agreeing(look: Look) -> View:
    """Each side presses for what was entered."""
    agreed = look.desk.ask.seat
    return View(
        "agree",
        look.title,
        corner(scoreboard_of(look.session)),
        headline=_asked(look),
        halves=agreeing_halves(look, (agreed == 0, agreed == 1)),
        message=(
            _("Each player presses on their own side; where they differ the director says so."),
        ),
        alarm=look.alarm,
        sides=tuple(SIDES[seat] for seat in SEATS if seat != agreed),
        choices=(named(BACK, BACK.label, N_("change nothing")),),
        asks=(agreed != 0, agreed != 1),
    )


def _asked(look: Look) -> str:
    ask, session = look.desk.ask, look.session
    what, _colon, rest = ask.which.partition(":")
    if what == "score":
        return _("The score is {first}–{second}?").format(
            first=ask.captured[0], second=ask.captured[1]
        )
    if what == "delay":
        return _("{name} was the delay for {minutes} min?").format(
            name=look.names[rest == "1"], minutes=ask.captured[0]
        )
    if what == "penalty":
        due = penalty_due(session, look.at)
        if due is None:
            return ""
        if forfeits(session, due[0], look.at):
            words = _("{points} against {name}, more than half the match: {name} loses it?")
            return words.format(points=counted(due[1]), name=look.names[due[0]])
        return _("{points} against {name}?").format(points=counted(due[1]), name=look.names[due[0]])
    if what == "equipment":
        used = ", ".join(_(NAMES[name]) for name in equipment_of(ask.which))
        return _("Used from now on: {things}?").format(things=used or _("nothing more"))
    runs = session.clock.runs if session.clock is not None else (False, False)
    back = face(forgotten_ms(ask.captured[0]))
    return _("{name} gets {time} back and the turn passes?").format(
        name=look.names[runs[1]], time=back
    )


def _page(
    look: Look, headline: str, choices: tuple[Choice, ...], grid: int, message: tuple[str, ...] = ()
) -> View:
    return View(
        look.desk.ask.kind,
        look.title,
        corner(scoreboard_of(look.session)),
        headline=headline,
        halves=(Half(look.names[0]), Half(look.names[1])),
        compact=True,
        message=(look.hint,) if look.hint else message,
        alarm=look.alarm,
        choices=choices,
        grid=grid,
    )


def _digit(digit: str) -> Choice:
    return Choice(f"fix_digit:{digit}", digit, "", _("The digit {digit}").format(digit=digit))
