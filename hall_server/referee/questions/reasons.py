"""What answers and rulings say by default: notes, reasons, what the tables are told.

It becomes part of events, so it is English in whatever language the desk speaks. Shows nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from shared.core.committee import Appeal
from shared.core.language import Voice, speaking

T = TypeVar("T")

ALL_STAND_STILL = "All games stand still."
ALL_GO_ON = "All games go on."
ASKED_AT_KIOSK = "asked at the kiosk"
AT_THE_TABLE = "Dealt with at the table."
CAME_IN_SINCE = "The ruling stands; what came in after it was seen."
DEALT_WITH = "Dealt with."
KEPT = "Kept by the referee when two pairings of the round stood side by side."
GOES_ON = "The game goes on."
SETTLED = "said by the referee when two entries stood in one place"
STANDS_STILL = "The game stands still."
TAKEN_TWICE = "two had taken it over side by side"
TIMES_SHOWN = "Go on from the times shown."
TIMEKEEPER = "A timekeeper comes."
TOO_LATE = "more than the limit late"
WITHDRAWN = "withdrawn by the referee"


def in_english(say: Callable[[], T]) -> T:
    """What ``say`` says, in English: for a sentence that is shown, and written too."""
    with speaking(Voice()):
        return say()


def forfeited(game: int, name: str, why: str = "") -> str:
    """That a player forfeits a game; ``why`` in a few words."""
    return f"Game {game} is forfeited by {name}{': ' if why else ''}{why}."


def out_for_language(name: str) -> str:
    """That a player who was warned for his language went on."""
    return f"{name} was warned before: out for the round and until it ceases."


def out_at_once(name: str) -> str:
    """That a player is put out without a warning first."""
    return f"{name} is out for the round, until it is lifted."


def drawn(game: int) -> str:
    """That a game is drawn."""
    return f"Game {game} is drawn."


def all_forfeited_late(name: str, late: str) -> str:
    """That a player is so late that he has lost every game."""
    return f"{name} is {late} late: every game is forfeited."


def lost_by_delay(name: str, late: str) -> str:
    """That a player is so late that the penalty points lose him the match."""
    return f"{name} is {late} late: the match is forfeited by penalty points."


def has_come(name: str) -> str:
    """That somebody who was reported late is there."""
    return f"{name} has come."


def go_on_from(times: str) -> str:
    """From which times a match goes on."""
    return f"Go on from {times}."


def flag_down(name: str, game: int) -> str:
    """Whose flag fell, and in which game."""
    return f"Flag of {name} down in game {game}."


def time_runs(names: str) -> str:
    """Whose time runs though nobody sits there."""
    return f"The time of {names} runs."


def withdrew(name: str) -> str:
    """That a player withdrew when his round was paired."""
    return f"{name} withdrew after the pairing."


def not_started(latest: str) -> str:
    """That a game was not started in time."""
    return f"Not started by {latest}: drawn, not played."


def lowder(ends: str, move: str, clause: str) -> str:
    """What the tables read where a minute a move may be required."""
    return f"The round ends {ends}. The referee may ask for each move within {move} ({clause})."


def lowder_begins(move: str, warning: str) -> str:
    """What the tables read when the minute a move begins."""
    return f"From now on each move within {move}, with a warning {warning} before."


def position(game: int, written: str) -> str:
    """Which position a committee voted on."""
    return f"Game {game}, {written}"


def appeal(came: Appeal) -> str:
    """What came of an appeal."""
    word = "changed" if came.changed else "upheld"
    return f"Appeal: {word}, {came.for_change} of {came.cast} votes cast for a change"
