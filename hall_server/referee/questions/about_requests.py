"""Questions that wishes at the kiosk raise: check in, sign out, withdraw, skip the last round.

Nothing that is asked there is so until it is accepted: nobody at a kiosk has shown who he is.
"""

from __future__ import annotations

from collections.abc import Iterator

from hall_server.referee.moment import Moment
from hall_server.referee.questions.question import REFEREE, Question, Urgency
from shared.core import entities
from shared.core.events import PlayerOptedOut, PlayerWithdrawn, RequestAnswered
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
    kiosk = moment.state.devices.get(request.node)
    at = f"at '{kiosk.label}'" if kiosk is not None else "at a kiosk"
    evidence = [
        f"Asked {moment.at(request.at)} {at}: {request.how}. "
        "Nobody checked who asked: see that it was he.",
        *_where(moment, player),
    ]
    if request.state == "coming":
        evidence.append("You said that you are looking into it.")
    granted = Draft(request.ent, RequestAnswered("ruled", by), REFEREE)
    soon = request.what in ("withdraw", "opt_out", "sign_out")
    return Question(
        key=f"request:{request.ent}:{request.state or 'new'}",
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


def _told(moment: Moment, request: Request, player: Player) -> tuple[str, str, tuple[Draft, ...]]:
    """The title, the proposal, and what accepting writes beside the answer."""
    name = player.name
    match request.what:
        case "withdraw":
            after = last_round_played(moment.state, player.id)
            body = PlayerWithdrawn(after, "asked at the kiosk")
            draft = Draft(entities.withdrawal(player.id), body, REFEREE)
            return (
                f"{name} asks to withdraw",
                f"{name} leaves after round {after} and is not paired again.",
                (draft,),
            )
        case "opt_out":
            in_time = last_round_open(moment.state, player) == request.round_no
            body_out = PlayerOptedOut(request.round_no, in_time)
            told = "told in time" if in_time else "told after the pairing"
            return (
                f"{name} asks to skip round {request.round_no}",
                f"{name} skips round {request.round_no}, {told}.",
                (Draft(entities.opt_out(player.id), body_out, REFEREE),),
            )
        case "sign_out":
            return (
                f"{name} signs out for a while",
                f"{name} may be away; write the time down if a match of his waits.",
                (),
            )
        case _:
            return f"{name} checks in", f"{name} is here.", ()


def _where(moment: Moment, player: Player) -> tuple[str, ...]:
    """The match that he would leave."""
    return tuple(
        f"He has a match at {moment.table(match.table)}, {moment.minute(match.starts_at)}."
        for match in moment.playing
        if player.id in match.players and not match.result.counts
    )
