"""A game that the referee rules forfeited before it is played: the order to its table, said once.

The table enters it and goes on to the next game; nobody has to remember it with the score.
"""

from __future__ import annotations

from hall_server.referee.moment import Moment
from hall_server.referee.questions.question import REFEREE
from shared.core import entities
from shared.core.desks import GivenOrder
from shared.core.events import Order, OrderGiven
from shared.core.state import Match
from shared.core.words import Seat
from shared.port import Draft


def forfeit(seat: Seat, game: int) -> Order:
    """What the table does: game number ``game`` (from 1) is lost by ``seat``, not played."""
    return Order("forfeit", game=game, seat=seat)


def forfeit_order(match: Match, seat: Seat, game: int, clause: str, why: str) -> Draft:
    """The order to a match's table that a game is forfeited, to be written."""
    return order_given(match, forfeit(seat, game), clause, why)


def order_given(match: Match, order: Order, clause: str, why: str) -> Draft:
    """An order to a match's table that no report asked for; the same one twice is one entity."""
    of = "" if order.seat is None else f"-{order.game}-{order.seat}"
    ent = entities.order(match.key, f"{order.kind}{of}")
    return Draft(ent, OrderGiven(order, clause, why), REFEREE)


def ordered_forfeits(moment: Moment, match: Match) -> tuple[GivenOrder, ...]:
    """The games of a match that were ruled forfeited so, oldest first."""
    given = moment.state.desks.orders_to(match.uid)
    return tuple(order for order in given if order.order.kind == "forfeit")


def forfeited(moment: Moment, match: Match, seat: Seat, game: int) -> bool:
    """Whether it was ruled already that ``seat`` has lost a game so, by order or by an answer."""
    answers = (
        report.answer.order for report in moment.reports_of(match.key) if report.answer is not None
    )
    orders = (given.order for given in ordered_forfeits(moment, match))
    return forfeit(seat, game) in (*orders, *answers)
