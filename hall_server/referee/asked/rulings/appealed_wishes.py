"""What follows when a committee turns the answer to a wish: granted is refused, refused granted.

What was carried out with the first answer is taken back with it, as far as that can be (USBGF-5).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from hall_server.referee.asked.ask import Ask
from hall_server.referee.asked.rulings.returning import consequences, drafts, why_not
from hall_server.referee.asked.rulings.undoing import followed
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_requests import bye_words, carried_out
from hall_server.referee.derived.rulings.effects import moved, moved_lines
from hall_server.referee.derived.rulings.incidents import Incident
from shared.core.decisions.writing import REFEREE
from shared.core.events import PlayerOptedOut, entities
from shared.core.events import measures as m
from shared.core.state import Decision, Player
from shared.core.state.office import Request
from shared.core.text.language import _
from shared.port import Draft

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
    refused = why_not(desk.hall, player)
    if refused:
        words = _("{name} stays withdrawn after round {after}.")
        return Following((words.format(name=player.name, after=player.withdrawn_after), refused))
    asked = _("Why does {name} play on? The withdrawal is undone.").format(name=player.name)
    reason = await ask.text(asked, hint=_("It stays in the log."))
    words = _("{name} is back, and is paired again.").format(name=player.name)
    lines = (words, *consequences(desk.moment(), player))
    return Following(lines, drafts(desk.hall, player, reason))


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
