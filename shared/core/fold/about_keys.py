"""The events that change whether other events count, sorted by what they are about."""

from collections.abc import Mapping
from typing import Final

from shared.core.events import DivisionLed, Event, TermOpened, entities
from shared.core.fold.leads import LeadClaim
from shared.core.fold.terms import Opening

ABOUT_KEYS: Final = (
    entities.tournament,
    entities.device,
    entities.rights,
    entities.table_device,
    entities.term,
    entities.lead,
)
"""The entities whose events change whether other events count."""


class AboutKeys:
    """The events about keys, those too that do not count."""

    def __init__(self, by_ent: Mapping[str, Mapping[str, Event]]) -> None:
        self.devices: list[tuple[str, Event]] = []
        """Devices by node, each with one event about it, in the order of the events' ids."""
        self.tables: dict[str, Mapping[str, Event]] = {}
        """Table → the events about its device."""
        self.rights: dict[str, Mapping[str, Event]] = {}
        """Referee's node → the events about their rights."""
        self.openings: list[Opening] = []
        self.claims: list[LeadClaim] = []
        for ent, events in by_ent.items():
            parsed = entities.parse(ent)
            if parsed is None:
                continue
            if parsed.entity is entities.device:
                self.devices += [(parsed.ident, event) for event in events.values()]
            elif parsed.entity is entities.table_device:
                self.tables[parsed.ident] = events
            elif parsed.entity is entities.rights:
                self.rights[parsed.ident] = events
            elif parsed.entity is entities.term:
                self.openings += [
                    Opening(parsed.round_no, event, event.body.cut)
                    for event in events.values()
                    if isinstance(event.body, TermOpened)
                ]
            elif parsed.entity is entities.lead:
                self.claims += [
                    LeadClaim(parsed.ident, parsed.round_no, event, event.body)
                    for event in events.values()
                    if isinstance(event.body, DivisionLed)
                ]
        self.devices.sort(key=lambda pair: pair[1].id)
