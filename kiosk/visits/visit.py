"""What the finder shows for a session, and the session after a touch. Pure."""

from dataclasses import dataclass, replace
from typing import Literal

from kiosk.visits.session import KioskSession
from shared.core.decisions.requests import offered, round_of
from shared.core.events import RequestKind
from shared.core.state import HallState, Player
from shared.core.state.persons import find, surname_first
from shared.core.text.language import N_, _, ngettext, of_official
from shared.public.answer import Answer, answer, own_standing

LISTED = 9
"""At most this many players are listed, one a digit; the others are counted."""
HINT = N_("Type the first letters of your surname.")
GO_BACK = N_("Nothing, go back")
OFFERED: dict[RequestKind, str] = {
    "check_in": N_("Check in: I am here"),
    "sign_out": N_("Sign out for a while: I come back"),
    "back": N_("I am back"),
    "withdraw": N_("Withdraw from the tournament for good"),
    "opt_out": N_("Skip the last round, round {number}"),
    "bye": N_("Take a bye in round {number}"),
}
"""What a player may ask, in words that nobody mistakes for another thing."""
NOBODY_CHECKS = N_(
    "The referee has to confirm it. This screen cannot check who you are: they may ask you."
)

Touch = Literal[
    "type", "erase", "up", "down", "take", "choose", "leave", "ask", "standing"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Visit:
    """What is shown: a ``sentence``, ``lines`` to choose from, ``text`` to read, or an ``answer``.

    ``found`` are the players of the lines, ``wishes`` what the lines ask for; ``player`` is the
    one who was found.
    """

    session: KioskSession
    sentence: str = ""
    found: tuple[Player, ...] = ()
    answer: Answer | None = None
    player: Player | None = None
    lines: tuple[str, ...] = ()
    wishes: tuple[RequestKind, ...] = ()
    text: tuple[str, ...] = ()


def visit(
    state: HallState, session: KioskSession, now: int, zone: str, *, may_ask: bool = True
) -> Visit:
    """Return what to show for ``session`` at ``now`` (UTC ms).

    A single match is answered at once. A chosen player who is gone counts as not chosen. Without
    ``may_ask`` nothing but reading is offered.
    """
    if session.chosen and session.chosen in state.players:
        player = state.players[session.chosen]
        with of_official(state.official(player.division)):
            return _of_player(state, session, player, now, zone, may_ask=may_ask)
    found = find(state.players.values(), session.typed)
    if len(found) == 1:
        with of_official(state.official(found[0].division)):
            return _of_player(state, session, found[0], now, zone, may_ask=may_ask)
    if found:
        marked = min(session.marked, len(found) - 1, LISTED - 1)
        words = ngettext(
            "{count} player matches. Choose one, or type on.",
            "{count} players match. Choose one, or type on.",
            len(found),
        ).format(count=len(found))
        lines = tuple(choice_words(state, player) for player in found[:LISTED])
        return Visit(replace(session, marked=marked), words, found, lines=lines)
    if session.typed:
        words = _(
            "Nobody here has a name that begins with “{typed}”. "
            "Erase a letter, or ask at the referee's desk."
        )
        return Visit(session, words.format(typed=session.typed))
    return Visit(session, _(HINT))


def _of_player(
    state: HallState, session: KioskSession, player: Player, now: int, zone: str, *, may_ask: bool
) -> Visit:
    wishes = offered(state, player) if may_ask else ()
    step = session.step
    if step == "standing":
        text = own_standing(state, player)
        marked = min(session.marked, max(0, len(text) - 1))
        return Visit(replace(session, marked=marked), player.name, player=player, text=text)
    if step == "menu" and wishes:
        words = _("{name}: what do you ask the referee for?").format(name=player.name)
        lines = (_(GO_BACK), *(_offer(state, player, wish) for wish in wishes))
        return Visit(session, words, player=player, lines=lines, wishes=wishes)
    if step == "sure" and session.wish in wishes and session.wish is not None:
        wish = session.wish
        asked = _("{name}: {wish}?").format(name=player.name, wish=_offer(state, player, wish))
        words = f"{asked} {_(NOBODY_CHECKS)}"
        lines = (_(GO_BACK), _("Yes, ask the referee"))
        return Visit(session, words, player=player, lines=lines, wishes=(wish,))
    told = answer(state, player, now, zone)
    plain = replace(session, step="answer", wish=None)
    return Visit(plain, answer=told, player=player, wishes=wishes)


@dataclass(frozen=True, slots=True)
class After:
    """What a touch makes of a visit: the session, or None for a visitor who leaves; and what is
    asked of the referee now, if anything."""

    session: KioskSession | None
    asks: RequestKind | None = None


def touched(seen: Visit, touch: Touch, now: int, sign: str = "", line: int = 0) -> After:
    """Return the session after ``touch`` on what is ``seen``; ``now`` is monotonic ms."""
    session = seen.session
    match touch:
        case "type":
            same = not sign and session.step != "answer"
            return After(session.touched(now) if same else session.typing(sign, now))
        case "erase" if seen.answer is not None and not session.chosen:
            return After(session.starting_over(now))
        case "erase":
            return After(session.erasing(now))
        case "up" | "down":
            step = -1 if touch == "up" else 1
            if seen.text:
                marked = max(0, min(session.marked + step, len(seen.text) - 1))
                return After(replace(session, touched_at=now, marked=marked))
            return After(session.moving(step, len(seen.lines), now))
        case "take" | "choose":
            return _chosen(seen, session.marked if touch == "take" else line, now)
        case "ask" | "standing":
            if seen.answer is None or seen.player is None:
                return After(session.touched(now))
            to = session.at("menu" if touch == "ask" else "standing", seen.player.id, now)
            return After(to)
        case "leave":
            return After(None)


def _chosen(seen: Visit, line: int, now: int) -> After:
    session = seen.session
    if not 0 <= line < len(seen.lines):
        return After(session.touched(now))
    if seen.player is None:
        return After(session.choosing(seen.found[line].id, now))
    back = session.at("answer", seen.player.id, now)
    if line == 0:
        return After(back)
    wish = seen.wishes[line - 1]
    if session.step == "sure":
        return After(back, wish)
    return After(session.at("sure", seen.player.id, now, wish))


def _offer(state: HallState, player: Player, wish: RequestKind) -> str:
    return _(OFFERED[wish]).format(number=round_of(state, player, wish))


def choice_words(state: HallState, player: Player) -> str:
    """Return a player as a line: name, division and club tell namesakes apart."""
    division = state.divisions.get(player.division)
    parts = [surname_first(player.name), division.name if division else "", player.club]
    return " · ".join(part for part in parts if part)
