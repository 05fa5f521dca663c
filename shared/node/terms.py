"""Terms and cuts: the events that make a node the hall, and how far they count other logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from shared.core.events import (
    ALL_HELD,
    Actor,
    DeviceAssigned,
    DeviceRevoked,
    DivisionLed,
    Draft,
    NodePlaced,
    RightsSet,
    TermOpened,
    VectorCut,
    entities,
)
from shared.core.state import FoundAt
from shared.node.work import Append

if TYPE_CHECKING:
    from shared.node.home import Home
    from shared.node.view import NodeView
    from shared.store.replica import Replica


def open_term(replica: Replica, home: Home, *, reason: str, at: int) -> None:
    """Make this node the hall, unless it is already. ``at`` is UTC ms.

    Raises CannotOpen if its key may not be the hall. The event has its own commit: another event in
    it would still belong to the term before.
    """
    from shared.store.batch import Author
    from shared.store.errors import CannotOpen

    author = Author(home.keys.sign, home.instance)
    state = replica.state
    if state.hall == author.node:
        return
    if not state.may_be_hall(author.node):
        raise CannotOpen(
            "This node's key is not certified to be the hall, so nothing was changed. Take over at"
            " a standby or a referee's laptop, or certify this one: hall-server promote --key-file"
        )
    body = TermOpened(seen_of_authority(replica), reason)
    with replica.batch() as batch:
        draft = Draft(entities.term(state.term + 1), body, Actor("referee", "key"))
        batch.append(author, draft, at=at)


def say_where(node: NodeView, place: FoundAt) -> bool:
    """Write where this node is found as the hall; return whether that is news."""
    news = bool(place.host) and node.state.places.get(node.node_id) != place
    if news:
        body = NodePlaced(place.host, place.sync_port, place.feed_port, place.enrol_port)
        node.put(Append(0, (Draft(entities.address(node.node_id), body),)))
    return news


def seen_of_authority(replica: Replica) -> VectorCut:
    """Return how far the logs of devices with rights are here. A term limits only those."""
    able = {node for node, device in replica.state.devices.items() if device.scopes}
    return tuple(
        (node, inc, *replica.head_of((node, inc)))
        for node, inc in sorted(replica.vector)
        if node in able
    )


def with_cut(draft: Draft, replica: Replica) -> Draft:
    """Return the draft with its cut filled in: ALL_HELD, or a lead's empty cut, by this replica."""
    body = draft.body
    if isinstance(body, DivisionLed) and not body.cut:
        seen = seen_of_authority(replica)
        return replace(draft, body=replace(body, cut=seen))
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
    return replace(draft, body=replace(body, cut=cut))
