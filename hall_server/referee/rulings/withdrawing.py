"""The dialogue in which a player withdraws. Shows and routes."""

from __future__ import annotations

from hall_server.referee.ask import Ask, Entry, dialogue
from hall_server.referee.pairing.boards import emergency
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.questions.question import REFEREE
from shared.core import entities
from shared.core.events import PlayerWithdrawn
from shared.core.language import _
from shared.core.requests import last_round_played
from shared.core.state import Player
from shared.port import Draft


@dialogue
async def withdraw(ask: Ask, ident: str) -> None:
    """Withdraw a player."""
    await withdrawing(ask, ident)


async def withdrawing(ask: Ask, ident: str) -> None:
    """ACF-2.IV.D: before the pairing the player is left out; after it the round is forfeited."""
    app = ask.app
    player = app.hall.players.get(ident)
    if player is None or player.withdrawn_after is not None:
        return
    why, effects = await _emergency(ask, player)
    after = last_round_played(app.hall, ident)
    reason = await ask.text(_("Why does {name} withdraw?").format(name=player.name))
    draft = Draft(entities.withdrawal(ident), PlayerWithdrawn(after, reason), REFEREE)
    said = _("{name} withdrawn after round {after}").format(name=player.name, after=after)
    fact = _("{name} leaves after round {after} and is not paired again?").format(
        name=player.name, after=after
    )
    entry = Entry(said, (draft, *effects))
    app.rule(await ask.confirm(f"{fact} {why}".strip(), entry, yes=_("Withdraw"), no=_("Keep")))


async def _emergency(ask: Ask, player: Player) -> tuple[str, tuple[Draft, ...]]:
    """What is written with it where the director accepts an emergency, and what that does."""
    division = ask.app.hall.divisions.get(player.division)
    if division is None or division.unreadable or division.book.leaving is None:
        return "", ()
    clause = division.book.clause("leaving")
    why, effects = emergency(ask.app.moment(), division, player.id, ask.app.token)
    if not why:
        return "", ()
    lines = (
        Line("other", _(" No emergency: no free points, results stand")),
        Line("emergency", _(" An emergency that the director accepts: {why}").format(why=why)),
    )
    title = _("{name} leaves {clause}").format(name=player.name, clause=clause)
    return (why, effects) if await ask.pick(title, lines) == "emergency" else ("", ())
