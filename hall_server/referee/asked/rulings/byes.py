"""A bye that a player asked the referee for: given or taken back before the round is paired."""

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.questions.about_requests import bye_words
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.requests import next_bye, next_round
from shared.core.decisions.writing import Ground, decide, undo
from shared.core.events import entities
from shared.core.events.measures import RequestGranted
from shared.core.state import Player
from shared.core.text.language import _


@dialogue
async def turn_bye(ask: Ask, player: Player) -> None:
    """Give a bye in the next round, or take back the one that was given."""
    desk, number = ask.desk, next_round(ask.desk.hall, player)

    def changed() -> str:
        now = desk.hall.players.get(player.id)
        same = now == player and next_round(desk.hall, player) == number
        return "" if same else _("Players or rounds changed since.")

    granted = [
        one
        for one in player.decisions
        if one.counts and RequestGranted("bye", number or 0) in [m for _t, m in one.measures]
    ]
    if granted:
        reason = await ask.text(_("Why is the bye taken back?"), hint=_("It stays in the log."))
        fact = _("{name} has no bye in round {number} and is paired: {reason}?")
        told = fact.format(name=player.name, number=number, reason=reason)
        entry = Writing(told.rstrip("?"), tuple(undo(one, reason=reason) for one in granted))
        desk.rule(await ask.confirm(told, entry, yes=_("Take back"), changed=changed))
        return
    if number is None or next_bye(desk.hall, player) is None:
        await ask.read(player.name, (bye_words(desk.moment(), player, number or 0),))
        return
    book = desk.hall.divisions[player.division].book
    draft = decide(
        entities.player_decision(player.id),
        desk.token(),
        (RequestGranted("bye", number),),
        Ground(book.clause("requested_byes")),
    )
    fact = bye_words(desk.moment(), player, number)
    desk.rule(await ask.confirm(fact, Writing(fact, (draft,)), yes=_("Give it"), changed=changed))
