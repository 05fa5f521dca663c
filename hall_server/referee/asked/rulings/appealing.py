"""An appeal against any ruling but a disqualification: a committee votes, and the ruling stands or
another takes its place (USBGF-5).

Where it turns the answer to a wish, what was carried out with the first answer is taken back with
it, as far as that can be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.rulings.deciding import Heard, deciding_case
from hall_server.referee.asked.rulings.undoing import followed
from hall_server.referee.asked.rulings.voting import votes_on
from hall_server.referee.asked.rulings.withdrawing import (
    consequences,
    drafts_back,
    why_not_back,
    withdrawing,
)
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_requests import bye_words, carried_out
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.questions.decided_cases import case_again
from hall_server.referee.derived.rulings.effects import moved, moved_lines
from hall_server.referee.derived.rulings.incidents import Incident, names_of, one
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.facts import Case
from shared.core.decisions.options import TAKEN_BACK, Option, options
from shared.core.decisions.words import all_said, offered
from shared.core.decisions.writing import REFEREE, Ground, decide
from shared.core.events import PlayerOptedOut, entities
from shared.core.events import measures as m
from shared.core.events.measures import Appealed, Dismissed, Measure, Suspended
from shared.core.events.votes import appealed
from shared.core.state import Decision, Player
from shared.core.state.office import Request
from shared.core.text.language import _
from shared.port import Draft


def may_appeal(moment: Moment, incident: Incident) -> bool:
    """Return whether the ruling that counts can be appealed: the sheet has appeals, and nobody is
    disqualified or expelled by it."""
    match = incident.match
    if not _clause(moment, incident) or not incident.counted:
        return False
    ids = match.players if match is not None else (incident.player.id,) if incident.player else ()
    players = (moment.state.players.get(ident) for ident in ids)
    put_out = any(player is not None and player.suspended is not None for player in players)
    return not put_out and not any(isinstance(each, Suspended) for each in incident.counted)


def _clause(moment: Moment, incident: Incident) -> str:
    """Return by which clause rulings of the incident's division are appealed; "" for none."""
    about = incident.division.id if incident.division is not None else incident.about
    division = moment.state.divisions.get(about)
    return "" if division is None or division.unreadable else division.book.sheet.appeal


@dialogue
async def appeal_ruling(ask: Ask, key: str) -> None:
    """Ask for the votes, and for the ruling that a majority of them puts in place of this one."""
    moment = ask.desk.moment()
    incident = one(moment, key)
    if incident is not None and incident.match is None and incident.counted:
        await _of_no_match(ask, incident)
        return
    case = case_again(moment, incident) if incident is not None else None
    if incident is None or incident.match is None or case is None:
        return
    clause = moment.book(incident.match).sheet.appeal
    if any(decision.decides for decision in incident.standing):
        case = case_of(moment, "result", incident.match)
        await deciding_case(ask, case, Option((), clause, "appeal"))
        return
    stands = tuple(each for each in incident.counted if not isinstance(each, Appealed))
    votes = await votes_on(ask, all_said(stands, names_of(moment, incident)))
    heard = Heard(Appealed.by(appealed(votes)), votes)
    option = Option(stands, clause)
    if heard.measure.changed:
        option = replace(await _instead(ask, case, stands), clause=clause)
    await deciding_case(ask, case, option, heard=heard)


async def _of_no_match(ask: Ask, incident: Incident) -> None:
    """Uphold a ruling about a player or a division, or set it aside; a wish is then answered the
    other way."""
    desk, moment, before = ask.desk, ask.desk.moment(), incident.standing
    stands = tuple(each for each in incident.counted if not isinstance(each, Appealed))
    ruling = all_said(stands, names_of(moment, incident))
    votes = await votes_on(ask, ruling)
    heard = Appealed.by(appealed(votes))
    clause, player = _clause(moment, incident), incident.player
    answers = turned(stands) if heard.changed else stands
    draft = decide(
        before[-1].ent,
        incident.key,
        (heard, *answers),
        Ground(clause, votes=votes),
        instead=before,
    )
    said = all_said((heard,), names_of(moment, incident))
    words = _("Set aside: {ruling}") if heard.changed else _("It stands: {ruling}")
    fact = f"{said} {words.format(ruling=ruling)} ({clause})?"

    def changed() -> str:
        now = one(desk.moment(), incident.key)
        same = now is not None and now.standing == before and now.player == player
        return "" if same else _("The ruling has changed meanwhile.")

    found = Following()
    if heard.changed and player is not None:
        if answers:
            fact += "\n" + all_said(answers, names_of(moment, incident))
        if withdraws(player, answers):
            await withdrawing(ask, player.id, (draft,), changed=changed, ruling=fact)
            return
        found = await following(ask, incident, player, answers)
    entry = Writing(said, (draft, *found.drafts))
    fact = "\n".join((fact, *found.words))
    desk.rule(await ask.confirm(fact, entry, yes=_("Rule"), changed=changed))


async def _instead(ask: Ask, case: Case, stands: tuple[Measure, ...]) -> Option:
    """Ask which ruling takes the place of the one that the committee has changed."""
    names = ask.desk.moment().names(case.match) if case.match is not None else ("", "")
    found = [
        option
        for option in options(case)
        if option not in (TAKEN_BACK, Option(coming=True))
        and option.measures != stands
        and option.asks not in ("votes", "appeal")
    ]
    if not any(option.measures == (Dismissed(),) for option in found):
        found.append(Option((Dismissed(),), case.clause))
    lines = [ListLine(str(n), f" {offered(o, names, case.match)}") for n, o in enumerate(found)]
    title = _("The committee changes it. Which ruling takes its place?")
    return found[int(await ask.pick(title, lines))]


_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Following:
    """What follows from the other answer, in sentences, and what is written for it."""

    words: tuple[str, ...] = ()
    drafts: tuple[Draft, ...] = ()


def turned(measures: Sequence[m.Measure]) -> tuple[m.Measure, ...]:
    """Return the other answer to each wish; what else was ruled has none."""
    return tuple(
        m.RequestRefused(each.what, each.round_no)
        if isinstance(each, m.RequestGranted)
        else m.RequestGranted(each.what, each.round_no)
        for each in measures
        if isinstance(each, m.OF_WISHES)
    )


def withdraws(player: Player, answers: Sequence[m.Measure]) -> bool:
    """Return whether a player withdraws by an answer: that has a dialogue of its own."""
    return player.withdrawn_after is None and m.RequestGranted("withdraw") in answers


async def following(
    ask: Ask, incident: Incident, player: Player, answers: Sequence[m.Measure]
) -> Following:
    """Return what follows from other answers; ask why where a player is back by one."""
    moment, words, written = ask.desk.moment(), list[str](), list[Draft]()
    for answer in answers:
        found = Following()
        if isinstance(answer, m.RequestGranted):
            found = _granted(moment, incident, player, answer)
        elif isinstance(answer, m.RequestRefused):
            found = _refused(moment, incident, player, answer)
            if answer.what == "withdraw" and _came_with(player, incident):
                found = await _back(ask, player)
        words += (*found.words, *_points(moment, incident, player, answers))
        written += found.drafts
    return Following(tuple(dict.fromkeys(filter(None, words))), tuple(written))


def _granted(
    moment: Moment, incident: Incident, player: Player, answer: m.RequestGranted
) -> Following:
    request = _request(moment, incident)
    if answer.what == "bye":
        words = _paired(moment, player, answer.round_no)
        return Following((words or bye_words(moment, player, answer.round_no),))
    if request is None:
        return Following()
    words, written = carried_out(moment, request, player)
    return Following((words,), written)


def _refused(
    moment: Moment, incident: Incident, player: Player, answer: m.RequestRefused
) -> Following:
    """Return what follows a refusal: a bye is gone by the answer alone; the last round is played
    again while it is not paired."""
    number, skips = answer.round_no, player.opt_out
    paired = _paired(moment, player, number)
    if answer.what == "opt_out" and skips is not None and skips.round_no == number and not paired:
        words = _("{name} plays the last round").format(name=player.name)
        body = PlayerOptedOut(0, in_time=False)
        return Following((f"{words}.",), (Draft(entities.opt_out(player.id), body, REFEREE),))
    wish = m.RequestGranted(answer.what, number)
    return Following((*followed(moment, incident.standing[-1], wish), paired))


def _paired(moment: Moment, player: Player, number: int) -> str:
    """Return that a round which an answer is about is paired already; "" while it is not."""
    if (player.division, number) not in moment.state.rounds:
        return ""
    words = _("Round {number} is paired already, and stays as it was paired.")
    return words.format(number=number)


def _came_with(player: Player, incident: Incident) -> bool:
    """Return whether a player is withdrawn by what was decided here."""
    return any((each.at, each.node) == player.withdrawn_at for each in incident.standing)


async def _back(ask: Ask, player: Player) -> Following:
    """Undo the withdrawal, as at the standings, unless a draw sheet has gone on."""
    desk = ask.desk
    refused = why_not_back(desk.hall, player)
    if refused:
        words = _("{name} stays withdrawn after round {after}.")
        return Following((words.format(name=player.name, after=player.withdrawn_after), refused))
    asked = _("Why does {name} play on? The withdrawal is undone.").format(name=player.name)
    reason = await ask.text(asked, hint=_("It stays in the log."))
    words = _("{name} is back, and is paired again.").format(name=player.name)
    lines = (words, *consequences(desk.moment(), player))
    return Following(lines, drafts_back(desk.hall, player, reason))


def _points(
    moment: Moment, incident: Incident, player: Player, answers: Sequence[m.Measure]
) -> Iterator[str]:
    """Yield places and points that other answers change: those of a bye that was had or missed."""
    state, gone = moment.state, {decision.event for decision in incident.standing}
    if player.division not in state.divisions:
        return
    ent = entities.player_decision(player.id)
    tokens = tuple(("", answer) for answer in answers)
    kept = (each for each in player.decisions if each.event not in gone)
    decided = (*kept, Decision("", ent, "", "", 0, tokens, "", "", (), (), ()))
    players = {**state.players, player.id: replace(player, decisions=decided)}
    after = replace(state, players=players)
    yield from moved_lines(moved(state, after, player.division), (), _SHOWN)


def _request(moment: Moment, incident: Incident) -> Request | None:
    """Return the wish at a kiosk that the answer settles."""
    settled = {ident for decision in incident.standing for ident in decision.settles}
    wishes = moment.state.office.requests.values()
    return next((each for each in wishes if each.event in settled), None)
