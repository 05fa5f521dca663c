"""A port that measures a device in a rehearsal and writes the figures into the rehearsal's log.

It measures pings, the way of results to the hall, and losses of the hall.
"""

import threading
from collections.abc import Callable

from shared.core.events import DeviceChecked, ResultSigned, entities
from shared.core.events.admission import MOST_WAITS
from shared.machine.clocks import Clock
from shared.port import (
    Draft,
    HallChanged,
    LinkChanged,
    Listener,
    NodePort,
    NotSaved,
    Pinged,
    Saved,
    Told,
)
from shared.port.wrap import PortWrap


class Measured(PortWrap[NodePort]):
    """Stands between an app and ``node``. ``size`` gives columns and lines of the screen.

    It writes the figures once a ping was answered, and again after each result and each loss of
    the hall.
    """

    def __init__(self, node: NodePort, *, software: str, monotonic: Clock) -> None:
        super().__init__(node)
        self._software = software
        self._monotonic = monotonic
        self.size: Callable[[], tuple[int, int]] = lambda: (0, 0)
        self._listener: Listener = lambda told: None
        self._lock = threading.Lock()
        self._entered: dict[int, int] = {}
        """Ticket of a result → when it was entered."""
        self._held: dict[str, int] = {}
        """Event of a result that is held here → when it was entered."""
        self._own: set[int] = set()
        """Tickets of this port's own events."""
        self._waits: list[int] = []
        self._ping: Pinged | None = None
        self._lost = 0
        self._live = False
        self._written: tuple[int, int] | None = None

    def start(self, listener: Listener) -> None:
        """Start the node, and measure all that it tells."""
        self._listener = listener
        super().start(self._hear)

    def append(self, *drafts: Draft) -> int:
        """Write events, all or none; note the time of a result."""
        # The lock makes the node's thread wait until the ticket is noted.
        with self._lock:
            at = self._monotonic()
            ticket = super().append(*drafts)
            if any(isinstance(draft.body, ResultSigned) for draft in drafts):
                self._entered[ticket] = at
            return ticket

    def _hear(self, told: Told) -> None:
        """Hear the node, in its thread."""
        with self._lock:
            for_app = self._measure(told)
            self._write_if_new()
        if for_app:
            self._listener(told)

    def _measure(self, told: Told) -> bool:
        """Measure by what was told; return whether the app gets it."""
        match told:
            case Saved(ticket=ticket) | NotSaved(ticket=ticket) if ticket in self._own:
                self._own.discard(ticket)
                return False
            case Saved(ticket=ticket, events=events) if ticket in self._entered:
                at = self._entered.pop(ticket)
                self._held.update(dict.fromkeys(events, at))
            case HallChanged(unsent=unsent):
                now = self._monotonic()
                for event in [event for event in self._held if event not in unsent]:
                    self._waits.append(now - self._held.pop(event))
            case LinkChanged(link=link):
                live = link.state in ("live", "catching_up")
                self._lost += self._live and not live
                self._live = live
            case Pinged():
                # The shortest round trip gives the best offset.
                if self._ping is None or told.round_trip_ms <= self._ping.round_trip_ms:
                    self._ping = told
                return False
            case _:
                pass
        return True

    def _write_if_new(self) -> None:
        news = (len(self._waits), self._lost)
        if self._ping is None or not self._live or news == self._written:
            return
        self._written = news
        columns, lines = self.size()
        body = DeviceChecked(
            self._software,
            columns,
            lines,
            self._ping.round_trip_ms,
            self._ping.offset_ms,
            self._lost,
            tuple(self._waits[-MOST_WAITS:]),
        )
        self._own.add(super().append(Draft(entities.check(self.node_id), body)))
