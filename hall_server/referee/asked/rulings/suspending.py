"""The dialogue that puts a player out until it is lifted. Shows and routes.

Profanity takes a warning first, intoxication none (ACF-3.II.B, ACF-3.II.C).
"""

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.questions.about_incidents import warned_words
from hall_server.referee.derived.questions.putting_out import lost_words, put_out
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.standing import ground
from shared.core.decisions.writing import Ground, undo
from shared.core.events.measures import Suspended
from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.state import FALLBACK, HallState, Player
from shared.core.text.language import _


@dialogue
async def suspend(ask: Ask, ident: str) -> None:
    """Put a player out, or let one in again who is out."""
    player = ask.desk.hall.players.get(ident)
    if player is None or player.withdrawn_after is not None:
        return
    if player.suspended is not None:
        await _lift(ask, player)
        return
    name, book = player.name, _book(ask.desk.hall, player)
    clause = await ask.pick(_("Put {name} out").format(name=name), grounds(book))
    warned = any(one.clause == clause and one.warned for one in book.sheet.grounds)
    hint = warned_words(ask.desk.moment(), ident) if warned else ""
    why = await ask.text(_("What has {name} done?").format(name=name), hint=hint)
    entry = Writing(
        _("{name} is out ({clause})").format(name=name, clause=clause),
        put_out(ask.desk.moment(), ident, Ground(clause, why)),
    )
    fact = _("{name} is out until you lift it, and is not paired ({clause}: {why}).")
    sentence = fact.format(name=name, clause=clause, why=why)
    forfeits = lost_words(ask.desk.moment(), ident)
    said = f"{sentence} {forfeits}".rstrip()
    ask.desk.rule(await ask.confirm(said, entry, yes=_("Put out")))


def _book(state: HallState, player: Player) -> Rulebook:
    division = state.divisions.get(player.division)
    return RULEBOOKS[FALLBACK] if division is None or division.unreadable else division.book


def grounds(book: Rulebook) -> tuple[ListLine, ...]:
    """For what a sheet has a player put out; by the referee's own say under all of them."""
    own = ListLine(book.sheet.authority, _(" Another reason, by the referee's final say"))
    return (*(ListLine(one.clause, f" {_(one.words)}") for one in book.sheet.grounds), own)


async def _lift(ask: Ask, player: Player) -> None:
    out = player.suspended
    assert out is not None
    suspensions = tuple(
        one
        for one in player.decisions
        if one.counts and any(isinstance(measure, Suspended) for _token, measure in one.measures)
    )
    entry = Writing(
        _("{name} plays again").format(name=player.name),
        (undo(*(suspensions or (out,))),),
    )
    fact = _("{name} is out, {reason}. Lift it? The player is paired again.")
    said = fact.format(name=player.name, reason=ground(out))
    ask.desk.rule(await ask.confirm(said, entry, yes=_("Lift it")))
