"""What the finder shows for a session: a hint, a list, an answer, or nobody. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kiosk.answer import Answer, answer
from kiosk.session import Session
from shared.core.state import HallState, Player
from shared.core.surname import find, surname_first

HINT = "Type the first letters of your surname."


@dataclass(frozen=True, slots=True)
class Visit:
    """One of three: ``answer``, or ``found`` with more than one player, or only ``sentence``."""

    session: Session
    sentence: str = ""
    found: tuple[Player, ...] = ()
    answer: Answer | None = None


def visit(state: HallState, session: Session, now: int, zone: str) -> Visit:
    """What to show for ``session``; ``now`` is UTC ms.

    A single match is answered at once. A chosen player who is gone counts as not chosen.
    """
    if session.chosen and session.chosen in state.players:
        return Visit(session, answer=answer(state, state.players[session.chosen], now, zone))
    found = find(state.players.values(), session.typed)
    if len(found) == 1:
        return Visit(session, answer=answer(state, found[0], now, zone))
    if found:
        marked = min(session.marked, len(found) - 1)
        words = f"{len(found)} players match. Choose one, or type on."
        return Visit(replace(session, marked=marked), words, found)
    if session.typed:
        words = (
            f"Nobody here has a name that begins with “{session.typed}”. "
            "Erase a letter, or ask at the referee's desk."
        )
        return Visit(session, words)
    return Visit(session, HINT)


def choice_words(state: HallState, player: Player) -> str:
    """A player in a list of several: name, division and club tell namesakes apart."""
    division = state.divisions.get(player.division)
    parts = [surname_first(player.name), division.name if division else "", player.club]
    return " · ".join(part for part in parts if part)
