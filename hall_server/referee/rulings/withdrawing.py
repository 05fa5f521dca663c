"""The dialogue in which a player withdraws. Shows and routes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.questions.question import REFEREE
from shared.core import entities
from shared.core.events import PlayerWithdrawn
from shared.core.language import _
from shared.core.requests import last_round_played
from shared.port import Draft

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk


def withdraw(app: RefereeDesk, ident: str) -> None:
    """ACF-2.IV.D: before the pairing he is left out; after it he forfeits the round."""
    player = app.hall.players.get(ident)
    if player is None or player.withdrawn_after is not None:
        return
    after = last_round_played(app.hall, ident)

    def reasoned(reason: str | None) -> None:
        if reason is None:
            return

        def leave() -> None:
            body = PlayerWithdrawn(after, reason)
            draft = Draft(entities.withdrawal(ident), body, REFEREE)
            app.write(
                _("{name} withdrawn after round {after}").format(name=player.name, after=after),
                draft,
            )

        sentence = _("{name} leaves after round {after} and is not paired again?").format(
            name=player.name, after=after
        )
        app.confirm(sentence, leave, yes=_("Withdraw"), no=_("Keep"))

    app.push_screen(AskText(_("Why does {name} withdraw?").format(name=player.name)), reasoned)
