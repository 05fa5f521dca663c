"""A wrong starting position: how many turns have ended, and what the sheet makes of it.

Reads what the table shows or has logged; rules nothing (USBGF-4.2.4).
"""

from __future__ import annotations

from collections.abc import Callable

from hall_server.referee.moment import Moment
from shared.core.backgammon import setup_stands
from shared.core.language import _
from shared.core.state import Match, Report


def turns_ended(moment: Moment, report: Report, match: Match) -> tuple[int, int] | None:
    """The turns that both have ended in the game of a report; None where nobody counted them."""
    seen = moment.live.get(match.uid)
    if seen is not None and seen.live.game == report.game:
        return seen.live.moves
    logged = match.clock
    return logged.moves if logged is not None and logged.game == report.game else None


def set_up_rule(ended: tuple[int, int]) -> Callable[[], str]:
    """What is done about a wrong set-up after ``ended`` turns of each."""
    return _stays if setup_stands(ended) else _put_right


def _stays() -> str:
    return _("Both have ended their second turn: the position stands, unless both agree.")


def _put_right() -> str:
    return _("Every misplaced checker goes to the point from which it was missing.")
