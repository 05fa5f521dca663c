"""Undoing decisions: what changes with it, what a table has done and keeps, and the dialogues.

What ends a game or a match or puts a player out is undone after a yes. What a table has done stays
done: what puts it right is offered. Everything else is undone at once."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.rulings.effects import (
    moved,
    moved_lines,
    paired_since,
    with_points,
    with_tie,
)
from hall_server.referee.derived.rulings.incidents import Incident, names_of
from hall_server.referee.derived.rulings.ties import tie_names
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.standing import every_decision, undoes
from shared.core.decisions.words import Names, all_said, in_full
from shared.core.decisions.writing import Ground, counter, decide, undo
from shared.core.events import entities
from shared.core.events import measures as m
from shared.core.state import Decision, Division, HallState, Match, Report
from shared.core.text.language import _, headed, ngettext
from shared.port import Draft

_SHOWN = 8
_PUT_RIGHT, _AS_IT_IS = "put_right", "as_it_is"


def decided_last(state: HallState, node: str) -> tuple[Decision, ...]:
    """Return what a device decided last, all that it wrote together, as far as that counts.

    What was taken over from a file was not decided there, and what puts right at a table what was
    undone goes with the undoing.
    """
    mine = [decision for decision in every_decision(state) if decision.node == node]
    undone = {(decision.at, decision.ent) for decision in mine if undoes(decision)}
    found = [
        decision
        for decision in mine
        if _stands(decision)
        and (decision.settles or (decision.at, decision.ent) not in undone)
        and not any(isinstance(measure, m.Imported) for _token, measure in decision.measures)
    ]
    last = max((decision.at for decision in found), default=None)
    return tuple(decision for decision in found if decision.at == last)


def _stands(decision: Decision) -> bool:
    """Return whether a decision counts and decides something."""
    return decision.counts and bool(decision.measures)


def ended(decision: Decision) -> bool:
    """Return whether a decision ended a game or a match, or put a player out."""
    return any(isinstance(measure, m.ENDS_SOMETHING) for _token, measure in decision.measures)


def follows(moment: Moment, decision: Decision) -> bool:
    """Return whether something else happened with a decision that stays when it is undone."""
    answers = [one for _token, one in decision.measures if isinstance(one, m.OF_WISHES)]
    return any(True for _words in ended_words(moment, decision, answers))


def done_at_table(moment: Moment, decision: Decision) -> tuple[m.Measure, ...]:
    """Return the measures of a decision that a table has carried out: they stay done."""
    match = _match(moment, decision)
    carried = match.carried if match is not None else {}
    return tuple(
        measure
        for token, measure in decision.measures
        if token in carried and carried[token].refused is None
    )


def decided_words(moment: Moment, decision: Decision) -> str:
    """Return a decision in full, with its table or its player."""
    match, names = _match(moment, decision), _names(moment, decision)
    division = _division(moment, decision)
    where = names[0] if match is None else moment.table(match.table)
    where = division.name if division is not None else where
    where = f"{where[:1].upper()}{where[1:]}"
    words = in_full(decision, names)
    return headed(where, words) if where else words


def undone_words(moment: Moment, decision: Decision) -> str:
    """Return what changes when a decision is undone, and what stays as it is, in sentences."""
    names = _names(moment, decision)
    told = [*ended_words(moment, decision, [one for _token, one in decision.measures])]
    if before := _before(moment, decision):
        what = " ".join(in_full(each, names) for each in before)
        told.append(_("What was decided before counts again: {what}").format(what=what))
    elif _opened(moment, decision):
        told.append(_("The report is open again."))
    elif any(isinstance(one, m.OF_WISHES) for _token, one in decision.measures):
        told.append(_("The request is open again."))
    told.append(done_words(done_at_table(moment, decision), names))
    return " ".join(filter(None, told))


def done_words(done: Sequence[m.Measure], names: Names) -> str:
    """Return that a table has done something and that it stays; "" where it has done nothing."""
    if not done:
        return ""
    words = _("The table has done this, and it stays done until you decide otherwise: {what}")
    return words.format(what=all_said(done, names))


def ended_words(moment: Moment, decision: Decision, measures: Sequence[m.Measure]) -> Iterator[str]:
    """Yield what follows when these measures of a decision do not count any more."""
    for measure in measures:
        match measure:
            case m.GameLost() | m.BothLose():
                words = _("Game {game} does not have to be forfeited in the result any more.")
                yield words.format(game=measure.game)
            case m.GameDrawn():
                words = _("Game {game} does not have to be drawn in the result any more.")
                yield words.format(game=measure.game)
            case m.MatchDecided():
                yield _(
                    "The result is then what both players signed. If they did not sign the same,"
                    " it is open, and standings leave the match out."
                )
                yield from _paired_words(moment, decision)
            case m.TieBroken():
                yield from _tied_again(moment, decision)
            case m.PointsGranted():
                yield from _fewer_points(moment, decision, measure.points)
            case m.Suspended():
                words = _("{name} is paired again. Matches that were forfeited stay forfeited.")
                yield words.format(name=_names(moment, decision)[0])
            case m.RequestGranted():
                yield from followed(moment, decision, measure)
            case m.RequestRefused():
                yield from _plays_on(moment, decision, measure)


def followed(moment: Moment, decision: Decision, wish: m.RequestGranted) -> Iterator[str]:
    """Yield what was carried out with a wish that was granted and stays until it is changed."""
    parsed = entities.parse(decision.ent)
    player = moment.state.players.get(parsed.ident) if parsed is not None else None
    if player is None:
        return
    if wish.what == "withdraw" and player.withdrawn_after is not None:
        words = _("{name} stays withdrawn after round {after}.")
        yield words.format(name=player.name, after=player.withdrawn_after)
    if wish.what == "bye":
        words = _("{name} has no bye in round {number} any more.")
        yield words.format(name=player.name, number=wish.round_no)
    if wish.what == "opt_out" and player.opt_out is not None:
        words = _("{name} still skips round {number}, until you change that at the standings.")
        yield words.format(name=player.name, number=player.opt_out.round_no)


def _plays_on(moment: Moment, decision: Decision, wish: m.RequestRefused) -> Iterator[str]:
    """Yield what was taken back with a wish that had been granted before: it stays taken back."""
    parsed = entities.parse(decision.ent)
    player = moment.state.players.get(parsed.ident) if parsed is not None else None
    granted = m.RequestGranted(wish.what, wish.round_no)
    before = (one for each in _before(moment, decision) for _token, one in each.measures)
    if player is None or granted not in before:
        return
    if wish.what == "withdraw" and player.withdrawn_after is None:
        words = _("{name} plays on, until you withdraw them at the standings.")
        yield words.format(name=player.name)
    skips = player.opt_out is not None and player.opt_out.round_no == wish.round_no
    if wish.what == "opt_out" and not skips:
        words = _("{name} plays round {number}, until you change that at the standings.")
        yield words.format(name=player.name, number=wish.round_no)


def instead_words(
    moment: Moment, replaced: Sequence[Decision], measures: Sequence[m.Measure]
) -> Iterator[str]:
    """Yield what changes when ``measures`` stand in the place of earlier decisions."""
    for decision in replaced:
        if decision.counts:
            gone = [one for _token, one in decision.measures if one not in measures]
            done = [one for one in done_at_table(moment, decision) if one in gone]
            yield _("Instead of: {what}").format(what=decided_words(moment, decision))
            yield from ended_words(moment, decision, gone)
            yield done_words(done, _names(moment, decision))


async def undoing(ask: Ask, decisions: Sequence[Decision], question: str = "") -> None:
    """Undo decisions, all together, after saying what changes where more than they do.

    ``question`` is the key of the question that it answers.
    """
    desk, moment = ask.desk, ask.desk.moment()
    said = " ".join(decided_words(moment, decision) for decision in decisions)
    told = dict.fromkeys(undone_words(moment, decision) for decision in decisions)
    fact = "\n".join(filter(None, (_("Undo: {what}").format(what=said), *told)))
    drafts = tuple(undo(decision) for decision in decisions)
    right = tuple(_put_right(moment, decisions))
    done = any(done_at_table(moment, decision) for decision in decisions)
    if right:
        drafts += await _how(ask, fact, right)
    entry = Writing(_("Undone: {what}").format(what=said), drafts, question)
    stays = any(map(partial(follows, moment), decisions))
    if any(map(ended, decisions)) or stays or (done and not right):
        desk.rule(await ask.confirm(fact, entry, yes=_("Undo"), changed=_changed(ask, decisions)))
    else:
        desk.note(entry)


def _put_right(
    moment: Moment, decisions: Sequence[Decision]
) -> Iterator[tuple[Decision, tuple[m.Measure, ...]]]:
    """Yield what puts right at the tables what was done there by each of the decisions."""
    for decision in decisions:
        done = [counter(measure) for measure in done_at_table(moment, decision)]
        measures = tuple(measure for measure in done if measure is not None)
        if measures:
            yield decision, measures


async def _how(
    ask: Ask, fact: str, right: Sequence[tuple[Decision, tuple[m.Measure, ...]]]
) -> tuple[Draft, ...]:
    """Ask whether the tables put right what they have done; what that writes."""
    moment = ask.desk.moment()
    said = dict.fromkeys(all_said(each, _names(moment, decision)) for decision, each in right)
    lines = [ListLine(_PUT_RIGHT, _(" Undo, and at the table: {what}").format(what=" ".join(said)))]
    if not any(isinstance(one, m.Resumed) for _decision, each in right for one in each):
        # A table that was paused would stand still, and nothing would be there to let it go on.
        lines.append(ListLine(_AS_IT_IS, _(" Undo, and leave the table as it is")))
    if await ask.pick(fact, lines) == _AS_IT_IS:
        return ()
    token = ask.desk.token
    return tuple(
        decide(decision.ent, token(), each, Ground(decision.clause)) for decision, each in right
    )


def _changed(ask: Ask, decisions: Sequence[Decision]) -> Callable[[], str]:
    """Return that one of the decisions does not count any more, in a sentence; "" while all do."""
    events = {decision.event for decision in decisions}
    contested = any(not decision.counts for decision in decisions)

    def changed() -> str:
        left = {decision.event for decision in every_decision(ask.desk.hall) if _stands(decision)}
        same = contested or events <= left
        return "" if same else _("That was answered or has changed meanwhile.")

    return changed


def _match(moment: Moment, decision: Decision) -> Match | None:
    parsed = entities.parse(decision.ent)
    return moment.match(parsed.match) if parsed is not None else None


def _names(moment: Moment, decision: Decision) -> Names:
    match, parsed = _match(moment, decision), entities.parse(decision.ent)
    if match is not None:
        return moment.names(match)
    if _division(moment, decision) is not None:
        return tie_names(moment, decision)
    player = parsed.ident if parsed is not None else ""
    about = decision.ent == entities.player_decision(player) if player else False
    name = moment.name(player) if about else ""
    return name, name


def _tied_again(moment: Moment, decision: Decision) -> Iterator[str]:
    """Yield what it changes that a tie is not broken any more."""
    parsed = entities.parse(decision.ent)
    division = parsed.ident if parsed is not None else ""
    if division in moment.state.divisions:
        after = with_tie(moment.state, division, None, (decision.event,))
        yield from moved_lines(moved(moment.state, after, division), (), _SHOWN)


def _fewer_points(moment: Moment, decision: Decision, points: int) -> Iterator[str]:
    """Yield what it changes that a player does not have granted points any more."""
    parsed = entities.parse(decision.ent)
    player = moment.state.players.get(parsed.ident) if parsed is not None else None
    if player is not None and player.division in moment.state.divisions:
        after = with_points(moment.state, player.id, -points)
        yield from moved_lines(moved(moment.state, after, player.division), (), _SHOWN)


def _division(moment: Moment, decision: Decision) -> Division | None:
    """Return the division that a decision is about; None for a match's, a table's or a player's."""
    parsed = entities.parse(decision.ent)
    about = parsed is not None and parsed.entity is entities.division_decision
    return moment.state.divisions.get(parsed.ident) if parsed is not None and about else None


def _before(moment: Moment, decision: Decision) -> tuple[Decision, ...]:
    """Return the decisions that stand again when this one is undone."""
    match, parsed = _match(moment, decision), entities.parse(decision.ent)
    player = moment.state.players.get(parsed.ident) if parsed is not None else None
    around = match.decisions if match is not None else ()
    if player is not None and parsed is not None and parsed.entity is entities.player_decision:
        around = player.decisions
    return tuple(each for each in around if each.event in decision.replaces and each.measures)


def _opened(moment: Moment, decision: Decision) -> tuple[Report, ...]:
    """Return the reports that are open again when a decision is undone."""
    return tuple(
        report
        for report in moment.state.reports.values()
        if report.decision is not None and report.decision.event == decision.event
    )


def _paired_words(moment: Moment, decision: Decision) -> Iterator[str]:
    """Yield that later rounds were paired from the result and stay as they are."""
    match = _match(moment, decision)
    later = paired_since(moment.state, match) if match is not None else ()
    if later:
        words = ngettext(
            "Round {rounds} was paired since and stays as it is.",
            "Rounds {rounds} were paired since and stay as they are.",
            len(later),
        )
        yield words.format(rounds=", ".join(map(str, later)))


@dialogue
async def undo_decision(ask: Ask, incident: Incident) -> None:
    """Undo what was decided about an incident; of several decisions the one that is chosen."""
    await undoing(ask, (await _which(ask, incident),))


async def _which(ask: Ask, incident: Incident) -> Decision:
    if len(incident.standing) == 1:
        return incident.standing[0]
    names = names_of(ask.desk.moment(), incident)
    lines = [ListLine(str(n), f" {in_full(one, names)}") for n, one in enumerate(incident.standing)]
    return incident.standing[int(await ask.pick(_("Undo which decision?"), lines))]
