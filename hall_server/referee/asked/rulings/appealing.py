"""An appeal against any ruling but a disqualification: a committee votes, and the ruling stands or
another takes its place (USBGF-5)."""

from msgspec.structs import replace

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.rulings.appealed_wishes import (
    Following,
    following,
    turned,
    withdraws,
)
from hall_server.referee.asked.rulings.deciding import Heard, deciding_case
from hall_server.referee.asked.rulings.voting import votes_on
from hall_server.referee.asked.rulings.withdrawing import withdrawing
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.questions.decided_cases import case_again
from hall_server.referee.derived.rulings.incidents import Incident, names_of, one
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.facts import Case
from shared.core.decisions.options import TAKEN_BACK, Option, options
from shared.core.decisions.words import all_said, offered
from shared.core.decisions.writing import Ground, decide
from shared.core.events.measures import Appealed, Dismissed, Measure, Suspended
from shared.core.events.votes import appealed
from shared.core.text.language import _


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
