"""Answering a wish, at a kiosk or at the desk: what is written, and what is so once it is granted.

Who enters players answers what they ask. A withdrawal asks what it always asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.asked.ask import Ask, Left
from hall_server.referee.asked.rulings.undoing import instead_words
from hall_server.referee.asked.rulings.withdrawing import withdrawing
from hall_server.referee.derived.questions.about_requests import carried_out
from hall_server.referee.derived.questions.decided_cases import lapsed
from hall_server.referee.derived.questions.question import rules
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.facts import Case
from shared.core.decisions.words import all_said
from shared.core.decisions.writing import Ground, decide
from shared.core.events import entities
from shared.core.events.measures import RequestGranted
from shared.core.text.language import _, headed

if TYPE_CHECKING:
    from shared.core.decisions.options import Option
    from shared.port import Draft
from hall_server.referee.asked.ask import dialogue
from hall_server.referee.derived.questions.about_requests import bye_words
from shared.core.decisions.requests import next_bye, next_round
from shared.core.decisions.writing import undo
from shared.core.state import Player


def answer(case: Case, option: Option, reason: str) -> Draft:
    """Return the decision that answers a wish, to be written."""
    request = case.request
    assert request is not None
    return decide(
        entities.player_decision(request.player),
        case.ident,
        option.measures,
        Ground(option.clause, reason),
        settles=(request.event,),
        instead=case.replaces,
    )


async def answering(ask: Ask, case: Case, option: Option, question: str = "") -> None:
    """Grant or refuse a wish; what is granted is carried out with it, after a yes."""
    desk, request = ask.desk, case.request
    assert request is not None
    player = desk.hall.players.get(request.player)
    if player is None:
        return

    def changed() -> str:
        return lapsed(desk.moment(), case, option)

    moment, name = desk.moment(), player.name
    written = answer(case, option, desk.own_notes.get(question, ""))
    granted = any(isinstance(one, RequestGranted) for one in option.measures)
    if granted and request.what == "withdraw" and player.withdrawn_after is None:
        await withdrawing(ask, player.id, (written,), question, changed)
        desk.own_notes.pop(question, None)
        return
    words, effects = carried_out(moment, request, player) if granted else ("", ())
    said = headed(name, all_said(option.measures, (name, name)))
    instead = tuple(filter(None, instead_words(moment, case.replaces, option.measures)))
    entry = Writing(said.rstrip("."), (written, *effects), question)
    if instead or any(rules(draft.body) for draft in entry.drafts):
        by = f" ({option.clause})" if option.clause else ""
        fact = "\n".join(filter(None, (f"{said.rstrip('.')}{by}?", words, *instead)))
        confirmed = await ask.confirm(fact, entry, yes=_("Rule"), changed=changed)
        desk.own_notes.pop(question, None)
        desk.rule(confirmed)
        return
    if between := changed():
        await ask.read(_("Nothing was written"), (between,))
        raise Left
    desk.own_notes.pop(question, None)
    desk.note(entry)


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
