"""The dialogue that puts a player out until it is lifted, with his match of this round lost.

Profanity takes a warning first, intoxication none (ACF-3.II.B, ACF-3.II.C). Shows and routes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from hall_server.referee.questions.about_incidents import warned_words
from hall_server.referee.questions.putting_out import (
    lost_words,
    put_out,
)
from hall_server.referee.questions.question import REFEREE
from shared.core import entities
from shared.core.events import PlayerSuspended
from shared.core.language import _
from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.state import FALLBACK
from shared.port import Draft

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk


def suspend(app: RefereeDesk, ident: str) -> None:
    """Put a player out, or let one in again who is out."""
    player = app.hall.players.get(ident)
    if player is None or player.withdrawn_after is not None:
        return
    if player.suspended:
        _lift(app, ident)
        return

    def picked(clause: str | None) -> None:
        if clause is None:
            return

        def reasoned(why: str | None) -> None:
            if why is not None:
                _confirm(app, ident, clause, why)

        warned = any(one.clause == clause and one.warned for one in book.sheet.grounds)
        hint = warned_words(app.moment(), ident) if warned else ""
        title = _("What has {name} done?").format(name=player.name)
        app.push_screen(AskText(title, hint=hint), reasoned)

    division = app.hall.divisions.get(player.division)
    book = RULEBOOKS[FALLBACK] if division is None or division.unreadable else division.book
    app.push_screen(PickScreen(_("Put {name} out").format(name=player.name), grounds(book)), picked)


def grounds(book: Rulebook) -> tuple[Line, ...]:
    """For what a sheet has a player put out; by the referee's own say under all of them."""
    own = Line(book.sheet.authority, _(" Another reason, by the referee's final say"))
    return (*(Line(one.clause, f" {_(one.words)}") for one in book.sheet.grounds), own)


def _confirm(app: RefereeDesk, ident: str, clause: str, why: str) -> None:
    name = app.hall.players[ident].name
    forfeits = lost_words(app.moment(), ident)

    def write() -> None:
        app.write(
            _("{name} is out ({clause})").format(name=name, clause=clause),
            *put_out(app.moment(), ident, clause, why),
        )

    sentence = _("{name} is out until you lift it, and is not paired ({clause}: {why}).").format(
        name=name, clause=clause, why=why
    )
    app.confirm(f"{sentence} {forfeits}".rstrip(), write, yes=_("Put out"))


def _lift(app: RefereeDesk, ident: str) -> None:
    player = app.hall.players[ident]

    def lift() -> None:
        clause, _colon, why = player.suspended.partition(": ")
        body = PlayerSuspended(clause, why, lifted=True)
        draft = Draft(entities.suspension(ident), body, REFEREE)
        app.write(_("{name} plays again").format(name=player.name), draft)

    sentence = _("{name} is out, {reason}. Lift it: he is paired again?").format(
        name=player.name, reason=player.suspended
    )
    app.confirm(sentence, lift, yes=_("Lift it"))
