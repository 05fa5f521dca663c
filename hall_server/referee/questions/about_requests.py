"""Questions that wishes at the kiosk raise: check in, sign out, withdraw, skip the last round.

Nothing that is asked there is so until it is accepted: nobody at a kiosk has shown who they are.
"""

from __future__ import annotations

from collections.abc import Iterator

from hall_server.referee.moment import Moment
from hall_server.referee.questions.question import Question, Urgency
from shared.core import entities
from shared.core.decisions.writing import REFEREE
from shared.core.events import PlayerOptedOut, PlayerWithdrawn, RequestAnswered
from shared.core.language import _
from shared.core.office import Request
from shared.core.requests import clause, last_round_open, last_round_played, signed_out
from shared.core.state import Player
from shared.port import Draft


def about_requests(moment: Moment) -> Iterator[Question]:
    """One question for each wish that waits; a sign-out goes when its player is back."""
    for request in moment.state.office.requests.values():
        player = moment.state.players.get(request.player)
        if player is None or not request.open:
            continue
        if request.what == "sign_out" and signed_out(moment.state, player.id) != request:
            continue
        yield _question(moment, request, player)


def _question(moment: Moment, request: Request, player: Player) -> Question:
    by = clause(moment.state, player, request.what)
    title, proposal, effects = _told(moment, request, player)
    evidence = [
        _asked(moment, request),
        *_where(moment, player),
    ]
    granted = Draft(request.ent, RequestAnswered("ruled", by), REFEREE)
    soon = request.what in ("withdraw", "opt_out", "sign_out")
    return Question(
        key=f"request:{request.ent}",
        kind="request",
        urgency=Urgency.SOON if soon else Urgency.LATER,
        since=request.at,
        title=title,
        clause=by,
        evidence=tuple(evidence),
        proposal=proposal,
        opens="write",
        drafts=(granted, *effects),
        division=player.division,
        reports=(request.ent,),
    )


def _asked(moment: Moment, request: Request) -> str:
    kiosk, at = moment.state.devices.get(request.node), moment.at(request.at)
    asked = _("Asked {time} at a kiosk: {how}.").format(time=at, how=_(request.how))
    if kiosk is not None:
        asked = _("Asked {time} at '{kiosk}': {how}.").format(
            time=at, kiosk=kiosk.label, how=_(request.how)
        )
    return " ".join((asked, _("Nobody checked who asked: see that it was the player.")))


def _told(moment: Moment, request: Request, player: Player) -> tuple[str, str, tuple[Draft, ...]]:
    """The title, the proposal, and what accepting writes beside the answer."""
    name = player.name
    match request.what:
        case "withdraw":
            after = last_round_played(moment.state, player.id)
            body = PlayerWithdrawn(after, "")
            draft = Draft(entities.withdrawal(player.id), body, REFEREE)
            return (
                _("{name} asks to withdraw").format(name=name),
                _("{name} leaves after round {after} and is not paired again.").format(
                    name=name, after=after
                ),
                (draft,),
            )
        case "opt_out":
            in_time = last_round_open(moment.state, player) == request.round_no
            body_out = PlayerOptedOut(request.round_no, in_time)
            told = _("told in time") if in_time else _("told after the pairing")
            return (
                _("{name} asks to skip round {number}").format(name=name, number=request.round_no),
                _("{name} skips round {number}, {told}.").format(
                    name=name, number=request.round_no, told=told
                ),
                (Draft(entities.opt_out(player.id), body_out, REFEREE),),
            )
        case "sign_out":
            return (
                _("{name} signs out for a while").format(name=name),
                _("{name} may be away; write the time down if their match waits.").format(
                    name=name
                ),
                (),
            )
        case _:
            return (
                _("{name} checks in").format(name=name),
                _("{name} is here.").format(name=name),
                (),
            )


def _where(moment: Moment, player: Player) -> tuple[str, ...]:
    """The match that the player would leave."""
    return tuple(
        _("The player has a match at {table}, {time}.").format(
            table=moment.table(match.table), time=moment.minute(match.starts_at)
        )
        for match in moment.playing
        if player.id in match.players and not match.result.counts
    )
