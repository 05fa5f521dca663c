"""Cuts: how far this node holds a device's log when it writes an event that limits that log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from shared.core.events import (
    ALL_HELD,
    DeviceAssigned,
    DeviceRevoked,
    DivisionLed,
    Draft,
    RightsSet,
    entities,
)
from shared.node.terms import seen_of_authority

if TYPE_CHECKING:
    from shared.store.replica import Replica


def with_cut(draft: Draft, replica: Replica) -> Draft:
    """Return the draft with its cut filled in: ALL_HELD, or a lead's empty cut, by this replica."""
    body = draft.body
    if isinstance(body, DivisionLed) and not body.cut:
        seen = seen_of_authority(replica)
        return msgspec.structs.replace(draft, body=msgspec.structs.replace(body, cut=seen))
    parsed = entities.parse(draft.ent)
    if (
        not isinstance(body, DeviceRevoked | DeviceAssigned | RightsSet)
        or body.cut != ALL_HELD
        or not parsed
    ):
        return draft
    bounded = parsed.ident
    if isinstance(body, DeviceAssigned):
        table = replica.state.tables.get(parsed.ident)
        bounded = table.device if table is not None else ""
    cut = replica.cut_of(bounded)
    return msgspec.structs.replace(draft, body=msgspec.structs.replace(body, cut=cut))
