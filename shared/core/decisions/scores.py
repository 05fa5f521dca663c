"""Which score a result has, and when a committee may be the last resort."""

import msgspec

from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import Rulebook
from shared.core.state import Match


def may_be_adjudicated(book: Rulebook, match: Match) -> bool:
    """Return whether a committee may be the last resort: where rounds of unclocked matches end."""
    rule = book.schedule
    ends = rule is not None and rule.no_new_game_before_end_ms is not None
    return ends and not match.result.counts


def scored(book: Rulebook, match: Match, outcome: Outcome) -> Outcome:
    """Return the same result with a score, where points are played for and a score is known.

    The winner has the length; the other side what the scoreboard, or the result so far, gives it.
    """
    known = _known_score(match)
    known = None if outcome.lost_by_both else known
    if book.scoring != "points" or outcome.points is not None or known is None:
        return outcome
    length, won = max(1, match.length), outcome.games[0].played is Code.WIN
    lost = min(known[1 if won else 0], length - 1)
    return msgspec.structs.replace(outcome, points=(length, lost) if won else (lost, length))


def _known_score(match: Match) -> tuple[int, int] | None:
    """Return the score as the board stood before the last game, else as the result has it."""
    if match.clock is not None and match.clock.score is not None:
        return match.clock.score.score
    told = match.result.outcome
    return told.points if told is not None else None
