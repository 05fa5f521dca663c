"""Questions about what both set right together: which, how much, and whether both agree."""

from __future__ import annotations

from board_terminal.fixing import equipment_of, forgotten_ms, penalty_due
from board_terminal.keys import BACK, GAP, SIDE_KEYS, SIDES, named
from board_terminal.pages.look import Look
from board_terminal.pages.points import corner, counted
from board_terminal.pages.terms import NAMES
from board_terminal.view import Choice, Half, Tone, View
from shared.core.clock import face
from shared.core.day import Phase
from shared.core.day.points import scoreboard_of
from shared.core.preferences import SUBJECTS
from shared.core.words import SEATS

_OK = Choice("fix_ok", "enter", "OK", "Take the number typed")
_SETTLE = Choice("fix_settle", "5", "OK", "Both are asked next", ("enter",))
_BACK = Choice("back", "minus", "Back", BACK.help, ("escape", "backspace"))
_WISH_KEYS = "78946"


def fixing(look: Look) -> View:
    """What can be set right now."""
    if look.desk.ask.which == "delay":
        return _delay(look)
    session = look.session
    clock = session.clock
    between = session.phase is not Phase.PAUSED
    forgot = not between and clock is not None and clock.control.clocked and any(clock.runs)
    due = penalty_due(session, look.at)
    score = Choice("fix:score", "7", "Score", "The written record is right", detail="USBGF-4.7")
    press = Choice("fix:forgot", "9", "Forgotten press", "Give its time back", detail="USBGF-4.1.8")
    delay = Choice(
        "fix:delay", "4", "Delay", "A player kept the match waiting", detail="USBGF-2.2b"
    )
    words = "" if due is None else f"{counted(due[1])} due"
    cost = Choice("fix:penalty", "6", "Penalty", "Score the points due", detail=words)
    gear = Choice("fix:equipment", "8", "Equipment", "Play with other things", detail="USBGF-3.7")
    return _page(
        look,
        "What is to be set right?",
        (
            score if between else GAP,
            gear if session.phase is Phase.BETWEEN else GAP,
            press if forgot else GAP,
            delay,
            named(BACK, "Back", "nothing"),
            cost if due is not None else GAP,
        ),
        3,
        ("Both agree, or the director says so; both press.",),
    )


def _delay(look: Look) -> View:
    who = [
        Choice(f"fix:delay:{seat}", key, look.names[seat], f"{look.names[seat]} was the delay")
        for seat, key in zip(SEATS, "46", strict=True)
    ]
    return _page(look, "Who kept the match waiting?", (who[0], named(BACK, "Back"), who[1]), 3)


def number(look: Look) -> View:
    """One number on a keypad."""
    ask = look.desk.ask
    what, _, rest = ask.which.partition(":")
    if what == "score":
        question = f"The written score: points of {look.names[len(ask.captured)]}?"
    elif what == "delay":
        question = f"How many minutes was {look.names[rest == '1']} the delay?"
    else:
        question = "How long ago did the turn end? 130 is 1:30"
    keys = [_digit(n) for n in "789"] + [_BACK] + [_digit(n) for n in "456"]
    keys += [_OK] + [_digit(n) for n in "123"] + [_digit("0")]
    typed = "–".join(str(n) for n in ask.captured)
    shown = f"{typed}–{ask.digits}" if typed else ask.digits
    return _page(look, question, tuple(keys), 4, (shown or "–",))


def equipment(look: Look) -> View:
    """What is used from the next game on (USBGF-3.7)."""
    used = equipment_of(look.desk.ask.which)
    cells = [
        Choice(f"fix_wish:{name}", key, f"{'✓ ' if name in used else ''}{NAMES[name]}", NAMES[name])
        for key, name in zip(_WISH_KEYS, SUBJECTS, strict=True)
    ]
    return _page(
        look,
        "What is used from now on?",
        (*cells[:4], _SETTLE, cells[4], GAP, named(BACK, "Back", "nothing changes"), GAP),
        3,
        ("Between games by agreement; the director may change it at any time (USBGF-3.7).",),
    )


def agreeing(look: Look) -> View:
    """Each side presses for what was entered."""
    agreed = look.desk.ask.seat
    halves = []
    for seat in SEATS:
        done = agreed == seat
        tone: Tone = "done" if done else "ask"
        word = "✓ agrees" if done else "Agree? Press here"
        halves.append(
            Half(look.names[seat], "", "", word, (), tone, "" if done else SIDE_KEYS[seat])
        )
    return View(
        "agree",
        look.title,
        corner(scoreboard_of(look.session)),
        headline=_asked(look),
        halves=(halves[0], halves[1]),
        message=("Each player presses on their own side; where they differ the director says so.",),
        alarm=look.alarm,
        sides=tuple(SIDES[seat] for seat in SEATS if seat != agreed),
        choices=(named(BACK, "Back", "change nothing"),),
        asks=(agreed != 0, agreed != 1),
    )


def _asked(look: Look) -> str:
    ask, session = look.desk.ask, look.session
    what, _, rest = ask.which.partition(":")
    if what == "score":
        return f"The score is {ask.captured[0]}–{ask.captured[1]}?"
    if what == "delay":
        return f"{look.names[rest == '1']} was the delay for {ask.captured[0]} min?"
    if what == "penalty":
        due = penalty_due(session, look.at)
        return "" if due is None else f"{counted(due[1])} against {look.names[due[0]]}?"
    if what == "equipment":
        used = [NAMES[name] for name in equipment_of(ask.which)]
        return f"Used from now on: {', '.join(used) or 'nothing more'}?"
    runs = session.clock.runs if session.clock is not None else (False, False)
    back = face(forgotten_ms(ask.captured[0]))
    return f"{look.names[runs[1]]} gets {back} back and the turn passes?"


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
        message=(look.desk.hint,) if look.desk.hint else message,
        alarm=look.alarm,
        choices=choices,
        grid=grid,
    )


def _digit(digit: str) -> Choice:
    return Choice(f"fix_digit:{digit}", digit, "", f"The digit {digit}")
