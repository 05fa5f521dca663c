"""Who is on the air under which key: one device, one place.

A disk may be copied with its key and the name of its store. What no copy shares with it is the
start of its process: two starts of one disk that both speak are two devices.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shared.core.state import Device
from shared.wire.messages import Double, Hello, Refused, SeenLine, Vector, vector

SESSION_MS = 2_000
"""A session that was silent for so long may be taken over by another store with its key."""
ENDED_MS = 1_200
"""A start of a disk that was silent for so long has ended, if another start of it speaks: it has
missed two pings."""
MOST_STORES = 2
"""Disks under one key that may be the hall: its server's and its screen's."""
MOST_STARTS = 4
"""Starts of one device of which it is open whether another one still runs."""
TOLD_MS = 10_000
"""So long after its last try a device that was turned away is told of; it tries every 3 s."""


@dataclass
class LinkSession:
    """A connection that has greeted the hall. ``heard`` is monotonic ms, ``ahead_ms`` how far its
    device's wall clock is ahead of the hall's, as the device has measured it. ``vector`` is what it
    holds of the authors that the hall knows."""

    node: str
    store: str
    instance: str
    address: str
    heard: int
    vector: Vector
    ahead_ms: int | None = None


class Sessions:
    """All sessions of a hall, by the connection that they came over."""

    def __init__(self) -> None:
        self._by_peer: dict[str, LinkSession] = {}
        self._asked: dict[tuple[str, str], int] = {}
        self._doubles: dict[str, tuple[int, Double]] = {}

    def get(self, peer: str, node: str) -> LinkSession | None:
        """The session of a connection, if it is this node's."""
        session = self._by_peer.get(peer)
        return session if session is not None and session.node == node else None

    def heard_from(self, node: str, now: int) -> int | None:
        """Milliseconds since a node's last word, or None if it has not spoken."""
        heard = [s.heard for s in self._by_peer.values() if s.node == node]
        return now - max(heard) if heard else None

    def seen(self, now: int) -> tuple[SeenLine, ...]:
        """When each device that has greeted was heard last, and what it says of its clock."""
        latest: dict[str, LinkSession] = {}
        for session in self._by_peer.values():
            known = latest.get(session.node)
            if known is None or session.heard > known.heard:
                latest[session.node] = session
        return tuple(
            SeenLine(bytes.fromhex(node), max(0, now - session.heard), session.ahead_ms)
            for node, session in sorted(latest.items())
        )

    def greet(
        self,
        peer: str,
        device: Device,
        hello: Hello,
        address: str,
        now: int,
        known: Mapping[tuple[str, str], int],
    ) -> Refused | bool:
        """A device greets from ``address``; ``known`` is what the hall holds.

        True if it is in; a refusal if its key is in use elsewhere; False while it is open whether
        another start of its disk still runs: it greets again.
        """
        for other in self._rivals(device, hello):
            if other.store != hello.store:
                if now - other.heard <= SESSION_MS:
                    return self._turn_away(device, other, address, now)
                continue
            asked = self._asked_since(device.node, hello.instance, now)
            if now - other.heard <= SESSION_MS and other.heard > asked:
                return self._turn_away(device, other, address, now)
            if now - other.heard <= ENDED_MS:
                return False
        self._asked = {key: at for key, at in self._asked.items() if key[0] != device.node}
        own = [known for known, session in self._by_peer.items() if session.node == device.node]
        beside = [p for p in own if _may_run_two(device) and self._by_peer[p].store != hello.store]
        for gone in {*own} - {*beside[1 - MOST_STORES :]}:
            del self._by_peer[gone]
        self._by_peer[peer] = LinkSession(
            device.node, hello.store, hello.instance, address, now, _known_part(hello, known)
        )
        return True

    def _asked_since(self, node: str, instance: str, now: int) -> int:
        """Since when a start of a device asks, of the last few that do."""
        starts = [key for key in self._asked if key[0] == node]
        if (node, instance) not in self._asked:
            for key in starts[: len(starts) + 1 - MOST_STARTS]:
                del self._asked[key]
        return self._asked.setdefault((node, instance), now)

    def _rivals(self, device: Device, hello: Hello) -> list[LinkSession]:
        return [
            session
            for session in self._by_peer.values()
            if session.node == device.node
            and session.instance != hello.instance
            and not (_may_run_two(device) and session.store != hello.store)
        ]

    def _turn_away(self, device: Device, other: LinkSession, address: str, now: int) -> Refused:
        self._doubles[device.node] = (now, Double(device.label, other.address, address))
        there = f", at {other.address}" if other.address else ""
        here = f" This one is at {address}." if address else ""
        sentence = (
            f"'{device.label}' is already in use on another device{there}.{here} Tell"
            " the referee: one of the two is switched off, or gets an invite of its own."
            " What this device holds is safe."
        )
        return Refused("in_use", sentence)

    def doubles(self, now: int) -> tuple[Double, ...]:
        """The devices that run twice at this moment, as far as the hall has heard."""
        self._doubles = {n: d for n, d in self._doubles.items() if now - d[0] <= TOLD_MS}
        return tuple(double for _, (_, double) in sorted(self._doubles.items()))


def _known_part(hello: Hello, known: Mapping[tuple[str, str], int]) -> Vector:
    """The part of a greeting that the hall can use, in the hall's own words: a device may claim to
    hold the logs of authors that nobody knows, and it costs nothing to keep."""
    held = vector(hello.vector)
    return {place: held[place] for place in known if place in held}


def _may_run_two(device: Device) -> bool:
    """A machine that may be the hall has a server's disk beside its screen's, under one key."""
    return "term" in device.scopes
