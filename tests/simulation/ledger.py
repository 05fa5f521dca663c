"""The books: what each screen accepted, what each author had seen, which disks hold what.

Kept beside the product and never by asking it afterwards, so that it can be held against it.
"""

from dataclasses import dataclass, field

from shared.core.events import Event


class Broken(AssertionError):
    """A promise of the product was broken; the sentence says which."""


@dataclass
class Ledger:
    """``excused`` are events whose every disk was lost or set back: nobody can have them."""

    accepted: set[str] = field(default_factory=set)
    known: dict[str, frozenset[str]] = field(default_factory=dict)
    """By the opening of a term: all that was on its author's disk then."""
    seen: dict[str, frozenset[str]] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    excused: set[str] = field(default_factory=set)

    def past_of(self, event_id: str) -> frozenset[str]:
        """Return what an author had seen when writing, and what those authors had seen."""
        found: set[str] = set()
        waiting = [event_id]
        while waiting:
            for one in self.seen.get(waiting.pop(), frozenset()):
                if one not in found:
                    found.add(one)
                    waiting.append(one)
        return frozenset(found)
