"""A published round: whether it can be taken back, or begin later."""

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.rounds import has_begun, latest, matches_of
from shared.core.text.language import _
from shared.pairing.by_hand.checked import BY_HAND


def may_take_back(moment: Moment, division: str) -> str:
    """Return why the division's last round cannot be taken back; "" where no game of it has
    begun."""
    last = latest(moment, division)
    if last is None or last.contested or not last.event:
        return _("No round is published that could be taken back.")
    begun = [match.table for match in matches_of(moment, last) if has_begun(moment, match)]
    if not begun:
        return ""
    return _("Round {number} has begun at {tables}.").format(
        number=last.number, tables=moment.tables(begun)
    )


def may_postpone(moment: Moment, division: str) -> bool:
    """Return whether the division's last round can begin later: no game of it has begun. On a sheet
    each match has an hour of its own."""
    by_hand = moment.state.divisions[division].book.pairing_system in BY_HAND
    return by_hand and not may_take_back(moment, division)
