"""The way to the pairing of a division, where another place of the championship pairs it.

Owns that question alone: what is paired here opens at once.
"""

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.questions.about_divisions import may_take, taking, who_pairs
from hall_server.referee.derived.writing import Writing
from shared.core.text.language import _


@dialogue
async def open_pairing(ask: Ask, ident: str) -> None:
    """Open the pairing of a division."""
    await opening(ask, ident)


async def opening(ask: Ask, ident: str) -> None:
    """Open the pairing of a division, offer to take it over, or say who has it."""
    desk = ask.desk
    division = desk.hall.divisions[ident]
    if desk.hall.pairs(ident):
        ask.app.show_pairing(ident)
        return
    who = who_pairs(division)
    if not may_take(desk.hall, division):
        told = _("{who} pairs {division}. Its rounds come down from there.")
        desk.ledger.refused(told.format(who=who, division=division.name))
        ask.app.look()
        return
    draft = taking(desk.hall, division)
    entry = Writing(_("{division} is paired here").format(division=division.name), (draft,))
    fact = _(
        "{who} pairs {division}. Take it over only if they agree or cannot be reached:"
        " what they pair from now on, and this place has not seen, does not count."
    ).format(who=who, division=division.name)
    desk.rule(await ask.confirm(fact, entry, yes=_("Take over")))
