"""The dialogue that puts a player out until it is lifted, with his match of this round lost.

Profanity takes a warning first, intoxication none (ACF-3.II.B, ACF-3.II.C). Shows and routes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from hall_server.referee.questions.question import REFEREE, ruling
from shared.core import entities
from shared.core.events import PlayerSuspended
from shared.core.incidents import authority, sheet_of
from shared.core.language import _
from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.state import FALLBACK, HallState, Match
from shared.core.words import SEATS, Code, Outcome
from shared.port import Draft

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk

PROFANITY, INTOXICATION, ILLEGAL_PLAYS = "ACF-3.II.B", "ACF-3.II.C", "USBGF-4.2.3"


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

        app.push_screen(AskText(_("What has {name} done?").format(name=player.name)), reasoned)

    division = app.hall.divisions.get(player.division)
    book = RULEBOOKS[FALLBACK] if division is None or division.unreadable else division.book
    app.push_screen(PickScreen(_("Put {name} out").format(name=player.name), grounds(book)), picked)


def grounds(book: Rulebook) -> tuple[Line, ...]:
    """For what a sheet has a player put out; by the referee's own say under all of them."""
    own = Line(authority(book), _(" Another reason, by the referee's final say"))
    if sheet_of(book) == "ACF":
        return (
            Line(
                PROFANITY, _(" Profanity, after a warning: out for the round and until it ceases")
            ),
            Line(
                INTOXICATION,
                _(" Intoxication, without a warning: out for the round and until sober"),
            ),
            own,
        )
    if sheet_of(book) == "USBGF":
        return (Line(ILLEGAL_PLAYS, _(" Illegal plays again and again: disqualified")), own)
    return (own,)


def open_matches(state: HallState, player: str) -> tuple[Match, ...]:
    """The matches of a player without a result that counts: he loses what is left of them."""
    return tuple(
        match
        for match in state.matches.values()
        if player in match.players and match.standing == "in_force" and not match.result.counts
    )


def drafts(app: RefereeDesk, ident: str, clause: str, why: str) -> tuple[Draft, ...]:
    """The suspension and the forfeit of the round, to be written."""
    found = [Draft(entities.suspension(ident), PlayerSuspended(clause, why), REFEREE)]
    moment = app.moment()
    for match in open_matches(app.hall, ident):
        lost = match.seat_of(ident) == SEATS[0]
        code = Code.LOSS_BY_FORFEIT if lost else Code.WIN_BY_FORFEIT
        outcome = Outcome((code,) * moment.book(match).games_per_match)
        found.append(ruling(match, outcome, clause, why))
    return tuple(found)


def _confirm(app: RefereeDesk, ident: str, clause: str, why: str) -> None:
    name = app.hall.players[ident].name
    moment = app.moment()
    lost = [moment.table(match.table) for match in open_matches(app.hall, ident)]
    forfeits = (
        _(" His match at {tables} is forfeited.").format(tables=", ".join(lost)) if lost else ""
    )

    def put_out() -> None:
        app.write(
            _("{name} is out ({clause})").format(name=name, clause=clause),
            *drafts(app, ident, clause, why),
        )

    sentence = _(
        "{name} is out until you lift it, and is not paired ({clause}: {why}).{forfeits}"
    ).format(name=name, clause=clause, why=why, forfeits=forfeits)
    app.confirm(sentence, put_out, yes=_("Put out"))


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
