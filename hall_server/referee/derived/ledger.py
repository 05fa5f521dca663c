"""What this laptop has written, and where it is safe: being saved, held here, at the hall.

Never says more than the node has said: an entry is at the hall only when a state told after it was
saved no longer counts its events as unsent.
"""

from dataclasses import dataclass
from typing import Literal

from shared.core.text.language import N_, _, headed, ngettext
from shared.core.text.sentence import said

SafeAt = Literal["saving", "held", "at_hall", "lost", "refused"]
_WORDS: dict[SafeAt, str] = {
    "saving": N_("Not saved yet"),
    "held": N_("Held here, not yet at the hall"),
    "at_hall": N_("At the hall"),
    "lost": N_("NOT SAVED"),
    "refused": N_("NOT WRITTEN"),
}

_BAD: tuple[SafeAt, ...] = ("lost", "refused")


@dataclass(slots=True)
class LedgerLine:
    """One thing written, in a sentence; ``events`` are known once it is saved."""

    sentence: str
    place: SafeAt = "saving"
    events: frozenset[str] = frozenset()

    @property
    def words(self) -> str:
        """Where it is, and what it is."""
        return headed(_(_WORDS[self.place]), self.sentence)


class Ledger:
    """The entries of this run by ticket, oldest first."""

    def __init__(self) -> None:
        self._entries: dict[int, LedgerLine] = {}

    def wrote(self, ticket: int, sentence: str) -> None:
        """``sentence`` was handed to the node under ``ticket``."""
        self._entries[ticket] = LedgerLine(sentence)

    def saved(self, ticket: int, events: tuple[str, ...]) -> None:
        """Note that the ticket is held here."""
        entry = self._entries.get(ticket)
        if entry is not None:
            entry.place = "held"
            entry.events = frozenset(events)

    def not_saved(self, ticket: int, sentence: str) -> None:
        """Note that the ticket was not saved; ``sentence`` says why and what to do."""
        entry = self._entries.get(ticket)
        if entry is not None:
            entry.place = "lost"
            entry.sentence = f"{entry.sentence} {said(sentence)}"

    def refused(self, sentence: str) -> None:
        """Nothing was handed to the node; ``sentence`` says why."""
        self._entries[-1] = LedgerLine(sentence, "refused")

    def told(self, unsent: frozenset[str]) -> None:
        """Take a state in which ``unsent`` events are not yet at the hall."""
        for entry in self._entries.values():
            if entry.place == "held" and entry.events and not entry.events & unsent:
                entry.place = "at_hall"

    def waiting(self) -> tuple[LedgerLine, ...]:
        """Return what is not at the hall yet, oldest first."""
        return tuple(
            entry for entry in self._entries.values() if entry.place not in ("at_hall", "refused")
        )

    def last(self) -> LedgerLine | None:
        """Return what was written last; before that, what was not saved."""
        lost = [entry for entry in self._entries.values() if entry.place in _BAD]
        return lost[-1] if lost else next(reversed(self._entries.values()), None)

    def seen(self) -> None:
        """Forget what was not saved: the person has read it."""
        for ticket in [t for t, entry in self._entries.items() if entry.place in _BAD]:
            del self._entries[ticket]

    def notice(self) -> str:
        """Return one line: the last entry, and how many others are not at the hall."""
        entry = self.last()
        if entry is None:
            return ""
        others = sum(other is not entry for other in self.waiting())
        if not others:
            return entry.words
        more = ngettext("+{count} not yet at the hall", "+{count} not yet at the hall", others)
        return f"{entry.words}  ({more.format(count=others)})"
