"""From a folder to a running node: the composition that all programs share."""

from __future__ import annotations

from pathlib import Path

from shared.clocks import Clock, monotonic_ms, wall_ms
from shared.node.follower import FollowerNode
from shared.node.hall import HallNode
from shared.node.home import Membership, engine_home, join_by_file, load


def open_follower(
    home: Path,
    *,
    invite: Path | None = None,
    hall: str = "",
    hears_clocks: bool = False,
    wall: Clock = wall_ms,
    monotonic: Clock = monotonic_ms,
) -> tuple[FollowerNode, Membership]:
    """A terminal's, kiosk's or referee's node, not yet started.

    Raises NotSetUp, BadInvite, or ValueError for an address that is none.
    """
    if invite is not None:
        join_by_file(home, invite)
    membership, keys = load(home)
    address = membership.halls[0].at(hall) if hall else membership.halls[0]
    node = FollowerNode(
        engine_home(home, membership.root_key, keys),
        address,
        role=membership.role,
        wall=wall,
        monotonic=monotonic,
        hears_clocks=hears_clocks,
    )
    return node, membership


def open_hall(
    home: Path, *, host: str, port_base: int | None = None
) -> tuple[HallNode, Membership]:
    """The hall's node, not yet started. Raises NotSetUp."""
    membership, keys = load(home)
    own = membership.halls[0]
    sync, feed = own.sync_port, own.feed_port
    if port_base is not None:
        sync, feed = (port_base, port_base + 1) if port_base else (0, 0)
    node = HallNode(
        engine_home(home, membership.root_key, keys),
        host=host,
        sync_port=sync,
        feed_port=feed,
        wall=wall_ms,
        monotonic=monotonic_ms,
    )
    return node, membership
