"""The hall's side of enrolment by digits: the devices that wait, and what an accepted one is given.

A referee's event decides whom to accept.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from shared.core.state import taken
from shared.node.view import NodeView
from shared.node.vouchers import vouchers
from shared.wire.door import Address, Admitted, Commit, HallOffer, Reveal, Revealed, Still
from shared.wire.enrol import Admissions, EnrolAnswer, EnrolDesk
from shared.wire.envelope import node_of
from shared.wire.messages import Asking

if TYPE_CHECKING:
    from shared.store.replica import Replica

TELL_MS = 500


class Enrolment:
    """Lives in the hall's loop. ``serves`` are the hall's own ports: sync and feed."""

    def __init__(self, node: NodeView, replica: Replica, serves: tuple[int, int]) -> None:
        self._node = node
        self._replica = replica
        self._serves = serves
        self._desk = EnrolDesk(Admissions(self._offer, self._admission, self._has_others_key))
        self._next = 0
        self._told = Asking(())

    def asking(self, now: int) -> Asking | None:
        """Return what to tell the referees, None if nobody asks; ``now`` is monotonic ms."""
        if now < self._next:
            return None
        self._next = now + TELL_MS
        keys = taken(self._node.state.devices.values())
        newcomers = tuple(
            newcomer
            for newcomer in self._desk.newcomers(now)
            if node_of(newcomer.sign_key) not in self._node.state.devices
            and newcomer.curve_key not in keys
        )
        before, self._told = self._told, Asking(newcomers)
        return self._told if newcomers or before.newcomers else None

    def heard(self, route: bytes, message: Commit | Revealed | Still) -> EnrolAnswer:
        """Return the answer to a visit's message."""
        node = self._node
        until = node.state.enrolling_until
        opening = until if node.wall() < until else 0
        return self._desk.receive(route, message, node.now(), opening=opening)

    def _has_others_key(self, reveal: Reveal) -> bool:
        """Return whether another device of the tournament has a device's connection key."""
        node = node_of(reveal.sign_key)
        others = (d for d in self._node.state.devices.values() if d.node != node)
        return reveal.curve_key in taken(others)

    def _offer(self) -> HallOffer:
        home, tournament = self._node.home, self._node.state.tournament
        return HallOffer(
            home.root_key,
            tournament.name if tournament else "",
            home.keys.sign_public,
            home.keys.curve_public,
            secrets.token_bytes(32),
        )

    def _admission(self, reveal: Reveal) -> Admitted | None:
        """Return what an accepted device is given, None for a terminal without a table."""
        state, node = self._node.state, node_of(reveal.sign_key)
        device = state.devices.get(node)
        if device is None or device.revoked or device.role != reveal.role:
            return None
        tables = [table.id for table in state.tables.values() if table.device == node]
        if device.role == "terminal" and not tables:
            return None
        here = Address("", *self._serves, self._node.home.keys.curve_public)
        return Admitted(
            state.tournament.zone if state.tournament else "UTC",
            device.label,
            tables[0] if tables else "",
            (here,),
            tuple(
                (signed.data, signed.sig)
                for signed in vouchers(self._replica, node, self._node.node_id)
            ),
        )
