"""Results of a match of points with their score: as the board stood, or as the referee types it."""

from __future__ import annotations

from msgspec.structs import replace

from hall_server.referee.ask import Ask
from hall_server.referee.moment import Moment
from shared.core.language import _
from shared.core.state import Match
from shared.core.words import Code, Outcome


def scored(moment: Moment, match: Match, outcome: Outcome) -> Outcome:
    """The same result with a score, where points are played for and a score is known.

    The winner has the length; the other side what the scoreboard, or the result so far, gives it.
    """
    known = _known(match)
    if moment.book(match).scoring != "points" or outcome.points is not None or known is None:
        return outcome
    length, won = max(1, match.length), outcome.games[0].played is Code.WIN
    lost = min(known[1 if won else 0], length - 1)
    return replace(outcome, points=(length, lost) if won else (lost, length))


def by_score(first: int, second: int) -> Outcome:
    """The result that a score states, the left side's points first."""
    return Outcome((Code.WIN if first > second else Code.LOSS,), points=(first, second))


async def ask_score(ask: Ask, match: Match) -> Outcome:
    """Ask for both sides' points; one side has the length, the other fewer."""
    length, names = max(1, match.length), ask.app.moment().names(match)

    def objection(text: str) -> str:
        parts = text.replace("-", " ").replace("–", " ").split()
        points = [int(part) for part in parts if part.isascii() and part.isdigit()]
        good = len(parts) == len(points) == 2 and max(points) >= length > min(points)
        said = _("Two numbers, as {length} 3: one side has {length} points or more.")
        return "" if good else said.format(length=length)

    title = _("Points of {name} and {other}").format(name=names[0], other=names[1])
    text = await ask.text(title, hint=f"{length} 3", objection=objection)
    first, second = text.replace("-", " ").replace("–", " ").split()
    return by_score(int(first), int(second))


def _known(match: Match) -> tuple[int, int] | None:
    """The score as the board stood before the last game, else as the result has it."""
    if match.clock is not None and match.clock.score is not None:
        return match.clock.score.score
    told = match.result.outcome
    return told.points if told is not None else None
