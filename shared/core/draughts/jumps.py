"""The captures of a position: each way a piece can jump, to its very end.

Owns jumping. Captured pieces stay on the board until the jump has ended: none is jumped twice,
and none gives way (WCDF 1.19, APCA-14).
"""

from typing import Final

from shared.core.draughts.position import KING_ROW, Position
from shared.core.draughts.rules import Rules
from shared.core.draughts.squares import BIT, BOARD, RAYS, SQUARE, SQUARES

Jump = tuple[tuple[int, ...], tuple[int, ...]]
"""The squares a capturing piece stood on, and those of the pieces it took."""

_Hop = tuple[int, int, int, int]

_HOPS: Final = {
    square: tuple((BIT[ray[0]], BIT[ray[1]], ray[0], ray[1]) for ray in rays if len(ray) > 1)
    for square, rays in RAYS.items()
}
_ALL: Final[dict[int, tuple[_Hop, ...]]] = dict(_HOPS)
_UP: Final[dict[int, tuple[_Hop, ...]]] = {
    square: tuple(hop for hop in _HOPS[square] if hop[3] > square) for square in SQUARES
}
_DOWN: Final[dict[int, tuple[_Hop, ...]]] = {
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
    ahead = _UP if first else _DOWN
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
