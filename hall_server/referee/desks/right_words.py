"""Assistants' rights as lines, what the chief may change, and what this laptop may not do. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from hall_server.referee.moment import Moment
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.questions.question import REFEREE
from shared.core import entities
from shared.core.events import ALL_HELD, KIND_OF, SCOPE_OF, RightsSet, Scope
from shared.core.fold.rights import SETTABLE
from shared.core.state import Device
from shared.port import Draft
from shared.tui.names import columns

WORDS: dict[Scope, str] = {
    "rule": "rule on results and reports",
    "pair": "pair rounds and call matches",
    "hall": "enter players, prizes, announcements",
}


def assistants(moment: Moment) -> tuple[Device, ...]:
    """The referees' laptops, the chief's first."""
    chief = _chief(moment)
    found = [d for d in moment.state.devices.values() if d.role == "referee" and not d.revoked]
    return tuple(sorted(found, key=lambda d: (d.node != chief, d.label, d.node)))


def right_lines(moment: Moment, own: str, width: int) -> tuple[Line, ...]:
    """One line a laptop: whose it is, and each right as a word with a mark."""
    lines = []
    for device in assistants(moment):
        who = device.label
        if device.node == _chief(moment):
            who += ", chief"
        if device.node == own:
            who += " (this one)"
        marks = [f"{'√' if scope in device.scopes else '–'} {scope}" for scope in WORDS]
        text = columns((who, *marks), (max(12, min(30, width - 27)), 6, 6, 6), "<<<<", gap=1)
        lines.append(Line(device.node, text, "ink"))
    return tuple(lines)


def notes(moment: Moment, own: str) -> tuple[str, ...]:
    """What the rights mean, and why they cannot be changed here."""
    found = [f"{scope}: {words}" for scope, words in WORDS.items()]
    why = objection(moment, own, "")
    if why:
        found.append(f"! {why}")
    return tuple(found)


def objection(moment: Moment, own: str, node: str) -> str:
    """Why this laptop may not set the rights of ``node``; "" where it may, or names nobody."""
    chief = _chief(moment)
    if not chief:
        return "The event names no chief: every referee keeps the rights of his enrolment."
    if own != chief:
        return "Only the chief referee's laptop sets rights."
    return "The chief keeps all his rights." if node == chief else ""


def turned(moment: Moment, node: str, scope: Scope) -> tuple[Draft, str]:
    """A right given, or taken where it is there, and it in words."""
    device = moment.state.devices[node]
    held = {each for each in device.scopes if each in SETTABLE}
    given = scope not in held
    after = held | {scope} if given else held - {scope}
    ordered: tuple[Scope, ...] = tuple(each for each in SETTABLE if each in after)
    what = "may" if given else "may no longer"
    words = f"{device.label} {what} {WORDS[scope]}"
    return Draft(entities.rights(node), RightsSet(ordered, ALL_HELD), REFEREE), words


def not_allowed(moment: Moment, own: str, drafts: Iterable[Draft]) -> str:
    """Why this laptop may not write ``drafts``; "" where it may or where that is not known yet."""
    device = moment.state.devices.get(own)
    if device is None:
        return ""
    for draft in drafts:
        scope = SCOPE_OF.get(KIND_OF[type(draft.body)])
        if scope is not None and scope not in device.scopes:
            what = WORDS.get(scope, "do that")
            return f"this laptop may not {what}; the chief referee decides."
    return ""


def _chief(moment: Moment) -> str:
    return moment.state.tournament.chief if moment.state.tournament is not None else ""
