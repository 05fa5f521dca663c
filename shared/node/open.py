"""Makes a node from its folder: a follower or the hall."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from shared.core.state import FoundAt
from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.address import HallAddress, ListenAt
from shared.net.this_machine import own_host
from shared.node.engine import Engine
from shared.node.follower import FollowerLink, MayServe
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
    serves: MayServe | None = None,
) -> tuple[Engine[FollowerLink], Membership]:
    """Return a terminal's, kiosk's, referee's or standby's node, not yet started.

    ``hall`` is an address typed by hand. ``towards`` is the hall to try first, by default the one
    of the invite. Raises NotSetUp, BadInvite, or ValueError for a malformed address.
    """
    if invite is not None:
        join_by_file(home, invite)
    membership, keys = load(home)
    address = towards or membership.halls[0]
    link = FollowerLink(
        address.at(hall) if hall else address,
        role=membership.role,
        hears_clocks=hears_clocks,
        serves=serves,
        vouchers=membership.vouchers,
    )
    own = engine_home(home, membership.root_key, keys)
    return Engine(own, link, wall=wall_ms, monotonic=monotonic_ms), membership


def open_hall(
    home: Path,
    *,
    host: str,
    port_base: int | None = None,
    opens_term: str = "",
    claims: bool = False,
) -> tuple[Engine[HallLink], Membership]:
    """Return the hall's node, not yet started. Raises NotSetUp.

    ``opens_term`` is the reason to make this node the hall, "" to stay in the present term.
    ``claims``: a person restored it to be the hall.
    """
    from shared.node.hall import HallLink
    from shared.node.invites import Invites

    membership, keys = load(home)
    pinned = membership.halls[0]
    is_pinned = pinned.curve_key == keys.curve_public
    link = HallLink(
        ListenAt(host, *serving_ports(membership, port_base)),
        pinned=pinned,
        opens_term=opens_term,
        found_at=pinned.host if is_pinned else own_host(pinned.host),
        claims=claims,
        invites=Invites(home),
    )
    own = engine_home(home, membership.root_key, keys)
    return Engine(own, link, wall=wall_ms, monotonic=monotonic_ms), membership


def serving_ports(membership: Membership, port_base: int | None) -> tuple[int, int]:
    """Return sync and feed port of this node as a hall, by default those of the invites."""
    pinned = membership.halls[0]
    if port_base is None:
        return pinned.sync_port, pinned.feed_port
    return (port_base, port_base + 1) if port_base else (0, 0)


def serving_place(membership: Membership, port_base: int | None) -> FoundAt:
    """Return where other nodes would find this one as the hall."""
    sync, feed = serving_ports(membership, port_base)
    return FoundAt(own_host(membership.halls[0].host), sync, feed, sync + 2)
