"""From a folder to a running node: the composition that all programs share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from shared.core.state import FoundAt
from shared.machine.clocks import Clock, monotonic_ms, wall_ms
from shared.net.address import HallAddress
from shared.net.own_host import own_host
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.home import Membership, engine_home, join_by_file, load

if TYPE_CHECKING:
    from shared.node.hall import HallLink


def open_follower(
    home: Path,
    *,
    invite: Path | None = None,
    hall: str = "",
    hears_clocks: bool = False,
    towards: HallAddress | None = None,
    serves_at: FoundAt | None = None,
    beyond: int = -1,
    wall: Clock = wall_ms,
    monotonic: Clock = monotonic_ms,
) -> tuple[Engine[FollowerLink], Membership]:
    """Return a terminal's, kiosk's, referee's or standby's node, not yet started.

    ``towards`` is the hall to try first, if it is not the one of the invite; ``serves_at`` is
    where this node would be found as the hall, which it is ``called`` to be only in a term
    ``beyond`` that one. Raises NotSetUp, BadInvite, or ValueError for an address that is none.
    """
    if invite is not None:
        join_by_file(home, invite)
    membership, keys = load(home)
    address = towards or membership.halls[0]
    link = FollowerLink(
        address.at(hall) if hall else address,
        role=membership.role,
        hears_clocks=hears_clocks,
        serves_at=serves_at,
        beyond=beyond,
        vouchers=membership.vouchers,
    )
    own = engine_home(home, membership.root_key, keys)
    return Engine(own, link, wall=wall, monotonic=monotonic), membership


def open_hall(
    home: Path,
    *,
    host: str,
    port_base: int | None = None,
    opens_term: str = "",
    claims: bool = False,
) -> tuple[Engine[HallLink], Membership]:
    """Return the hall's node, not yet started. Raises NotSetUp.

    ``opens_term`` is the reason to make this node the hall, "" to go on as it is; ``claims``: it
    was restored to be the hall.
    """
    from shared.node.hall import HallLink
    from shared.node.invites import Invites

    membership, keys = load(home)
    pinned = membership.halls[0]
    is_pinned = pinned.curve_key == keys.curve_public
    link = HallLink(
        host=host,
        ports=serving_ports(membership, port_base),
        pinned=pinned,
        opens_term=opens_term,
        found_at=pinned.host if is_pinned else own_host(pinned.host),
        claims=claims,
        invites=Invites(home),
    )
    own = engine_home(home, membership.root_key, keys)
    return Engine(own, link, wall=wall_ms, monotonic=monotonic_ms), membership


def serving_ports(membership: Membership, port_base: int | None) -> tuple[int, int]:
    """Return the ports of this node as a hall: those of the invites unless it is told others."""
    pinned = membership.halls[0]
    if port_base is None:
        return pinned.sync_port, pinned.feed_port
    return (port_base, port_base + 1) if port_base else (0, 0)


def serving_place(membership: Membership, port_base: int | None) -> FoundAt:
    """Return where this node would be found as the hall."""
    sync, feed = serving_ports(membership, port_base)
    return FoundAt(own_host(membership.halls[0].host), sync, feed, sync + 2)
