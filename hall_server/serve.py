"""Serves a node's folder: as the hall if it is the hall, else as a follower ready to become it.

Owns the change between the two: a hall that is superseded follows; a follower that is told to
takes over. One process, one folder, for as long as it is not told to stop.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from hall_server.backups import backup_name, prune
from hall_server.evidence import EVIDENCE, REQUEST, Evidence
from hall_server.heartbeat import Heartbeat
from shared.clocks import monotonic_ms, monotonic_s, wall_ms
from shared.core.state import HallState
from shared.logs import occurrences
from shared.net.address import HallAddress
from shared.node.copies import keep_copy
from shared.node.engine import Engine
from shared.node.home import load, write_secret
from shared.node.link import NodeLink
from shared.node.open import open_follower, open_hall, serving_place
from shared.port import (
    HallChanged,
    Link,
    LinkChanged,
    Listener,
    PrivateChanged,
    Ready,
    Stopped,
    Told,
)

log = logging.getLogger("hall")

LOOK_S = 0.25
LOOPBACK = "127.0.0.1"


class Ended(NamedTuple):
    """How a stretch of service ended: ``next`` is "hall", "follow" or "" to stop; ``reason`` is
    why a new term is opened, if one is."""

    next: str
    trouble: str = ""
    crashed: bool = False
    towards: HallAddress | None = None
    reason: str = ""


class Backups(NamedTuple):
    """Where rolling snapshots go, how often, and how many of them stay."""

    folder: Path
    every_s: float
    keep: int
    days: int


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
        backups: Backups | None = None,
        also: Sequence[Listener] = (),
    ) -> None:
        """``also`` hears everything that the node tells, in the node's thread."""
        self._home = home
        self._host = host
        self._port_base = port_base
        self._quit = quit_event

        def noted(line: str) -> None:
            log.info(line)
            say(line)

        self._say = noted
        self._summary = summary
        self._backups = backups
        self._also = (occurrences(log), *also)
        self._backed_up = monotonic_s()
        self._heartbeat = Heartbeat()
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
            else:
                ended = self._follow(ended.towards)
            opens_term = ended.reason
        self._heartbeat.stopping()
        return ended

    def _be_hall(self, opens_term: str) -> Ended:
        node, membership = open_hall(
            self._home, host=self._host, port_base=self._port_base, opens_term=opens_term
        )
        node.start(self._told)
        node.wait_ready()
        if not node.failure:
            sync, feed = node.link.ports
            line = f"The hall of {membership.tournament} listens on ports {sync} and {feed}."
            self._say(line)
            self._heartbeat.ready(line)
        own = node.home.keys.curve_public
        reason = self._wait(node, lambda: HallAddress(LOOPBACK, *node.link.ports, own))
        node.stop()
        if reason and not node.failure:
            return Ended("hall", reason=reason)
        first = node.link.superseded_by
        if first is not None:
            self._say(node.failure)
            return Ended("follow", towards=first if first.host else None)
        return Ended("", node.failure, node.crashed)

    def _follow(self, towards: HallAddress | None) -> Ended:
        membership, _ = load(self._home)
        place = serving_place(membership, self._port_base)
        node, _ = open_follower(self._home, towards=towards, serves_at=place)
        node.start(self._told)
        node.wait_ready()
        if not node.failure:
            line = f"Standing by for the hall of {membership.tournament}."
            self._say(line)
            self._heartbeat.ready(line)
        reason = self._wait(node, lambda: node.link.hall)
        node.stop()
        if reason and not node.failure:
            return Ended("hall", reason=reason)
        return Ended("", node.failure, node.crashed)

    def _wait(self, node: Engine[NodeLink], hall: Callable[[], HallAddress]) -> str:
        """Wait until this stretch ends; return the reason if a follower is to take over.

        ``hall`` gives where a command on this machine finds the hall.
        """
        request = self._home / REQUEST
        shown: Evidence | None = None
        while not self._quit.is_set() and not node.failure:
            evidence = self._evidence(hall())
            if evidence != shown:
                shown = evidence
                write_secret(self._home / EVIDENCE, msgspec.json.encode(evidence).decode())
            if request.exists():
                reason = request.read_text(encoding="utf-8").strip() or "asked for by the referee"
                request.unlink(missing_ok=True)
                if not self._serves or self._state is None or self._state.hall != node.node_id:
                    return reason
            self._back_up_when_due(node)
            self._heartbeat.beat(node.call, monotonic_ms())
            self._changed.wait(LOOK_S)
            self._changed.clear()
        return ""

    def _back_up_when_due(self, node: Engine[NodeLink]) -> None:
        plan = self._backups
        if plan is None or monotonic_s() - self._backed_up < plan.every_s:
            return
        self._backed_up = monotonic_s()
        now = wall_ms()
        part = plan.folder / f"{backup_name(now)}.part"

        def done(trouble: str) -> None:
            try:
                if not trouble:
                    part.replace(plan.folder / backup_name(now))
                    self._say(f"Snapshot {backup_name(now)} is written.")
                    prune(plan.folder, now, keep=plan.keep, days=plan.days)
            except OSError as error:
                trouble = str(error)
            if trouble:
                self._say(f"NO BACKUP was written: {trouble} The hall goes on.")

        try:
            plan.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            part.unlink(missing_ok=True)
        except OSError as error:
            self._say(f"NO BACKUP was written: {error}. The hall goes on.")
            return
        keep_copy(node, part, done)

    def _evidence(self, hall: HallAddress) -> Evidence:
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
            (hall.host, hall.sync_port, hall.feed_port, hall.curve_key),
            self._ready.notice,
        )

    def _told(self, told: Told) -> None:
        """The node's listener, in its thread."""
        for hear in self._also:
            hear(told)
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
            case Ready(notice=notice):
                if notice and notice != self._ready.notice:
                    self._say(notice)
                self._ready = told
            case PrivateChanged(said=said) if said:
                self._say(said)
            case Stopped():
                self._changed.set()
            case _:
                return
