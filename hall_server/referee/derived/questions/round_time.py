"""When a match's round ends, and whether its players were told of Lowder's minute."""

from hall_server.referee.derived.moment import Moment
from shared.core.events import entities
from shared.core.match.move_time import lowder_may_begin
from shared.core.state import Match


def round_end(moment: Moment, match: Match) -> int | None:
    """Return when the match's round is to end, UTC ms: as posted, else by the rulebook; None for
    never."""
    moved = moment.state.moved.get((match.key.division, match.key.round_no))
    posted = moved.length_ms if moved is not None else None
    length_ms = posted or moment.book(match).round_length_ms
    return None if length_ms is None else match.starts_at + length_ms


def lowder_told(moment: Moment, match: Match) -> bool:
    """Return whether a minute a move may be required of a match now: its players have been told.

    Where no end of the round is known the referee alone says when it is time (ACF-1.X.B.c).
    """
    rule, ends_at = moment.book(match).lowder, round_end(moment, match)
    if rule is None or ends_at is None:
        return rule is not None
    told_at = lowder_told_at(moment, match.key.division, match.key.round_no)
    return lowder_may_begin(rule, ends_at, told_at, moment.hall_ms)


def lowder_told_at(moment: Moment, division: str, round_no: int) -> int | None:
    """Return when the players of a round were told, UTC ms; None while they were not."""
    said = moment.state.office.announcements.get(entities.lowder_notice(division, round_no))
    return None if said is None else said.at
