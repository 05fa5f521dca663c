"""The state table of a backgammon scoreboard. Two rules.

1. A match is the list of its actions: the scoreboard is what replaying them gives.
2. What the table does not hold, what the cube rules call void, and what the clock refuses, is
   null and void: it raises, and the scoreboard is as it was.
"""

from shared.core.backgammon import actions as a
from shared.core.backgammon import director, games
from shared.core.backgammon.state import BoardPhase, IllegalAction, Scoreboard
from shared.core.clock import IllegalClockEvent
from shared.core.text.by_kind import Does, on, row
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


_ALWAYS = (
    on(a.Delayed, director.delayed),
    on(a.Penalized, director.penalized),
    on(a.Forfeited, director.forfeited),
    on(a.LengthFound, director.length_found),
)
_FLAG = (on(a.FlagNoticed, games.flag_noticed),)

TABLE: dict[BoardPhase, dict[type, Does[Scoreboard]]] = {
    BoardPhase.BETWEEN: row(
        *_ALWAYS,
        on(a.Begin, games.begin),
        on(a.BreakBegins, director.break_begins),
        on(a.BreakEnds, director.break_ends),
        on(a.ScoreSet, director.score_set),
    ),
    BoardPhase.PLAYING: row(
        *_ALWAYS,
        *_FLAG,
        on(a.EndTurn, games.end_turn),
        on(a.Double, games.double),
        on(a.Won, games.won),
        on(a.Resign, games.offer),
        on(a.Claim, games.offer),
    ),
    BoardPhase.DOUBLED: row(
        *_ALWAYS,
        *_FLAG,
        on(a.EndTurn, games.end_turn),
        on(a.Take, games.take),
        on(a.Pass, games.pass_double),
    ),
    BoardPhase.OFFERED: row(
        *_ALWAYS,
        *_FLAG,
        on(a.EndTurn, games.end_turn),
        on(a.Accept, games.accept),
        on(a.Refuse, games.refuse),
    ),
    BoardPhase.FLAGGED: row(
        *_ALWAYS,
        on(a.FlagStands, games.flag_stands),
        on(a.FlagClaimed, games.flag_claimed),
        on(a.FlagDisputed, games.flag_disputed),
    ),
    BoardPhase.OVER: row(),
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
