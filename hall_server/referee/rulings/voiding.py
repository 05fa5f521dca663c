"""Ruling a match of a draw sheet void, so that the sheet has it played again. Routes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.rulings.choices import decided, no_points, told
from hall_server.referee.rulings.ruling_screen import RulingScreen
from shared.core.state import Match

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk


def rule_void(app: RefereeDesk, match: Match) -> None:
    """Open the ruling with what else it changes; it is written after a reason and a yes."""
    choice = no_points(app.moment().book(match), match)

    def write(clause: str, reason: str) -> None:
        drafts = decided(match, None, choice, clause, reason)
        app.write(told(app.moment(), drafts), *drafts)

    app.push_screen(RulingScreen(match, choice, True, write, lambda: ""))
