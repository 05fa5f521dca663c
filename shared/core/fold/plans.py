"""What the events say of rounds before they are paired: decks, hours, and the draws looked at.

Knows no authority: it hears only of what is in force.
"""

from __future__ import annotations

import msgspec

from shared.core.draughts.openings import Opening
from shared.core.events import DeckLoaded, Event, RoundPreviewed, RoundScheduled
from shared.core.events.entities import Parsed, RoundKey
from shared.core.fold.in_force import InForce
from shared.core.fold.register import Latest, by_entity, by_id, by_round
from shared.core.match.schedule import PostedChange
from shared.core.state import Preview


class Plans:
    """Kept up to date entity by entity."""

    def __init__(self, said: InForce) -> None:
        self.decks = Latest(said, DeckLoaded, _deck, by_id)
        self.moved = Latest(said, RoundScheduled, _moved, by_round)
        self.previews = Latest(said, RoundPreviewed, _preview, by_entity)
        self._in_order: dict[RoundKey, tuple[Preview, ...]] = {}

    def take_previews(self) -> dict[RoundKey, tuple[Preview, ...]]:
        """Hand out the draws of each round in the order of their times."""
        if self.previews.touched:
            drawn: dict[RoundKey, list[Preview]] = {}
            for key, preview in self.previews.take().values():
                drawn.setdefault(key, []).append(preview)
            self._in_order = {
                key: tuple(sorted(drawn[key], key=lambda preview: (preview.at, preview.seed)))
                for key in sorted(drawn)
            }
        return self._in_order


def _deck(_ent: str, _parsed: Parsed, _event: Event, body: DeckLoaded) -> tuple[Opening, ...]:
    return tuple(Opening(*msgspec.structs.astuple(line)) for line in body.openings)


def _moved(_ent: str, parsed: Parsed, _event: Event, body: RoundScheduled) -> PostedChange:
    return PostedChange(parsed.round_no, body.starts_at, body.why, body.length_ms or None)


def _preview(
    _ent: str, parsed: Parsed, event: Event, body: RoundPreviewed
) -> tuple[RoundKey, Preview]:
    drawn = Preview(
        body.seed,
        body.algorithm,
        body.pairs,
        body.byes,
        body.why,
        event.at,
        body.changed,
        body.ruled,
        body.first_round,
    )
    return (parsed.ident, parsed.round_no), drawn
