"""What putting a player out writes: they are not paired until it is undone, their match is lost.

Profanity takes a warning first, intoxication none (ACF-3.II.B, ACF-3.II.C).
"""

from collections.abc import Sequence

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_results import all_forfeited
from shared.core.decisions.writing import Ground, decide, decide_match
from shared.core.events import entities
from shared.core.events.measures import Suspended
from shared.core.state import HallState, Match
from shared.core.text.language import _
from shared.port import Draft


def open_matches(state: HallState, player: str) -> tuple[Match, ...]:
    """Return the matches of a player without a result that counts: what is left of them is lost."""
    return tuple(
        match
        for match in state.matches.values()
        if player in match.players and match.standing == "in_force" and not match.result.counts
    )


def put_out(
    moment: Moment, player: str, ground: Ground, settles: Sequence[str] = ()
) -> tuple[Draft, ...]:
    """Return the suspension and the forfeit of the round, to be written.

    ``settles`` are the reports that led to it.
    """
    out = entities.player_decision(player)
    found = [decide(out, player, (Suspended(),), ground, settles=settles)]
    for match in open_matches(moment.state, player):
        seat = match.seat_of(player)
        assert seat is not None
        outcome = all_forfeited(moment.book(match), seat)
        found.append(decide_match(match, outcome, ground, settles))
    return tuple(found)


def lost_words(moment: Moment, player: str) -> str:
    """Return which match a player loses with it, in a sentence; "" for none."""
    lost = [moment.table(match.table) for match in open_matches(moment.state, player)]
    said = _("The player's match at {tables} is forfeited.")
    return said.format(tables=", ".join(lost)) if lost else ""
