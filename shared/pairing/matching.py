"""Maximum-weight matching in a general graph, exact over integers of any size.

Edmonds' blossom algorithm in its primal-dual form, O(n³) on a dense graph. Knows no players.
"""

from collections import deque
from collections.abc import Mapping

Edge = tuple[int, int]


def max_weight_matching(size: int, weights: Mapping[Edge, int]) -> list[int | None]:
    """Return the mate of each vertex 0..size-1, None for a vertex left alone.

    ``weights`` holds each edge once, in either direction, with a weight above 0; the sum of the
    chosen weights is the largest possible. Raises ValueError on a weight that is not above 0.
    """
    return matching_with_labels(size, weights)[0]


def matching_with_labels(
    size: int, weights: Mapping[Edge, int]
) -> tuple[list[int | None], list[int], list[tuple[set[int], int]]]:
    """Return the mates, and what proves them: a label for each vertex, and labels of odd sets.

    The labels of both ends of an edge and of each set that holds both are twice its weight or
    more. All labels, a set's times half its size rounded down, are twice the sum of the matching.
    """
    if any(weight <= 0 for weight in weights.values()):
        raise ValueError("a weight must be above 0")
    if not weights:
        return [None] * size, [0] * size, []
    solver = _Solver(size, weights)
    while solver.augmented():
        pass
    mates = [mate - 1 if mate else None for mate in solver.mate[1 : size + 1]]
    return mates, solver.label[1 : size + 1], solver.labelled_sets()


_FREE, _EVEN, _ODD = -1, 0, 1


class _Solver:
    """Vertices are 1..n, blossoms n+1..top, 0 is nobody.

    ``edge[x][y]`` is the tightest edge between two outermost parts, as a pair of vertices.
    """

    def __init__(self, n: int, weights: Mapping[Edge, int]) -> None:
        room = n + n // 2 + 2
        self.n = self.top = n
        # Labels start at the largest weight and weights count double, so halving stays exact.
        self.label = [max(weights.values())] * (n + 1) + [0] * (room - n - 1)
        self.double = [[0] * (n + 1) for _ in range(n + 1)]
        self.edge: list[list[Edge | None]] = [[None] * room for _ in range(room)]
        self.near: list[list[int]] = [[] for _ in range(n + 1)]
        for (a, b), weight in weights.items():
            u, v = a + 1, b + 1
            self.double[u][v] = self.double[v][u] = 2 * weight
            self.edge[u][v], self.edge[v][u] = (u, v), (v, u)
            self.near[u].append(v)
            self.near[v].append(u)
        self.mate = [0] * room
        self.slack = [0] * room
        self.outer = [*range(n + 1), *([0] * (room - n - 1))]
        self.parent = [0] * room
        self.kind = [_FREE] * room
        self.seen = [0] * room
        self.visit = 0
        self.petals: list[list[int]] = [[] for _ in range(room)]
        self.petal_of = [[0] * (n + 1) for _ in range(room)]
        for u in range(1, n + 1):
            self.petal_of[u][u] = u
        self.queue: deque[int] = deque()

    def gap(self, edge: Edge) -> int:
        u, v = edge
        return self.label[u] + self.label[v] - self.double[u][v]

    def known(self, x: int, y: int) -> Edge:
        edge = self.edge[x][y]
        assert edge is not None
        return edge

    def offer_slack(self, u: int, x: int) -> None:
        held = self.slack[x]
        if not held or self.gap(self.known(u, x)) < self.gap(self.known(held, x)):
            self.slack[x] = u

    def find_slack(self, x: int) -> None:
        self.slack[x] = 0
        for u in range(1, self.n + 1):
            outer = self.outer[u]
            if self.edge[u][x] is not None and outer != x and self.kind[outer] == _EVEN:
                self.offer_slack(u, x)

    def enqueue(self, x: int) -> None:
        if x <= self.n:
            self.queue.append(x)
        else:
            for petal in self.petals[x]:
                self.enqueue(petal)

    def set_outer(self, x: int, outer: int) -> None:
        self.outer[x] = outer
        if x > self.n:
            for petal in self.petals[x]:
                self.set_outer(petal, outer)

    def even_position(self, b: int, petal: int) -> int:
        """Return where the petal stands, walking the blossom the way that makes it even."""
        ring = self.petals[b]
        at = ring.index(petal)
        if at % 2 == 0:
            return at
        ring[1:] = reversed(ring[1:])
        return len(ring) - at

    def set_mate(self, x: int, y: int) -> None:
        u, v = self.known(x, y)
        self.mate[x] = v
        if x <= self.n:
            return
        petal = self.petal_of[x][u]
        at = self.even_position(x, petal)
        ring = self.petals[x]
        for i in range(at):
            self.set_mate(ring[i], ring[i ^ 1])
        self.set_mate(petal, y)
        self.petals[x] = ring[at:] + ring[:at]

    def augment(self, x: int, y: int) -> None:
        while True:
            before = self.outer[self.mate[x]]
            self.set_mate(x, y)
            if not before:
                return
            above = self.outer[self.parent[before]]
            self.set_mate(before, above)
            x, y = above, before

    def common_root(self, x: int, y: int) -> int:
        self.visit += 1
        while x or y:
            if x:
                if self.seen[x] == self.visit:
                    return x
                self.seen[x] = self.visit
                x = self.outer[self.mate[x]]
                if x:
                    x = self.outer[self.parent[x]]
            x, y = y, x
        return 0

    def shrink(self, x: int, root: int, y: int) -> None:
        b = self.n + 1
        while b <= self.top and self.outer[b]:
            b += 1
        self.top = max(self.top, b)
        self.label[b], self.kind[b], self.mate[b] = 0, _EVEN, self.mate[root]
        ring = self.arm(x, root)
        ring.append(root)
        ring.reverse()
        self.petals[b] = ring + self.arm(y, root)
        self.set_outer(b, b)
        self.edge[b] = [None] * len(self.edge)
        for row in self.edge:
            row[b] = None
        self.petal_of[b] = [0] * (self.n + 1)
        for petal in self.petals[b]:
            self.inherit_edges(b, petal)
        self.find_slack(b)

    def arm(self, x: int, root: int) -> list[int]:
        """Return the parts from ``x`` up to, not including, ``root``; its odd ones become even."""
        found = []
        while x != root:
            odd = self.outer[self.mate[x]]
            found += [x, odd]
            self.enqueue(odd)
            x = self.outer[self.parent[odd]]
        return found

    def inherit_edges(self, b: int, petal: int) -> None:
        for x in range(1, self.top + 1):
            theirs, ours = self.edge[petal][x], self.edge[b][x]
            if theirs is not None and (ours is None or self.gap(theirs) < self.gap(ours)):
                self.edge[b][x], self.edge[x][b] = theirs, self.edge[x][petal]
        for u in range(1, self.n + 1):
            if self.petal_of[petal][u]:
                self.petal_of[b][u] = petal

    def expand(self, b: int) -> None:
        for petal in self.petals[b]:
            self.set_outer(petal, petal)
        entry = self.petal_of[b][self.known(b, self.parent[b])[0]]
        at = self.even_position(b, entry)
        ring = self.petals[b]
        for odd, even in zip(ring[0:at:2], ring[1:at:2], strict=True):
            self.parent[odd] = self.known(even, odd)[0]
            self.kind[odd], self.kind[even] = _ODD, _EVEN
            self.slack[odd] = 0
            self.find_slack(even)
            self.enqueue(even)
        self.kind[entry] = _ODD
        self.parent[entry] = self.parent[b]
        for petal in ring[at + 1 :]:
            self.kind[petal] = _FREE
            self.find_slack(petal)
        self.outer[b] = 0

    def grow(self, edge: Edge) -> bool:
        """Take a tight edge into the forest; True when it completed an augmenting path."""
        u, v = edge
        x, y = self.outer[u], self.outer[v]
        if self.kind[y] == _FREE:
            self.parent[y], self.kind[y] = u, _ODD
            even = self.outer[self.mate[y]]
            self.slack[y] = self.slack[even] = 0
            self.kind[even] = _EVEN
            self.enqueue(even)
        elif self.kind[y] == _EVEN:
            root = self.common_root(x, y)
            if not root:
                self.augment(x, y)
                self.augment(y, x)
                return True
            self.shrink(x, root, y)
        return False

    def augmented(self) -> bool:
        """Match two more vertices; False when no heavier matching exists."""
        self.kind = [_FREE] * len(self.kind)
        self.slack = [0] * len(self.slack)
        self.queue.clear()
        for x in range(1, self.top + 1):
            if self.outer[x] == x and not self.mate[x]:
                self.parent[x], self.kind[x] = 0, _EVEN
                self.enqueue(x)
        if not self.queue:
            return False
        while True:
            if self.scan():
                return True
            if not self.relabel():
                return False
            for x in range(1, self.top + 1):
                if self.outer[x] != x or not self.slack[x] or self.outer[self.slack[x]] == x:
                    continue
                edge = self.known(self.slack[x], x)
                if self.gap(edge) == 0 and self.grow(edge):
                    return True
            for b in range(self.n + 1, self.top + 1):
                if self.outer[b] == b and self.kind[b] == _ODD and self.label[b] == 0:
                    self.expand(b)

    def scan(self) -> bool:
        while self.queue:
            u = self.queue.popleft()
            if self.kind[self.outer[u]] == _ODD:
                continue
            for v in self.near[u]:
                if self.outer[u] == self.outer[v]:
                    continue
                if self.gap((u, v)) == 0:
                    if self.grow((u, v)):
                        return True
                else:
                    self.offer_slack(u, self.outer[v])
        return False

    def labelled_sets(self) -> list[tuple[set[int], int]]:
        """Return the vertices of each blossom, from 0, with its label, where it has one."""
        return [
            ({u - 1 for u in self.vertices(b)}, self.label[b])
            for b in range(self.n + 1, self.top + 1)
            if self.outer[b] and self.label[b]
        ]

    def vertices(self, x: int) -> set[int]:
        """Return the vertices of a part."""
        return {x} if x <= self.n else set().union(*map(self.vertices, self.petals[x]))

    def relabel(self) -> bool:
        """Shift the labels until an edge becomes tight; False when a lone vertex reaches 0."""
        steps = []
        for x in range(1, self.top + 1):
            if self.outer[x] != x:
                continue
            if x > self.n and self.kind[x] == _ODD:
                steps.append(self.label[x] // 2)
            if self.slack[x]:
                gap = self.gap(self.known(self.slack[x], x))
                if self.kind[x] == _FREE:
                    steps.append(gap)
                elif self.kind[x] == _EVEN:
                    steps.append(gap // 2)
        even = [u for u in range(1, self.n + 1) if self.kind[self.outer[u]] == _EVEN]
        lowest = min(self.label[u] for u in even)
        step = min(steps, default=lowest)
        if lowest <= step:
            return False
        for u in even:
            self.label[u] -= step
        for u in range(1, self.n + 1):
            if self.kind[self.outer[u]] == _ODD:
                self.label[u] += step
        for b in range(self.n + 1, self.top + 1):
            if self.outer[b] == b and self.kind[b] != _FREE:
                self.label[b] += 2 * step if self.kind[b] == _EVEN else -2 * step
        return True
