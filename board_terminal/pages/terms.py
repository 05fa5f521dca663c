"""What two players play with, before a match of points: wishes, the larger roll, both accept.

USBGF-3.4 to 3.6.
"""

from __future__ import annotations

from board_terminal.keys import BACK, SIDE_KEYS, SIDES, named
from board_terminal.pages.look import Look
from board_terminal.view import Choice, Half, Tone, View
from shared.core.preferences import SUBJECTS, clock_subject, larger_roll
from shared.core.words import SEATS

NAMES = {
    "two_dice": "Two dice",
    "lipped_cups": "Lipped cups",
    "endless_clock": "Endless clock",
    "baffle_box": "Baffle box",
    "approved_device": "Own device",
}
_STANDING = {
    "obligation": "always used",
    "preference": "one is enough",
    "option": "both must wish",
}
_KEYS = "78946"
WISHES = Choice("wishes", "5", "Wishes", "Say what you wish to play with", ("w", "W"))
ROLL = Choice("roll", "8", "Roll", "Each rolls one die: the larger decides the rest", ("d", "D"))


def agreeing(look: Look) -> View:
    """The list that both accept, each on the own half."""
    terms = look.session.terms
    halves = []
    for seat in SEATS:
        done = terms.accepted[seat]
        tone: Tone = "done" if done else "ask"
        word = "✓ accepts" if done else "Accept? Press here"
        halves.append(
            Half(look.names[seat], "", "", word, (), tone, "" if done else SIDE_KEYS[seat])
        )
    return View(
        "agreeing",
        look.title,
        f"Match to {look.session.info.length}",
        halves=(halves[0], halves[1]),
        message=(_used(terms.used, look.control), *_rolled(look), *look.foot),
        alarm=look.alarm,
        sides=SIDES,
        choices=look.with_reports(WISHES, ROLL),
        asks=(not terms.accepted[0], not terms.accepted[1]),
    )


def wishes(look: Look) -> View:
    """What the sheet names, with who decides about it; a press changes it."""
    used = look.session.terms.used
    cells = [
        Choice(
            f"wish:{name}",
            key,
            f"{'✓ ' if name in used else ''}{NAMES[name]}",
            f"{NAMES[name]}: {_STANDING[subject.standing]} ({subject.clause})",
            detail=_STANDING[subject.standing],
        )
        for key, (name, subject) in zip(_KEYS, SUBJECTS.items(), strict=True)
    ]
    return View(
        "wishes",
        look.title,
        f"Match to {look.session.info.length}",
        headline="What do you wish to play with?",
        halves=(Half(look.names[0]), Half(look.names[1])),
        compact=True,
        message=("One wish is enough for a preference; an option wants both (USBGF-3.6).",),
        alarm=look.alarm,
        choices=(*cells[:4], named(BACK, "Back", "then both accept"), cells[4]),
        grid=3,
    )


def clock_words(look: Look) -> str:
    """Who decides about a clock (USBGF-3.5); "" where chance does."""
    rule = look.book.usbgf_time
    if rule is None:
        return ""
    if clock_subject(rule).standing == "preference":
        return "Which clock? One wish for a clock is enough (USBGF-3.5)."
    return "Which clock? A clock only if both wish it (USBGF-3.5)."


def _used(used: tuple[str, ...], control: str) -> str:
    names = [NAMES[name].lower() for name in used]
    extra = ", ".join(names) if names else "equipment as it lies on the table"
    return f"You play with: {control}, {extra}."


def _rolled(look: Look) -> tuple[str, ...]:
    rolls = look.session.terms.rolls
    if rolls is None:
        return ("If you differ about seats, direction or equipment: roll.",)
    larger = larger_roll(rolls)
    assert larger is not None, "a tie is rolled again"
    return (f"Rolled {rolls[0]} and {rolls[1]}: {look.names[larger]} decides the rest.",)
