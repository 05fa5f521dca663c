"""Makes as many legal pairs as possible, whichever they are: fast where most pairs are legal.

Edmonds' search for augmenting paths, from a first fit in the order of the field.
"""

from collections import deque
from collections.abc import Iterable

from shared.pairing.swiss.field import Field

_NOBODY = -1


def fullest(field: Field) -> list[int | None]:
    """Return the mate of each number, the bye among them; None for those who are left over.

    If any player may have the bye, one has it.
    """
    search = _Search(field)
    players = range(len(field.players))
    if field.odd:
        search.first_fit(search.size - 1, reversed(players))
    for number in players:
        if search.mate[number] == _NOBODY:
            search.first_fit(number, range(number + 1, len(players)))
    # A player with a mate keeps one: a path only changes which.
    for number in range(search.size):
        if search.mate[number] == _NOBODY:
            search.augment(number)
    return [None if mate == _NOBODY else mate for mate in search.mate]


class _Search:
    def __init__(self, field: Field) -> None:
        self.field = field
        self.size = len(field.group_of)
        self.mate = [_NOBODY] * self.size

    def first_fit(self, a: int, others: Iterable[int]) -> None:
        """Give ``a`` the first of ``others`` who is free."""
        for b in others:
            if self.mate[b] == _NOBODY and self.field.legal(a, b):
                self.mate[a], self.mate[b] = b, a
                return

    def augment(self, root: int) -> None:
        """Find a path along which one pair more can be made, and make it."""
        self.parent = [_NOBODY] * self.size
        self.base = list(range(self.size))
        reached = [False] * self.size
        reached[root] = True
        queue = deque([root])
        while queue:
            a = queue.popleft()
            for b in range(self.size):
                if self.base[a] == self.base[b] or self.mate[a] == b or a == b:
                    continue
                if not self.field.legal(a, b):
                    continue
                outer = self.mate[b] != _NOBODY and self.parent[self.mate[b]] != _NOBODY
                if b == root or outer:
                    ring = self._ring(a, b)
                    for number in range(self.size):
                        if self.base[number] in ring:
                            self.base[number] = self.stem
                            if not reached[number]:
                                reached[number] = True
                                queue.append(number)
                elif self.parent[b] == _NOBODY:
                    self.parent[b] = a
                    if self.mate[b] == _NOBODY:
                        self._flip(b)
                        return
                    reached[self.mate[b]] = True
                    queue.append(self.mate[b])

    def _flip(self, b: int) -> None:
        while b != _NOBODY:
            a = self.parent[b]
            following = self.mate[a]
            self.mate[a], self.mate[b] = b, a
            b = following

    def _ring(self, a: int, b: int) -> set[int]:
        """Return the bases of an odd ring that closes between ``a`` and ``b``; ``stem`` is its
        own."""
        above = set()
        walk = a
        while True:
            walk = self.base[walk]
            above.add(walk)
            if self.mate[walk] == _NOBODY:
                break
            walk = self.parent[self.mate[walk]]
        walk = self.base[b]
        while walk not in above:
            walk = self.base[self.parent[self.mate[walk]]]
        self.stem = walk
        ring: set[int] = set()
        self._mark(a, b, ring)
        self._mark(b, a, ring)
        return ring

    def _mark(self, a: int, child: int, ring: set[int]) -> None:
        while self.base[a] != self.stem:
            ring |= {self.base[a], self.base[self.mate[a]]}
            self.parent[a] = child
            child = self.mate[a]
            a = self.parent[child]
