"""Questions that wishes at the kiosk raise: check in, sign out, withdraw, skip the last round.

Nothing that is asked there is so until it is granted: nobody at a kiosk has shown who they are.
"""

from collections.abc import Iterator

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.decisions.facts import Case
from shared.core.decisions.requests import asked_in_time, clause, last_round_played, signed_out
from shared.core.decisions.words import in_full
from shared.core.decisions.writing import REFEREE
from shared.core.events import PlayerAttended, PlayerOptedOut, entities
from shared.core.rulebooks import RULEBOOKS
from shared.core.state import FALLBACK, Decision, Player
from shared.core.state.office import Request
from shared.core.text.language import _, ngettext
from shared.port import Draft


def about_requests(moment: Moment) -> Iterator[Question]:
    """Yield one question for each wish that waits, and one for all check-ins of a division; a
    sign-out goes when its player is back."""
    together = waiting_check_ins(moment)
    yield from (_check_ins(moment, each) for each in together.values() if len(each) > 1)
    crowd = {request.ent for each in together.values() for request in each if len(each) > 1}
    for request in moment.state.office.requests.values():
        player = moment.state.players.get(request.player)
        if player is None or not request.open:
            continue
        if request.ent in crowd:
            continue
        if request.what == "sign_out" and signed_out(moment.state, player.id) != request:
            continue
        yield _question(moment, request, player)


def waiting_check_ins(moment: Moment) -> dict[str, tuple[Request, ...]]:
    """Return division → the check-ins that wait for an answer, the oldest first; one a player."""
    found: dict[str, dict[str, Request]] = {}
    for request in sorted(moment.state.office.requests.values(), key=lambda one: (one.at, one.ent)):
        player = moment.state.players.get(request.player)
        if player is None or request.what != "check_in" or not request.open:
            continue
        if not any(request.event in one.settles for one in player.decisions if one.stands):
            found.setdefault(player.division, {}).setdefault(player.id, request)
    return {division: tuple(each.values()) for division, each in found.items()}


def _check_ins(moment: Moment, waiting: tuple[Request, ...]) -> Question:
    names = [moment.name(request.player) for request in waiting]
    title = ngettext("{count} player checks in", "{count} players check in", len(names))
    return Question(
        key=f"check_ins:{moment.state.players[waiting[0].player].division}",
        kind="request",
        urgency=Urgency.LATER,
        since=waiting[0].at,
        title=title.format(count=len(names)),
        evidence=(
            ", ".join(names),
            _("They asked at a kiosk. Nobody checked who asked: see that they are here."),
        ),
        proposal=_("Accept all of them. For one at a time, open check-in (o)."),
        opens="check_in",
        division=moment.state.players[waiting[0].player].division,
        reports=tuple(request.ent for request in waiting),
    )


def request_case(
    moment: Moment, request: Request, player: Player, replaces: tuple[Decision, ...] = ()
) -> Case:
    """Return the case of a wish; what is decided stands in the place of ``replaces``."""
    division = moment.state.divisions.get(player.division)
    return Case(
        kind="request",
        ident=request.event,
        book=RULEBOOKS[FALLBACK] if division is None else division.book,
        request=request,
        rule=clause(moment.state, player, request.what),
        replaces=replaces,
    )


def carried_out(moment: Moment, request: Request, player: Player) -> tuple[str, tuple[Draft, ...]]:
    """Return what is so once a wish is granted, in a sentence, and what is written for it.

    A withdrawal has a dialogue of its own.
    """
    name, number = player.name, request.round_no
    done = _("{name} has done so already; nothing else changes.").format(name=name)
    match request.what:
        case "withdraw" if player.withdrawn_after is not None:
            return done, ()
        case "withdraw":
            words = _("{name} leaves after round {after} and is not paired again.")
            return words.format(name=name, after=last_round_played(moment.state, player.id)), ()
        case "opt_out" if player.opt_out is not None and player.opt_out.round_no == number:
            return done, ()
        case "opt_out":
            in_time = asked_in_time(moment.state, player, request)
            told = _("told in time") if in_time else _("told after the pairing")
            words = _("{name} skips round {number}, {told}.")
            body = PlayerOptedOut(number, in_time)
            return (
                words.format(name=name, number=number, told=told),
                (Draft(entities.opt_out(player.id), body, REFEREE),),
            )
        case "bye":
            return bye_words(moment, player, number), ()
        case "sign_out":
            words = _("{name} may be away; write the time down if their match waits.")
            return words.format(name=name), ()
        case _:
            return _("{name} is here.").format(name=name), seen_again(player)


def seen_again(player: Player) -> tuple[Draft, ...]:
    """Return what is written where the desk had said that a player is not here."""
    if player.attendance is None or player.attendance.here:
        return ()
    return (Draft(entities.attendance(player.id), PlayerAttended(True), REFEREE),)


def bye_words(moment: Moment, player: Player, number: int) -> str:
    """Return what comes of a bye by request, or why nothing does."""
    division = moment.state.divisions.get(player.division)
    if division is not None and not division.book.requested_byes:
        return _("Nobody has a bye for the asking here: the event file has requested_byes = 0.")
    if division is None or (division.id, number) in moment.state.rounds:
        words = _("Round {number} is paired already: {name} has no bye in it. Refuse it.")
        return words.format(name=player.name, number=number)
    others = [each for each in player.byes_granted if each != number]
    most, points = division.book.requested_byes, division.book.requested_bye_points
    if len(others) >= most:
        words = _("{name} has had {count} of at most {most} byes by request. Refuse it.")
        return words.format(name=player.name, count=len(others), most=most)
    words = ngettext(
        "{name} is not paired in round {number} and has {count} point for it: bye {which} of at"
        " most {most}.",
        "{name} is not paired in round {number} and has {count} points for it: bye {which} of at"
        " most {most}.",
        points,
    )
    return words.format(
        name=player.name, number=number, count=points, which=len(others) + 1, most=most
    )


def _question(moment: Moment, request: Request, player: Player) -> Question:
    differ = tuple(
        one
        for one in player.decisions
        if one.standing == "contested" and request.event in one.settles
    )
    case = request_case(moment, request, player, differ)
    proposal, _drafts = carried_out(moment, request, player)
    if differ:
        proposal = _("Neither counts until you choose one, or rule otherwise.")
    soon = request.what in ("withdraw", "opt_out", "bye", "sign_out")
    return Question(
        key=f"request:{request.ent}",
        kind="request",
        urgency=Urgency.SOON if soon else Urgency.LATER,
        since=request.at,
        title=_title(request, player),
        clause=case.rule,
        evidence=(
            _asked(moment, request),
            *_where(moment, player),
            *(
                _("Ruled {time}: {ruling}").format(
                    time=moment.at(one.at), ruling=in_full(one, (player.name, player.name))
                )
                for one in differ
            ),
        ),
        proposal=proposal,
        opens="decide" if differ else "write",
        division=player.division,
        reports=(request.ent,),
        case=case,
    )


def _title(request: Request, player: Player) -> str:
    match request.what:
        case "withdraw":
            words = _("{name} asks to withdraw")
        case "opt_out":
            words = _("{name} asks to skip round {number}")
        case "bye":
            words = _("{name} asks for a bye in round {number}")
        case "sign_out":
            words = _("{name} signs out for a while")
        case _:
            words = _("{name} checks in")
    return words.format(name=player.name, number=request.round_no)


def _asked(moment: Moment, request: Request) -> str:
    kiosk, at = moment.state.devices.get(request.node), moment.at(request.at)
    asked = _("Asked {time} at a kiosk: {how}.").format(time=at, how=_(request.how))
    if kiosk is not None:
        asked = _("Asked {time} at '{kiosk}': {how}.").format(
            time=at, kiosk=kiosk.label, how=_(request.how)
        )
    return " ".join((asked, _("Nobody checked who asked: see that it was the player.")))


def _where(moment: Moment, player: Player) -> tuple[str, ...]:
    """Return the match that the player would leave."""
    return tuple(
        _("The player has a match at {table}, {time}.").format(
            table=moment.table(match.table), time=moment.minute(match.starts_at)
        )
        for match in moment.playing
        if player.id in match.players and not match.result.counts
    )
