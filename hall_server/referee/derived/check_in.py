"""Check-in as values: who is here, who asks, who is missing or left out. Pure."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from rich.cells import cell_len

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.people.registration import players_of
from hall_server.referee.derived.questions.about_requests import seen_again, waiting_check_ins
from shared.core.decisions.requests import checked_in, round_to_pair, signed_out
from shared.core.decisions.writing import REFEREE, Ground, decide
from shared.core.events import PlayerAttended, PlayerWithdrawn, entities
from shared.core.events.measures import RequestGranted
from shared.core.state import Player
from shared.core.text.language import N_, _, ngettext
from shared.pairing.from_hall import is_away
from shared.port import Draft
from shared.tui.names import columns, fit

Presence = Literal["here", "asks", "missing", "left_out", "away"]
MISSING: tuple[Presence, ...] = ("asks", "missing", "left_out")
"""Who has not been seen yet."""
_SAID: dict[Presence, tuple[str, str]] = {
    "here": ("good", N_("√ here")),
    "asks": ("caution", N_("! asked at a kiosk")),
    "missing": ("ink", N_("· not seen yet")),
    "left_out": ("caution", N_("– left out of round {number}")),
    "away": ("ink-soft", N_("– does not play round {number}")),
}
_WHERE = 30
"""Cells for the longest of these."""


def absent_lines(moment: Moment, missing: Mapping[str, Presence]) -> list[ListLine]:
    """Return one line a player who is missing: first how, then the name, however long it is."""
    said = {how: _(_SAID[how][1]) for how in set(missing.values())}
    width = max(map(cell_len, said.values()))
    return [
        ListLine(player, f" {fit(said[how], width)}  {moment.name(player)}")
        for player, how in missing.items()
    ]


def presences(moment: Moment, division: str) -> dict[str, Presence]:
    """Return how each player of a division stands before its next round, by surname."""
    asks = {request.player for request in waiting_check_ins(moment).get(division, ())}
    number = round_to_pair(moment.state, division) or 0
    return {
        player.id: _presence(moment, player, number, asks=player.id in asks)
        for player in players_of(moment.state, division)
    }


def _presence(moment: Moment, player: Player, number: int, *, asks: bool) -> Presence:
    if player.withdrawn_after is not None or player.suspended:
        return "away"
    if asks:
        return "asks"
    if player.left_out(number):
        return "left_out"
    if is_away(player, number):
        return "away"
    return "here" if checked_in(moment.state, player.id) else "missing"


def count_words(moment: Moment, division: str) -> str:
    """Return how many are here, ask, are missing, and are left out."""
    count = Counter(presences(moment, division).values())
    asks = ngettext("{count} asks", "{count} ask", count["asks"]).format(count=count["asks"])
    return ", ".join(
        (
            _("{count} here").format(count=count["here"]),
            *((asks,) if count["asks"] else ()),
            _("{count} not seen").format(count=count["missing"]),
            *(
                (_("{count} left out").format(count=count["left_out"]),)
                if count["left_out"]
                else ()
            ),
        )
    )


def lines(
    moment: Moment, division: str, width: int, shown: Collection[Presence] = ()
) -> tuple[ListLine, ...]:
    """Return one line a player, with the club; of ``shown`` alone where any are named."""
    number = round_to_pair(moment.state, division) or 0
    found = []
    for ident, presence in presences(moment, division).items():
        if shown and presence not in shown:
            continue
        player = moment.state.players[ident]
        tone, words = _SAID[presence]
        cells = (player.name, _(words).format(number=number), _remark(moment, player))
        found.append(ListLine(ident, columns(cells, _widths(width)), tone, player.name))
    return tuple(found)


def heading(width: int) -> str:
    """Return the heading over the columns of ``lines``."""
    return columns((_("player"), _("check-in"), _("club, rating")), _widths(width))


def _remark(moment: Moment, player: Player) -> str:
    if signed_out(moment.state, player.id):
        return _("! signed out, and not back")
    rated = str(player.rating) if player.rating else ""
    return " · ".join(filter(None, (player.club, rated)))


def _widths(width: int) -> tuple[int, ...]:
    rest = width - _WHERE - 6
    name = min(max(rest * 3 // 5, 14), 44)
    return (name, min(_WHERE, width - name - 5), max(rest - name, 0))


def accepted(moment: Moment, division: str, only: str = "") -> tuple[Draft, ...]:
    """Return what accepts every check-in that waits, or that of ``only`` one player."""
    drafts: list[Draft] = []
    for request in waiting_check_ins(moment).get(division, ()):
        if only in ("", request.player):
            measure = RequestGranted("check_in", request.round_no)
            ent = entities.player_decision(request.player)
            drafts.append(
                decide(ent, request.event, (measure,), Ground(), settles=(request.event,))
            )
            drafts += seen_again(moment.state.players[request.player])
    return tuple(drafts)


def attended(player: str, *, here: bool, out_of: int = 0) -> Draft:
    """Return whether a player is here, to be written."""
    return Draft(entities.attendance(player), PlayerAttended(here, out_of), REFEREE)


def withdrawn(players: Sequence[str], reason: str) -> tuple[Draft, ...]:
    """Return that players leave before the first round, to be written."""
    body = PlayerWithdrawn(0, reason)
    return tuple(Draft(entities.withdrawal(player), body, REFEREE) for player in players)
