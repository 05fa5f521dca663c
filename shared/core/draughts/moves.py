"""The legal moves of a position, jumps to their very end, and the position after one.

Owns move generation for every game that ``Rules`` can describe. Weighs no move against another.
Captured pieces stay on the board until the jump has ended: none is jumped twice, and none gives
way (WCDF 1.19, APCA-14).
"""

from typing import Final

import msgspec

from shared.core.draughts.position import (
    BIT,
    BOARD,
    KING_ROW,
    RAYS,
    SHIFTS,
    SQUARE,
    SQUARES,
    Position,
    bits,
)
from shared.core.draughts.rules import Rules

Jump = tuple[tuple[int, ...], tuple[int, ...]]
"""The squares a capturing piece stood on, and those of the pieces it took."""

_Hop = tuple[int, int, int, int]

_HOPS: Final = {
    square: tuple((BIT[ray[0]], BIT[ray[1]], ray[0], ray[1]) for ray in rays if len(ray) > 1)
    for square, rays in RAYS.items()
}
_ALL: Final[dict[int, tuple[_Hop, ...]]] = dict(_HOPS)
_JUMPS_UP: Final[dict[int, tuple[_Hop, ...]]] = {
    square: tuple(hop for hop in _HOPS[square] if hop[3] > square) for square in SQUARES
}
_JUMPS_DOWN: Final[dict[int, tuple[_Hop, ...]]] = {
    square: tuple(hop for hop in _HOPS[square] if hop[3] < square) for square in SQUARES
}


def jumps(rules: Rules, position: Position) -> list[Jump]:
    """Return every complete capture of the side to move."""
    first = position.to_move == "first"
    mine, theirs = (position.first, position.second) if first else (position.second, position.first)
    empty = BOARD & ~(mine | theirs)
    kings = mine & position.kings
    flyers = kings if rules.flying_king else 0
    both = mine if rules.men_capture_backward else kings
    up, down = (mine, both) if first else (both, mine)
    jumpers = flyers | (
        up & ((theirs >> 4 & empty >> 8) | (theirs >> 5 & empty >> 10))
        | down & ((theirs << 4 & empty << 8) | (theirs << 5 & empty << 10))
    )
    found: list[Jump] = []
    stop = KING_ROW[position.to_move] if rules.promotion == "stop" else 0
    ahead = _JUMPS_UP if first else _JUMPS_DOWN
    while jumpers:
        bit = jumpers & -jumpers
        jumpers ^= bit
        path = (SQUARE[bit],)
        if bit & flyers:
            _fly(path, (), theirs, empty | bit, found)
        elif bit & both:
            row = 0 if bit & kings else stop
            found += _hop((path, ()), theirs, empty | bit, row, _ALL)
        else:
            found += _hop((path, ()), theirs, empty | bit, stop, ahead)
    return found


def _hop(
    so_far: Jump, theirs: int, empty: int, stop: int, hops: dict[int, tuple[_Hop, ...]]
) -> list[Jump]:
    """Return the jumps that go on from ``so_far``; a landing on ``stop`` ends one."""
    path, taken = so_far
    found: list[Jump] = []
    for over, land, captured, target in hops[path[-1]]:
        if over & theirs and land & empty:
            further = (*path, target), (*taken, captured)
            if land & stop:
                found.append(further)
            else:
                found += _hop(further, theirs ^ over, empty, stop, hops)
    return found or ([so_far] if taken else [])


def _fly(
    path: tuple[int, ...], taken: tuple[int, ...], theirs: int, empty: int, found: list[Jump]
) -> None:
    """Go on wherever one can: a landing that leads to no further capture ends none that does."""
    for over, landings in _flights(path[-1], theirs, empty):
        more = (*taken, over)
        left = theirs ^ BIT[over]
        goes_on = [square for square in landings if _flights(square, left, empty)]
        for target in goes_on:
            _fly((*path, target), more, left, empty, found)
        if not goes_on:
            found.extend(((*path, target), more) for target in landings)


def _flights(square: int, theirs: int, empty: int) -> list[tuple[int, list[int]]]:
    """Return each piece that a flying king can take from a square, and where it can land."""
    found = []
    for ray in RAYS[square]:
        for at, over in enumerate(ray):
            bit = BIT[over]
            if bit & empty:
                continue
            if bit & theirs:
                landings = []
                for target in ray[at + 1 :]:
                    if not BIT[target] & empty:
                        break
                    landings.append(target)
                if landings:
                    found.append((over, landings))
            break
    return found


class Move(msgspec.Struct, frozen=True):
    """A whole move: each square the piece stood on, and each piece it took, in order.

    Two captures from the same square to the same square that take other pieces, or the same ones
    on another way, are two moves.
    """

    path: tuple[int, ...]
    captured: tuple[int, ...] = ()


def _step_table(shift: int) -> dict[int, Move]:
    steps = {}
    for square in SQUARES:
        target = BIT[square] << shift if shift > 0 else BIT[square] >> -shift
        if target & BOARD:
            steps[BIT[square]] = Move((square, SQUARE[target]))
    return steps


_UP: Final = tuple((shift, _step_table(shift)) for shift in SHIFTS)
_DOWN: Final = tuple((shift, _step_table(-shift)) for shift in SHIFTS)


def legal_moves(rules: Rules, position: Position) -> tuple[Move, ...]:
    """Return every legal move of the side to move; captures alone where there is one.

    Captures are compulsory and free in their choice (DARK-jump, SE-4, APCA-14, APCA-20).
    """
    found = legal_captures(rules, position)
    if found:
        return found
    mine = position.first if position.to_move == "first" else position.second
    kings = mine & position.kings
    empty = BOARD & ~(position.first | position.second)
    steppers = mine
    moves: list[Move] = []
    if rules.flying_king and kings:
        steppers ^= kings
        moves = [Move(path) for path in _slides(kings, empty)]
        kings = 0
    up, down = (steppers, kings) if position.to_move == "first" else (kings, steppers)
    for shift, table in _UP:
        movers = up & (empty >> shift)
        while movers:
            bit = movers & -movers
            moves.append(table[bit])
            movers ^= bit
    for shift, table in _DOWN:
        movers = down & (empty << shift)
        while movers:
            bit = movers & -movers
            moves.append(table[bit])
            movers ^= bit
    return tuple(moves)


def legal_captures(rules: Rules, position: Position) -> tuple[Move, ...]:
    """Return every legal capture of the side to move, carried to its end."""
    return tuple(Move(path, taken) for path, taken in jumps(rules, position))


def play(position: Position, move: Move) -> Position:
    """Return the position after a legal move; its captured pieces come off at the end.

    A man whose move ends on its king row is crowned (DARK-king, APCA-14).
    """
    side = position.to_move
    origin, target = BIT[move.path[0]], BIT[move.path[-1]]
    keep = BOARD & ~origin & ~bits(move.captured)
    crowned = position.kings & origin or target & KING_ROW[side]
    kings = position.kings & keep | (target if crowned else 0)
    first, second = position.first & keep, position.second & keep
    if side == "first":
        return Position(first | target, second, kings, "second")
    return Position(first, second | target, kings, "first")


def _slides(kings: int, empty: int) -> list[tuple[int, int]]:
    found = []
    while kings:
        bit = kings & -kings
        square = SQUARE[bit]
        for ray in RAYS[square]:
            for target in ray:
                if not BIT[target] & empty:
                    break
                found.append((square, target))
        kings ^= bit
    return found
