"""Terms: which node is the hall, and which authority of earlier terms still counts.

The event that opens a term names all that its author had seen. Nothing here depends on which node
heard of a term first.
"""

from collections.abc import Iterable
from typing import NamedTuple

from shared.core.events import Event, VectorCut
from shared.core.fold.cuts import Reaches


class Opening(NamedTuple):
    """The opening of term ``number``, by a key that may open one."""

    number: int
    event: Event
    cut: VectorCut


class Terms:
    """The openings that stand: none that a later term bars."""

    def __init__(self, openings: Iterable[Opening], reaches: Reaches) -> None:
        self._reaches = reaches
        self._cuts: dict[int, list[dict[tuple[str, str], tuple[int, str]]]] = {}
        self._holders: dict[int, set[str]] = {}
        for opening in sorted(openings, key=lambda o: (-o.number, o.event.id)):
            if not self.bar(opening.event, opens=opening.number):
                seen = {(node, inc): (last, head) for node, inc, last, head in opening.cut}
                self._cuts.setdefault(opening.number, []).append(seen)
                self._holders.setdefault(opening.number, set()).add(opening.event.node)

    @property
    def number(self) -> int:
        """The highest term, 0 before any was opened."""
        return max(self._cuts, default=0)

    @property
    def hall(self) -> str:
        """The node that opened the highest term; of two that did, the first by id."""
        return min(self._holders.get(self.number, [""]))

    @property
    def contested(self) -> bool:
        """Whether two nodes opened the highest term side by side."""
        return len(self._holders.get(self.number, ())) > 1

    def bar(self, event: Event, *, opens: int = 0) -> int:
        """Return the number of a later term that had not seen ``event``; 0 if none bars it.

        An opening belongs to the term that it ``opens``. Where a term was opened twice, one of the
        two openings must have seen the event: each side of a split went on with what it knew.
        """
        own = opens or event.term
        for number, cuts in self._cuts.items():
            place = (event.node, event.inc)
            seen = (cut[place] for cut in cuts if place in cut)
            if number > own and not any(self._reaches(event, *head) for head in seen):
                return number
        return 0
