"""The dialogue in which a player withdraws. Shows and routes."""

from collections.abc import Callable, Sequence

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.rulings.granting import place_words
from hall_server.referee.asked.rulings.returning import returning
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.pairing.boards import emergency, emergency_rulings
from hall_server.referee.derived.rulings.effects import after_rulings
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.requests import last_round_played
from shared.core.decisions.writing import REFEREE, Ground, decide_match
from shared.core.events import PlayerWithdrawn, entities
from shared.core.state import Player
from shared.core.text.language import _
from shared.pairing.round_robin.dropouts import points_if_void, robin_departure, void_results
from shared.port import Draft


@dialogue
async def withdraw(ask: Ask, ident: str) -> None:
    """Withdraw a player; one who is withdrawn comes back."""
    player = ask.desk.hall.players.get(ident)
    if player is not None and player.withdrawn_after is not None:
        await returning(ask, player)
    else:
        await withdrawing(ask, ident)


async def withdrawing(
    ask: Ask,
    ident: str,
    granted: Sequence[Draft] = (),
    question: str = "",
    changed: Callable[[], str] = lambda: "",
    ruling: str = "",
) -> None:
    """ACF-2.IV.D: before the pairing the player is left out; after it the round is forfeited.

    ``granted`` grants the player's own wish with it, which says why enough; ``question`` is the key
    of the question that it answers, ``changed`` says what came between, and ``ruling`` which
    ruling grants it where that is not the desk's own answer.
    """
    desk = ask.desk
    player = desk.hall.players.get(ident)
    if player is None or player.withdrawn_after is not None:
        return
    why, left = await _emergency(ask, player), await _left_behind(ask, player)
    after = last_round_played(desk.hall, ident)
    reason = desk.own_notes.get(question, "")
    if why or not granted:
        asked = _("Why does {name} withdraw?").format(name=player.name)
        reason = await ask.text(asked, value=reason)
    draft = Draft(entities.withdrawal(ident), PlayerWithdrawn(after, reason), REFEREE)
    said = _("{name} withdrawn after round {after}").format(name=player.name, after=after)
    fact = _("{name} leaves after round {after} and is not paired again?").format(
        name=player.name, after=after
    )
    effects: tuple[Draft, ...] = ()
    if why:
        division = desk.hall.divisions[player.division]
        effects = emergency_rulings(desk.moment(), division, ident, reason)
        stands = after_rulings(desk.hall, effects)
        why = "\n".join((why, *place_words(desk.moment(), division.id, stands)))
    if left == "void":
        clause = desk.hall.divisions[player.division].book.clause("round_robin.keep_after_rounds")
        effects = tuple(
            decide_match(desk.hall.matches[uid], outcome, Ground(clause, reason))
            for uid, outcome in void_results(desk.hall, player).items()
        )
        points = points_if_void(desk.hall, player).items()
        told = [f"{desk.moment().name(p)} {before} → {after}" for p, (before, after) in points]
        why = _("Results are void but rated, every opponent scores a bye. Points: {points}.")
        why = why.format(points=", ".join(told) or _("unchanged"))
    entry = Writing(said, (draft, *effects, *granted), question)
    fact = f"{ruling}\n{fact} {why}".strip()
    desk.rule(await ask.confirm(fact, entry, yes=_("Withdraw"), no=_("Keep"), changed=changed))


async def _left_behind(ask: Ask, player: Player) -> str:
    """ACF-2.VI.B: whether the results of one who leaves a round robin stand or are void."""
    found = robin_departure(ask.desk.hall, player)
    if found is None:
        return "stand"
    book = ask.desk.hall.divisions[player.division].book
    ways = {
        "stand": _(" Results stand; each opponent still to come scores a bye"),
        "void": _(" Results are void but rated; every opponent scores a bye"),
    }
    proposed = "caution" if found.asks else "good"
    lines = [ListLine(way, words, proposed if way == found.proposal else "ink")
             for way, words in ways.items()]  # fmt: skip
    lines.sort(key=lambda line: line.key != found.proposal)
    title = _("{name} leaves {clause}. {why}").format(
        name=player.name, clause=book.clause("round_robin.keep_after_rounds"), why=found.why.said()
    )
    if found.asks:
        title += " " + _("You decide.")
    return await ask.pick(title, lines)


async def _emergency(ask: Ask, player: Player) -> str:
    """Return what an emergency does that the director accepts; "" where there is none."""
    division = ask.desk.hall.divisions.get(player.division)
    if division is None or division.unreadable or division.book.leaving is None:
        return ""
    why = emergency(ask.desk.moment(), division, player.id)
    if not why:
        return ""
    lines = (
        ListLine("other", _(" No emergency: no free points, results stand")),
        ListLine("emergency", _(" An emergency that the director accepts: {why}").format(why=why)),
    )
    clause = division.book.clause("leaving")
    title = _("{name} leaves {clause}").format(name=player.name, clause=clause)
    return why if await ask.pick(title, lines) == "emergency" else ""
