"""What players owe and have paid as lines of a list, who owes most first. Pure, and private."""

from collections.abc import Mapping

from hall_server.derived.lists import by_debt, total
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.people.registration import players_of
from shared.core.standings.prizes import dollars
from shared.core.state.office import Known
from shared.core.text.language import _
from shared.tui.names import columns

_MONEY = 10


def lines(
    moment: Moment, division: str, private: Mapping[str, Known], width: int
) -> tuple[ListLine, ...]:
    """Return one line a player: name, due, paid and what is left to pay."""
    found = []
    for player, fees in by_debt(players_of(moment.state, division), private):
        owes = fees.rest > 0
        words = dollars(fees.rest) if owes else "√" if fees.due else "–"
        cells = (player.name, dollars(fees.due), dollars(fees.paid), words)
        tone = "caution" if owes else "good" if fees.due else "ink-soft"
        found.append(ListLine(player.id, columns(cells, _widths(width), "<>>>"), tone))
    return tuple(found)


def heading(width: int) -> str:
    """Return the heading over the columns of ``lines``."""
    cells = (_("player"), _("fee"), _("paid"), _("owes"))
    return columns(cells, _widths(width), "<>>>")


def total_words(moment: Moment, division: str, private: Mapping[str, Known]) -> str:
    """Return what all of them owe and have paid together."""
    whole = total(by_debt(players_of(moment.state, division), private))
    words = _("All together: {due} in fees, {paid} paid, {rest} owed.")
    return words.format(
        due=dollars(whole.due), paid=dollars(whole.paid), rest=dollars(max(0, whole.rest))
    )


def _widths(width: int) -> tuple[int, ...]:
    name = min(max(width - 3 * (_MONEY + 2) - 3, 10), 44)
    return (name, _MONEY, _MONEY, _MONEY)
