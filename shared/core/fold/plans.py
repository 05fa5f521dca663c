"""What the events say of rounds before they are paired: decks, hours, and previewed draws.

Reads only what is in force.
"""

import msgspec

from shared.core.draughts.openings import Opening
from shared.core.events import DeckLoaded, RoundPreviewed, RoundScheduled
from shared.core.events.entities import RoundKey
from shared.core.fold.in_force import InForce
from shared.core.fold.latest import Latest, Word, by_entity, by_id, by_round
from shared.core.match.schedule import PostedChange
from shared.core.state import Preview


class Plans:
    """The plans, kept up to date entity by entity."""

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


def _deck(said: Word[DeckLoaded]) -> tuple[Opening, ...]:
    return tuple(Opening(*msgspec.structs.astuple(line)) for line in said.body.openings)


def _moved(said: Word[RoundScheduled]) -> PostedChange:
    body = said.body
    return PostedChange(said.about.round_no, body.starts_at, body.why, body.length_ms or None)


def _preview(said: Word[RoundPreviewed]) -> tuple[RoundKey, Preview]:
    body = said.body
    drawn = Preview(
        body.seed,
        body.algorithm,
        body.pairs,
        body.byes,
        body.why,
        said.event.at,
        body.changed,
        body.ruled,
        body.first_round,
    )
    return (said.about.ident, said.about.round_no), drawn
