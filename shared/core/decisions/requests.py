"""What a player may ask at the kiosk, how it is said, and what granting it means.

Nothing that is asked is so until the referee has confirmed it (ACF-2.IV.D, ACF-2.V.F, USBGF-2.2d).
"""

from shared.core.events.office import RequestKind
from shared.core.state import Decision, HallState, Player
from shared.core.state.office import Request
from shared.core.text.language import N_, _

WORDS: dict[RequestKind, str] = {
    "check_in": N_("Check in"),
    "sign_out": N_("Sign out for a while"),
    "back": N_("I am back"),
    "withdraw": N_("Withdraw from the tournament"),
    "opt_out": N_("Skip the last round"),
    "bye": N_("Bye by request"),
}
"""How each is offered, to be said in the visitor's language."""
MOST = 40
"""So much is asked in one name, and no more: who plays with the keys does not fill the log."""


def wish_words(what: RequestKind, round_no: int = 0) -> str:
    """Return what is asked, in words, with its round if it is about one."""
    if not round_no:
        return _(WORDS[what])
    return _("{wish} (round {number})").format(wish=_(WORDS[what]), number=round_no)


def clause(state: HallState, player: Player, what: RequestKind) -> str:
    """Return the clause under which it is asked, "" for none."""
    division = state.divisions.get(player.division)
    if division is None or division.unreadable:
        return ""
    book = division.book
    match what:
        case "withdraw":
            return book.sheet.withdrawal
        case "opt_out":
            return book.clause("opt_out_points")
        case "bye":
            return book.clause("requested_byes")
        case "sign_out":
            return "" if book.draw_sheet is None else book.clause("draw_sheet.sign_out_ms")
        case _:
            return ""


def asked(state: HallState, player: str) -> tuple[Request, ...]:
    """Return everything that was asked in a player's name, in order of time."""
    found = [request for request in state.office.requests.values() if request.player == player]
    return tuple(sorted(found, key=lambda request: (request.at, request.ent)))


def answer_to(state: HallState, request: Request) -> Decision | None:
    """Return the decision that answers a request; None while none counts."""
    player = state.players.get(request.player)
    if player is None or request.state is None:
        return None
    return next((one for one in player.decisions if one.event == request.decision), None)


def signed_out(state: HallState, player: str) -> Request | None:
    """Return the sign-out that the player has not come back from; waiting ones count."""
    out = None
    for request in asked(state, player):
        if request.what == "back":
            out = None
        elif request.what == "sign_out" and request.stands:
            out = request
    return out


def checked_in(state: HallState, player: str) -> bool:
    """Return whether the desk has seen that the player is here, or the referee has confirmed it."""
    known = state.players.get(player)
    if known is not None and known.attendance is not None:
        return known.attendance.here
    return any(r.what == "check_in" and r.state == "granted" for r in asked(state, player))


def last_round_open(state: HallState, player: Player) -> int | None:
    """Return the last round, if the player may skip it and it is not paired yet (ACF-2.V.F); else
    None."""
    division = state.divisions.get(player.division)
    if division is None or division.unreadable or division.book.opt_out_points is None:
        return None
    last = division.rounds
    return None if (division.id, last) in state.rounds else last


def next_round(state: HallState, player: Player) -> int | None:
    """Return the first round of the player's division that is not paired yet; None after the
    last."""
    return round_to_pair(state, player.division)


def round_to_pair(state: HallState, ident: str) -> int | None:
    """Return the first round of a division that is not paired yet; None after the last."""
    division = state.divisions.get(ident)
    if division is None or division.unreadable:
        return None
    number = 1 + max((n for name, n in state.rounds if name == division.id), default=0)
    return number if number <= division.rounds else None


def next_bye(state: HallState, player: Player) -> int | None:
    """Return that round, if the player may have a bye in it for the asking; else None."""
    number, had = next_round(state, player), player.byes_granted
    if number is None or number in had:
        return None
    return number if len(had) < state.divisions[player.division].book.requested_byes else None


def round_of(state: HallState, player: Player, what: RequestKind) -> int:
    """Return the round that a request of now would be about, 0 for none."""
    if what == "opt_out":
        return last_round_open(state, player) or 0
    return next_bye(state, player) or 0 if what == "bye" else 0


def asked_in_time(state: HallState, player: Player, request: Request) -> bool:
    """Return whether a wish to skip a round was told before that round was paired, by the wish's
    own time (ACF-2.V.F): a player who asked in time loses nothing if the answer comes later."""
    division = state.divisions.get(player.division)
    if division is None or division.unreadable or division.book.opt_out_points is None:
        return False
    paired = state.rounds.get((division.id, request.round_no))
    last = request.round_no == division.rounds
    return last and (paired is None or request.at < paired.first_at)


def last_round_played(state: HallState, player: str) -> int:
    """Return the last round that they took part in, by a result or a bye; 0 for none."""
    played = [
        match.key.round_no
        for match in state.matches.values()
        if player in match.players and match.result.counts and not match.playoff
    ]
    byes = [paired.number for paired in state.rounds.values() if player in paired.byes]
    return max([*played, *byes], default=0)


def offered(state: HallState, player: Player) -> tuple[RequestKind, ...]:
    """Return what the player may ask now; nothing twice, and nothing once they have left or are
    out."""
    said = asked(state, player.id)
    if player.withdrawn_after is not None or player.suspended or len(said) >= MOST:
        return ()
    standing = {r.what for r in said if r.stands and r.what != "sign_out"}
    found: list[RequestKind] = []
    gone = player.attendance is not None and not player.attendance.here
    waits = any(r.what == "check_in" and r.open for r in said)
    if "check_in" not in standing or (gone and not waits):
        found.append("check_in")
    found.append("back" if signed_out(state, player.id) else "sign_out")
    skips = last_round_open(state, player)
    if skips is not None and "opt_out" not in standing and player.opt_out is None:
        found.append("opt_out")
    bye = next_bye(state, player)
    waiting = any(r.what == "bye" and r.open for r in said)
    if (
        bye is not None
        and not waiting
        and (player.opt_out is None or player.opt_out.round_no != bye)
    ):
        found.append("bye")
    if "withdraw" not in standing:
        found.append("withdraw")
    return tuple(found)
