"""The sessions of the nodes that speak to the hall: one key, one device.

A disk may be copied with its key and the id of its store. Each process start has an id of its own,
so two starts of one disk that both speak are two devices.
"""

from dataclasses import dataclass
from typing import NamedTuple

from shared.core.state import Device
from shared.wire.messages import DoubleUse, Hello, Refused, SeenLine

SESSION_MS = 3_000
"""After this silence another store with the same key may take over a session."""
ENDED_MS = 2_200
"""After this silence, two missed pings of a table, a start of a disk has ended if another start
speaks."""
MOST_STORES = 2
"""Stores under one key on a machine that may be the hall: its server's and its screen's."""
MOST_STARTS = 4
"""Starts of one device that may wait until an earlier start has ended."""
TOLD_MS = 10_000
"""How long after its last try a device that was turned away is listed; it tries every 3 s."""


class Caller(NamedTuple):
    """The sender of a message: its connection, its device if its key is enrolled, its address."""

    peer: str
    device: Device | None
    address: str = ""


@dataclass
class LinkSession:
    """A connection that has greeted the hall. ``heard`` is monotonic ms.

    ``ahead_ms`` is how far the device's wall clock is ahead of the hall's, as the device measured
    it.
    """

    node: str
    store: str
    instance: str
    address: str
    heard: int
    ahead_ms: int | None = None


class Sessions:
    """All sessions of a hall, by device and connection."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, LinkSession]] = {}
        self._asked: dict[tuple[str, str], int] = {}
        self._doubles: dict[str, tuple[int, DoubleUse]] = {}

    def get(self, peer: str, node: str) -> LinkSession | None:
        """Return the session of a connection, if it is this node's."""
        return self._of.get(node, {}).get(peer)

    def heard_from(self, node: str, now: int) -> int | None:
        """Return the milliseconds since a node last spoke, None if it has not spoken."""
        heard = [session.heard for session in self._of.get(node, {}).values()]
        return now - max(heard) if heard else None

    def seen(self, now: int) -> tuple[SeenLine, ...]:
        """Return when each device that has greeted was last heard, and how its clock stands."""
        latest = [
            max(sessions.values(), key=lambda session: session.heard)
            for _, sessions in sorted(self._of.items())
        ]
        return tuple(
            SeenLine(bytes.fromhex(session.node), max(0, now - session.heard), session.ahead_ms)
            for session in latest
        )

    def greet(self, caller: Caller, device: Device, hello: Hello, now: int) -> Refused | bool:
        """Return True if a device that greets is in.

        Return a refusal if its key is in use elsewhere. Return False if another start of its disk
        may still run: the device greets again.
        """
        for other in self._rivals(device, hello):
            if other.store != hello.store:
                if now - other.heard <= SESSION_MS:
                    return self._turn_away(device, other, caller.address, now)
                continue
            asked = self._asked_since(device.node, hello.instance, now)
            if now - other.heard <= SESSION_MS and other.heard > asked:
                return self._turn_away(device, other, caller.address, now)
            if now - other.heard <= ENDED_MS:
                return False
        self._asked = {key: at for key, at in self._asked.items() if key[0] != device.node}
        others = self._of.get(device.node, {}).items()
        beside = [one for one in others if _may_run_two(device) and one[1].store != hello.store]
        session = LinkSession(device.node, hello.store, hello.instance, caller.address, now)
        self._of[device.node] = dict(beside[1 - MOST_STORES :]) | {caller.peer: session}
        return True

    def _asked_since(self, node: str, instance: str, now: int) -> int:
        """Return since when a start of a device has asked; remember only the last few starts."""
        starts = [key for key in self._asked if key[0] == node]
        if (node, instance) not in self._asked:
            for key in starts[: len(starts) + 1 - MOST_STARTS]:
                del self._asked[key]
        return self._asked.setdefault((node, instance), now)

    def _rivals(self, device: Device, hello: Hello) -> list[LinkSession]:
        return [
            session
            for session in self._of.get(device.node, {}).values()
            if session.instance != hello.instance
            and not (_may_run_two(device) and session.store != hello.store)
        ]

    def _turn_away(self, device: Device, other: LinkSession, address: str, now: int) -> Refused:
        self._doubles[device.node] = (now, DoubleUse(device.label, other.address, address))
        there = f", at {other.address}" if other.address else ""
        here = f" This one is at {address}." if address else ""
        sentence = (
            f"'{device.label}' is already in use on another device{there}.{here} What this device"
            " holds is safe. Tell the referee: switch one of the two off, or give it its own"
            " invite."
        )
        return Refused("in_use", sentence)

    def doubles(self, now: int) -> tuple[DoubleUse, ...]:
        """Return the keys that two devices have used within the last seconds."""
        self._doubles = {n: d for n, d in self._doubles.items() if now - d[0] <= TOLD_MS}
        return tuple(double for _, (_, double) in sorted(self._doubles.items()))


def _may_run_two(device: Device) -> bool:
    """Return whether a machine may be the hall: it has a server's and a screen's store, one key."""
    return "term" in device.scopes
