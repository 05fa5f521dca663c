"""Ruling a match of a draw sheet void, so that the sheet has it played again. Routes."""

from __future__ import annotations

from hall_server.referee.ask import Ask, Entry, dialogue
from hall_server.referee.rulings.choices import decided, no_points, told
from hall_server.referee.rulings.ruling_screen import RulingScreen
from shared.core.state import Match


@dialogue
async def rule_void(ask: Ask, match: Match) -> None:
    """Open the ruling with what else it changes; it is written after a reason and a yes."""
    app = ask.app
    choice = no_points(app.moment().book(match), match)

    def entry(clause: str, reason: str) -> Entry:
        drafts = decided(match, None, choice, clause, reason)
        return Entry(told(app.moment(), drafts), drafts)

    app.rule(await ask.screen(RulingScreen(match, choice, True, entry, lambda: "")))
