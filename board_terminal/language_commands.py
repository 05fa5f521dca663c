"""Choosing the language of the table, before a match: for both players, or one side's own."""

from __future__ import annotations

from collections.abc import Callable

from board_terminal.desk import NOTHING, Ask
from board_terminal.flow import TableFlow
from board_terminal.languages import Languages
from shared.core.day import Phase
from shared.core.language import _
from shared.core.words import Seat
from shared.languages import LANGUAGES


def next_for(flow: TableFlow, seat: Seat) -> None:
    """One side goes on to its own next language."""
    _speak(flow, flow.desk.languages.next_for(seat))


def _language(flow: TableFlow, rest: str, at: int) -> None:
    """Ask, while both sit down; or take an answer for both."""
    session = flow.desk.session
    if flow.desk.ask.kind == "language" and rest in LANGUAGES:
        flow.change(ask=NOTHING)
        _speak(flow, flow.desk.languages.for_both(rest))
    elif session is not None and session.phase is Phase.SEATING:
        flow.change(ask=Ask("language"))


def _speak(flow: TableFlow, languages: Languages) -> None:
    match = flow.desk.match
    flow.change(languages=languages)
    if match is None:
        return
    try:
        flow.keep_languages(languages.told, match.uid)
    except OSError as error:
        words = _(
            "The language could not be kept for the next start ({error}). Everything else is safe."
        )
        flow.change(hint=words.format(error=error.strerror))


LANGUAGE_COMMANDS: dict[str, Callable[[TableFlow, str, int], None]] = {"language": _language}
