"""Taking a published round back while no game of it has begun: whether it may be, and the dialogue.

Shows and routes; writes after a yes. Its reason stays in the pairing log.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hall_server.referee.moment import Moment
from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.questions.about_rounds import latest, matches_of
from hall_server.referee.questions.question import REFEREE
from shared.core import entities
from shared.core.events import RoundPaired
from shared.core.state import Match, Round
from shared.port import Draft

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk


def may_take_back(moment: Moment, division: str) -> str:
    """Why the division's last round cannot be taken back; "" where no game of it has begun."""
    last = latest(moment, division)
    if last is None or last.contested or not last.event:
        return "No round is published that could be taken back."
    begun = [match.table for match in matches_of(moment, last) if _begun(moment, match)]
    return f"Round {last.number} has begun at {moment.tables(begun)}." if begun else ""


def take_back(app: RefereeDesk, division: str, then: Callable[[], object]) -> None:
    """Ask why, repeat the fact, write; ``then`` comes after it."""
    last = latest(app.moment(), division)
    if last is None or may_take_back(app.moment(), division):
        return
    which = f"round {last.number} of {app.hall.divisions[division].name}"
    matches = "1 match" if len(last.matches) == 1 else f"{len(last.matches)} matches"

    def reasoned(reason: str | None) -> None:
        if reason is None:
            return

        def write() -> None:
            app.drawings.pop(last.key, None)
            app.write(f"{which} taken back: {reason}", taken_back(last, reason))
            then()

        def changed() -> str:
            now = latest(app.moment(), division)
            same = now is not None and now.event == last.event
            other = "Another pairing is published since."
            return may_take_back(app.moment(), division) if same else other

        app.confirm(
            f"Take back {which}, {matches}: {reason}?", write, yes="Take back", changed=changed
        )

    app.push_screen(
        AskText(f"Why is {which} taken back?", hint="It stays in the log; lobby shows it."),
        reasoned,
    )


def taken_back(last: Round, reason: str) -> Draft:
    """That a published round is taken back, to be written."""
    trace = (f"Seed {last.seed}, {len(last.matches)} matches, taken back before play: {reason}",)
    body = RoundPaired(last.starts_at, last.seed, (), trace=trace, off=reason)
    return Draft(entities.pairing(*last.key), body, REFEREE)


def _begun(moment: Moment, match: Match) -> bool:
    seen = moment.live.get(match.uid)
    running = seen is not None and (bool(seen.live.running) or any(seen.live.moves))
    return running or bool(match.presses or match.clock is not None or match.result.versions)
