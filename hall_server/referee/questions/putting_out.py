"""What putting a player out writes: he is not paired until it is lifted, his match is lost. Pure.

Profanity takes a warning first, intoxication none (ACF-3.II.B, ACF-3.II.C).
"""

from __future__ import annotations

from hall_server.referee.moment import Moment
from hall_server.referee.questions.question import REFEREE, ruling
from shared.core import entities
from shared.core.events import PlayerSuspended
from shared.core.language import _
from shared.core.state import HallState, Match
from shared.core.words import SEATS, Code, Outcome
from shared.port import Draft


def open_matches(state: HallState, player: str) -> tuple[Match, ...]:
    """The matches of a player without a result that counts: he loses what is left of them."""
    return tuple(
        match
        for match in state.matches.values()
        if player in match.players and match.standing == "in_force" and not match.result.counts
    )


def put_out(moment: Moment, player: str, clause: str, why: str) -> tuple[Draft, ...]:
    """The suspension and the forfeit of the round, to be written."""
    found = [Draft(entities.suspension(player), PlayerSuspended(clause, why), REFEREE)]
    for match in open_matches(moment.state, player):
        lost = match.seat_of(player) == SEATS[0]
        code = Code.LOSS_BY_FORFEIT if lost else Code.WIN_BY_FORFEIT
        outcome = Outcome((code,) * moment.book(match).games_per_match)
        found.append(ruling(match, outcome, clause, why))
    return tuple(found)


def lost_words(moment: Moment, player: str) -> str:
    """Which match he loses with it, in a sentence; "" for none."""
    lost = [moment.table(match.table) for match in open_matches(moment.state, player)]
    said = _("His match at {tables} is forfeited.")
    return said.format(tables=", ".join(lost)) if lost else ""
