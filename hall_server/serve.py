"""Serves a node's folder: as the hall if it is the hall, else as a follower ready to become it.

Owns the change between the two: a hall that is superseded follows; a follower that is told to
takes over. One process, one folder, for as long as it is not told to stop.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from hall_server.evidence import EVIDENCE, REQUEST, Evidence
from shared.clocks import wall_ms
from shared.core.state import HallState
from shared.net.address import HallAddress
from shared.node.follower import FollowerNode
from shared.node.hall import HallNode
from shared.node.home import load, write_secret
from shared.node.open import open_follower, open_hall, serving_place
from shared.port import HallChanged, Link, LinkChanged, Ready, Stopped, Told

LOOK_S = 0.25


class Ended(NamedTuple):
    """How a stretch of service ended: ``next`` is "hall", "follow" or "" to stop."""

    next: str
    trouble: str = ""
    crashed: bool = False
    towards: HallAddress | None = None


class Service:
    """One folder in service. ``say`` prints a line; ``quit_event`` ends it all."""

    def __init__(
        self,
        home: Path,
        *,
        host: str,
        port_base: int | None,
        quit_event: threading.Event,
        say: Callable[[str], None],
        summary: Callable[[HallState], str],
    ) -> None:
        self._home = home
        self._host = host
        self._port_base = port_base
        self._quit = quit_event
        self._say = say
        self._summary = summary
        self._changed = threading.Event()
        self._line = ""
        self._state: HallState | None = None
        self._unsent = 0
        self._link = Link("starting", wall_ms())
        self._ready = Ready(False, 0, 0)
        self._serves = False

    def run(self, *, first: str, opens_term: str = "") -> Ended:
        """Serve until told to stop; ``first`` is "hall" or "follow"."""
        request = self._home / REQUEST
        request.unlink(missing_ok=True)
        ended = Ended(first)
        while ended.next and not self._quit.is_set():
            self._serves = ended.next == "hall"
            self._link = Link("starting", wall_ms())
            if ended.next == "hall":
                ended = self._be_hall(opens_term)
                opens_term = ""
            else:
                ended = self._follow(ended.towards)
                opens_term = ended.trouble if ended.next == "hall" else ""
        return ended

    def _be_hall(self, opens_term: str) -> Ended:
        node, membership = open_hall(
            self._home, host=self._host, port_base=self._port_base, opens_term=opens_term
        )
        node.start(self._told)
        node.wait_ready()
        if not node.failure:
            sync, feed = node.ports
            self._say(f"The hall of {membership.tournament} listens on ports {sync} and {feed}.")
        self._wait(node)
        node.stop()
        if node.superseded_by is not None:
            self._say(node.failure)
            towards = node.superseded_by if node.superseded_by.host else None
            return Ended("follow", towards=towards)
        return Ended("", node.failure, node.crashed)

    def _follow(self, towards: HallAddress | None) -> Ended:
        membership, _ = load(self._home)
        place = serving_place(membership, self._port_base)
        node, _ = open_follower(self._home, towards=towards, serves_at=place)
        node.start(self._told)
        node.wait_ready()
        if not node.failure:
            self._say(f"Standing by for the hall of {membership.tournament}.")
        reason = self._wait(node)
        node.stop()
        if reason and not node.failure:
            return Ended("hall", reason)
        return Ended("", node.failure, node.crashed)

    def _wait(self, node: HallNode | FollowerNode) -> str:
        """Until this stretch ends; returns the reason if a follower is asked to take over."""
        request = self._home / REQUEST
        shown: Evidence | None = None
        while not self._quit.is_set() and not node.failure:
            evidence = self._evidence()
            if evidence != shown:
                shown = evidence
                write_secret(self._home / EVIDENCE, msgspec.json.encode(evidence).decode())
            if request.exists():
                reason = request.read_text(encoding="utf-8").strip() or "asked for by the referee"
                request.unlink(missing_ok=True)
                if not self._serves:
                    return reason
            self._changed.wait(LOOK_S)
            self._changed.clear()
        return ""

    def _evidence(self) -> Evidence:
        return Evidence(
            self._serves,
            self._link.state,
            self._link.since,
            self._link.behind,
            self._unsent,
            self._ready.able,
            self._ready.tables_here,
            self._ready.tables,
            self._state.term if self._state is not None else 0,
            self._ready.why,
        )

    def _told(self, told: Told) -> None:
        """The node's listener, in its thread."""
        match told:
            case HallChanged(state=state, unsent=unsent):
                self._state, self._unsent = state, len(unsent)
                line = self._summary(state)
                if line != self._line:
                    self._line = line
                    self._say(line)
            case LinkChanged(link=link):
                if link.state != self._link.state and not self._serves:
                    self._say(f"Link to the hall: {link.state.replace('_', ' ')}.")
                self._link = link
            case Ready():
                self._ready = told
            case Stopped():
                self._changed.set()
            case _:
                return
