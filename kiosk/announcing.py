"""What the announcer has read: the kiosk's pages wait for a key, not for a clock. Pure values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.playlist import Spread
from shared.core.text.language import N_, _, ngettext
from shared.public.page import Frame, Page, notice

PROMPT = N_("Space or a tap: read, go on  ·  ← the one before")


@dataclass(frozen=True, slots=True)
class Announcing:
    """The keys of the pages that were read, the last one last."""

    read: tuple[str, ...] = ()

    def on(self, key: str) -> Announcing:
        """Note that a page was read."""
        return Announcing((*self.read, key))

    def back(self) -> Announcing:
        """Return to the page before."""
        return Announcing(self.read[:-1])

    def shown(self, pages: Sequence[Page], frame: Frame) -> tuple[Spread, ...]:
        """Return what is still to be read, a page a screen; at least one."""
        unread = [page for page in pages if page.key not in self.read]
        if not unread:
            words = _("Nothing to read aloud now. What comes appears here by itself.")
            unread = [Page("nothing", _("Announcer"), lines=notice(words, frame), band=0)]
        return tuple(Spread((), (page,)) for page in unread)

    def count(self, shown: Sequence[Spread]) -> str:
        """Return how much there is to read."""
        left = sum(spread.pages[0].key != "nothing" for spread in shown)
        return ngettext("{count} to read", "{count} to read", left).format(count=left)
