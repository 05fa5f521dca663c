"""What else changes when a result is corrected: places and points, and rounds already paired."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from shared.core.standings import Row
from shared.core.state import HallState, Match, Result
from shared.core.tables import division_standings
from shared.core.words import Outcome


@dataclass(frozen=True, slots=True)
class Moved:
    """One player's line before and after; ``rank`` None is a dropout, who has no place."""

    before: Row
    after: Row


def moved(state: HallState, match: Match, outcome: Outcome) -> tuple[Moved, ...]:
    """Players whose place or points change; first those whose match points do."""
    after_state = corrected(state, match, outcome)
    before = {row.player: row for row in division_standings(state, match.key.division)}
    found = [
        Moved(before[row.player], row)
        for row in division_standings(after_state, match.key.division)
        if _said(before[row.player]) != _said(row)
    ]
    found.sort(key=lambda line: line.before.match_points == line.after.match_points)
    return tuple(found)


def corrected(state: HallState, match: Match, outcome: Outcome) -> HallState:
    """The state as it would be with another result of a match."""
    result = Result("ruled", outcome, match.result.versions, match.result.heads)
    changed = msgspec.structs.replace(match, result=result)
    return msgspec.structs.replace(state, matches={**state.matches, match.uid: changed})


def paired_since(state: HallState, match: Match) -> tuple[int, ...]:
    """Later rounds of the division that were paired from the result as it stood."""
    return tuple(
        sorted(
            number
            for division, number in state.rounds
            if division == match.key.division and number > match.key.round_no
        )
    )


def _said(row: Row) -> tuple[object, ...]:
    return row.rank, row.match_points, row.honor_points
