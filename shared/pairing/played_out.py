"""Whether anything of a division is still to be played, by whatever system it is paired.

Derives it from the state of the hall; decides nothing.
"""

from itertools import combinations

from shared.core.standings.records import division_rounds, round_complete
from shared.core.state import Division, HallState
from shared.pairing.open_play.board import open_play_now
from shared.pairing.open_play.table import Status
from shared.pairing.systems import decided_already


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
