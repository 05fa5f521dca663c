"""What must not happen at a table, by the facts of a session and with the reason.

The other half of ``day_needs``: an entry of these kinds counts only where the facts are such.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from shared.core import clock as c
from shared.core.day import Phase
from shared.core.day import entries as e
from tests.core.day.day_facts import GAME, Facts


class Limit(NamedTuple):
    """Kinds of entries or clock events, and what has to be the case for one of them to count."""

    kinds: tuple[type[Any], ...]
    holds: Callable[[Facts], bool]


def undrawn(f: Facts) -> bool:
    return f.session.info.first_seat is None


def in_game(f: Facts) -> bool:
    return f.phase in GAME


def is_open(f: Facts) -> bool:
    """Return the game has no result yet."""
    return len(f.session.codes) < f.session.game


TURNS: Final = (
    *(e.Pressed, c.PassTurn, c.Tap, c.Plus),
    *(c.TimeTold, c.SingleJump),
)
PLAYED: Final = (
    *(e.DrawOffered, e.DrawAnswered, e.CountBegun, e.CountAnew, e.CountEnded),
    *(e.MovesTimed, c.Release, c.Forgotten, e.MoveClarified, c.Notice),
)
ASKED: Final = (Phase.RECALLING, Phase.COUNTING, Phase.SCORING)

LIMITS: Final[Mapping[str, Limit]] = {
    "sides and opening are drawn once, with both at the table (ACF-1.VIII.A)": Limit(
        (e.CoinTossed, e.Drew), lambda f: undrawn(f) and all(f.session.seated)
    ),
    "how sides and opening are drawn is settled before": Limit(
        (e.DrawByHand,), lambda f: undrawn(f) or not all(f.session.seated)
    ),
    "a time control is chosen before a game, and for an unused clock (ACF-1.X.B.a)": Limit(
        (e.ControlChosen, e.ControlSet), lambda f: f.lobby and f.unused
    ),
    "time runs for a missing player alone (ACF-1.VI.B)": Limit(
        (c.StartLate, c.StartBoth, c.Arrive), lambda f: not all(f.session.seated)
    ),
    "equipment is settled before a match of points or changed between games (USBGF-3.7)": Limit(
        (e.TermsSet, e.TermsAccepted, e.Rolled),
        lambda f: f.points and all(f.session.seated) and not in_game(f),
    ),
    "a PIN, and whether moves are entered, is settled before a game": Limit(
        (e.PinSet, e.MovesEntered), lambda f: f.lobby or f.phase is Phase.BETWEEN
    ),
    "only a turn that runs is ended, passed, told or counted (ACF-1.X.A.c)": Limit(
        TURNS, lambda f: f.runs is not None
    ),
    "only time that runs is stopped (ACF-1.X.A.f)": Limit(
        (c.Pause, c.Gap), lambda f: f.runs is not None or f.absent is not None
    ),
    "after a restart no time runs before both agree, or the referee speaks (HALL-power-cut)": Limit(
        (e.Started, c.Resume), lambda f: f.phase in (Phase.READY, Phase.PAUSED)
    ),
    "players agree on times only after a restart (HALL-power-cut)": Limit(
        (e.AgreedToGoOn,), lambda f: f.phase is Phase.RECOVERING
    ),
    "draws, counts and timekeepers belong to a game that is played (ACF-3.IV, APCA-26)": Limit(
        PLAYED, in_game
    ),
    "a flag is called where it is down (ACF-1.X.A.b)": Limit(
        (e.FlagFell, c.Notice), lambda f: f.fallen is not None
    ),
    "a game ends once, and not while captures are counted (SE-7)": Limit(
        (e.GameOver,), lambda f: is_open(f) and f.phase not in ASKED
    ),
    "a game that the log does not know is recalled, and no other": Limit((e.Recalled,), is_open),
    "a result is corrected while nobody plays or is asked (USBGF-4.6)": Limit(
        (e.CodeCorrected,), lambda f: f.phase in (Phase.READY, Phase.BETWEEN, Phase.SCORING)
    ),
    "the next game is set up when one is over": Limit((e.NextGame,), lambda f: not is_open(f)),
    "a clock changes as long as it has a game before it (ACF-1.X.A.e)": Limit(
        (c.Adjust, e.ClockImposed), lambda f: f.phase not in ASKED
    ),
    "the director brings a clock to players who are there (APCA-9)": Limit(
        (e.ClockImposed,), lambda f: all(f.session.seated)
    ),
    "time is called once, in a contest (SE-7)": Limit(
        (e.TimeCalled,), lambda f: f.book.contest is not None and f.phase not in ASKED
    ),
    "captures are counted once time is called (SE-7)": Limit(
        (e.Captured,), lambda f: f.phase is Phase.COUNTING or f.session.captures is not None
    ),
    "a measure finds a game, or captures that are counted, not a question to the players": Limit(
        (e.Ordered,), lambda f: f.phase not in ASKED or f.phase is Phase.COUNTING
    ),
}
"""Why an entry counts nowhere else, which, and where it may."""
