"""Serves a node's folder until it is stopped: as the hall, or as a follower ready to become it.

It changes between the two. A hall follows when another has taken over. A follower takes over when
a person asks it to, and serves again when the log names it as the hall.
"""

import logging
import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hall_server.serving.asking import Request, asked, forget, write_evidence
from hall_server.serving.backups import backup_name, prune
from hall_server.serving.claim import LISTEN_S, OPENS_TERM, Claim, may_gather
from hall_server.serving.evidence import EVIDENCE, Evidence
from hall_server.serving.heartbeat import Heartbeat
from hall_server.serving.standing import summary
from shared.core.state import HallState
from shared.machine.clocks import monotonic_ms, monotonic_s, wall_ms
from shared.machine.logs import occurrences
from shared.machine.saving import remove, take_place
from shared.net.address import HallAddress
from shared.node.copies import keep_copy
from shared.node.engine import Engine
from shared.node.follower import MayServe
from shared.node.hall import HallLink
from shared.node.home import load
from shared.node.open import open_follower, open_hall, serving_place
from shared.node.view import NodeLink
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
from shared.store.collector import keep_what_is_loaded

log = logging.getLogger("hall")

LOOK_S = 0.25
NEVER = 2**63
"""A term that no other follows."""
LOOKS_FIRST = (
    "This hall was restored. It first looks for a hall that came after the copy, for up to"
    f" {LISTEN_S:.0f} s. If none answers, it serves."
)
NOBODY_ANSWERS = "No other hall answers, so this restored one serves."
ANOTHER_ANSWERS = (
    "Another hall answers, so this restored one follows it and does not serve. Everything that it"
    " holds is on its disk. To serve instead: hall-server promote --home with this folder"
)
LOOPBACK = "127.0.0.1"


class Ended(NamedTuple):
    """How the service ended: ``next`` is "hall", "follow" or "" to stop.

    ``reason`` is why a new term is opened, if one is. A follower serves by itself only in a term
    ``beyond`` that one.
    """

    next: str
    trouble: str = ""
    crashed: bool = False
    towards: HallAddress | None = None
    reason: str = ""
    beyond: int = -1


class ListensAt(NamedTuple):
    """Where a node listens; without ``port_base`` on the ports of its invites."""

    host: str
    port_base: int | None = None


class Backups(NamedTuple):
    """Where rolling snapshots go, how often, and how many of them stay."""

    folder: Path
    every_s: float
    keep: int
    days: int


class Service:
    """One folder in service. ``say`` prints a line; ``quit_event`` ends the service.

    ``also`` hears all that the node tells, in the node's thread.
    """

    def __init__(
        self,
        home: Path,
        at: ListensAt,
        *,
        quit_event: threading.Event,
        say: Callable[[str], None],
        backups: Backups | None = None,
        also: Sequence[Listener] = (),
    ) -> None:
        self._home = home
        self._at = at
        self._quit = quit_event

        def noted(line: str) -> None:
            log.info(line)
            with suppress(OSError):  # the disk with the output may be full
                say(line)

        self._say = noted
        self._backups = backups
        self._also = (occurrences(log), *also)
        self._backed_up = monotonic_s()
        self._heartbeat = Heartbeat()
        self._changed = threading.Event()
        self._line = ""
        self._state: HallState | None = None
        self._unsent = 0
        self._found = False
        self._link = Link("starting", wall_ms())
        self._ready = Ready(False, 0, 0)
        self._serves = False
        self._claim = Claim(home)
        self._answers = ""
        self._told_link = ("", "")
        self._not_written = ""
        self._owns = False

    def run(self, *, first: str, opens_term: str = "") -> Ended:
        """Serve until told to stop; ``first`` is "hall" or "follow"."""
        ended = Ended(first, reason=opens_term)
        if self._claim.to_ask and not opens_term:
            self._say(LOOKS_FIRST)
            ended = Ended("follow", beyond=NEVER)
        while ended.next and not self._quit.is_set():
            self._serves = ended.next == "hall"
            self._link, self._state = Link("starting", wall_ms()), None
            ended = self._be_hall(ended.reason) if self._serves else self._follow(ended)
        if self._owns and not ended.crashed:
            forget(self._home)
        self._heartbeat.stopping()
        return ended

    def _opens(self, node: Engine[NodeLink]) -> bool:
        """Start a node; return whether it is open. Only then this process owns the folder."""
        node.start(self._told)
        node.wait_ready()
        if node.failure:
            return False
        if not self._owns:
            self._owns = True
            forget(self._home)
        keep_what_is_loaded()
        return True

    def _be_hall(self, opens_term: str) -> Ended:
        node, membership = open_hall(
            self._home,
            host=self._at.host,
            port_base=self._at.port_base,
            opens_term=opens_term,
            claims=self._claim.stands,
        )
        if self._opens(node):
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
            self._claim.drop()
            term = 0 if self._state is None else self._state.term
            return Ended("follow", towards=first if first.host else None, beyond=term)
        return self._ended(node)

    def _follow(self, before: Ended) -> Ended:
        membership, _ = load(self._home)
        place = serving_place(membership, self._at.port_base)
        node, _ = open_follower(
            self._home, towards=before.towards, serves=MayServe(place, before.beyond)
        )
        if self._opens(node):
            line = f"Standing by for the hall of {membership.tournament}."
            self._say(line)
            self._heartbeat.ready(line)
        reason = self._wait(node, lambda: node.link.hall)
        node.stop()
        if node.link.called:
            self._say(node.failure)
            return Ended("hall")
        if reason == NOBODY_ANSWERS and not node.failure:
            self._say(reason)
            return Ended("hall")
        if reason and not node.failure:
            return Ended("hall", reason=reason)
        return self._ended(node)

    def _ended(self, node: Engine[NodeLink]) -> Ended:
        """Return how a node ended for good.

        Under a service manager, it starts again until another program has left the folder.
        """
        again = node.crashed or (node.in_use and self._heartbeat.managed)
        return Ended("", node.failure, again)

    def _wait(self, node: Engine[NodeLink], hall: Callable[[], HallAddress]) -> str:
        """Wait for the end; return the reason if this node takes over.

        ``hall`` returns where a command on this machine finds the hall.
        """
        shown: Evidence | None = None
        while not self._quit.is_set() and not node.failure:
            evidence = self._evidence(node, hall())
            if evidence != shown:
                shown = self._write_down(evidence)
            request = asked(self._home)
            if request is not None and request.token != self._answers:
                if request.reason and self._may_take_over(node):
                    return request.reason
                node.call(partial(self._answered, request))
            reason = self._claims_now(node)
            if reason:
                return reason
            self._back_up_when_due(node)
            self._heartbeat.beat(node.call, monotonic_ms())
            self._changed.wait(LOOK_S)
            self._changed.clear()
        return ""

    def _may_take_over(self, node: Engine[NodeLink]) -> bool:
        """Return whether this node may become the hall and is not."""
        state = self._state
        if state is None or not state.may_be_hall(node.node_id):
            return False
        return not self._serves or state.hall != node.node_id

    def _write_down(self, evidence: Evidence) -> Evidence | None:
        """Write the evidence; return what the file holds now. A failure is logged once."""
        before, self._not_written = self._not_written, write_evidence(self._home, evidence)
        if self._not_written not in ("", before):
            why = "%s was not written (%s); only promote needs it"
            log.warning(why, EVIDENCE, self._not_written)
        return None if self._not_written else evidence

    def _answered(self, request: Request) -> None:
        """Note in the node's own thread that it has answered: it is alive."""
        self._answers = request.token
        self._changed.set()

    def _claims_now(self, node: Engine[NodeLink]) -> str:
        """Go on with a restored hall's claim; return why it serves or opens a term now."""
        state = self._state
        if not self._claim.stands or state is None:
            return ""
        if self._serves:
            if state.hall == node.node_id:
                self._claim.drop()
            node.call(partial(self._look_who_is_here, node))
            if not may_gather(state, node.node_id, found=self._found):
                return ""
            reason = self._claim.gathers(monotonic_s())
            if reason:
                self._say(OPENS_TERM)
            return reason
        heard = self._claim.listens(monotonic_s(), self._link.state)
        if heard == "one answers":
            self._say(ANOTHER_ANSWERS)
        return NOBODY_ANSWERS if heard == "nobody answers" else ""

    def _look_who_is_here(self, node: Engine[NodeLink]) -> None:
        """Note in the node's own thread whether a device with rights has found this hall."""
        assert isinstance(node.link, HallLink)
        able = (d.node for d in node.state.devices.values() if d.scopes and d.node != node.node_id)
        self._found = self._found or any(node.link.heard_from(n) is not None for n in able)

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
                    take_place(part, plan.folder / backup_name(now))
                    self._say(f"Snapshot {backup_name(now)} is written.")
                    prune(plan.folder, now, keep=plan.keep, days=plan.days)
            except OSError as error:
                trouble = str(error)
            if trouble:
                self._say(f"NO BACKUP was written: {trouble} The hall goes on.")

        try:
            plan.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            remove(part)
        except OSError as error:
            self._say(f"NO BACKUP was written: {error}. The hall goes on.")
            return
        keep_copy(node, part, done)

    def _evidence(self, node: Engine[NodeLink], hall: HallAddress) -> Evidence:
        return Evidence(
            self._serves and self._link.state == "live",
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
            os.getpid(),
            node.home.instance,
            self._answers,
            self._heartbeat.managed,
        )

    def _told(self, told: Told) -> None:
        """Hear what the node tells, in its thread."""
        for hear in self._also:
            hear(told)
        match told:
            case HallChanged(state=state, unsent=unsent):
                self._state, self._unsent = state, len(unsent)
                line = summary(state)
                if line != self._line:
                    self._line = line
                    self._say(line)
            case LinkChanged(link=link):
                if not self._serves and (link.state, link.sentence) != self._told_link:
                    self._told_link = (link.state, link.sentence)
                    said = f"Link to the hall: {link.state.replace('_', ' ')}."
                    self._say(f"{said} {link.sentence}".rstrip())
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
