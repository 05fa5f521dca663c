"""What the director and the clock on the wall do to a match: delays, breaks, lengths, scores.

Each function is one entry of the table.
"""

import dataclasses

from msgspec.structs import replace

from shared.core import clock as c
from shared.core.backgammon import actions as a
from shared.core.backgammon.games import decided, length_decided
from shared.core.backgammon.state import BoardPhase, IllegalAction, Scoreboard, delay_of
from shared.core.backgammon.worth import new_match, points_awarded
from shared.core.match.delays import BreakTaken
from shared.core.match.outcome import Seat, other


def delayed(board: Scoreboard, action: a.Delayed) -> Scoreboard:
    """Add up delays over the match."""
    if action.ms <= 0:
        raise IllegalAction("No delay is noted: it has to be longer than nothing.")
    first, second = board.delays
    delays = (first + action.ms, second) if action.seat == 0 else (first, second + action.ms)
    return replace(board, delays=delays)


def penalized(board: Scoreboard, action: a.Penalized) -> Scoreboard:
    """Enter the points that the delays so far cost, or a ruling imposes, and no others."""
    owed = delay_of(board, action.seat, action.at).points - board.awarded[action.seat]
    if not 0 < action.points <= (action.points if action.imposed else owed):
        raise IllegalAction(
            "No {count} penalty points are due: the delays cost {owed} more.",
            count=action.points,
            owed=owed,
        )
    awarded = list(board.awarded)
    awarded[action.seat] += action.points
    after = replace(board, awarded=(awarded[0], awarded[1]))
    if not board.rule.points_to_opponent:
        return after
    to = other(action.seat)
    match = points_awarded(board.match, to, action.points, game_in_progress=board.in_game)
    after = replace(after, match=match)
    if match.score[to] < match.length:
        return after
    return decided(after, to, "penalties", action.at)


def forfeited(board: Scoreboard, action: a.Forfeited) -> Scoreboard:
    """End the match as lost by the delays, once their points are enough (USBGF-2.2b)."""
    cost = delay_of(board, action.seat, action.at)
    if not cost.forfeit:
        raise IllegalAction(
            "The match is not forfeited: penalty points so far: {count}.",
            count=cost.points,
        )
    return decided(board, other(action.seat), "penalties", action.at)


def break_begins(board: Scoreboard, action: a.BreakBegins) -> Scoreboard:
    """Begin a break between games; in the first hour it is for urgent need."""
    if board.game == 0:
        raise IllegalAction("No break can begin: the match has not begun.")
    if board.away_since[action.seat] is not None:
        raise IllegalAction("No break can begin: this player is on one.")
    age = c.match_age(board.clock, action.at)
    if age < board.rule.urgent_only_ms and not action.urgent:
        raise IllegalAction("In the first hour a break is for urgent need only.")
    return replace(board, away_since=_put(board.away_since, action.seat, age))


def break_ends(board: Scoreboard, action: a.BreakEnds) -> Scoreboard:
    """Note the break; what was too much of it is a delay."""
    since = board.away_since[action.seat]
    if since is None:
        raise IllegalAction("No break can end: this player is not on one.")
    taken = BreakTaken(since, c.match_age(board.clock, action.at))
    first, second = board.breaks
    breaks = ((*first, taken), second) if action.seat == 0 else (first, (*second, taken))
    return replace(board, breaks=breaks, away_since=_put(board.away_since, action.seat, None))


def length_found(board: Scoreboard, action: a.LengthFound) -> Scoreboard:
    """Shorten the match. A game in progress is completed; then the score decides."""
    if action.correct < 1 or action.correct == board.match.length:
        raise IllegalAction(
            "The match is played to {length}: name another length.", length=board.match.length
        )
    if board.decider:
        raise IllegalAction("The length is settled: this game decides the match.")
    if board.in_game:
        return replace(board, correct=action.correct)
    return length_decided(board, action.correct)


def score_set(board: Scoreboard, action: a.ScoreSet) -> Scoreboard:
    """Set the score as it was written. The Crawford game is not played twice."""
    if min(action.score) < 0 or max(action.score) >= board.match.length:
        raise IllegalAction(
            "No score in a match to {length} that is not over.", length=board.match.length
        )
    if board.decider:
        raise IllegalAction("The score is settled: the next game decides the match.")
    if board.match.phase == "normal":
        return replace(board, match=new_match(board.match.length, action.score))
    away = board.match.length - 1 in action.score
    phase = board.match.phase if away else "normal"
    return replace(board, match=dataclasses.replace(board.match, score=action.score, phase=phase))


def clock_corrected(board: Scoreboard, clock: c.Clock) -> Scoreboard:
    """Note that the clock was set right: a flag that had been noticed and is up again decides
    nothing."""
    if board.phase is not BoardPhase.FLAGGED or clock.phase is c.ClockPhase.FLAGGED:
        return board
    asked = BoardPhase.OFFERED if board.offer is not None else BoardPhase.PLAYING
    phase = BoardPhase.DOUBLED if board.doubler is not None else asked
    return replace(board, clock=clock, phase=phase, flag=None, dispute=None)


def _put(
    pair: tuple[int | None, int | None], seat: Seat, to: int | None
) -> tuple[int | None, int | None]:
    return (to, pair[1]) if seat == 0 else (pair[0], to)
