"""The enrolments that link a device's key to the tournament key: its own, and its admitters'."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared.core.events import DeviceEnrolled, entities
from shared.wire.envelope import Signed, read

if TYPE_CHECKING:
    from shared.store.replica import Replica


def vouchers(replica: Replica, node: str, *also: str) -> list[Signed]:
    """Return the enrolments of ``node``, after those of its admitters and of ``also``."""
    admitted = _enrolments(replica, node)
    authors = [read(signed).node for signed in admitted]
    first = [
        signed
        for author in dict.fromkeys((*also, *authors))
        for signed in _enrolments(replica, author)
        if read(signed).node == replica.root
    ]
    return [*first, *admitted]


def _enrolments(replica: Replica, node: str) -> list[Signed]:
    return [
        signed
        for signed in replica.signed_of(entities.device(node))
        if isinstance(read(signed).body, DeviceEnrolled)
    ]
