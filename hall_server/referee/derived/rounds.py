"""The last round of a division, its matches, and which of them are missing or have begun."""

from hall_server.referee.derived.moment import Moment
from shared.core.state import Match, Round


def latest(moment: Moment, division: str) -> Round | None:
    """Return the division's round with the highest number, or None before round 1."""
    rounds = [paired for key, paired in moment.state.rounds.items() if key[0] == division]
    return max(rounds, key=lambda paired: paired.number, default=None)


def matches_of(moment: Moment, paired: Round) -> tuple[Match, ...]:
    """Return the matches of a round that are not withdrawn."""
    return tuple(
        match
        for match in moment.state.matches.values()
        if (match.key.division, match.key.round_no) == paired.key and match.standing != "withdrawn"
    )


def missing(moment: Moment, paired: Round) -> tuple[Match, ...]:
    """Return the matches of a round without a result that counts."""
    return tuple(match for match in matches_of(moment, paired) if not match.settled)


def has_begun(moment: Moment, match: Match) -> bool:
    """Return whether a game of a match has begun, or a result of it was signed.

    A table that lost its power before the first press has only that to say of its game.
    """
    seen = moment.live.get(match.uid)
    running = seen is not None and (bool(seen.live.running) or any(seen.live.moves))
    restarted = any(report.type == "restart" for report in moment.reports_of(match.key))
    logged = match.presses or match.clock is not None or match.result.versions
    return running or restarted or bool(logged)
