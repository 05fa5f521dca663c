"""The dialogues of a tie: breaking it, breaking it otherwise, taking that back."""

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.rulings.granting import place_words
from hall_server.referee.asked.rulings.undoing import undoing
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.rulings import ties
from hall_server.referee.derived.rulings.effects import with_tie
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.words import all_said, with_grounds
from shared.core.decisions.writing import Ground
from shared.core.events.measures import TieBroken
from shared.core.standings import order as standings
from shared.core.state import Decision
from shared.core.text.language import _
from shared.pairing.places import division_standings

_SHARE = "share"


@dialogue
async def break_tie(ask: Ask, division: str, rank: int) -> None:
    """Break the tie for a place."""
    rows = division_standings(ask.desk.hall, division)
    tie = next((tie for tie in standings.ties(rows) if tie[0].rank == rank), ())
    if tie:
        await _breaking(ask, division, tuple(row.player for row in tie), rank)


@dialogue
async def broken_tie(ask: Ask, division: str, event: str) -> None:
    """Break a tie otherwise than before, or take that back."""
    moment = ask.desk.moment()
    found = [each for each in ties.broken(moment, division) if each[0].event == event]
    for decision, measure, there in found:
        again = (ListLine("again", " " + _("Break the tie otherwise")),) if there else ()
        back = ListLine("back", " " + _("Take the ruling back"))
        if await ask.pick(ties.said_tie(moment, decision), (*again, back)) == "back":
            await undoing(ask, (decision,))
            return
        rows = division_standings(ask.desk.hall, division)
        first = min(row.rank or 0 for row in rows if row.player in measure.players)
        await _breaking(ask, division, measure.players, first, decision)


async def _breaking(
    ask: Ask, division: str, players: tuple[str, ...], rank: int, *instead: Decision
) -> None:
    desk, moment = ask.desk, ask.desk.moment()
    book, without = desk.hall.divisions[division].book, tuple(each.event for each in instead)
    places: list[tuple[str, ...]] = []
    rest = list(players)
    while len(rest) > 1:
        place = rank + len(players) - len(rest)
        lines = [ListLine(player, f" {moment.name(player)}") for player in rest]
        if places:
            words = _("They share place {place}").format(place=place)
            lines.append(ListLine(_SHARE, f" {words}"))
        best = await ask.pick(_("Who has place {place}?").format(place=place), lines)
        if best == _SHARE:
            break
        places.append((best,))
        rest.remove(best)
    ways = (
        ListLine("playoff", " " + _("By a playoff")),
        ListLine("tie_breaker", " " + _("By a tie-breaker, or by lot")),
    )
    method = await ask.pick(_("How was the tie broken?"), ways)
    reason = ""
    if method != "playoff":
        reason = await ask.text(_("By which tie-breaker?"), hint=_("It is kept with the ruling."))
    measure = TieBroken((*places, tuple(rest)), "playoff" if method == "playoff" else "tie_breaker")
    clause = ties.clause_of(book, method)
    names = tuple(moment.name(player) for player in measure.players)
    words = all_said((measure,), names)
    after = with_tie(desk.hall, division, measure, without)
    fact = "\n".join((with_grounds(words, clause, reason), *place_words(moment, division, after)))

    def changed() -> str:
        there = ties.open_tie(desk.hall, division, players, without)
        return "" if there else _("These players are not tied any more.")

    entry = Writing(words, (ties.breaking(division, measure, Ground(clause, reason), instead),))
    desk.rule(await ask.confirm(fact, entry, yes=_("Rule"), changed=changed))
