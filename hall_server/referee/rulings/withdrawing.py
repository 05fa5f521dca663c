"""The dialogue in which a player withdraws. Shows and routes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.pairing.boards import emergency
from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from hall_server.referee.questions.question import REFEREE
from shared.core import entities
from shared.core.events import PlayerWithdrawn
from shared.core.language import _
from shared.core.requests import last_round_played
from shared.port import Draft

EMERGENCY = "APCA-30"

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk


def withdraw(app: RefereeDesk, ident: str) -> None:
    """ACF-2.IV.D: before the pairing he is left out; after it he forfeits the round."""
    player = app.hall.players.get(ident)
    if player is None or player.withdrawn_after is not None:
        return
    division = app.hall.divisions.get(player.division)
    if division is None or division.unreadable or division.book.leaving is None:
        _ask(app, ident, "", ())
        return
    moment, clause = app.moment(), division.book.clauses.get("leaving", EMERGENCY)
    why, effects = emergency(moment, division, ident, app.token)
    if not why:
        _ask(app, ident, "", ())
        return

    def picked(key: str | None) -> None:
        if key is not None:
            _ask(
                app, ident, why if key == "emergency" else "", effects if key == "emergency" else ()
            )

    lines = (
        Line("other", _(" No emergency: no free points, results stand")),
        Line("emergency", _(" An emergency that the director accepts: {why}").format(why=why)),
    )
    title = _("{name} leaves {clause}").format(name=player.name, clause=clause)
    app.push_screen(PickScreen(title, lines), picked)


def _ask(app: RefereeDesk, ident: str, why: str, effects: tuple[Draft, ...]) -> None:
    """Why he goes; ``effects`` are written with it, and ``why`` says what they do."""
    player = app.hall.players[ident]
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
                *effects,
            )

        sentence = _("{name} leaves after round {after} and is not paired again?").format(
            name=player.name, after=after
        )
        app.confirm(f"{sentence} {why}".strip(), leave, yes=_("Withdraw"), no=_("Keep"))

    app.push_screen(AskText(_("Why does {name} withdraw?").format(name=player.name)), reasoned)
