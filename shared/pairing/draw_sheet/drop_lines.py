"""Where the losers of a main round drop into the losers' side, so that rematches come late.

Owns these lines alone. Numbers of lines and matches count from 0 at the top of the sheet.
"""


def drop_lines(rounds: int) -> tuple[int, ...]:
    """For main round 2, 3, … ``rounds``: the number whose bits say how the losers cross over.

    The loser of match ``line ^ number`` of that round drops onto ``line`` of the losers' side.
    In round r there are 2^(rounds - r) matches and as many lines. A player who drops in round r
    has beaten one player in each earlier round q; they can meet again when their lines have
    become one. Each number is chosen to put off the earliest such meeting; then, to put off that
    with the opponent beaten last.
    """
    chosen: list[int] = [0]
    for number in range(2, rounds + 1):
        bits = rounds - number
        chosen.append(max(range(1 << bits), key=lambda mask: _lateness(chosen, number, mask)))
    return tuple(chosen[1:])


def _lateness(chosen: list[int], number: int, mask: int) -> tuple[list[int], list[int], int]:
    """Return how many merges of lines come before a player can meet those beaten last, last but
    one, …."""
    merges = [
        (mask ^ (earlier >> (number - round_no))).bit_length()
        for round_no, earlier in enumerate(chosen, start=1)
    ]
    return sorted(merges), merges[::-1], mask
