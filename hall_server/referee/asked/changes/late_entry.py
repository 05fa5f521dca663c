"""Who comes to a draw sheet after its draw: late, or again after a loss. They play on a bye line.

Nobody else's place changes. A line is open until the player who had the bye is called to play.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.changes.refusals import may_change
from hall_server.referee.derived.changes.versions import changing, first_open
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.people.registration import entry
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.writing import REFEREE
from shared.core.events import PlayerPlaced, entities
from shared.core.state import Division, HallState, Player
from shared.core.state.persons import free_id
from shared.core.text.language import _
from shared.pairing.draw_sheet.progress import Progress
from shared.pairing.draw_sheet.sheet import DrawSheet
from shared.pairing.knockout.call_board import SHEETS, fitting, sheet_now
from shared.pairing.types import PairingImpossible
from shared.port import Draft

_PROBE = "player.late"


def is_drawn(state: HallState, division: str) -> bool:
    """Return whether a division is played by a draw sheet, and that is drawn."""
    opened = state.divisions[division]
    system = opened.book.pairing_system
    return not opened.unreadable and system in SHEETS and (division, 1) in state.rounds


def open_lines(state: HallState, division: str) -> tuple[str, ...]:
    """Return the players with a bye whose line is still open, from the top of the sheet."""
    opened = state.divisions[division]
    found = _sheet(state, opened)
    if found is None:
        return ()
    before = fitting(state, opened)
    misplaced = () if before is None else before.misplaced
    byes = found[0].bracket.byes
    return tuple(one for one in byes if _fits(state, opened, one, len(misplaced)))


def _fits(state: HallState, division: Division, opposite: str, misplaced: int) -> bool:
    """Return whether everything played stays in its place when a player enters on the line."""
    probe = Player(_PROBE, "", division.id, 0, "", opposite=opposite)
    after = replace(state, players={**state.players, _PROBE: probe})
    if _sheet(after, division) is None:
        return False
    fits = fitting(after, division)
    return fits is not None and len(fits.misplaced) == misplaced


def _sheet(state: HallState, division: Division) -> tuple[DrawSheet, Progress] | None:
    try:
        return sheet_now(state, division)
    except PairingImpossible:
        return None


async def enter_late(ask: Ask, player: Player, others: Sequence[Player] = ()) -> None:
    """Register a player, and place the entry on a bye line of the drawn sheet.

    ``others`` are entries of the same persons, registered anew with it.
    """
    desk = ask.desk
    division = desk.hall.divisions[player.division]
    lines = open_lines(desk.hall, division.id)
    why_not = may_change(desk.hall, division)
    if not lines:
        words = _("The draw sheet of {division} has no bye line that is open.")
        why_not = why_not or words.format(division=division.name)
    if why_not:
        await ask.read(player.name, (why_not, _("Nothing was changed.")))
        return
    moment = desk.moment()
    title = _("{name} plays who had the bye. Against whom?").format(name=player.name)
    opposite = await ask.pick(title, [ListLine(one, f" {moment.name(one)}") for one in lines])
    why = await ask.text(_("Why does {name} enter after the draw?").format(name=player.name),
                         hint=_("It stays in the log."))  # fmt: skip
    drafts = (*_drafts(desk.hall, division, player, opposite, why), *map(entry, others))

    def changed() -> str:
        now = desk.hall.divisions[division.id]
        free = opposite in open_lines(desk.hall, division.id) and player.id not in desk.hall.players
        return (
            ""
            if free and now.versions == division.versions and not now.apart
            else _("That line of the sheet is not open any more.")
        )

    fact = "\n".join(
        (
            _("{name} enters {division} against {opposite}, who had the bye?").format(
                name=player.name, division=division.name, opposite=moment.name(opposite)
            ),
            _("They play before {opposite} goes on; nobody else's place changes.").format(
                opposite=moment.name(opposite)
            ),
            _("The sheet may need one round more: {rounds} rounds.").format(
                rounds=division.rounds + 1
            ),
        )
    )
    said = _("{name} enters {division} late").format(name=player.name, division=division.name)
    written = Writing(said, drafts)
    desk.rule(await ask.confirm(fact, written, yes=_("Admit"), no=_("Refuse"), changed=changed))


def _drafts(
    state: HallState, division: Division, player: Player, opposite: str, why: str
) -> tuple[Draft, ...]:
    placed = Draft(entities.placing(player.id), PlayerPlaced(opposite, why), REFEREE)
    rounds = {"rounds": division.rounds + 1}
    longer = changing(division, rounds, first_open(state, division.id), why)
    return (entry(player), placed, *longer)


def why_not_again(state: HallState, player: Player) -> str:
    """Return why a player cannot enter again."""
    division = state.divisions[player.division]
    if not is_drawn(state, division.id):
        return _("Only a draw sheet is entered again, once it is drawn.")
    found = _sheet(state, division)
    if found is None:
        return _("The draw sheet does not fit together: mend it first, at the board.")
    _drawn, now = found
    if now.next_match(player.id) is not None or now.champion == player.id:
        return _("{name} is still in the draw sheet.").format(name=player.name)
    return ""


@dialogue
async def re_enter(ask: Ask, player: Player) -> None:
    """Enter a player again who is out of a draw sheet, as an entry of its own."""
    state = ask.desk.hall
    refused = why_not_again(state, player)
    if refused:
        await ask.read(player.name, (refused, _("Nothing was changed.")))
        return
    names = {each.name for each in state.players.values() if each.division == player.division}
    people = player.people or (player.name,)
    first = " / ".join(people)
    number = 2
    while f"{first} ({number})" in names:
        number += 1
    again = Player(
        free_id(state.players, state.venue, ask.desk.port.node_id),
        f"{first} ({number})",
        player.division,
        player.rating,
        player.club,
        state=player.state,
        region=player.region,
        people=people,
        flags=player.flags,
    )
    await enter_late(ask, again)
