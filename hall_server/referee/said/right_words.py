"""Assistants' rights as lines, what the chief may change, and what this laptop may not do. Pure."""

from collections.abc import Iterable

from rich.cells import cell_len

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from shared.core.decisions.writing import REFEREE
from shared.core.events import ALL_HELD, RightsSet, Scope, entities
from shared.core.fold.cuts import SETTABLE, right_for
from shared.core.state import Device
from shared.core.text.language import N_, _
from shared.port import Draft
from shared.tui.names import columns

WORDS: dict[Scope, str] = {
    "rule": N_("rule on results and reports"),
    "pair": N_("pair rounds and call matches"),
    "hall": N_("enter players, prizes, announcements"),
}
NAMES: dict[Scope, str] = {"rule": N_("rule"), "pair": N_("pair"), "hall": N_("hall")}
"""Each right in one short word, for a column."""


def assistants(moment: Moment) -> tuple[Device, ...]:
    """Return the referees' laptops, the chief's first."""
    chief = _chief(moment)
    found = [d for d in moment.state.devices.values() if d.role == "referee" and not d.revoked]
    return tuple(sorted(found, key=lambda d: (d.node != chief, d.label, d.node)))


def right_lines(moment: Moment, own: str, width: int) -> tuple[ListLine, ...]:
    """Return one line a laptop: whose it is, and each right as a word with a mark."""
    lines = []
    names = {scope: _(name) for scope, name in NAMES.items()}
    marked = [2 + cell_len(name) for name in names.values()]
    room = max(12, min(30, width - sum(marked) - 9))
    for device in assistants(moment):
        who = device.label
        if device.node == _chief(moment):
            who = _("{device}, chief").format(device=who)
        if device.node == own:
            who = _("{device} (this one)").format(device=who)
        marks = [f"{'√' if s in device.scopes else '–'} {name}" for s, name in names.items()]
        text = columns((who, *marks), (room, *marked), "<<<<", gap=1)
        lines.append(ListLine(device.node, text, "ink"))
    return tuple(lines)


def notes(moment: Moment, own: str) -> tuple[str, ...]:
    """Return what the rights mean, and why they cannot be changed here."""
    found = [f"{_(NAMES[scope])}: {_(words)}" for scope, words in WORDS.items()]
    why = objection(moment, own, "")
    if why:
        found.append(f"! {why}")
    return tuple(found)


def objection(moment: Moment, own: str, node: str) -> str:
    """Return why this laptop may not set the rights of ``node``; "" where it may, or names
    nobody."""
    chief = _chief(moment)
    if not chief:
        return _(
            "The event names no chief: every referee keeps the rights that their device was given."
        )
    if own != chief:
        return _("Only the chief referee's laptop sets rights.")
    return _("The chief keeps every right.") if node == chief else ""


def turned(moment: Moment, node: str, scope: Scope) -> tuple[Draft, str]:
    """Return a right given, or taken where it is there, and it in words."""
    device = moment.state.devices[node]
    held = {each for each in device.scopes if each in SETTABLE}
    given = scope not in held
    after = held | {scope} if given else held - {scope}
    ordered: tuple[Scope, ...] = tuple(each for each in SETTABLE if each in after)
    said = _("{device} may {what}") if given else _("{device} may no longer {what}")
    words = said.format(device=device.label, what=_(WORDS[scope]))
    return Draft(entities.rights(node), RightsSet(ordered, ALL_HELD), REFEREE), words


def not_allowed(moment: Moment, own: str, drafts: Iterable[Draft]) -> str:
    """Return why this laptop may not write ``drafts``; "" where it may or where that is not known
    yet."""
    device = moment.state.devices.get(own)
    if device is None:
        return ""
    for draft in drafts:
        scope = right_for(draft.ent, draft.body)
        if scope is not None and scope not in device.scopes:
            what = _(WORDS[scope]) if scope in WORDS else _("do that")
            said = _("this laptop may not {what}; the chief referee decides.")
            return said.format(what=what)
    return ""


def _chief(moment: Moment) -> str:
    return moment.state.tournament.chief if moment.state.tournament is not None else ""
