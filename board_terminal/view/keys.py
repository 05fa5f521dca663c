"""The keys of the table: one table that buttons, bindings and help are made from.

A numeric keypad is enough for everything: 1 and 3 are the two players, 2 lies between them, 5 is
the game's end, 0 the reports. So are letters, arrows, and a touch screen.
"""

from msgspec.structs import replace

from board_terminal.view.view import Choice, View
from shared.core.match.outcome import SEATS, Seat
from shared.core.text.language import N_
from shared.tui.action import HERE, PROGRAM, Action

LEFT = Choice(
    "side:0", "z", N_("Left"), N_("The left player: ends the turn, confirms"), ("1", "left")
)
RIGHT = Choice(
    "side:1", "slash", N_("Right"), N_("The right player: ends the turn, confirms"), ("3", "right")
)
SIDES = (LEFT, RIGHT)
SIDE_KEYS = ("1 · Z · ←", "3 · / · →")
"""How the keys of the two sides are written on their halves."""

GAP = Choice("", "", "", "")
"""An empty place in a grid of buttons."""

REPORTS = Choice(
    "reports",
    "0",
    N_("Referee"),
    N_("Call the referee; report a phone or a missing player"),
    ("r", "R"),
)
LANGUAGE = Choice(
    "language", "f3", N_("Language"), N_("For this match: the table's, or a player's own")
)
SERVICE = Choice(
    "service", "f2", N_("Service"), N_("For the crew: the device, its link, the way out")
)
OVER = Choice("over", "5", N_("Game over"), N_("The game has ended: say who won"), ("g", "G"))
PAUSE = Choice("pause", "7", N_("Pause"), N_("Stop both clocks"), ("p", "P"))
GO_ON = Choice("go_on", "7", N_("Go on"), N_("The clock runs again"), ("p", "P", "enter"))
NEXT = Choice(
    "next", "5", N_("Next game"), N_("Set up the next game, sides changed"), ("n", "N", "enter")
)
BACK = Choice(
    "back", "0", N_("Back"), N_("Take this question back"), ("escape", "backspace", "minus")
)
RETRY = Choice("retry", "enter", N_("Try again"), N_("Save again what was not saved"), ("plus",))
DIFFERENT = Choice("different", "5", N_("Not correct"), N_("Enter another score"), ("x", "X"))

DISAGREE = Choice(
    "disagree", "7", N_("I do not agree"), N_("Not signed: the director decides"), ("x", "X")
)

ERASE = Choice(
    "erase", "backspace", N_("Erase"), N_("Take the last square back"), ("delete", "escape")
)
TURN = Choice("turn", "b", N_("Turn board"), N_("Show the board from the other side"), ("B",))
UNDO = Choice("undo", "8", N_("Take back"), N_("Both take back the last entry"), ("u", "U"))

LEFT_WON = Choice("code:W", "1", "", N_("The left player won this game"), ("z", "left"))
DRAWN = Choice("code:D", "2", N_("Draw"), N_("This game was drawn"), ("d", "D", "down"))
RIGHT_WON = Choice("code:L", "3", "", N_("The right player won this game"), ("slash", "right"))

_TASKS = {
    N_("Clocks"): (
        "pause", "go_on", "timed", "untimed", "ask_minute", "tap", "single", "break", "claim_flag",
    ),
    N_("Score"): (
        "over", "undo", "draw", "draw_answer", "double", "length", "fix", "code", "disagree",
        "different",
    ),
    N_("Board and moves"): ("turn", "moves", "plus", "anew", "no_count"),
    N_("Reports"): ("reports", "report"),
    PROGRAM: ("language", "service", "service_test", "service_leave", "service_sound"),
}  # fmt: skip
_TASK_OF = {does: task for task, commands in _TASKS.items() for does in commands}
"""The task under which the help lists a command; every other is of the screen alone."""


def actions(view: View, *hidden: Choice) -> tuple[Action, ...]:
    """Return what can be done on a page, and by keys without a button, for the help.

    All digits are one action.
    """
    shown: dict[str, Action] = {}
    for choice in (*view.sides, *view.choices, *hidden):
        kind, _colon, digit = choice.does.partition(":")
        key, help_ = choice.key, choice.help or choice.label
        if digit.isdecimal() and kind == "digit":
            kind = "digits"
            key, help_ = "0 … 9", N_("Type a number")
        if choice.does:
            action = Action(choice.does, key, choice.label, help_, _TASK_OF.get(kind, HERE))
            shown.setdefault(kind if kind == "digits" else choice.does, action)
    tasks = [HERE, *_TASK_OF.values()]
    return tuple(sorted(shown.values(), key=lambda action: tasks.index(action.task)))


def wired(left: str, right: str) -> dict[str, Seat]:
    """Return the side of each key that a button was wired as; "" where there is none.

    Raises ValueError for a key that already means something at a table.
    """
    if left and left == right:
        raise ValueError(f"Both buttons are wired as {left}: give each side a key of its own.")
    taken = {*"0123456789", "enter", "escape", "backspace", "f1", "f2", "ctrl+q", "ctrl+p"}
    for key in (left, right):
        if key in taken:
            raise ValueError(f"{key} means something else at a table: wire the button otherwise.")
    return {key: seat for key, seat in zip((left, right), SEATS, strict=True) if key}


def named(choice: Choice, label: str, detail: str = "") -> Choice:
    """Return the same choice with the words of this moment."""
    return replace(choice, label=label, detail=detail)
