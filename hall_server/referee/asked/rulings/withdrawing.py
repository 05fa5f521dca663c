"""The dialogues in which a player withdraws, comes back, or is put out until that is lifted."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.rulings.granting import place_words
from hall_server.referee.asked.rulings.undoing import decided_words, undone_words
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing.boards import emergency, emergency_rulings
from hall_server.referee.derived.questions.about_incidents import warned_words
from hall_server.referee.derived.questions.putting_out import lost_words, put_out
from hall_server.referee.derived.rulings.effects import after_rulings, moved, moved_lines
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.requests import last_round_played
from shared.core.decisions.standing import every_decision, ground
from shared.core.decisions.writing import REFEREE, Ground, decide_match, undo
from shared.core.events import PlayerWithdrawn, entities
from shared.core.events import measures as m
from shared.core.events.measures import Suspended
from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.state import FALLBACK, Decision, HallState, Player
from shared.core.text.language import N_, _, ngettext
from shared.pairing.round_robin.dropouts import points_if_void, robin_departure, void_results
from shared.port import Draft
from shared.tui.action import Action

WITHDRAW = Action(
    "withdraw", "W", N_("Withdraw"), N_("Withdraw the player under the cursor, or undo that")
)


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
    said = _("{name} withdrawn after round {after}")
    fact = _("{name} leaves after round {after} and is not paired again?")
    if not after:
        said = _("{name} withdrawn before round 1")
        fact = _("{name} leaves before round 1 and is not paired?")
    said, fact = (words.format(name=player.name, after=after) for words in (said, fact))
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


_SHOWN = 6
_BY_WINS = ("knockout", "double_knockout", "draw_sheet")


async def returning(ask: Ask, player: Player) -> None:
    """Undo a withdrawal, after what follows from that was read."""
    desk = ask.desk
    refused = why_not_back(desk.hall, player)
    if refused:
        await ask.read(player.name, (refused, _("Nothing was changed.")))
        return
    asked = _("Why does {name} play on? The withdrawal is undone.").format(name=player.name)
    reason = await ask.text(asked, hint=_("It stays in the log."))
    known = player.withdrawn_at

    def changed() -> str:
        now = desk.hall.players.get(player.id)
        same = now is not None and now.withdrawn_at == known and not why_not_back(desk.hall, now)
        return "" if same else _("That was answered or has changed meanwhile.")

    fact = "\n".join(
        (
            _("{name} is back, and is paired again?").format(name=player.name),
            *consequences(desk.moment(), player),
        )
    )
    said = _("the withdrawal of {name} is undone").format(name=player.name)
    entry = Writing(said, drafts_back(desk.hall, player, reason))
    desk.rule(await ask.confirm(fact, entry, yes=_("Play on"), no=_("Not yet"), changed=changed))


def why_not_back(state: HallState, player: Player) -> str:
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


def drafts_back(state: HallState, player: Player, reason: str) -> tuple[Draft, ...]:
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
        and player.id not in paired.players
    )


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
    fact = _("{name} is out, {reason}. Let the player back in? They are paired again.")
    said = fact.format(name=player.name, reason=ground(out))
    ask.desk.rule(await ask.confirm(said, entry, yes=_("Let them back in")))
