"""What the events say of rounds before they are paired: decks, hours, and the draws looked at.

Owns those registers. Knows no authority: it hears only of what is in force.
"""

from __future__ import annotations

import msgspec

from shared.core.entities import Parsed
from shared.core.events import DeckLoaded, Event, RoundPreviewed, RoundScheduled
from shared.core.openings import Opening
from shared.core.schedule import PostedChange
from shared.core.state import Preview

RoundKey = tuple[str, int]
"""Division id and round number."""


class Plans:
    """Kept up to date entity by entity."""

    def __init__(self) -> None:
        self.decks: dict[str, tuple[Opening, ...]] = {}
        self.moved: dict[RoundKey, PostedChange] = {}
        self._previews: dict[RoundKey, dict[str, Preview]] = {}

    @property
    def in_order(self) -> dict[RoundKey, tuple[Preview, ...]]:
        """The draws of each round in the order of their times."""
        return {
            key: tuple(sorted(drawn.values(), key=lambda preview: (preview.at, preview.seed)))
            for key, drawn in sorted(self._previews.items())
        }

    def deck(self, name: str, body: DeckLoaded | None) -> None:
        """A deck was loaded, or never was."""
        self.decks.pop(name, None)
        if body is not None:
            lines = (Opening(*msgspec.structs.astuple(line)) for line in body.openings)
            self.decks[name] = tuple(lines)

    def schedule(self, parsed: Parsed, body: RoundScheduled | None) -> None:
        """A round was moved, or was not."""
        key = (parsed.ident, parsed.round_no)
        self.moved.pop(key, None)
        if body is not None:
            length_ms = body.length_ms or None
            self.moved[key] = PostedChange(key[1], body.starts_at, body.why, length_ms)

    def preview(
        self, parsed: Parsed, ent: str, latest: tuple[Event, RoundPreviewed] | None
    ) -> None:
        """A round was drawn and looked at."""
        key = (parsed.ident, parsed.round_no)
        drawn = self._previews.setdefault(key, {})
        drawn.pop(ent, None)
        if latest is not None:
            event, body = latest
            drawn[ent] = Preview(
                body.seed, body.algorithm, body.pairs, body.byes, body.why, event.at
            )
        if not drawn:
            del self._previews[key]
