"""The places of a division's players, by the system that is played, and whether they can change by
play any more.

By points where points place the players. On a draw sheet and under lives the champion won the
deciding match, and the others stand by the match or the round that put them out: those of one
round share the place. Owns that order; counts no points.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations, groupby

from msgspec.structs import replace

from shared.core.standings.order import StandingsRow, Stands, with_ties_broken
from shared.core.standings.records import (
    division_rounds,
    points_standings,
    round_complete,
    ties_broken,
)
from shared.core.state import Division, HallState
from shared.core.state.office import BESIDE, Beside
from shared.pairing.draw_sheet.progress import MatchState
from shared.pairing.draw_sheet.sheet import NOBODY
from shared.pairing.knockout.by_lives import lives_now
from shared.pairing.knockout.call_board import SHEETS, fitting
from shared.pairing.knockout.lives import Lives
from shared.pairing.open_play import Status, open_play_now
from shared.pairing.systems import decided_already
from shared.pairing.types import PairingImpossible

Put = tuple[int, str]
"""How far a player came, the higher the further, and where they went out."""
WON: Put = (1 << 20, "")
IN: Put = (1 << 21, "")
"""Still in: ahead of all who are out."""


def division_standings(state: HallState, division: str) -> tuple[StandingsRow, ...]:
    """Return the division's standings by what counts now, best first.

    Where a draw sheet or lives decide, those who are still in share the first place. A player who
    withdrew keeps the place that was reached.
    """
    opened = state.divisions[division]
    rows = points_standings(state, division)
    reached = _reached(state, opened)
    placed = rows if reached is None else _placed(rows, reached)
    return with_ties_broken(placed, [tie.places for tie in ties_broken(opened)])


def beside_standings(state: HallState, division: str) -> dict[Beside, tuple[StandingsRow, ...]]:
    """Return the places within a consolation and a last chance, for each of them that is played."""
    opened = state.divisions[division]
    drawn = [part for part in BESIDE if getattr(opened.bracket, part)]
    states = _on_sheet(state, opened) if drawn else None
    if states is None:
        return {}
    rows = points_standings(state, division)
    reached = {part: beside_reached(states.values(), part) for part in drawn}
    return {
        part: _placed([row for row in rows if row.player in far], far)
        for part, far in reached.items()
        if far
    }


def sheet_reached(states: Iterable[MatchState], gone: Collection[str] = ()) -> dict[str, Put]:
    """Return how far each entrant of a draw sheet came, without its consolation and last chance.

    Who is ``gone`` is out at the match they would have to play.
    """
    return _by_sheet([at for at in states if at.match.side not in BESIDE], gone)


def beside_reached(states: Iterable[MatchState], part: Beside) -> dict[str, Put]:
    """Return how far each entrant of a consolation or a last chance came in it."""
    return _by_sheet([at for at in states if at.match.side == part])


def lives_reached(lives: Lives) -> dict[str, Put]:
    """Return how far each entrant came under lives (DARK-KO)."""
    reached = {player: (number, str(number)) for player, number in lives.out_in.items()}
    for player in lives.left:
        reached[player] = WON if player == lives.champion else IN
    return reached


def _reached(state: HallState, division: Division) -> dict[str, Put] | None:
    """Return how far each player came; None where points decide, or nothing has been drawn yet."""
    if division.unreadable:
        return None
    if division.book.pairing_system == "double_knockout":
        return _by_lives(state, division)
    states = _on_sheet(state, division)
    gone = {p.id for p in state.players.values() if p.withdrawn_after is not None}
    return None if states is None else sheet_reached(states.values(), gone)


def _on_sheet(state: HallState, division: Division) -> dict[str, MatchState] | None:
    if division.unreadable or division.book.pairing_system not in SHEETS:
        return None
    try:
        fits = fitting(state, division)
    except PairingImpossible:
        return None
    return None if fits is None else fits.states


def _by_lives(state: HallState, division: Division) -> dict[str, Put] | None:
    rounds = division_rounds(state, division.id)
    if not rounds:
        return None
    complete = [paired.number for paired in rounds if round_complete(state, paired)]
    before = next((n for n in range(1, len(rounds) + 2) if n not in complete), 1)
    try:
        return lives_reached(lives_now(state, division.id, before))
    except (PairingImpossible, ValueError):
        return None


def _by_sheet(states: Collection[MatchState], gone: Collection[str] = ()) -> dict[str, Put]:
    """Read each entrant's last match: who waits for one is in, who won the last has won all."""
    reached: dict[str, Put] = {}
    for at in states:
        for side in at.sides:
            if side in (None, NOBODY) or at.status == "not_needed":
                continue
            if at.status in ("waiting", "ready") and side not in gone:
                reached[side] = IN
            elif at.winner == side:
                reached[side] = WON
            else:
                # Of a final that is played again, the first match puts no player out.
                far = 1 << 10 if at.match.side == "final" else at.match.round_no
                reached[side] = (far, at.match.id)
    return reached


def _placed(rows: Iterable[StandingsRow], reached: Mapping[str, Put]) -> tuple[StandingsRow, ...]:
    """Return the rows by how far they came; those who were not in the draw stand last, without a
    place."""
    drawn = sorted(
        (row for row in rows if row.player in reached),
        key=lambda row: (-reached[row.player][0], row.name, row.player),
    )
    placed: list[StandingsRow] = []
    # Where both finalists have lost the final, there is no first place.
    skipped = 1 if drawn and not {WON, IN} & set(reached.values()) else 0
    for far, same in groupby(drawn, key=lambda row: reached[row.player][0]):
        rank = skipped + len(placed) + 1
        stands: Stands = "won" if far == WON[0] else "in" if far == IN[0] else "out"
        placed += [
            replace(row, rank=rank, stands=stands, out_at=reached[row.player][1]) for row in same
        ]
    return (*placed, *(replace(row, rank=None) for row in rows if row.player not in reached))


def is_final(state: HallState, division: str) -> bool:
    """Return whether places cannot change by play any more: every match is played and has its
    result.

    A knockout may be decided before all the rounds that it was given; in open play everybody who
    is in has met everybody else.
    """
    opened = state.divisions[division]
    if opened.book.pairing_system == "open_play":
        played, meant = open_play_so_far(state, opened)
        return played >= meant
    rounds = division_rounds(state, division)
    if not rounds or not all(round_complete(state, paired) for paired in rounds):
        return False
    last = max(paired.number for paired in rounds)
    return len(rounds) >= opened.rounds or decided_already(state, division, last + 1)


def open_play_so_far(state: HallState, division: Division) -> tuple[int, int]:
    """In open play, the matches of those who are in: how many are played, and of how many."""
    play = open_play_now(state, division)
    here = [player for player, status in play.status.items() if status is not Status.LEFT]
    pairs = [frozenset(pair) for pair in combinations(here, 2)]
    return sum(pair in play.met for pair in pairs), len(pairs)
