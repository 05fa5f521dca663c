"""A withdrawal that is undone: the player is paired again, and what was ruled with it is undone."""

from collections.abc import Iterator

from msgspec.structs import replace

from hall_server.referee.asked.ask import Ask
from hall_server.referee.asked.rulings.undoing import decided_words, undone_words
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.rulings.effects import moved, moved_lines
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.standing import every_decision
from shared.core.decisions.writing import REFEREE, undo
from shared.core.events import PlayerWithdrawn, entities
from shared.core.events import measures as m
from shared.core.state import Decision, HallState, Player
from shared.core.text.language import _, ngettext
from shared.port import Draft

_SHOWN = 6
_BY_WINS = ("knockout", "double_knockout", "draw_sheet")


async def returning(ask: Ask, player: Player) -> None:
    """Undo a withdrawal, after what follows from that was read."""
    desk = ask.desk
    refused = why_not(desk.hall, player)
    if refused:
        await ask.read(player.name, (refused, _("Nothing was changed.")))
        return
    asked = _("Why does {name} play on? The withdrawal is undone.").format(name=player.name)
    reason = await ask.text(asked, hint=_("It stays in the log."))
    known = player.withdrawn_at

    def changed() -> str:
        now = desk.hall.players.get(player.id)
        same = now is not None and now.withdrawn_at == known and not why_not(desk.hall, now)
        return "" if same else _("That was answered or has changed meanwhile.")

    fact = "\n".join(
        (
            _("{name} is back, and is paired again?").format(name=player.name),
            *consequences(desk.moment(), player),
        )
    )
    said = _("the withdrawal of {name} is undone").format(name=player.name)
    entry = Writing(said, drafts(desk.hall, player, reason))
    desk.rule(await ask.confirm(fact, entry, yes=_("Play on"), no=_("Not yet"), changed=changed))


def why_not(state: HallState, player: Player) -> str:
    """Return why a withdrawal cannot be undone: a draw sheet has gone on without the player."""
    division = state.divisions.get(player.division)
    after = player.withdrawn_after
    if division is None or division.unreadable or after is None:
        return ""
    missed = _missed(state, player)
    if division.book.pairing_system in _BY_WINS and missed:
        return _(
            "Round {number} was paired without {name}, and who goes on follows from it. Take its"
            " pairing back first, if nothing of it has begun."
        ).format(number=missed[0], name=player.name)
    return ""


def drafts(state: HallState, player: Player, reason: str) -> tuple[Draft, ...]:
    """Return what undoes a withdrawal and what was ruled with it, to be written."""
    assert player.withdrawn_after is not None
    body = PlayerWithdrawn(player.withdrawn_after, "", reason)
    ruled = (undo(decision, reason=reason) for decision in with_it(state, player))
    return (Draft(entities.withdrawal(player.id), body, REFEREE), *ruled)


def with_it(state: HallState, player: Player) -> tuple[Decision, ...]:
    """Return what was ruled together with the withdrawal and counts: results and free points.

    A wish that was granted with it stays granted, or it would be asked again.
    """
    return tuple(
        decision
        for decision in every_decision(state)
        if (decision.at, decision.node) == player.withdrawn_at
        and decision.counts
        and any(not isinstance(one, m.RequestGranted | m.Appealed) for _, one in decision.measures)
    )


def consequences(moment: Moment, player: Player) -> Iterator[str]:
    """Yield what follows for the rounds that went on without the player, for rulings and for
    places."""
    missed = _missed(moment.state, player)
    if missed:
        yield ngettext(
            "Round {rounds} went on without them and stays as it is.",
            "Rounds {rounds} went on without them and stay as they are.",
            len(missed),
        ).format(rounds=", ".join(map(str, missed)))
    for decision in with_it(moment.state, player):
        yield _("Undone with it: {what}").format(what=decided_words(moment, decision))
        yield undone_words(moment, decision)
    if moment.state.awards.titles.get(player.division) is not None:
        yield _("! A title was given in this division: look at it again.")
    back = replace(player, withdrawn_after=None, withdrawn_at=None)
    after = replace(moment.state, players={**moment.state.players, player.id: back})
    if not with_it(moment.state, player):
        yield from moved_lines(moved(moment.state, after, player.division), (), _SHOWN)


def _missed(state: HallState, player: Player) -> tuple[int, ...]:
    """Return the rounds that were paired without the player since the withdrawal."""
    return tuple(
        number
        for (division, number), paired in sorted(state.rounds.items())
        if division == player.division
        and number > (player.withdrawn_after or 0)
        and player.id not in paired.byes
        and not any(player.id in match.players for match in paired.matches)
    )
