"""Whether the referee at this laptop has an interest in a match, and whether a ruling is final.

The referee is known by the name that the laptop was given. Warns, and forbids nothing. Pure.
"""

from hall_server.referee.derived.moment import Moment
from shared.core.state import Match, Player
from shared.core.state.persons import folded
from shared.core.text.language import _


def final(moment: Moment, match: Match) -> str:
    """Return that a ruling is final, where a disinterested arbiter rules; "" elsewhere."""
    sheet = moment.book(match).sheet
    if sheet.arbiter != "disinterested" or sheet.appeal:
        return ""
    return _("The arbiter's ruling is final: there is no appeal ({clause}).").format(
        clause=sheet.authority
    )


def interest(moment: Moment, node: str, match: Match) -> str:
    """Return why another arbiter should rule on a match, in a sentence; "" for no reason."""
    sheet = moment.book(match).sheet
    if sheet.arbiter != "disinterested":
        return ""
    device = moment.state.devices.get(node)
    label = f" {folded(device.label)} " if device is not None else ""
    known = [p for p in moment.state.players.values() if _is(p, label)]
    own = next((p for p in known if p.id in match.players), None)
    if own is not None:
        said = _("{name} plays this match: ask another arbiter to rule ({clause}).")
        return said.format(name=own.name, clause=sheet.authority)
    near = next((p for p in known if _still_in(p, match)), None)
    if near is None:
        return ""
    said = _("{name} plays in this division: ask another arbiter to rule ({clause}).")
    return said.format(name=near.name, clause=sheet.authority)


def _is(player: Player, label: str) -> bool:
    name = folded(player.name)
    return bool(name) and f" {name} " in label


def _still_in(player: Player, match: Match) -> bool:
    return player.division == match.key.division and player.withdrawn_after is None
