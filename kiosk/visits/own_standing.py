"""How a player stands and why, in the rulebook's sentences. Computes no points."""

from shared.core.standings.explain import explain
from shared.core.standings.records import division_records
from shared.core.state import HallState, Player
from shared.core.text.language import _
from shared.pairing.places import division_standings


def own_standing(state: HallState, player: Player) -> tuple[str, ...]:
    """Return a sentence a line: the place, then where its honor points come from (ACF-2.IV)."""
    division = state.divisions.get(player.division)
    if division is None or division.unreadable:
        return (_("Your division's standings cannot be read here. The referee has them."),)
    row = next(
        (row for row in division_standings(state, division.id) if row.player == player.id), None
    )
    if row is None or not any(key[0] == division.id for key in state.rounds):
        return (
            _("{division} has not begun: nobody has a place yet.").format(division=division.name),
        )
    return explain(row, division_records(state, division.id), division.book)
