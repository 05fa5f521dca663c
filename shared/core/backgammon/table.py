"""The state table of a backgammon scoreboard. Two rules.

1. A match is the list of its actions: the scoreboard is what replaying them gives.
2. What the table does not hold, what the cube rules call void, and what the clock refuses, is
   null and void: it raises, and the scoreboard is as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shared.core.backgammon import actions as a
from shared.core.backgammon import director, games
from shared.core.backgammon.state import BoardPhase, IllegalAction, Scoreboard
from shared.core.clock import IllegalClockEvent
from shared.core.text.language import N_


def apply(board: Scoreboard, action: a.Action) -> Scoreboard:
    """Return the scoreboard after ``action``. Raises IllegalAction, and changes nothing."""
    do = TABLE[board.phase].get(type(action))
    if do is None:
        raise IllegalAction(
            "{refused}: {standing}.",
            refused=_REFUSAL[type(action)],
            standing=_STANDING[board.phase],
        )
    try:
        return do(board, action)
    except IllegalClockEvent as refusal:
        raise IllegalAction(refusal) from None


Do = Callable[[Scoreboard, Any], Scoreboard]
_ALWAYS: dict[type, Do] = {
    a.Delayed: director.delayed,
    a.Penalized: director.penalized,
    a.Forfeited: director.forfeited,
    a.LengthFound: director.length_found,
}
_FLAG: dict[type, Do] = {a.FlagNoticed: games.flag_noticed}

TABLE: dict[BoardPhase, dict[type, Do]] = {
    BoardPhase.BETWEEN: {
        **_ALWAYS,
        a.Begin: games.begin,
        a.BreakBegins: director.break_begins,
        a.BreakEnds: director.break_ends,
        a.ScoreSet: director.score_set,
    },
    BoardPhase.PLAYING: {
        **_ALWAYS,
        **_FLAG,
        a.EndTurn: games.end_turn,
        a.Double: games.double,
        a.Won: games.won,
        a.Resign: games.offer,
        a.Claim: games.offer,
    },
    BoardPhase.DOUBLED: {
        **_ALWAYS,
        **_FLAG,
        a.EndTurn: games.end_turn,
        a.Take: games.take,
        a.Pass: games.pass_double,
    },
    BoardPhase.OFFERED: {
        **_ALWAYS,
        **_FLAG,
        a.EndTurn: games.end_turn,
        a.Accept: games.accept,
        a.Refuse: games.refuse,
    },
    BoardPhase.FLAGGED: {
        **_ALWAYS,
        a.FlagStands: games.flag_stands,
        a.FlagClaimed: games.flag_claimed,
        a.FlagDisputed: games.flag_disputed,
    },
    BoardPhase.OVER: {},
}
"""Phase → the actions that count in it, and what each does."""

_STANDING = {
    BoardPhase.BETWEEN: N_("no game is in progress"),
    BoardPhase.PLAYING: N_("the game is in progress"),
    BoardPhase.DOUBLED: N_("a double waits for a take or a pass"),
    BoardPhase.OFFERED: N_("an offer waits for its answer"),
    BoardPhase.FLAGGED: N_("a reserve has expired: both players sign, or the director decides"),
    BoardPhase.OVER: N_("the match is over"),
}
_REFUSAL: dict[type, str] = {
    a.Begin: N_("The game cannot begin"),
    a.EndTurn: N_("The press does not count"),
    a.Double: N_("The double does not count"),
    a.Take: N_("There is nothing to take"),
    a.Pass: N_("There is nothing to pass"),
    a.Won: N_("The game cannot end so"),
    a.Resign: N_("The resignation does not count"),
    a.Claim: N_("The claim does not count"),
    a.Accept: N_("There is nothing to accept"),
    a.Refuse: N_("There is nothing to refuse"),
    a.FlagNoticed: N_("No flag can be claimed"),
    a.FlagStands: N_("No flag decides this match"),
    a.FlagClaimed: N_("No flag decides this match"),
    a.FlagDisputed: N_("No flag decides this match"),
    a.Delayed: N_("No delay is noted"),
    a.Penalized: N_("No penalty points are scored"),
    a.Forfeited: N_("The match is not forfeited"),
    a.BreakBegins: N_("No break can begin"),
    a.BreakEnds: N_("No break can end"),
    a.LengthFound: N_("The length cannot be changed"),
    a.ScoreSet: N_("The score cannot be set"),
}
